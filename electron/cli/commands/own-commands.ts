import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { Command } from 'commander'
import { findExtractor } from '../../../shared/extractors/core/run'
import { checkExtractor, checkPages, type PageCheck } from '../../services/own/check-extractor'
import { type CliIo, EXIT, type ExitCode, untilInterrupted, usage, withExtractionThread, write } from '../cli-io'
import { formatOption, seconds, loadExtractors } from '../options'
import { copiable, copyOf } from '../../services/own/copy-source'
import { newExtractorFiles, TYPES_FILE } from '../../services/own/new-extractor'
import { counted, countedOf } from '../../../shared/base/written-number'

interface CheckOptions {
  readonly format: 'text' | 'json'
  readonly timeout: number
}

const SAMPLES = ['news-article', 'forum-thread', 'chinese-article', 'table-layout']

const DETAILS = `
Runs the extractor on normal pages and on pages that break programs, for example empty, huge, deeply nested or truncated pages. On each
page the extractor must end in time, return the same result twice, select nodes of the page, and record decisions that fit its
selection. On a normal page it must keep some text.

Exit codes:
  0  no faults
  1  the extractor cannot be loaded
  2  the command line is wrong
  3  faults found, or the check was interrupted`

export function addCheckCommand(program: Command, io: CliIo): void {
  program
    .command('check-extractor')
    .argument('<file|id>', 'a file (.ts, .js, .json), or the id of an extractor')
    .addOption(formatOption(['text', 'json']))
    .option('--timeout <seconds>', 'time limit per page and run', seconds, 20)
    .addHelpText('after', DETAILS)
    .action(async (name: string, options: CheckOptions) => io.exit(await untilInterrupted((signal) => check(name, options, io, signal))))
}

async function check(name: string, { format, timeout }: CheckOptions, io: CliIo, signal: AbortSignal): Promise<ExitCode> {
  const { registry, list, own } = await loadExtractors(name, {}, io)
  const extractor = findExtractor(registry, list)
  const folder = join(io.root, 'electron', 'samples', 'pages')
  const samples = new Map(await Promise.all(SAMPLES.map(async (id) => [id, await readFile(join(folder, `${id}.html`), 'utf8')] as const)))
  return withExtractionThread(io, timeout, async (pool) => {
    const pages = checkPages(samples)
    const width = Math.max(...pages.map((page) => page.name.length))
    let printed = Promise.resolve()
    const seen = new Map<string, number>()
    const print = (one: PageCheck): void => {
      const before = new Set(seen.keys())
      for (const fault of one.wrong) seen.set(fault, (seen.get(fault) ?? 0) + 1)
      if (format === 'text') printed = printed.then(() => write(io.stdout, line(one, before, width)))
    }
    const checks = await checkExtractor(extractor, pages, pool, { signal, progress: print, own })
    await printed
    const again = [...seen].filter(([, pages]) => pages > 1)
    const repeated = again.map(([fault, pages]) => `${fault.split('\n')[0] ?? ''} (also on ${counted(pages - 1, 'more page')})\n`)
    const wrong = checks.filter((one) => one.wrong.length > 0).length
    const summary = wrong === 0 ? `no faults on ${counted(checks.length, 'page')}` : `faults on ${countedOf(wrong, checks.length, 'page')}`
    const json = (): string => JSON.stringify({ extractor: extractor.id, checked: checks.length, wrong, pages: checks }, null, 2)
    const text = (): string => `${repeated.length > 0 ? `\n${repeated.join('')}` : ''}\n${extractor.title}: ${summary}.`
    await write(io.stdout, `${format === 'json' ? json() : text()}\n`)
    return wrong > 0 || checks.length < pages.length ? EXIT.someFailed : EXIT.done
  })
}

function line({ page, milliseconds, characters, wrong, notes }: PageCheck, reported: ReadonlySet<string>, width: number): string {
  const time = `${Math.round(milliseconds)} ms`.padStart(9)
  const first = `${wrong.length > 0 ? 'WRONG' : 'ok   '} ${page.padEnd(width)} ${time} ${String(characters).padStart(8)} characters\n`
  const faults = wrong.map((fault) => (reported.has(fault) ? 'the same as above' : fault))
  const more = [...faults, ...notes.map((note) => `(${note})`)].map((text) => `      ${text.replaceAll('\n', '\n      ')}\n`)
  return first + more.join('')
}

export function addNewExtractorCommand(program: Command, io: CliIo): void {
  program
    .command('new-extractor')
    .argument('<path>', 'NAME.ts for a module, or a new folder')
    .option('--from <id>', `start from a copy of a built-in extractor: ${copiable().join(', ')}`)
    .action(async (path: string, { from }: { readonly from?: string }) => {
      const at = resolve(io.cwd, path)
      if (/\.\w+$/.test(at) && !/\.m?ts$/.test(at))
        throw usage(`"${path}" is not the name of a module or folder.`, 'Name a module NAME.ts, or a folder without a dot.')
      const method = from === undefined ? undefined : copyOf(from, basename(at).replace(/\.m?ts$/, ''))
      if (method === null) throw usage(`"${from}" cannot be copied.`, `Choose one of: ${copiable().join(', ')}.`)
      const files = newExtractorFiles(at, io.root, method)
      const written = [...files.keys()].map((file) => relative(io.cwd, join(dirname(at), file)) || file)
      for (const [file, text] of files) {
        const to = join(dirname(at), file)
        await mkdir(dirname(to), { recursive: true })
        await writeFile(to, text, { flag: basename(to) === TYPES_FILE ? 'w' : 'wx' })
      }
      const module = written[0] ?? path
      await write(io.stdout, `${written.join('\n')}\n\nTry it: boilerscope extract --extractor ./${module} page.html\n`)
      if (!/\.m?ts$/.test(at)) await write(io.stdout, `Test it: cd ${relative(io.cwd, at) || '.'} && npm test\n`)
    })
}
