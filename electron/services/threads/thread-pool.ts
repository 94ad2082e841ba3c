import pLimit from 'p-limit'
import type { Result } from '../../../shared/base/failure'
import { startThread } from './node-thread'
import { createTaskThread, orStopped, type TaskOptions, type TaskThread } from './task-thread'
import type { ThreadBudget } from './thread-budget'
import { STOPPED, type ThreadWords } from './thread-words'

export interface ThreadPoolOptions {
  /** Path of the built program; one of `electron/worker`. */
  readonly program: string
  /** How many threads, and how much memory each. */
  readonly budget: ThreadBudget
  /** Milliseconds a task may take, unless `run` says otherwise. */
  readonly timeout: number
  /** Words of its failures. */
  readonly words: ThreadWords
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

/** Makes a pool of threads that run one program. They start when they are needed; one that ended or was stopped is replaced by the next task. */
export function createThreadPool<Task, Value>({ program, budget, timeout, words }: ThreadPoolOptions): ThreadPool<Task, Value> {
  const inTurn = pLimit(budget.threads)
  const threads: TaskThread<Task, Value>[] = []
  let closed = false

  /** A thread that has nothing to do; one that runs already is preferred. */
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
