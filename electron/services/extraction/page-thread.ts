/** One thread that does the tasks of open pages, one after the other, and keeps the pages parsed that it was asked about last. */
import pLimit, { type LimitFunction } from 'p-limit'
import { CANCELLED, type Failure, type Result } from '../../../shared/base/failure'
import { keepLatest } from '../../../shared/base/once'
import { endFailure, EXTRACTION_WORDS, pageWords, STOPPED, timeoutFailure, type ThreadWords } from '../threads/thread-words'
import type { PageDocument, PageRequest, PageTask, PageTaskResults, TakePiece } from './tasks'

type TaskOf<K> = Extract<PageTask, { kind: K }>
type AnyResult = PageTaskResults[PageTask['kind']]

export interface TaskMessage {
  readonly id: number
  readonly request: PageRequest
}

/** What a thread says: without a piece or a result, that it begins the task; of the task 0, that its program is loaded. */
export interface TaskReply {
  readonly id: number
  readonly piece?: Uint8Array<ArrayBuffer>
  readonly result?: Result<AnyResult>
}

/** A thread of Node or a worker of the browser, as far as it is needed. */
export interface Thread {
  post(message: TaskMessage): void
  onReply(listener: (reply: TaskReply) => void): void
  /** It cannot be loaded, ran out of memory, or ended by itself. */
  onError(listener: (thrown: unknown) => void): void
  end(): Promise<void>
}

export interface PageTaskOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds the task may take, counted from when the thread begins it. */
  readonly timeout?: number | undefined
  /** It waits for the thread that holds its page, however long: the page would have to be parsed again. */
  readonly stays?: boolean
  /** Told when the thread begins it. */
  readonly onBegin?: () => void
  readonly onPiece?: TakePiece
}

export interface PageThread {
  /** Tasks that wait or are under way. */
  readonly waiting: number
  /** Whether it holds the page parsed, or will when the tasks that wait are done. */
  holds(page: string): boolean
  /**
   * Does one task on a page. The document is sent only where the thread does not hold the page. Never throws: a task that fails, takes
   * too long, needs too much memory, ends its thread or is cancelled gives a failure.
   */
  run<K extends PageTask['kind']>(
    page: string,
    document: PageDocument | null,
    task: TaskOf<K>,
    options?: PageTaskOptions,
  ): Promise<Result<PageTaskResults[K]>>
  /** Starts the thread where it does not run, so that the first task need not wait for that. */
  prepare(): void
  /** Has a new thread do every later task; what is under way ends undisturbed. */
  renew(): void
  /** Ends the thread as soon as it has nothing to do. */
  retire(): void
  /** Ends the thread; what it was doing is cancelled. */
  close(): Promise<void>
}

export interface PageThreadOptions {
  readonly start: () => Thread
  /** Milliseconds a task may take, where `run` is not told otherwise. */
  readonly timeout: number
  /** Whether the thread stays where it has nothing to do; default: it ends after a minute. */
  readonly stays?: boolean
  /** What tasks of this thread and of others take turns by; default nothing. */
  readonly shared?: LimitFunction
}

/** Pages that a thread keeps parsed. */
const KEPT_PAGES = 6
/** A cancelled task that ends by itself within these milliseconds spares its thread, and with it the pages that it keeps parsed. */
const GRACE = 300
/** Milliseconds after which a thread that has nothing to do ends. */
const IDLE = 60_000

/** A task that a thread was given. */
interface TaskWatch {
  /** Takes what the thread says of it. */
  told(reply: TaskReply): void
  end(result: Result<AnyResult>): void
}

/**
 * Watches over the time of a task, from when its thread begins it.
 * @param stop ends the thread, where the task takes too long or does not end by itself soon after it was cancelled
 * @param ended called once, with what came of it
 */
function watchTask(
  { signal, timeout, words, onBegin, onPiece }: PageTaskOptions & { readonly timeout: number; readonly words: ThreadWords },
  stop: (reason: Failure) => void,
  ended: (result: Result<AnyResult>) => void,
): TaskWatch {
  let clock: ReturnType<typeof setTimeout> | undefined
  let grace: ReturnType<typeof setTimeout> | undefined
  let begun = false
  const cancel = (): void => {
    if (begun) grace = setTimeout(() => stop(CANCELLED), GRACE)
  }
  const end = (result: Result<AnyResult>): void => {
    clearTimeout(clock)
    clearTimeout(grace)
    signal?.removeEventListener('abort', cancel)
    ended(result)
  }
  signal?.addEventListener('abort', cancel, { once: true })
  return {
    told({ piece, result }) {
      if (piece) return onPiece?.(piece)
      if (result) return end(result)
      begun = true
      onBegin?.()
      clock = setTimeout(() => stop(timeoutFailure(words, timeout)), timeout)
      if (signal?.aborted) cancel()
    },
    end,
  }
}

/** What a task comes to; that it was stopped, as soon as it is cancelled. */
function orStopped<Value>(task: Promise<Result<Value>>, signal: AbortSignal | undefined): Promise<Result<Value>> {
  return new Promise((resolve) => {
    const cancel = (): void => resolve(STOPPED)
    signal?.addEventListener('abort', cancel, { once: true })
    void task.then((result) => {
      signal?.removeEventListener('abort', cancel)
      resolve(result)
    })
  })
}

/** A thread that is started when it is needed, and anew after it ended; nothing is heard of one that was ended. */
function createLife(start: () => Thread, onReply: (reply: TaskReply) => void, onError: (thrown: unknown) => void) {
  let thread: Thread | null = null
  return {
    isThere: (): boolean => thread !== null,
    started(): Thread {
      if (thread) return thread
      const fresh = start()
      fresh.onReply((reply) => {
        if (thread === fresh) onReply(reply)
      })
      fresh.onError((thrown) => {
        if (thread === fresh) onError(thrown)
      })
      return (thread = fresh)
    },
    async end(): Promise<void> {
      const ending = thread
      thread = null
      await ending?.end()
    },
  }
}

export function createPageThread({ start, timeout: longest, stays = false, shared }: PageThreadOptions): PageThread {
  const inTurn = pLimit(1)
  /** The pages of the tasks that wait or are under way. */
  const asked: string[] = []
  /** What the thread holds, the page that was asked about last behind the others. */
  const held = new Map<string, true>()
  const thread = createLife(start, hear, (thrown) => stop(endFailure(EXTRACTION_WORDS, thrown)))
  let underWay: TaskWatch | null = null
  let idle: ReturnType<typeof setTimeout> | undefined
  /** It ends with the task under way. */
  let isStale = false
  /** It ends after each task. */
  let isRetired = false
  let closed = false
  let last = 0

  function hear(reply: TaskReply): void {
    if (reply.id === last) underWay?.told(reply)
  }

  function endThread(): Promise<void> {
    clearTimeout(idle)
    isStale = false
    held.clear()
    return thread.end()
  }

  /** Ends the thread, and the task under way with it. */
  function stop(reason: Failure): void {
    void endThread()
    underWay?.end({ ok: false, failure: reason })
  }

  function rest(): void {
    clearTimeout(idle)
    if (isRetired) void endThread()
    else if (!stays) idle = setTimeout(() => void endThread(), IDLE)
  }

  function perform({ page, document, task }: Omit<PageRequest, 'kept'>, options: PageTaskOptions): Promise<Result<AnyResult>> {
    if (closed || options.signal?.aborted) return Promise.resolve(STOPPED)
    clearTimeout(idle)
    const worker = thread.started()
    const request = { page, task, document: held.has(page) ? null : document }
    if (document) keepLatest(held, page, true, KEPT_PAGES)
    return new Promise((resolve) => {
      const ended = (result: Result<AnyResult>): void => {
        underWay = null
        // Whether it was parsed is not known.
        if (!result.ok) held.delete(page)
        if (isStale) void endThread()
        if (thread.isThere()) rest()
        resolve(result)
      }
      underWay = watchTask({ ...options, timeout: options.timeout ?? longest, words: pageWords(task.kind) }, stop, ended)
      worker.post({ id: ++last, request: { ...request, kept: [...held.keys()] } })
    })
  }

  return {
    get waiting() {
      return asked.length
    },
    holds: (page) => held.has(page) || asked.includes(page),
    run<K extends PageTask['kind']>(page: string, document: PageDocument | null, task: TaskOf<K>, options: PageTaskOptions = {}) {
      if (closed || options.signal?.aborted) return Promise.resolve(STOPPED)
      asked.push(page)
      const work = (): Promise<Result<AnyResult>> => perform({ page, document, task }, options)
      const done = inTurn(() => (shared ? shared(work) : work())).then((result) => {
        asked.splice(asked.indexOf(page), 1)
        // A thread answers each kind of task with that kind's result.
        return result as Result<PageTaskResults[K]>
      })
      return orStopped(done, options.signal)
    },
    prepare() {
      if (closed || thread.isThere()) return
      thread.started()
      rest()
    },
    renew() {
      if (underWay) isStale = true
      else void endThread()
    },
    retire() {
      isRetired = true
      if (!underWay) void endThread()
    },
    async close() {
      closed = true
      const ending = endThread()
      underWay?.end(STOPPED)
      await ending
    },
  }
}
