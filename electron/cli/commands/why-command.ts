import { type Command, Option } from 'commander'
import { failed, valueOf } from '../../../shared/base/failure'
import { CaptureOptions, DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { removalsOf, UNREAD } from '../../../shared/explain/coverage'
import { statusOf } from '../../../shared/explain/explain-node'
import { findFlips, scanLimit } from '../../../shared/explain/flip-search'
import { whyAnswer, whyLines, whyMarkdown } from '../../../shared/explain/why-answer'
import type { ParamValue } from '../../../shared/extractors/core/params'
import { nodePaths, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { parsePage } from '../../../shared/page/parse-page'
import { isFoundInText, readableText } from '../../../shared/page/readable-text'
import type { DomElement } from '../../peers/peer-document'
import { type CliIo, exitHelp, versionOf, withExtractionThread, warn, write } from '../cli-io'
import { addExtractorOptions, type ExtractorOptions, formatOption, seconds, chooseExtractor } from '../options'
import { readPage } from '../pages/read-page'

interface WhyOptions extends ExtractorOptions {
  readonly text?: string
  readonly format: 'text' | 'json'
  readonly report?: true
  readonly rendered?: true
  readonly url?: string
  readonly timeout: number
  readonly search: number
}

export function addWhyCommand(program: Command, io: CliIo): void {
  addExtractorOptions(program.command('why'))
    .argument('<page>', 'FILE, URL or - for standard input')
    .argument('[selector]', 'CSS selector; the first matching element is explained')
    .option('--text <text>', 'instead of a selector: explain the smallest element with this text')
    .addOption(formatOption(['text', 'json']))
    .addOption(new Option('--report', 'print a Markdown report').conflicts('format'))
    .option('--rendered', 'render the page in a browser')
    .option('--url <address>', 'address of the page, for a file; chooses the page of an archive')
    .option('--timeout <seconds>', 'time limit per run of the extractor', seconds, DEFAULT_LIMITS.extractionTimeout / 1000)
    .option('--search <seconds>', 'time limit of the search for a parameter change that reverses the result', seconds, 20)
    .addHelpText('after', `\n${exitHelp(', or does not contain the element')}`)
    .action((page: string, selector: string | undefined, options: WhyOptions) => printWhy(page, selector, options, io))
}

async function printWhy(name: string, selector: string | undefined, options: WhyOptions, io: CliIo): Promise<void> {
  if ((selector === undefined) === (options.text === undefined))
    throw failed('usage', 'Name either a selector or --text.', 'See "boilerscope why --help".')
  const { extractor: info, params: values, own } = await chooseExtractor(options, io)
  const capture = CaptureOptions.parse({ mode: options.rendered ? 'rendered' : 'source', maxResourceBytes: 0 })
  const read = await readPage(name, capture, io, options.url)
  const { html, layout, rendered } = read
  const maxNodes = DEFAULT_LIMITS.maxNodes
  const document = { html, layout, scriptingEnabled: rendered, composed: rendered, maxNodes, url: options.url ?? read.url }
  const page = parsePage(html, { ...document, sourcePositions: true })
  const { node, count } = selector === undefined ? elementWith(page, options.text ?? '') : await elementOf(page, selector)
  if (node === undefined) throw notFound(selector === undefined ? `the readable text “${options.text}”` : `the selector “${selector}”`)
  if (count > 1) await warn(io, `${count} ${selector === undefined ? 'passages' : 'elements'} match; the first is explained.`)
  await withExtractionThread(io, options.timeout, async (pool) => {
    const run = async (params: Readonly<Record<string, ParamValue>>) => {
      const task = { kind: 'run', trace: true, extractor: info.id, preset: options.preset, params, ...(own && { own }) } as const
      return valueOf(await pool.run('page', document, task))
    }
    const { extraction, trace } = await run(values)
    if (!trace) throw new Error('the traced run has no trace')
    const status = statusOf(extraction.selected, node, page)
    const end = performance.now() + options.search * 1000
    const stopped = (): boolean => performance.now() > end
    const statusWith = async (params: Readonly<Record<string, ParamValue>>) => statusOf((await run(params)).extraction.selected, node, page)
    const flips = await findFlips(info.params, { values, status }, statusWith, { scan: scanLimit(page.count), stopped })
    if (stopped()) await warn(io, `the search for changes stopped after ${options.search} s. Raise --search.`)
    const answer = whyAnswer(page, { info, extraction, trace }, node, flips)
    const versions = [`Boilerscope ${versionOf(io.root)}`, `Node ${process.version}`]
    const place = document.url ?? name
    const lines = (): string =>
      whyLines(answer)
        .map(([line, value]) => `${line}: ${value}`)
        .join('\n')
    const json = (): string => JSON.stringify({ page: place, ...answer, versions })
    const shown = options.report ? whyMarkdown(answer, { page: place, versions }) : options.format === 'json' ? json() : lines()
    await write(io.stdout, `${shown}\n`)
  })
}

const notFound = (what: string) =>
  failed('why.not-found', `The page has no element with ${what}.`, 'Check that the parsed page contains this element.')

async function elementOf(page: PageModel, selector: string) {
  if (/\[\d+\]/.test(selector)) {
    const pathOf = nodePaths(page)
    const node = page.kind.findIndex((_, n) => pathOf(n) === selector)
    if (node >= 0) return { node, count: 1 }
  }
  const { buildPeerDocument } = await import('../../peers/peer-document')
  const { document, ids } = buildPeerDocument(page)
  const root = document.documentElement as DomElement | null
  try {
    const found = [...(root?.matches(selector) ? [root] : []), ...Array.from(root?.querySelectorAll(selector) ?? [])]
    const nodes = found.flatMap((element) => ids.get(element) ?? [])
    return { node: nodes[0], count: nodes.length }
  } catch {
    throw failed('usage', `“${selector}” is not a valid CSS selector.`, 'See "boilerscope why --help".')
  }
}

function elementWith(page: PageModel, text: string) {
  const removal = removalsOf(page).map((cause) => (UNREAD.has(cause) ? cause : 0))
  const all = readableText(page, { removal })
  let texts: readonly NodeId[] = []
  isFoundInText(all, text, (nodes) => {
    texts = nodes
    return true
  })
  const [first] = texts
  if (first === undefined) return { node: undefined, count: 0 }
  const last = texts.at(-1) ?? first
  let node = page.parent[first] ?? 0
  while ((page.subtreeEnd[node] ?? page.count) <= last) node = page.parent[node] ?? 0
  return { node, count: all.text.split(text.replace(/\s+/g, '')).length - 1 }
}
