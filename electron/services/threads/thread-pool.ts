import pLimit from 'p-limit'
import type { Result } from '../../../shared/base/failure'
import { startThread } from './node-thread'
import { createTaskThread, orStopped, type TaskOptions, type TaskThread } from './task-thread'
import type { ThreadBudget } from './thread-budget'
import { STOPPED, type ThreadWords } from './thread-words'

export interface ThreadPoolOptions {
  /** Path of the built program; one of `electron/worker`. */
  readonly program: string
  /** Number of threads, and memory per thread. */
  readonly budget: ThreadBudget
  /** Default of milliseconds per task. */
  readonly timeout: number
  /** Messages of its failures. */
  readonly words: ThreadWords
}

export interface ThreadPool<Task, Value> {
  /** Limit of threads. */
  readonly threads: number
  /**
   * Runs one task in a thread. Never throws: a task that fails, takes too long, needs too much memory, ends its thread or is cancelled
   * returns a failure.
   */
  run(task: Task, options?: TaskOptions): Promise<Result<Value>>
  /** Replaces all threads. Running tasks finish on the old ones. */
  renew(): void
  /** Ends all threads and cancels their tasks. */
  close(): Promise<void>
}

/** Creates a pool of threads that run one program. They start on demand; the next task replaces an ended one. */
export function createThreadPool<Task, Value>({ program, budget, timeout, words }: ThreadPoolOptions): ThreadPool<Task, Value> {
  const inTurn = pLimit(budget.threads)
  const threads: TaskThread<Task, Value>[] = []
  let closed = false

  /** Returns a free thread, preferably a running one. */
  function freeThread(): TaskThread<Task, Value> {
    const free = threads.filter(({ waiting }) => waiting === 0)
    const found = free.find((thread) => thread.isStarted()) ?? free[0]
    if (found) return found
    const fresh = createTaskThread<Task, Value>({ start: () => startThread(program, budget.limits), timeout, words })
    threads.push(fresh)
    return fresh
  }

  return {
    threads: budget.threads,
    run(task, options = {}) {
      const perform = (): Promise<Result<Value>> | Result<Value> =>
        closed || options.signal?.aborted ? STOPPED : freeThread().run(() => ({ request: task }), options)
      if (closed || options.signal?.aborted) return Promise.resolve(STOPPED)
      return orStopped(inTurn(perform), options.signal)
    },
    renew() {
      for (const thread of threads) thread.renew()
    },
    async close() {
      closed = true
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
