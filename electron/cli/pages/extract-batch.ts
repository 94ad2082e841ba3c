import { join, resolve } from 'node:path'
import pLimit from 'p-limit'
import { toFailure } from '../../../shared/base/failure'
import type { CollectionSource } from '../../../shared/evaluation/run-spec'
import { openCollection } from '../../services/corpus/open-collection'
import { failureWith } from '../../services/own/own-file'
import { jsonLinesPages } from '../../services/sources/json-lines-pages'
import { noPages, type PageRecord } from '../../services/sources/page-record'
import { createThreadPool, THREAD_LIMITS, type ThreadPool } from '../../services/threads/thread-pool'
import { type CliIo, EXIT, usage, warn, write } from '../cli-io'
import type { ExtractorOptions, Chosen } from '../options'
import { type ConditionOptions, renderedOnly } from './page-conditions'
import { type BatchReply, type BatchSettings, type BatchTask, errorLine, type Format, HELP } from './printed-page'

export interface ExtractOptions extends ConditionOptions, ExtractorOptions {
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

function recordsOf(list: string | undefined, { base, maxBytes }: ExtractOptions, io: CliIo): AsyncIterable<PageRecord> {
  const fromStream = list === undefined || list === '-'
  const folder = base === undefined ? (fromStream ? io.cwd : undefined) : resolve(io.cwd, base)
  const source = fromStream ? { stream: io.stdin, name: 'standard input' } : resolve(io.cwd, list)
  return jsonLinesPages(source, { folder, maxBytes })
}

/**
 * @param list file of records; standard input if undefined or `-`
 * @param source collection to read instead of the list, unless the collection's kind is `jsonl`
 */
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
    for await (const record of openCollection(source, {
      maxBytes: options.maxBytes,
      gold: null,
      note: (sentence) => void warn(io, sentence),
    }).all()) {
      pages++
      yield record
    }
  }
  await run(counted(), chosen, options, io)
  if (pages === 0) throw noPages(source.path, 'Choose a corpus, or a folder with .html or .html.gz files.')
}

const AHEAD = 3

async function run(inputs: AsyncIterable<PageRecord>, chosen: Chosen, options: ExtractOptions, io: CliIo): Promise<void> {
  const { extractor, params, own } = chosen
  const { preset, nodes = false, maxBytes, maxNodes, composed } = options
  if (options.format !== undefined && options.format !== 'json') throw usage('A batch prints JSON only.', HELP)
  const [early] = renderedOnly(options)
  if (options.rendered || options.url !== undefined || early !== undefined)
    throw usage(`A batch allows neither --rendered nor --url${early === undefined ? '' : `, and ${early} needs --rendered`}.`, HELP)
  const streamed = options.streamed ? undefined : false
  const settings: BatchSettings = { extractor: extractor.id, preset, params, nodes, maxBytes, maxNodes, composed, streamed }
  const pool = createThreadPool<BatchTask, BatchReply>({
    program: join(io.workers, 'batch-worker.js'),
    budget: { threads: options.jobs, limits: THREAD_LIMITS },
    timeout: options.timeout * 1000,
    words: { code: 'extraction', work: 'The extraction', tooLong: 'Raise --timeout.', tooLarge: 'Omit the record.' },
  })
  const turn = pLimit(pool.threads)
  let someFailed = false
  let printed = Promise.resolve()
  const ahead: Promise<void>[] = []
  try {
    for await (const input of inputs) {
      const running = turn(perform, pool, input, { settings, own })
      printed = printed.then(async () => {
        const reply = await running
        someFailed ||= reply.failed
        await write(io.stdout, `${reply.line}\n`)
      })
      // A later `await` handles the rejection.
      printed.catch(() => undefined)
      ahead.push(printed)
      if (ahead.length >= pool.threads * AHEAD) await ahead.shift()
    }
  } finally {
    // If the input fails, the previous records are still printed.
    try {
      await printed
    } finally {
      await pool.close()
    }
  }
  if (someFailed) io.exit(EXIT.someFailed)
}

async function perform(pool: ThreadPool<BatchTask, BatchReply>, input: PageRecord, rest: Omit<BatchTask, 'page'>): Promise<BatchReply> {
  try {
    const own = rest.own?.files[0]
    const { html, scriptingEnabled, layout = null } = await input.read()
    const page = { id: input.key, url: input.url, html, scriptingEnabled, layout }
    const result = await pool.run({ page, ...rest })
    return result.ok ? result.value : errorLine(input.key, failureWith(own, result.failure))
  } catch (thrown) {
    const reason = toFailure(thrown)
    return errorLine(input.key, input.key === null ? { ...reason, message: `${input.id}: ${reason.message}` } : reason)
  }
}
