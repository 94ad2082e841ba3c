import { join, resolve } from 'node:path'
import type { CollectionSource } from '../../../shared/evaluation/run-spec'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { ParamValue, Preset } from '../../../shared/extractors/core/params'
import { openCollection } from '../../services/corpus/open-collection'
import type { OwnData } from '../../services/own/own-file'
import { jsonLinesPages } from '../../services/sources/json-lines-pages'
import { noPages, type PageRecord } from '../../services/sources/page-record'
import { type CliIo, EXIT, usage, write } from '../cli-io'
import { warnOn } from '../evaluate/prepare-run'
import type { ProjectOption } from '../own-names'
import { runBatch } from './batch-run'
import { type ConditionOptions, renderedOnly } from './page-conditions'
import type { Format } from './printed-page'

export interface ExtractOptions extends ConditionOptions, ProjectOption {
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

export interface Chosen {
  readonly extractor: ExtractorInfo
  readonly params: Readonly<Record<string, ParamValue>>
  readonly own: OwnData | undefined
}

const HELP = 'See "boilerscope extract --help".'

function recordsOf(list: string | undefined, { base, maxBytes }: ExtractOptions, io: CliIo): AsyncIterable<PageRecord> {
  const fromStream = list === undefined || list === '-'
  const folder = base === undefined ? (fromStream ? io.cwd : undefined) : resolve(io.cwd, base)
  const source = fromStream ? { stream: io.stdin, name: 'standard input' } : resolve(io.cwd, list)
  return jsonLinesPages(source, { folder, maxBytes })
}

/** Extracts the records of a list (a file, or standard input), or the pages of a source, on threads. */
export async function extractBatch(
  list: string | undefined,
  source: CollectionSource | null,
  chosen: Chosen,
  options: ExtractOptions,
  io: CliIo,
): Promise<void> {
  if (!source || source.kind === 'jsonl') return run(recordsOf(list, options, io), chosen, options, io)
  let pages = 0
  const counted = async function* (): AsyncGenerator<PageRecord> {
    for await (const record of openCollection(source, { maxBytes: options.maxBytes, gold: null, note: warnOn(io) }).all()) {
      pages++
      yield record
    }
  }
  await run(counted(), chosen, options, io)
  if (pages === 0) throw noPages(source.path, 'Name a corpus, or a folder with .html or .html.gz files.')
}

async function run(
  inputs: AsyncIterable<PageRecord>,
  { extractor, params, own }: Chosen,
  options: ExtractOptions,
  io: CliIo,
): Promise<void> {
  if (options.format !== undefined && options.format !== 'json') throw usage('A batch prints JSON only.', HELP)
  const [early] = renderedOnly(options)
  if (options.rendered || options.url !== undefined || early !== undefined)
    throw usage(`A batch allows neither --rendered nor --url${early === undefined ? '' : `, so not ${early}`}.`, HELP)
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
