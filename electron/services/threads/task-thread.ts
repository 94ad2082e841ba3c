/** One thread that does tasks one after the other: a thread of Node or a worker of a browser. */
import pLimit from 'p-limit'
import { CANCELLED, type Failure, type Result } from '../../../shared/base/failure'
import { endFailure, STOPPED, timeoutFailure, type ThreadWords } from './thread-words'

/** Takes a piece of what a task writes, in its order: UTF-8, which ends with a whole character. */
export type TakePiece = (piece: Uint8Array<ArrayBuffer>) => void

export interface TaskMessage<Request> {
  readonly id: number
  readonly request: Request
}

/** A thread's message: without a piece or a result, that it begins the task; of the task 0, that its program is loaded. */
export interface TaskReply<Value> {
  readonly id: number
  readonly piece?: Uint8Array<ArrayBuffer>
  readonly result?: Result<Value>
}

/** A thread of Node or a worker of the browser, as far as it is needed. */
export interface Thread<Request, Value> {
  post(message: TaskMessage<Request>): void
  onReply(listener: (reply: TaskReply<Value>) => void): void
  /** It cannot be loaded, ran out of memory, or ended by itself. */
  onError(listener: (thrown: unknown) => void): void
  end(): Promise<void>
}

export interface TaskOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds the task may take, counted from when the thread begins it. */
  readonly timeout?: number | undefined
  /** Called when the thread begins it. */
  readonly onBegin?: () => void
  readonly onPiece?: TakePiece
}

/** A task as its thread is sent it when its turn comes. */
export interface BegunTask<Request, Value> {
  readonly request: Request
  /** Words of its failures; default those of the thread. */
  readonly words?: ThreadWords
  /** Called at its end, before the next task begins. */
  readonly ended?: (result: Result<Value>) => void
}

export interface TaskThread<Request, Value> {
  /** Tasks that wait or are under way. */
  readonly waiting: number
  isStarted(): boolean
  /**
   * Does one task. Never throws: a task that fails, takes too long, needs too much memory, ends its thread or is cancelled gives a
   * failure. It resolves when the thread is free again, for a cancelled task later than the cancellation: see `orStopped`.
   */
  run(begin: () => BegunTask<Request, Value>, options?: TaskOptions): Promise<Result<Value>>
  /** Starts the thread where it does not run, so that the first task need not wait for that. */
  prepare(): void
  /** Has a new thread do every later task; what is under way ends undisturbed. */
  renew(): void
  /** Ends the thread; what it was doing is cancelled. */
  close(): Promise<void>
}

export interface TaskThreadOptions<Request, Value> {
  readonly start: () => Thread<Request, Value>
  /** Milliseconds a task may take, unless `run` says otherwise. */
  readonly timeout: number
  readonly words: ThreadWords
  /** Whether the thread stays while it has nothing to do; default: it ends after a minute. */
  readonly stays?: boolean
  /** Called when the thread ends. */
  readonly onEnd?: () => void
}

/** A cancelled task that ends by itself within these milliseconds spares its thread, and with it what the thread keeps parsed. */
const GRACE = 300
/** Milliseconds after which a thread that has nothing to do ends. */
const IDLE = 60_000

/** A task that a thread was given. */
interface TaskWatch<Value> {
  /** Takes what the thread says of it. */
  handle(reply: TaskReply<Value>): void
  end(result: Result<Value>): void
}

/**
 * Watches over the time of a task, from when its thread begins it.
 * @param stop ends the thread, where the task takes too long or does not end by itself soon after it was cancelled
 * @param ended called once, with what came of it
 */
function watchTask<Value>(
  { signal, timeout, words, onBegin, onPiece }: TaskOptions & { readonly timeout: number; readonly words: ThreadWords },
  stop: (reason: Failure) => void,
  ended: (result: Result<Value>) => void,
): TaskWatch<Value> {
  let clock: ReturnType<typeof setTimeout> | undefined
  let grace: ReturnType<typeof setTimeout> | undefined
  let begun = false
  const cancel = (): void => {
    if (begun) grace = setTimeout(() => stop(CANCELLED), GRACE)
  }
  const end = (result: Result<Value>): void => {
    clearTimeout(clock)
    clearTimeout(grace)
    signal?.removeEventListener('abort', cancel)
    ended(result)
  }
  signal?.addEventListener('abort', cancel, { once: true })
  return {
    handle({ piece, result }) {
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
export function orStopped<Value>(task: Promise<Result<Value>>, signal: AbortSignal | undefined): Promise<Result<Value>> {
  return new Promise((resolve) => {
    const cancel = (): void => resolve(STOPPED)
    signal?.addEventListener('abort', cancel, { once: true })
    void task.then((result) => {
      signal?.removeEventListener('abort', cancel)
      resolve(result)
    })
  })
}

/** A thread that is started when it is needed, and anew after it ended; messages of one that was ended are discarded. */
function createLife<Request, Value>(
  start: () => Thread<Request, Value>,
  onReply: (reply: TaskReply<Value>) => void,
  onError: (thrown: unknown) => void,
) {
  let thread: Thread<Request, Value> | null = null
  return {
    isThere: (): boolean => thread !== null,
    started(): Thread<Request, Value> {
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

export function createTaskThread<Request, Value>(options: TaskThreadOptions<Request, Value>): TaskThread<Request, Value> {
  const { start, timeout: longest, words, stays = false, onEnd } = options
  const inTurn = pLimit(1)
  const thread = createLife(start, handle, (thrown) => stop(endFailure(words, thrown)))
  let waiting = 0
  let underWay: TaskWatch<Value> | null = null
  let idle: ReturnType<typeof setTimeout> | undefined
  /** It ends with the task under way. */
  let isStale = false
  let closed = false
  let last = 0

  function handle(reply: TaskReply<Value>): void {
    if (reply.id === last) underWay?.handle(reply)
  }

  function endThread(): Promise<void> {
    clearTimeout(idle)
    isStale = false
    onEnd?.()
    return thread.end()
  }

  /** Ends the thread, and the task under way with it. */
  function stop(reason: Failure): void {
    void endThread()
    underWay?.end({ ok: false, failure: reason })
  }

  function rest(): void {
    clearTimeout(idle)
    if (!stays) idle = setTimeout(() => void endThread(), IDLE)
  }

  function perform(begin: () => BegunTask<Request, Value>, given: TaskOptions): Promise<Result<Value>> {
    if (closed || given.signal?.aborted) return Promise.resolve(STOPPED)
    clearTimeout(idle)
    const worker = thread.started()
    const { request, ended, words: own = words } = begin()
    return new Promise((resolve) => {
      const end = (result: Result<Value>): void => {
        underWay = null
        ended?.(result)
        if (isStale) void endThread()
        if (thread.isThere()) rest()
        resolve(result)
      }
      underWay = watchTask({ ...given, words: own, timeout: given.timeout ?? longest }, stop, end)
      worker.post({ id: ++last, request })
    })
  }

  return {
    get waiting() {
      return waiting
    },
    isStarted: () => thread.isThere(),
    async run(begin, given = {}) {
      waiting++
      try {
        return await inTurn(perform, begin, given)
      } finally {
        waiting--
      }
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
    async close() {
      closed = true
      const ending = endThread()
      underWay?.end(STOPPED)
      await ending
    },
  }
}
