import pLimit from 'p-limit'
import type { Result } from '../../../shared/base/failure'
import { startThread } from './node-thread'
import { createRealms, type Realm } from './realms'
import { createTaskThread, orStopped, type WorkOptions } from './task-thread'
import { realmBudget, type HeapLimits, type ThreadBudget } from './thread-budget'
import { STOPPED, type ThreadWords } from './thread-words'

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

export interface TaskOptions extends Pick<WorkOptions, 'signal' | 'timeout'> {
  /** Whose code the task runs; default ours. */
  readonly realm?: Realm | undefined
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

/** So many threads of one program; whoever asks sees to it that one is free. */
function createThreads<Task, Value>({ program, timeout, words }: ThreadPoolOptions, count: number, limits: HeapLimits) {
  const start = () => startThread<Task, Value>(program, limits)
  const threads = Array.from({ length: count }, () => createTaskThread<Task, Value>({ start, timeout, words }))
  return {
    get waiting() {
      return threads.filter(({ isBusy }) => isBusy).length
    },
    perform(task: Task, options: WorkOptions): Promise<Result<Value>> {
      const free = threads.find(({ isBusy }) => !isBusy)
      if (!free) throw new Error('no thread is free')
      return free.perform(task, options)
    },
    renew(): void {
      for (const thread of threads) thread.renew()
    },
    async close(): Promise<void> {
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}

/** Makes a pool of threads that run one program. They start when they are needed; one that ended or was stopped is replaced by the next task. */
export function createThreadPool<Task, Value>(options: ThreadPoolOptions): ThreadPool<Task, Value> {
  const { budget } = options
  const { threads, kept, limits } = realmBudget(budget)
  const ours = createThreads<Task, Value>(options, budget.threads, budget.limits)
  const realms = createRealms(kept, () => createThreads<Task, Value>(options, threads, limits))
  const turn = pLimit(budget.threads)
  const realmTurn = pLimit(threads)
  let closed = false

  return {
    threads: budget.threads,
    run(task, { realm, ...given } = {}) {
      const perform = (): Promise<Result<Value>> => {
        if (closed || given.signal?.aborted) return Promise.resolve(STOPPED)
        return (realm ? realms.of(realm) : ours).perform(task, given)
      }
      if (closed || given.signal?.aborted) return Promise.resolve(STOPPED)
      return orStopped(realm ? realmTurn(() => turn(perform)) : turn(perform), given.signal)
    },
    renew() {
      ours.renew()
      realms.renew()
    },
    async close() {
      closed = true
      await Promise.all([ours.close(), realms.close()])
    },
  }
}
