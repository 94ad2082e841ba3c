/** One thread that does a task at a time; started when it is needed, and anew after it ended. */
import { CANCELLED, type Failure, type Result } from '../../../shared/base/failure'
import { endFailure, STOPPED, timeoutFailure, type ThreadWords } from './thread-words'

export interface TaskMessage<Request = unknown> {
  readonly id: number
  readonly request: Request
}

/** What a thread says: without a piece or a result, that it begins the task; of the task 0, that its program is loaded. */
export interface TaskReply<Value = unknown> {
  readonly id: number
  readonly piece?: Uint8Array<ArrayBuffer>
  readonly result?: Result<Value>
}

/** Takes a piece of what a task writes, in its order: UTF-8, which ends with a whole character. */
export type TakePiece = (piece: Uint8Array<ArrayBuffer>) => void

/** A thread of Node or a worker of the browser, as far as it is needed. */
export interface Thread<Request, Value> {
  post(message: TaskMessage<Request>): void
  onReply(listener: (reply: TaskReply<Value>) => void): void
  /** It cannot be loaded, ran out of memory, or ended by itself. */
  onError(listener: (thrown: unknown) => void): void
  end(): Promise<void>
}

export interface WorkOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds the task may take, counted from when the thread begins it. */
  readonly timeout?: number | undefined
  /** Told when the thread begins it. */
  readonly onBegin?: () => void
  readonly onPiece?: TakePiece
}

export interface TaskThreadOptions<Request, Value> {
  readonly start: () => Thread<Request, Value>
  /** Milliseconds a task may take, where it is not told otherwise. */
  readonly timeout: number
  /** How its failures are told. */
  readonly words: ThreadWords
  /** Whether the thread stays where it has nothing to do; default: it ends after a minute. */
  readonly stays?: boolean
  /** Told when the thread ends, with all that it kept. */
  readonly onEnd?: () => void
}

export interface TaskThread<Request, Value> {
  readonly isBusy: boolean
  /**
   * Does a task; one at a time. Never throws: a task that fails, takes too long, needs too much memory, ends its thread or is cancelled
   * gives a failure. One that is cancelled is waited for until it ends or its thread was stopped.
   */
  perform(request: Request, options: WorkOptions): Promise<Result<Value>>
  /** Starts the thread where it does not run, so that the first task need not wait for that. */
  prepare(): void
  /** Has a new thread do every later task; what is under way ends undisturbed. */
  renew(): void
  /** Ends the thread; what it was doing is cancelled. */
  close(): Promise<void>
}

/** A cancelled task that ends by itself within these milliseconds spares its thread, and with it what the thread keeps. */
const GRACE = 300
/** Milliseconds after which a thread that has nothing to do ends. */
const IDLE = 60_000

/** A task that a thread was given. */
interface TaskWatch<Value> {
  /** Takes what the thread says of it. */
  told(reply: TaskReply<Value>): void
  end(result: Result<Value>): void
}

/**
 * Watches over the time of a task, from when its thread begins it.
 * @param stop ends the thread, where the task takes too long or does not end by itself soon after it was cancelled
 * @param ended called once, with what came of it
 */
function watchTask<Value>(
  { signal, timeout, words, onBegin, onPiece }: WorkOptions & { readonly timeout: number; readonly words: ThreadWords },
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

export function createTaskThread<Request, Value>(options: TaskThreadOptions<Request, Value>): TaskThread<Request, Value> {
  const { start, words, stays = false, onEnd } = options
  let thread: Thread<Request, Value> | null = null
  let underWay: TaskWatch<Value> | null = null
  let idle: ReturnType<typeof setTimeout> | undefined
  /** It ends with the task under way. */
  let isStale = false
  let closed = false
  let last = 0

  /** The thread that runs; nothing is heard of one that was ended. */
  function started(): Thread<Request, Value> {
    if (thread) return thread
    const fresh = start()
    fresh.onReply((reply) => {
      if (thread === fresh && reply.id === last) underWay?.told(reply)
    })
    fresh.onError((thrown) => {
      if (thread === fresh) stop(endFailure(words, thrown))
    })
    return (thread = fresh)
  }

  async function endThread(): Promise<void> {
    const ending = thread
    thread = null
    isStale = false
    onEnd?.()
    await ending?.end()
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

  return {
    get isBusy() {
      return underWay !== null
    },
    perform(request, { timeout = options.timeout, ...given }) {
      if (closed || given.signal?.aborted) return Promise.resolve(STOPPED)
      clearTimeout(idle)
      const worker = started()
      return new Promise((resolve) => {
        const ended = (result: Result<Value>): void => {
          underWay = null
          if (isStale) void endThread()
          if (thread) rest()
          resolve(result)
        }
        underWay = watchTask({ ...given, timeout, words }, stop, ended)
        worker.post({ id: ++last, request })
      })
    },
    prepare() {
      if (closed || thread) return
      started()
      rest()
    },
    renew() {
      if (underWay) isStale = true
      else void endThread()
    },
    async close() {
      closed = true
      clearTimeout(idle)
      const ending = endThread()
      underWay?.end(STOPPED)
      await ending
    },
  }
}
