import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { failed, type FailureError, valueOf } from '../../../shared/base/failure'
import { CaptureOptions, DEFAULT_LIMITS } from '../../../shared/contract/source'
import type { ParamValue, Preset } from '../../../shared/extractors/core/params'
import { resolveParams, runExtractor, traceExtractor, type Extraction } from '../../../shared/extractors/core/run'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { extractorNamed } from '../../../shared/extractors/core/registry'
import type { PageModel } from '../../../shared/page/page-model'
import { parsePage } from '../../../shared/page/parse-page'
import { describeStreamed } from '../../../shared/page/streamed-content'
import { createExtractionPool } from '../../services/extraction/extraction-pool'
import type { PageDocument } from '../../services/extraction/tasks'
import type { OwnData } from '../../services/own/own-data'
import type { CollectionSource } from '../../../shared/evaluation/run-spec'
import { jsonLinesPages } from '../../services/sources/json-lines-pages'
import { openCollection } from '../../services/corpus/open-collection'
import { noPages, type PageRecord } from '../../services/sources/page-record'
import { THREAD_LIMITS } from '../../services/threads/thread-budget'
import { runBatch } from '../pages/batch-run'
import { collect, EXIT, EXIT_HELP, heldByName, pageLimit, positive, presetOption, write, type CliIo } from '../cli-io'
import { FORMATS, formatted, printedPage, type Format } from '../pages/printed-page'
import { addProjectOption, namedExtractors, type ProjectOption } from '../own-names'
import { readSettings } from '../../../shared/extractors/core/param-settings'
import { addConditionOptions, addReadingOptions, namedConditions, renderedOnly, type ConditionOptions } from '../pages/page-conditions'
import { readPage } from '../pages/read-page'
import { warnOn } from '../evaluate/prepare-run'

interface ExtractOptions extends ConditionOptions, ProjectOption {
  readonly extractor?: string
  readonly preset: Preset
  readonly set: readonly string[]
  readonly format?: Format
  readonly nodes?: true
  readonly rendered?: true
  readonly url?: string
  readonly jsonl?: true
  readonly base?: string
  readonly jobs: number
  readonly timeout: number
  readonly maxBytes: number
  readonly maxNodes: number
}

const DETAILS = `
FILE is HTML, plain or gzip, or MHTML. It is parsed here, without a browser; a URL, or --rendered, goes through an installed Chrome or Chromium.
"-" reads standard input.

--format json prints {"id","url","extractor","preset","params","text","verdict","warnings"}, with --nodes also
"nodes":[{"id","path","tag","selected","measures"}] for each element of the body. "selected" is 0 (out), 1 (kept) or 2 (around
something kept). Measures that an element does not have are left out; a density without limit is null.

--jsonl reads one record a line from standard input or from FILE, plain or gzip: {"id","html"} or {"id","htmlPath"}, with "url" if
you like. It prints one such JSON object a line, in the order of the records, each as soon as it is its turn. A record that fails
becomes {"id","error":{"code","message"}}. "htmlPath" (or "html" where it names a file) is relative to FILE's folder, or to the current
folder, or to --base, and may not lead out of it. A record without "id" goes by its "url".

A folder, a .warc, .warc.gz or .wacz file, or a .jsonl or .jsonl.gz file is a batch, too, and gives such lines in the order of its pages: a
corpus (by id), a folder of .html or .html.gz files (by name), one with "gold.jsonl" or "ground-truth.json", the HTML responses of an
archive, records.`

/** `boilerscope extract`: one page, or a batch of records with `--jsonl`. */
export function addExtractCommand(program: Command, io: CliIo): void {
  const command = addProjectOption(program.command('extract'))
    .description('extract the main content of a page, or of many')
    .argument('[page]', 'FILE, URL or -; a folder, corpus, .warc or .jsonl for a batch (with --jsonl: records, default standard input)')
    .option(
      '--extractor <id|file>',
      `which extractor (default: ${io.registry.list()[0]?.id ?? ''}; see "list"), or a file of your own: .ts, .js, .json`,
    )
    .addOption(presetOption())
    .option('--set <name=value>', 'a parameter; again for each', collect, [])
    .addOption(new Option('--format <format>', 'how to print the result (default: text)').choices([...FORMATS]))
    .option('--nodes', 'with JSON: what was measured on each element')
    .option('--rendered', 'run the page’s scripts first, in a browser')
  addReadingOptions(addConditionOptions(command))
    .option('--url <address>', 'the address of the page, where it is read from a file')
    .option('--jsonl', 'records in, records out; one JSON object a line')
    .option('--base <folder>', 'with --jsonl: the folder that paths of records are relative to, and may not leave')
    .option('--jobs <n>', 'threads for a batch', positive, Math.max(1, availableParallelism()))
    .option('--timeout <seconds>', 'for loading a page, and for each record', pageLimit('timeout', 1000), DEFAULT_LIMITS.loadTimeout / 1000)
    .option('--max-bytes <n>', 'bytes of HTML a page may have', pageLimit('maxBytes'), DEFAULT_LIMITS.maxBytes)
    .option('--max-nodes <n>', 'nodes a page may have', pageLimit('maxNodes'), DEFAULT_LIMITS.maxNodes)
    .addHelpText('after', DETAILS + '\n' + EXIT_HELP)
    .action(async (page: string | undefined, options: ExtractOptions) => {
      const { registry, list, own } = await namedExtractors(options.extractor ?? io.registry.list()[0]?.id ?? '', options, io)
      const extractor = extractorNamed(registry, list)
      const params = resolveParams(extractor, options.preset, readSettings(extractor, options.set))
      const source = options.jsonl || page === undefined ? null : await collectionSourceOf(page, io)
      if (options.jsonl || source?.kind === 'jsonl') await extractRecords(page, { extractor, params, own }, options, io)
      else if (source) await extractSource(source, { extractor, params, own }, options, io)
      else await extractPage(page, { extractor, params, own }, options, io)
    })
}

/** What is to be run. */
interface Chosen {
  readonly extractor: ExtractorInfo
  readonly params: Readonly<Record<string, ParamValue>>
  readonly own: OwnData | undefined
}

async function extractPage(name: string | undefined, chosen: Chosen, options: ExtractOptions, io: CliIo): Promise<void> {
  if (name === undefined) throw usage('Which page? Name a FILE, a URL, or - for standard input.')
  // --nodes is JSON; to ask for it is enough.
  const format = options.format ?? (options.nodes ? 'json' : 'text')
  if (options.nodes && format !== 'json') throw usage('--nodes goes with --format json only.')
  const [early] = options.rendered ? [] : renderedOnly(options)
  if (early !== undefined) throw usage(`${early} goes with --rendered only.`)
  const capture = CaptureOptions.parse({
    ...namedConditions(options),
    mode: options.rendered ? 'rendered' : 'source',
    // Nobody looks at it.
    maxResourceBytes: 0,
    timeout: options.timeout * 1000,
    maxBytes: options.maxBytes,
    maxNodes: options.maxNodes,
    streamed: options.streamed,
  })
  const { html, url, layout, rendered, notes } = await readPage(name, capture, io)
  const { composed = rendered } = options
  const streamed = options.streamed && !rendered
  const document = { html, scriptingEnabled: rendered, composed, streamed, maxNodes: options.maxNodes, url: options.url ?? url, layout }
  const page = parsePage(html, { ...document, sourcePositions: chosen.extractor.needsSource })
  const extraction = await run({ page, document }, chosen, { ...options, trace: format !== 'text' }, io)
  if (format === 'json') {
    const result = printedPage(page, extraction, { id: name, preset: options.preset, withNodes: options.nodes ?? false })
    await write(io.stdout, `${JSON.stringify({ ...result, warnings: [...notes, ...result.warnings] })}\n`)
    return
  }
  for (const warning of [...notes, ...describeStreamed(page), ...extraction.warnings]) await write(io.stderr, `boilerscope: ${warning}\n`)
  // A program's own text may end its last line by itself.
  const text = (await formatted(page, extraction, format)).replace(/\n$/, '')
  await write(io.stdout, `${text}\n`)
}

interface ReadPage {
  readonly page: PageModel
  readonly document: PageDocument
}

/**
 * Our own run here; a person's own in a thread, with its limits of time and memory.
 * With a trace a library is observed, as in the window: both then return the same nodes.
 */
async function run(
  { page, document }: ReadPage,
  chosen: Chosen,
  { trace, timeout, preset }: Pick<ExtractOptions, 'timeout' | 'preset'> & { readonly trace: boolean },
  io: CliIo,
): Promise<Extraction> {
  const { extractor, params, own } = chosen
  if (!own) {
    const loaded = await io.extractor(extractor.id)
    return trace ? traceExtractor(page, loaded, params).extraction : runExtractor(page, loaded, params)
  }
  const budget = { threads: 1, limits: THREAD_LIMITS }
  const pool = createExtractionPool({ program: join(io.workers, 'worker.js'), budget, timeout: timeout * 1000 })
  try {
    const task = { kind: 'run', trace, own, extractor: extractor.id, preset, params } as const
    return valueOf(await pool.run('page', document, task)).extraction
  } finally {
    await pool.close()
  }
}

/** What a path stands for that holds many pages; null for one page. */
async function collectionSourceOf(name: string, io: CliIo): Promise<CollectionSource | null> {
  if (name === '-' || /^(?:https?|file):/i.test(name)) return null
  const path = resolve(io.cwd, name)
  const there = await stat(path).catch(() => null)
  const kind = there?.isDirectory() ? 'folder' : heldByName(name)
  return kind && { kind, path }
}

function extractRecords(list: string | undefined, chosen: Chosen, options: ExtractOptions, io: CliIo): Promise<void> {
  const { maxBytes } = options
  const fromStream = list === undefined || list === '-'
  const folder = options.base === undefined ? (fromStream ? io.cwd : undefined) : resolve(io.cwd, options.base)
  const source = fromStream ? { stream: io.stdin, name: 'standard input' } : resolve(io.cwd, list)
  return extractBatch(jsonLinesPages(source, { folder, maxBytes }), chosen, options, io)
}

async function extractSource(source: CollectionSource, chosen: Chosen, options: ExtractOptions, io: CliIo): Promise<void> {
  let pages = 0
  const counted = async function* (): AsyncGenerator<PageRecord> {
    for await (const record of openCollection(source, { maxBytes: options.maxBytes, gold: null, note: warnOn(io) }).all()) {
      pages++
      yield record
    }
  }
  await extractBatch(counted(), chosen, options, io)
  if (pages === 0) throw noPages(source.path, 'Name a corpus, or a folder with .html or .html.gz files.')
}

async function extractBatch(
  inputs: AsyncIterable<PageRecord>,
  { extractor, params, own }: Chosen,
  options: ExtractOptions,
  io: CliIo,
): Promise<void> {
  if (options.format !== undefined && options.format !== 'json') throw usage('A batch prints JSON only.')
  const [early] = renderedOnly(options)
  if (options.rendered || options.url !== undefined || early !== undefined)
    throw usage(`A batch takes no --rendered and no --url${early === undefined ? '' : `, and so no ${early}`}.`)
  const { failed } = await runBatch(
    inputs,
    {
      extractor: extractor.id,
      preset: options.preset,
      params,
      nodes: options.nodes ?? false,
      maxBytes: options.maxBytes,
      maxNodes: options.maxNodes,
      ...(options.composed !== undefined && { composed: options.composed }),
      ...(!options.streamed && { streamed: false }),
    },
    { program: join(io.workers, 'batch-worker.js'), jobs: options.jobs, timeout: options.timeout * 1000, own },
    (line) => write(io.stdout, `${line}\n`),
  )
  if (failed > 0) io.exit(EXIT.someFailed)
}

function usage(message: string): FailureError {
  return failed('usage', message, 'See "boilerscope extract --help".')
}
