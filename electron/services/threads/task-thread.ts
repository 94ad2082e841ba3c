/** One thread that runs tasks one after the other: a Node thread or a browser worker. */
import pLimit from 'p-limit'
import { CANCELLED, type Failure, failure, type Result } from '../../../shared/base/failure'

export interface ThreadWords {
  readonly code: string
  readonly work: string
  readonly tooLong: string
  readonly tooLarge: string
}

export const EXTRACTION_WORDS: ThreadWords = {
  code: 'extraction',
  work: 'The extraction',
  tooLong: 'Raise the limit, try another extractor, or open a part of the page.',
  tooLarge: 'Close other pages, or open a smaller part of this page.',
}

const PARSE_WORDS: ThreadWords = { ...EXTRACTION_WORDS, work: 'Parsing the page', tooLong: 'Raise the limit, or open a part of the page.' }

export const pageWords = (kind: string): ThreadWords => (/^(?:parse|model|layout)$/.test(kind) ? PARSE_WORDS : EXTRACTION_WORDS)

export const STOPPED: Result<never> = { ok: false, failure: CANCELLED }

const timeoutFailure = ({ code, work, tooLong }: ThreadWords, milliseconds: number): Failure =>
  failure(`${code}.timeout`, `${work} took longer than ${milliseconds / 1000} seconds and was stopped.`, tooLong)

function endFailure({ code, work, tooLarge }: ThreadWords, thrown: unknown): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return failure(`${code}.out-of-memory`, `${work} exceeded the memory limit of a thread and was stopped.`, tooLarge)
  const message = `${work} stopped unexpectedly (${error.message}).`
  return failure(`${code}.crashed`, message, 'Try again; if it happens again, please report it with the page.')
}

/** Receives the pieces of a task's output in order. Each piece is UTF-8 that ends with a complete character. */
export type TakePiece = (piece: Uint8Array<ArrayBuffer>) => void

export interface TaskMessage<Request> {
  readonly id: number
  readonly request: Request
}

/** Without a piece and a result, the message reports the start of the task. A message of task 0 reports that the program is loaded. */
export interface TaskReply<Value> {
  readonly id: number
  readonly piece?: Uint8Array<ArrayBuffer>
  readonly result?: Result<Value>
}

export interface Thread<Request, Value> {
  post(message: TaskMessage<Request>): void
  onReply(listener: (reply: TaskReply<Value>) => void): void
  /** Called if the thread cannot be loaded, runs out of memory, or ends without a call of `end`. */
  onError(listener: (thrown: unknown) => void): void
  end(): Promise<void>
}

export interface TaskOptions {
  readonly signal?: AbortSignal | undefined
  /** Maximum milliseconds from the start of the task in the thread. */
  readonly timeout?: number | undefined
  readonly onBegin?: () => void
  readonly onPiece?: TakePiece
}

/** The request is created only when the thread is free. */
export interface BegunTask<Request, Value> {
  readonly request: Request
  readonly words?: ThreadWords
  readonly ended?: (result: Result<Value>) => void
}

export interface TaskThreadOptions<Request, Value> {
  readonly start: () => Thread<Request, Value>
  /** Maximum milliseconds per task, unless the task sets another limit. */
  readonly timeout: number
  readonly words: ThreadWords
  /** If false, the idle thread ends after a minute. */
  readonly stays?: boolean
  readonly onEnd?: () => void
}

/** If a cancelled task ends within these milliseconds, the thread keeps running, with the parsed pages. */
const GRACE = 300
/** Milliseconds after which an idle thread ends. */
const IDLE = 60_000

export function settleOrCancel<Value>(task: Promise<Result<Value>>, signal: AbortSignal | undefined): Promise<Result<Value>> {
  return new Promise((resolve) => {
    const cancel = (): void => resolve(STOPPED)
    signal?.addEventListener('abort', cancel, { once: true })
    void task.then((result) => {
      signal?.removeEventListener('abort', cancel)
      resolve(result)
    })
  })
}

export type TaskThread<Request, Value> = ReturnType<typeof createTaskThread<Request, Value>>

/** Starts the thread on demand, also after its end. Discards messages of an ended thread. */
export function createTaskThread<Request, Value>(options: TaskThreadOptions<Request, Value>) {
  const { start, timeout: longest, words, stays = false, onEnd } = options
  const inTurn = pLimit(1)
  let thread: Thread<Request, Value> | null = null
  let waiting = 0
  let underWay: { handle(reply: TaskReply<Value>): void; end(result: Result<Value>): void } | null = null
  let idle: ReturnType<typeof setTimeout> | undefined
  let isStale = false
  let closed = false
  let last = 0

  function startedThread(): Thread<Request, Value> {
    if (thread) return thread
    const fresh = start()
    fresh.onReply((reply) => {
      if (thread === fresh && reply.id === last) underWay?.handle(reply)
    })
    fresh.onError((thrown) => {
      if (thread === fresh) stop(endFailure(words, thrown))
    })
    return (thread = fresh)
  }

  async function endThread(): Promise<void> {
    clearTimeout(idle)
    isStale = false
    onEnd?.()
    const ending = thread
    thread = null
    await ending?.end()
  }

  function stop(reason: Failure): void {
    void endThread()
    underWay?.end({ ok: false, failure: reason })
  }

  function rest(): void {
    clearTimeout(idle)
    if (!stays) idle = setTimeout(() => void endThread(), IDLE)
  }

  function perform(begin: () => BegunTask<Request, Value>, given: TaskOptions): Promise<Result<Value>> {
    const { signal, timeout = longest, onBegin, onPiece } = given
    if (closed || signal?.aborted) return Promise.resolve(STOPPED)
    clearTimeout(idle)
    const worker = startedThread()
    const { request, ended, words: own = words } = begin()
    return new Promise((resolve) => {
      let clock: ReturnType<typeof setTimeout> | undefined
      let grace: ReturnType<typeof setTimeout> | undefined
      let isBegun = false
      const cancel = (): void => {
        if (isBegun) grace = setTimeout(() => stop(CANCELLED), GRACE)
      }
      const end = (result: Result<Value>): void => {
        clearTimeout(clock)
        clearTimeout(grace)
        signal?.removeEventListener('abort', cancel)
        underWay = null
        ended?.(result)
        if (isStale) void endThread()
        if (thread) rest()
        resolve(result)
      }
      const handle = ({ piece, result }: TaskReply<Value>): void => {
        if (piece) return onPiece?.(piece)
        if (result) return end(result)
        isBegun = true
        onBegin?.()
        clock = setTimeout(() => stop(timeoutFailure(own, timeout)), timeout)
        if (signal?.aborted) cancel()
      }
      signal?.addEventListener('abort', cancel, { once: true })
      underWay = { handle, end }
      worker.post({ id: ++last, request })
    })
  }

  return {
    get waiting() {
      return waiting
    },
    isStarted: (): boolean => thread !== null,
    /** Failures, limits and cancellation are results. Resolves when the thread is free again. */
    async run(begin: () => BegunTask<Request, Value>, given: TaskOptions = {}): Promise<Result<Value>> {
      waiting++
      try {
        return await inTurn(perform, begin, given)
      } finally {
        waiting--
      }
    },
    prepare(): void {
      if (closed || thread) return
      startedThread()
      rest()
    },
    renew(): void {
      if (underWay) isStale = true
      else void endThread()
    },
    async close(): Promise<void> {
      closed = true
      const ending = endThread()
      underWay?.end(STOPPED)
      await ending
    },
  }
}
