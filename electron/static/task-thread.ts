/** One thread of the browser that does the tasks of open pages, one after the other. */
import { CANCELLED, failure, type Failure, type Result } from '../../shared/base/failure'
import type { ExtractionPool } from '../services/extraction/extraction-pool'
import { doneOf, type PageReply, type PageRequest } from '../services/extraction/tasks'

export interface TaskMessage {
  readonly id: number
  readonly request: PageRequest
}

export interface TaskAnswer {
  readonly id: number
  readonly result: Result<PageReply>
}

/** A worker of the browser, as far as it is needed. */
export interface Thread {
  post(message: TaskMessage): void
  onAnswer(listener: (answer: TaskAnswer) => void): void
  /** It cannot be loaded, ran out of memory, or threw outside of a task. */
  onError(listener: () => void): void
  end(): void
}

export interface ThreadOptions {
  readonly start: () => Thread
  /** Milliseconds a task may take. */
  readonly timeout: number
}

/** A cancelled task that ends by itself within these milliseconds spares its thread, and with it the pages that it keeps parsed. */
const GRACE = 300

const ENDED = failure('extraction.crashed', 'The extraction ended its thread.', 'Try again, or open a smaller part of the page.')

interface Waiting {
  readonly request: PageRequest
  readonly signal: AbortSignal | undefined
  readonly timeout: number
  readonly resolve: (result: Result<PageReply>) => void
}

/** Does tasks in one thread, which is ended and replaced where a task takes too long or is cancelled and does not end. */
export function createTaskThread({ start, timeout: longest }: ThreadOptions): Pick<ExtractionPool, 'run'> {
  const queue: Waiting[] = []
  let thread: Thread | null = null
  let settle: ((result: Result<PageReply>) => void) | null = null
  let last = 0

  function stop(reason: Failure): void {
    thread?.end()
    thread = null
    settle?.({ ok: false, failure: reason })
  }

  function started(): Thread {
    if (thread) return thread
    const fresh = start()
    fresh.onAnswer(({ id, result }) => {
      if (thread === fresh && id === last) settle?.(result)
    })
    fresh.onError(() => {
      if (thread === fresh) stop(ENDED)
    })
    return (thread = fresh)
  }

  function next(): void {
    if (settle !== null) return
    const task = queue.shift()
    if (!task) return
    if (task.signal?.aborted) {
      task.resolve({ ok: false, failure: CANCELLED })
      next()
      return
    }
    let grace: ReturnType<typeof setTimeout> | undefined
    const cancel = (): void => {
      grace = setTimeout(() => stop(CANCELLED), GRACE)
    }
    const clock = setTimeout(() => stop(tooLong(task.timeout)), task.timeout)
    settle = (result) => {
      settle = null
      clearTimeout(clock)
      clearTimeout(grace)
      task.signal?.removeEventListener('abort', cancel)
      task.resolve(task.signal?.aborted ? { ok: false, failure: CANCELLED } : result)
      next()
    }
    task.signal?.addEventListener('abort', cancel, { once: true })
    started().post({ id: ++last, request: task.request })
  }

  const ask = (request: PageRequest, signal: AbortSignal | undefined, timeout: number): Promise<Result<PageReply>> =>
    new Promise((resolve) => {
      queue.push({ request, signal, timeout, resolve })
      next()
    })

  return {
    async run(page, document, task, { signal, timeout = longest } = {}) {
      let reply = await ask({ page, task, document: null }, signal, timeout)
      if (reply.ok && reply.value === 'miss') reply = await ask({ page, task, document }, signal, timeout)
      return doneOf(reply)
    },
  }
}

function tooLong(timeout: number): Failure {
  return failure(
    'extraction.timeout',
    `The extraction took longer than ${timeout / 1000} seconds and was stopped.`,
    'Raise the limit, try another extractor, or open a part of the page.',
  )
}
