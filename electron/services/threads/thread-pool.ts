import pLimit from 'p-limit'
import type { Result } from '../../../shared/base/failure'
import { createRealmThreads, OURS, type Realm } from './realm-threads'
import { realmBudget, type ThreadBudget } from './thread-budget'
import { endFailure, STOPPED, timeoutFailure, type ThreadWords } from './thread-words'

/** What a thread is sent: a task with a number of its own. */
export interface ThreadRequest<Task> {
  readonly id: number
  readonly task: Task
}

export interface ThreadPoolOptions {
  /** Path of the built program; one of `electron/worker`. */
  readonly program: string
  /** How many threads, and how much memory each. */
  readonly budget: ThreadBudget
  /** Milliseconds a task may take, where `run` is not told otherwise. */
  readonly timeout: number
  /** How its failures are told. */
  readonly words: ThreadWords
}

export interface TaskOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds the task may take, counted from when a thread begins it. */
  readonly timeout?: number | undefined
  /** Whose code the task runs; default ours. */
  readonly realm?: Realm | undefined
}

interface Place {
  readonly timeout: number
  readonly realm: Realm
}

export interface ThreadPool<Task, Value> {
  /** Threads at most. */
  readonly threads: number
  /**
   * Has one thread do one task. Never throws: a task that fails, takes too long, needs too much memory, ends its thread or is
   * cancelled gives a failure.
   */
  run(task: Task, options?: TaskOptions): Promise<Result<Value>>
  /** Has new threads do every later task; those that there are end as soon as nothing runs in them. */
  renew(): void
  /** Ends all threads; what they were doing is cancelled. */
  close(): Promise<void>
}

/** A cancelled task that ends by itself within these milliseconds spares its thread, and with it what the thread keeps parsed. */
const GRACE = 300

/** Makes a pool of threads that run one program. They start when they are needed; one that ended or was stopped is replaced by the next task. */
export function createThreadPool<Task, Value>(options: ThreadPoolOptions): ThreadPool<Task, Value> {
  const { program, budget, words } = options
  // Piscina's own queue is never used: it changes the order of tasks that can be stopped, and forgets them where a thread was stopped.
  const turn = pLimit(budget.threads)
  const realms = realmBudget(budget)
  const realmTurn = pLimit(realms.threads)
  /** What to do when a thread begins a task. */
  const clocks = new Map<number, () => void>()
  const threads = createRealmThreads<ThreadRequest<Task>, Result<Value>>({ program, budget, realms, began: (id) => clocks.get(id)?.() })
  let closed = false
  let last = 0

  async function perform(task: Task, { timeout, realm }: Place, stop: AbortController, begin: () => void): Promise<Result<Value>> {
    if (closed || stop.signal.aborted) return STOPPED
    const id = ++last
    let timer: NodeJS.Timeout | undefined
    let timedOut = false
    // The clock starts with the work: not while the task waits for its turn, nor while a new thread loads its program.
    clocks.set(id, () => {
      clocks.delete(id)
      begin()
      timer = setTimeout(() => {
        timedOut = true
        stop.abort()
      }, timeout)
    })
    try {
      return await threads.run(realm, { id, task }, stop.signal)
    } catch (thrown) {
      if (closed) return STOPPED
      return { ok: false, failure: timedOut ? timeoutFailure(words, timeout) : endFailure(words, thrown) }
    } finally {
      clearTimeout(timer)
      clocks.delete(id)
    }
  }

  return {
    threads: budget.threads,
    run(task, { signal, timeout = options.timeout, realm = OURS } = {}) {
      if (closed || signal?.aborted) return Promise.resolve(STOPPED)
      return new Promise((resolve) => {
        const stop = new AbortController()
        let grace: NodeJS.Timeout | undefined
        let begun = false
        const cancel = (): void => {
          resolve(STOPPED)
          if (begun) grace = setTimeout(() => stop.abort(), GRACE)
          else stop.abort()
        }
        signal?.addEventListener('abort', cancel, { once: true })
        const begin = (): void => {
          begun = true
        }
        const inTurn = (): Promise<Result<Value>> => turn(perform, task, { timeout, realm }, stop, begin)
        void (realm === OURS ? inTurn() : realmTurn(inTurn)).then((result) => {
          resolve(result)
          clearTimeout(grace)
          signal?.removeEventListener('abort', cancel)
        })
      })
    },
    renew() {
      if (!closed) threads.renew()
    },
    async close() {
      closed = true
      await threads.end()
    },
  }
}
