import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { valueOf } from '../../../shared/base/failure'
import { CaptureOptions, DEFAULT_LIMITS } from '../../../shared/contract/capture'
import { formatted } from '../../../shared/extractors/core/content-xml'
import { extractedText, type Extraction, runExtractor, traceExtractor } from '../../../shared/extractors/core/run'
import type { PageModel } from '../../../shared/page/page-model'
import { parsePage } from '../../../shared/page/parse-page'
import { describeStreamed } from '../../../shared/page/streamed-content'
import type { PageDocument } from '../../services/extraction/tasks'
import type { CollectionSource } from '../../../shared/evaluation/run-spec'
import { type CliIo, EXIT_HELP, collectionKindOf, usage, withExtractionThread, warn, write } from '../cli-io'
import { addExtractorOptions, positive, type Chosen, chooseExtractor } from '../options'
import type { ExtractOptions } from '../pages/extract-batch'
import { FORMATS, HELP, printedPage } from '../pages/printed-page'
import { addConditionOptions, addReadingOptions, readConditions, pageLimit, renderedOnly } from '../pages/page-conditions'
import { readPage } from '../pages/read-page'

const DETAILS = `
FILE is HTML, plain or gzip, or MHTML. It is parsed without a browser; a URL or --rendered needs an installed Chrome or Chromium.
"-" reads standard input.

--format json prints {"id","url","extractor","preset","params","text","verdict","warnings"}, with --nodes also
"nodes":[{"id","path","tag","selected","measures"}] for each element of the body. "selected" is 0 (dropped), 1 (kept) or 2 (contains
kept text). Measures that an element does not have are omitted; an infinite density is null.

--jsonl reads one record per line from standard input or from FILE, plain or gzip: {"id","html"} or {"id","htmlPath"}, optionally with
"url". It prints one such JSON object per line, in the order of the records, as soon as possible. A failed record becomes
{"id","error":{"code","message"}}. "htmlPath" (or "html" if it names a file) is relative to FILE's folder, the current folder, or
--base, and must stay inside this folder. A record without "id" uses its "url".

A folder, a .warc, .warc.gz or .wacz file, or a .jsonl or .jsonl.gz file is also a batch. The output has the order of the
pages. A folder is a corpus (ordered by id), a folder of .html or .html.gz files (ordered by name), or another collection that
evaluate reads. The pages of an archive are its HTML responses.`

export function addExtractCommand(program: Command, io: CliIo): void {
  const command = addExtractorOptions(program.command('extract'), `default: ${io.registry.list()[0]?.id ?? ''}; `)
    .argument('[page]', 'FILE, URL or -; a folder, corpus, .warc or .jsonl for a batch (with --jsonl: records, default standard input)')
    .addOption(new Option('--format <format>', 'output format (default: text)').choices([...FORMATS]))
    .option('--nodes', 'print JSON with the measures of each element')
    .option('--rendered', 'render the page in a browser')
  addReadingOptions(addConditionOptions(command))
    .option('--url <address>', 'address of the page, for a file')
    .option('--jsonl', 'read and write records, one JSON object per line')
    .option('--base <folder>', 'with --jsonl: folder of the files that the records name')
    .option('--jobs <n>', 'threads for a batch', positive, Math.max(1, availableParallelism()))
    .option(
      '--timeout <seconds>',
      'time limit for loading the page, or per page of a batch',
      pageLimit('timeout', 1000),
      DEFAULT_LIMITS.loadTimeout / 1000,
    )
    .option('--max-bytes <n>', 'maximum number of HTML bytes per page', pageLimit('maxBytes'), DEFAULT_LIMITS.maxBytes)
    .option('--max-nodes <n>', 'maximum number of nodes per page', pageLimit('maxNodes'), DEFAULT_LIMITS.maxNodes)
    .addHelpText('after', DETAILS + '\n' + EXIT_HELP)
    .action(async (page: string | undefined, options: ExtractOptions) => {
      // An unset shell variable gives an empty argument, and an empty path is the current folder.
      if (page === '') throw usage('The name of the page is empty. Name a FILE, a URL, or - for standard input.', HELP)
      const chosen = await chooseExtractor(options, io)
      const source = options.jsonl || page === undefined ? null : await collectionSourceOf(page, io)
      if (options.jsonl || source) await (await import('../pages/extract-batch')).extractBatch(page, source, chosen, options, io)
      else await extractPage(page, chosen, options, io)
    })
}

async function extractPage(name: string | undefined, chosen: Chosen, options: ExtractOptions, io: CliIo): Promise<void> {
  if (name === undefined) throw usage('No page was named. Name a FILE, a URL, or - for standard input.', HELP)
  const format = options.format ?? (options.nodes ? 'json' : 'text')
  if (options.nodes && format !== 'json') throw usage('--nodes needs --format json.', HELP)
  const [early] = options.rendered ? [] : renderedOnly(options)
  if (early !== undefined) throw usage(`${early} needs --rendered.`, HELP)
  const capture = CaptureOptions.parse({
    ...readConditions(options),
    mode: options.rendered ? 'rendered' : 'source',
    maxResourceBytes: 0,
    timeout: options.timeout * 1000,
    maxBytes: options.maxBytes,
    maxNodes: options.maxNodes,
    streamed: options.streamed,
  })
  const { html, url, layout, rendered, notes } = await readPage(name, capture, io, options.url)
  const { composed = rendered } = options
  const streamed = options.streamed && !rendered
  const document = { html, scriptingEnabled: rendered, composed, streamed, maxNodes: options.maxNodes, url: options.url ?? url, layout }
  const page = parsePage(html, { ...document, sourcePositions: chosen.extractor.needsSource })
  const extraction = await run(page, document, chosen, { ...options, trace: format !== 'text' }, io)
  if (format === 'json') {
    const result = printedPage(page, extraction, { id: name, preset: options.preset, withNodes: options.nodes ?? false })
    await write(io.stdout, `${JSON.stringify({ ...result, warnings: [...notes, ...result.warnings] })}\n`)
    return
  }
  for (const warning of [...notes, ...describeStreamed(page), ...extraction.warnings]) await warn(io, warning)
  const text = format === 'text' ? extractedText(extraction) : await formatted(page, extraction, format)
  await write(io.stdout, `${text.replace(/\n$/, '')}\n`)
}

async function run(
  page: PageModel,
  document: PageDocument,
  chosen: Chosen,
  { trace, timeout, preset }: Pick<ExtractOptions, 'timeout' | 'preset'> & { readonly trace: boolean },
  io: CliIo,
): Promise<Extraction> {
  const { extractor, params, own } = chosen
  if (!own) {
    const loaded = await io.extractor(extractor.id)
    return trace ? traceExtractor(page, loaded, params).extraction : runExtractor(page, loaded, params)
  }
  return withExtractionThread(io, timeout, async (pool) => {
    const task = { kind: 'run', trace, own, extractor: extractor.id, preset, params } as const
    return valueOf(await pool.run('page', document, task)).extraction
  })
}

async function collectionSourceOf(name: string, io: CliIo): Promise<CollectionSource | null> {
  if (name === '-' || /^(?:https?|file):/i.test(name)) return null
  const path = resolve(io.cwd, name)
  const there = await stat(path).catch(() => null)
  const kind = there?.isDirectory() ? 'folder' : collectionKindOf(name)
  return kind && { kind, path }
}
