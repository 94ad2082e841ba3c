import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { failure, FailureError } from '../../../shared/base/failure'
import type { PageDocument, PageTask, PageTaskResults, WorkerReply, WorkerRequest } from './tasks'
import { isOutOfMemory, threadBudget, type ThreadBudget } from './worker-limits'

export interface ExtractionPoolOptions {
  /** Path of the built worker. */
  readonly worker: string
  /** Milliseconds a task may take. */
  readonly timeout: number
  /** Threads at most, and their heap; default those of a process of Node. */
  readonly budget?: ThreadBudget
}

export interface ExtractionPool {
  /**
   * Does one task on a page. The document is sent only to a worker that does not hold the parsed page.
   * @throws FailureError `extraction.timeout`, `extraction.out-of-memory`, `extraction.crashed`, `cancelled`, or what the task failed with.
   */
  run<K extends PageTask['kind']>(
    page: string,
    document: PageDocument,
    task: Extract<PageTask, { kind: K }>,
    signal?: AbortSignal,
    timeout?: number,
  ): Promise<PageTaskResults[K]>
  close(): Promise<void>
}

/** A cancelled task that ends by itself within this time spares its worker, and with it the parsed pages. */
const GRACE = 300

/** Makes the pool of extraction workers. A worker that crashes or is stopped is replaced by the next task. */
export function createExtractionPool(options: ExtractionPoolOptions): ExtractionPool {
  const { threads, limits } = options.budget ?? threadBudget('extraction', availableParallelism(), false)
  const pool = new Piscina({
    filename: options.worker,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    resourceLimits: limits,
  })

  async function attempt(request: WorkerRequest, signal: AbortSignal | undefined, timeout: number): Promise<WorkerReply> {
    const stop = new AbortController()
    let timedOut = false
    let cancelled = false
    const deadline = setTimeout(() => {
      timedOut = true
      stop.abort()
    }, timeout)
    let grace: NodeJS.Timeout | undefined
    const running = pool.run(request, { signal: stop.signal }) as Promise<WorkerReply>
    const onAbort = (): void => {
      cancelled = true
      grace = setTimeout(() => stop.abort(), GRACE)
    }
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
    const given = new Promise<never>((_, reject) => {
      const give = (): void => reject(new FailureError(failure('cancelled', 'Cancelled.', 'Start it again whenever you like.')))
      if (signal?.aborted) give()
      else signal?.addEventListener('abort', give, { once: true })
    })
    const settled = running.finally(() => {
      clearTimeout(deadline)
      clearTimeout(grace)
      signal?.removeEventListener('abort', onAbort)
    })
    // The loser of the race must not surface as an unhandled rejection.
    settled.catch(() => undefined)
    try {
      return await Promise.race([settled, given])
    } catch (thrown) {
      if (thrown instanceof FailureError) throw thrown
      throw new FailureError(describeEnd(thrown, timedOut, cancelled, timeout))
    }
  }

  return {
    async run(page, document, task, signal, timeout = options.timeout) {
      let reply = await attempt({ page, task, document: null }, signal, timeout)
      if (reply.type === 'miss') reply = await attempt({ page, task, document }, signal, timeout)
      if (reply.type === 'failed') throw new FailureError(failure(reply.code, reply.message, reply.next))
      if (reply.type === 'miss') throw new Error('the worker lost its document')
      // The worker answers each kind of task with that kind's result.
      return reply.value as never
    },
    close: () => pool.close({ force: true }),
  }
}

function describeEnd(thrown: unknown, timedOut: boolean, cancelled: boolean, timeout: number) {
  if (cancelled) return failure('cancelled', 'Cancelled.', 'Start it again whenever you like.')
  if (timedOut) {
    return failure(
      'extraction.timeout',
      `The extraction took longer than ${timeout / 1000} seconds and was stopped.`,
      'Raise the limit, try another extractor, or open a part of the page.',
    )
  }
  if (isOutOfMemory(thrown)) {
    return failure(
      'extraction.out-of-memory',
      'The worker ran out of memory on this page and was restarted.',
      'Close other pages, or open a smaller part of this one.',
    )
  }
  const reason = thrown instanceof Error ? thrown.message : String(thrown)
  return failure(
    'extraction.crashed',
    `The worker stopped unexpectedly (${reason}) and was restarted.`,
    'Try again; if it happens again, please report it with the page.',
  )
}
