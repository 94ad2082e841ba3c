import pLimit from 'p-limit'
import { toFailure } from '../../../shared/base/failure'
import { failureWith, type OwnData } from '../../services/own/own-file'
import type { PageRecord } from '../../services/sources/page-record'
import { createThreadPool, THREAD_LIMITS, type ThreadPool } from '../../services/threads/thread-pool'
import { type BatchPage, type BatchReply, type BatchSettings, type BatchTask, errorLine } from './batch-task'

export interface BatchOptions {
  readonly program: string
  readonly jobs: number
  /** Milliseconds per record. */
  readonly timeout: number
  readonly own?: OwnData | undefined
}

export interface BatchCounts {
  readonly records: number
  readonly failed: number
}

/** Records per thread that are under way or wait to be printed: memory stays bounded, threads stay busy. */
const AHEAD = 3

/**
 * Runs the records of a batch on threads and prints one line each, in the order of the input, as soon as the previous ones are printed. A
 * record that takes too long or crashes its thread becomes an error line; the others continue.
 */
export async function runBatch(
  inputs: AsyncIterable<PageRecord>,
  settings: BatchSettings,
  { program, jobs, timeout, own }: BatchOptions,
  print: (line: string) => Promise<void>,
): Promise<BatchCounts> {
  const pool = createThreadPool<BatchTask, BatchReply>({
    program,
    budget: { threads: jobs, limits: THREAD_LIMITS },
    timeout,
    words: { code: 'extraction', work: 'The record', tooLong: 'Raise --timeout.', tooLarge: 'Leave the record out, or use fewer --jobs.' },
  })
  const turn = pLimit(pool.threads)
  let records = 0
  let failed = 0
  let printed = Promise.resolve()
  /** Promises of printed records, oldest first. */
  const ahead: Promise<void>[] = []
  try {
    for await (const input of inputs) {
      records++
      const running = turn(perform, pool, input, { settings, own })
      printed = printed.then(async () => {
        const reply = await running
        if (reply.failed) failed++
        await print(reply.line)
      })
      // The loop below awaits the rejection.
      printed.catch(() => undefined)
      ahead.push(printed)
      if (ahead.length >= pool.threads * AHEAD) await ahead.shift()
    }
  } finally {
    // If the input fails, the previous records are still processed and printed.
    try {
      await printed
    } finally {
      await pool.close()
    }
  }
  return { records, failed }
}

async function perform(pool: ThreadPool<BatchTask, BatchReply>, input: PageRecord, given: Omit<BatchTask, 'page'>): Promise<BatchReply> {
  try {
    // A page is read only at its turn; waiting entries are only names.
    const own = given.own?.files[0]
    const result = await pool.run({ page: await readPage(input), ...given })
    return result.ok ? result.value : errorLine(input.key, failureWith(own, result.failure))
  } catch (thrown) {
    const reason = toFailure(thrown)
    // A record without an id is identified by its line.
    return errorLine(input.key, input.key === null ? { ...reason, message: `${input.id}: ${reason.message}` } : reason)
  }
}

async function readPage(record: PageRecord): Promise<BatchPage> {
  const { html, scriptingEnabled, layout } = await record.read()
  return { id: record.key, url: record.url, html, scriptingEnabled, layout: layout ?? null }
}
