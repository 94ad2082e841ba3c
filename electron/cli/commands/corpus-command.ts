import { rm, rmdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { counted, writtenShare } from '../../../shared/base/written-number'
import { EXCHANGE_FORMATS, type AgreementReport, type ExchangeFormat } from '../../../shared/contract/corpus-contract'
import { failed, toFailure } from '../../../shared/base/failure'
import { CaptureOptions, DEFAULT_LIMITS, type Source } from '../../../shared/contract/capture'
import { checkCorpus, corpusStats, type CorpusStats } from '../../services/corpus/analysis/corpus-reports'
import { createCorpus, openCorpus } from '../../services/corpus/store/corpus-store'
import { unusedBodies } from '../../services/bundle/bundle-files'
import { listArchive } from '../../services/capture/saves/archive'
import { readNames } from '../../services/files/read-lines'
import { addCampaignCommands } from './campaign-command'
import { EXIT, collectionKindOf, usage, write, type CliIo, withLoader } from '../cli-io'
import { addConditionOptions, type ConditionOptions, readConditions, pageLimit, renderedOnly } from '../pages/page-conditions'
import { addPagesCommands, addRecaptureCommand } from './corpus-pages-command'
import {
  type AddCommand,
  callCorpora,
  corpusCommands,
  described,
  inContext,
  milliseconds,
  reportBatch,
  withAnalyst,
  withCorpora,
} from '../pages/corpus-session'
import { isThere } from '../../services/files/files'

const FORMATS_HELP = `
Formats: "folder" (.html or .html.gz with a .txt of the same name, plain or with CleanEval marks), "benchmark" (html/ and
ground-truth.json), "wcxb" (html/ and ground-truth/), "json-lines" (one {"id","url","html"|"htmlPath","text","pageType"} per line),
"cc-select" (WebMainBench's JSON Lines: elements marked in the HTML), "warc" (.warc or .warc.gz), "wacz" (with images and
styles, for players of web archives). Gold texts are matched with the page by their words; the import reports the share of words found.
Labels are exported completely, in the key "boilerscope" of a record or the folder boilerscope-labels, and imported from there; "warc" and
"wacz" contain only pages.`

export function addCorpusCommands(program: Command, io: CliIo): void {
  const corpus = program.command('corpus')
  const add = corpusCommands(corpus, io)
  addExchangeCommands(add, io)
  addReportCommands(add, io)
  addPagesCommands(add, io)
  addCampaignCommands(corpus, io)
  addRecaptureCommand(add, io)
}

function addExchangeCommands(add: AddCommand, io: CliIo): void {
  const format = (): Option => new Option('--format <format>', 'format (default: by file name)').choices([...EXCHANGE_FORMATS])
  add('import', 'import pages and gold texts into a corpus; a new or empty folder becomes a corpus')
    .argument('<path>', 'file or folder to import')
    .addOption(format())
    .option('--annotator <name>', 'annotator name of the imported gold texts', 'imported')
    .option('--no-align', 'do not match gold texts with their pages')
    .addHelpText('after', FORMATS_HELP)
    .action(async (root: string, from: string, options: { format?: ExchangeFormat; annotator: string; align: boolean }) => {
      const path = resolve(io.cwd, from)
      // A missing source must fail before `inCorpus` creates the corpus.
      const found = await formatOf(path)
      const outcome = await inCorpus(root, () => {
        const wanted = { corpus: root, format: options.format ?? found, path, annotator: options.annotator, align: options.align }
        return callCorpora(io, 'corpus.import', wanted)
      })
      const completed = outcome.completed?.length ?? 0
      await reportBatch(
        io,
        outcome,
        `added, ${outcome.known} already in the corpus${completed === 0 ? '' : `, ${completed} already in the corpus and completed with gold texts`}`,
      )
      if (outcome.coverage.length > 0) {
        const mean = outcome.coverage.reduce((sum, { coverage }) => sum + coverage, 0) / outcome.coverage.length
        const missing = outcome.coverage.reduce((sum, page) => sum + page.missing, 0)
        await write(io.stdout, `gold texts: ${writtenShare(mean)} of their words found on their pages; ${missing} words not found\n`)
      }
    })

  add('export', 'write pages and gold texts for other tools')
    .argument('<path>', 'file or folder to write')
    .addOption(format())
    .option(
      '--annotator <name>',
      'annotator whose labels are exported (default: adjudicated labels, else imported, else finished labels if all annotators agree)',
    )
    .addHelpText('after', FORMATS_HELP)
    .action(async (root: string, to: string, options: { format?: ExchangeFormat; annotator?: string }) => {
      const path = resolve(io.cwd, to)
      const chosen = options.format ?? formatOfName(path)
      const wanted = { corpus: root, format: chosen, path, annotator: options.annotator }
      const outcome = await callCorpora(io, 'corpus.export', wanted)
      await reportBatch(io, outcome, `written to ${path}`)
    })
}

function addReportCommands(add: AddCommand, io: CliIo): void {
  add('check', 'check files and labels; exit code 3 if there is a problem')
    .option('--json', 'print one JSON object per problem')
    .option('--mend', 'remove images and styles that no page needs and that are older than an hour')
    .action(async (root: string, { json, mend }: { json?: boolean; mend?: boolean }) => {
      const store = await openCorpus(root)
      let problems = 0
      await withAnalyst(io, (analyst) =>
        inContext(io, async (context) => {
          for await (const problem of checkCorpus(store, analyst, context)) {
            problems++
            const sentence = described(problem.failure)
            const line = sentence.includes(problem.place) ? sentence : `${problem.place}: ${sentence}`
            await write(io.stdout, `${json ? JSON.stringify(problem) : line}\n`)
          }
        }),
      )
      const spare = await reportUnusedBodies(store.root, mend ?? false)
      if (!json) await write(io.stdout, `${counted((await store.pageIds()).length, 'page')}, ${counted(problems, 'problem')}${spare}\n`)
      if (problems > 0) io.exit(EXIT.someFailed)
    })

  add('stats', 'numbers of pages and labels, and agreement of the annotators')
    .option('--json', 'print JSON')
    .action(async (root: string, { json }: { json?: boolean }) => {
      await withCorpora(io, async (call, corpora) => {
        const { store } = await corpora.opened(root)
        const { name } = store.file
        const stats = await corpusStats(store, await corpora.entries(root))
        const agreement = await call('corpus.agreement', { corpus: root }).catch((thrown: unknown) => {
          const reason = toFailure(thrown)
          if (reason.code !== 'campaign.blind') throw thrown
          return { pairs: [], notes: [described(reason)] }
        })
        await write(
          io.stdout,
          json
            ? `${JSON.stringify({ ...stats, agreement: agreement.pairs, notes: agreement.notes }, null, 2)}\n`
            : statsText(name, stats, agreement),
        )
      })
    })
}

export function addCaptureCommand(program: Command, io: CliIo): void {
  addConditionOptions(
    program
      .command('capture')
      .argument('<url...>', 'addresses, files, archives (.warc, .wacz); - reads a list from standard input, one per line')
      .requiredOption('--corpus <folder>', 'corpus folder')
      .option('--rendered', 'capture the rendered page')
      .option('--delay <ms>', 'milliseconds between two captures from the same host', milliseconds, 1000)
      .option('--timeout <ms>', 'milliseconds per page', pageLimit('timeout'), DEFAULT_LIMITS.loadTimeout)
      .addHelpText(
        'after',
        '\nAn error response (404, 500 …) is stored, but counts as a problem: exit code 3, as for a page that could not be loaded.',
      ),
  ).action(async (names: string[], options: ConditionOptions & { corpus: string; rendered?: true; delay: number; timeout: number }) => {
    const [early] = options.rendered ? [] : renderedOnly(options)
    if (early !== undefined) throw usage(`${early} needs --rendered.`, `Add --rendered, or remove ${early}.`)
    const sources = await sourcesOf(names, io)
    const { timeout, rendered } = options
    const capture = CaptureOptions.parse({ ...readConditions(options), mode: rendered ? 'rendered' : 'source', timeout })
    const corpus = resolve(io.cwd, options.corpus)
    const wanted = { corpus, sources, options: capture, delay: options.delay }
    const outcome = await inCorpus(corpus, () => withLoader(io.root, (loadPage) => callCorpora(io, 'corpus.addPages', wanted, loadPage)))
    await reportBatch(io, outcome, `captured, ${outcome.known} already in the corpus`)
  })
}

async function reportUnusedBodies(root: string, mend: boolean): Promise<string> {
  const found = await unusedBodies(root, Date.now(), mend).catch((thrown: unknown) => {
    if (toFailure(thrown).code === 'internal') throw thrown
    return []
  })
  if (found.length === 0) return ''
  const size = `${(found.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(1)} MB`
  const what = `${found.length === 1 ? '1 image or style' : `${found.length} images or styles`} that no page needs`
  return mend ? `; ${what} removed (${size})` : `; ${what} (${size}): --mend removes them`
}

/** Creates the corpus if the folder contains none. Removes a new corpus if `act` adds no page. */
async function inCorpus<T>(root: string, act: () => Promise<T>): Promise<T> {
  let isNew = false
  await openCorpus(root).catch(async (thrown: unknown) => {
    if (toFailure(thrown).code !== 'file.not-found') throw thrown
    await createCorpus(root, basename(root), new Date().toISOString())
    isNew = true
  })
  try {
    return await act()
  } finally {
    if (isNew) await removeIfEmpty(root)
  }
}

async function removeIfEmpty(root: string): Promise<void> {
  if ((await (await openCorpus(root)).pageIds()).length > 0) return
  await rm(join(root, 'corpus.json'))
  for (const folder of [join(root, 'pages'), root]) await rmdir(folder).catch(() => undefined)
}

async function formatOf(path: string): Promise<ExchangeFormat> {
  const entry = await stat(path).catch(() => null)
  if (!entry) throw failed('file.not-found', `${path} does not exist.`, 'Check the name.')
  if (!entry.isDirectory()) return formatOfName(path)
  return (await isThere(join(path, 'ground-truth.json'))) ? 'benchmark' : 'folder'
}

function formatOfName(path: string): ExchangeFormat {
  const held = collectionKindOf(path)
  if (held === 'warc') return /\.wacz$/i.test(path) ? 'wacz' : 'warc'
  if (held === 'jsonl') return 'json-lines'
  if (basename(path) === 'ground-truth.json') return 'benchmark'
  return 'folder'
}

async function sourcesOf(names: readonly string[], io: CliIo): Promise<Source[]> {
  const sourceOf = (name: string): Source =>
    /^https?:/i.test(name) ? { kind: 'url', url: name } : { kind: 'file', path: resolve(io.cwd, name) }
  const sources: Source[] = []
  for (const name of names) {
    if (collectionKindOf(name) === 'warc') {
      const path = resolve(io.cwd, name)
      const { pages } = await listArchive({ path }, DEFAULT_LIMITS.maxBytes, {})
      for (const { entry } of pages) sources.push({ kind: 'file', path, entry })
    } else if (name !== '-') sources.push(sourceOf(name))
    else for await (const line of readNames({ stream: io.stdin, name: 'standard input' })) sources.push(sourceOf(line))
  }
  return sources
}

function statsText(name: string, stats: CorpusStats, agreement: Pick<AgreementReport, 'pairs' | 'notes'>): string {
  const counts = (record: Readonly<Record<string, number>>): string =>
    Object.entries(record)
      .sort(([x], [y]) => (x < y ? -1 : 1))
      .map(([key, count]) => `${key} ${count}`)
      .join(', ')
  const figure = (value: number | null): string => (value === null ? 'n/a' : value.toFixed(3))
  return [
    `${name}: ${counted(stats.pages, 'page')}, ${(stats.bytes / 1e6).toFixed(1)} MB of HTML`,
    `with labels ${stats.withLabels}, with gold text ${stats.withText}, with snippets ${stats.withSnippets}, damaged or unknown files ${stats.problems}`,
    `page types: ${counts(stats.byType) || 'none'}`,
    ...stats.annotators.map(
      (a) =>
        `${a.annotator}: ${counted(a.pages, 'page')} (${counts(a.byStatus)}), ${counted(a.spans, 'span')}${a.lost > 0 ? `, ${a.lost} more not found on the page` : ''}${a.medianSeconds === null ? '' : `, ${a.medianSeconds.toFixed(0)} s per page`}`,
    ),
    ...agreement.notes,
    ...agreement.pairs.map(
      ({ first, second, agreement: { pages, kappa, f1 } }) =>
        `${first} / ${second}: ${counted(pages, 'page')} in common, κ ${figure(kappa)}, F1 ${figure(f1)}`,
    ),
    '',
  ].join('\n')
}
