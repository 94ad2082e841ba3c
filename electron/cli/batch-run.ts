import { Piscina } from 'piscina'
import { failure, FailureError, toFailure, type Failure } from '../../shared/base/failure'
import { isOutOfMemory, WORKER_LIMITS } from '../services/extraction/worker-limits'
import type { PageRecord } from '../services/sources/page-record'
import { errorLine, type BatchPage, type BatchReply, type BatchSettings, type BatchTask } from './batch-task'

export interface BatchOptions {
  /** Path of the built worker. */
  readonly worker: string
  /** Threads. */
  readonly jobs: number
  /** Milliseconds a record may take. */
  readonly timeout: number
}

export interface BatchOutcome {
  readonly records: number
  readonly failed: number
}

/** Records that are worked on or wait for their turn to be printed, for each thread: memory stays bounded, threads stay busy. */
const AHEAD = 3

/**
 * Does the records of a batch on threads and prints one line each, in the order of the input, each as soon as all before it are
 * printed. A record that takes too long or ends its thread becomes an error line; the rest goes on.
 */
export async function runBatch(
  inputs: AsyncIterable<PageRecord>,
  settings: BatchSettings,
  options: BatchOptions,
  print: (line: string) => Promise<void>,
): Promise<BatchOutcome> {
  const pool = new Piscina<BatchTask, BatchReply>({
    filename: options.worker,
    minThreads: 1,
    maxThreads: options.jobs,
    concurrentTasksPerWorker: 1,
    idleTimeout: 60_000,
    resourceLimits: WORKER_LIMITS,
  })
  const turns = createTurns(options.jobs)
  let records = 0
  let failed = 0
  let waiting = 0
  let wake: () => void = () => undefined
  const broken: unknown[] = []
  let printed = Promise.resolve()

  const finish = async (running: Promise<BatchReply>): Promise<void> => {
    const reply = await running
    if (reply.failed) failed++
    if (broken.length === 0) await print(reply.line).catch((reason: unknown) => broken.push(reason))
    waiting--
    wake()
  }

  try {
    for await (const input of inputs) {
      if (broken.length > 0) break
      records++
      waiting++
      const running = attempt(pool, turns, input, settings, options.timeout)
      printed = printed.then(() => finish(running))
      while (waiting >= options.jobs * AHEAD && broken.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    // Also where the input breaks off: what came before it is done and printed.
    await printed
    await pool.destroy()
  }
  if (broken.length > 0) throw broken[0]
  return { records, failed }
}

async function attempt(
  pool: Piscina<BatchTask, BatchReply>,
  turns: Turns,
  input: PageRecord,
  settings: BatchSettings,
  timeout: number,
): Promise<BatchReply> {
  await turns.take()
  try {
    // A page is read only when its turn comes; what waits is a name.
    return await perform(pool, { page: await readPage(input), settings }, timeout)
  } catch (thrown) {
    const reason = toFailure(thrown)
    // A record without an id is told by its line.
    return errorLine(input.key, input.key === null ? { ...reason, message: `${input.id}: ${reason.message}` } : reason)
  } finally {
    turns.give()
  }
}

async function readPage(record: PageRecord): Promise<BatchPage> {
  const { html, scriptingEnabled, layout } = await record.read()
  return { id: record.key, url: record.url, html, scriptingEnabled, layout: layout ?? null }
}

/** @throws FailureError where the record takes too long or ends its thread. */
async function perform(pool: Piscina<BatchTask, BatchReply>, task: BatchTask, timeout: number): Promise<BatchReply> {
  const stop = new AbortController()
  let timedOut = false
  // The clock starts with the work, not with the waiting, and not with the loading of a new thread.
  const started = new Int32Array(new SharedArrayBuffer(4))
  let timer: NodeJS.Timeout
  const watch = (): void => {
    timer = Atomics.load(started, 0) === 0 ? setTimeout(watch, 50) : setTimeout(expire, timeout)
  }
  const expire = (): void => {
    timedOut = true
    stop.abort()
  }
  timer = setTimeout(watch, 50)
  try {
    return await pool.run({ ...task, started }, { signal: stop.signal })
  } catch (thrown) {
    throw new FailureError(describeEnd(thrown, timedOut, timeout))
  } finally {
    clearTimeout(timer)
  }
}

/** As many at a time as there are threads, in order. */
interface Turns {
  take(): Promise<void>
  give(): void
}

function createTurns(count: number): Turns {
  let free = count
  const queue: (() => void)[] = []
  return {
    take() {
      if (free > 0) {
        free--
        return Promise.resolve()
      }
      return new Promise((resolve) => queue.push(resolve))
    },
    give() {
      const next = queue.shift()
      if (next) next()
      else free++
    },
  }
}

function describeEnd(thrown: unknown, timedOut: boolean, timeout: number): Failure {
  if (timedOut) {
    return failure('extraction.timeout', `The record took longer than ${timeout / 1000} seconds and was stopped.`, 'Raise --timeout.')
  }
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  if (isOutOfMemory(error)) {
    return failure('extraction.out-of-memory', 'The thread ran out of memory on this record and was restarted.', 'Leave the record out.')
  }
  return failure('extraction.crashed', `The thread stopped unexpectedly (${error.message}) and was restarted.`, 'Report it with the page.')
}
