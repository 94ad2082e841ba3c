import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { Result } from '../../../shared/base/failure'
import {
  createTaskThread,
  settleOrCancel,
  STOPPED,
  type TaskOptions,
  type TaskReply,
  type TaskThread,
  type Thread,
  type ThreadWords,
} from './task-thread'
import { ENDING, type ThreadData } from './thread-program'

/** Megabytes of a thread's heap outside Electron. A young generation of twice the default size saves a seventh of the processor time. */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 96 } as const

export type HeapLimits = { readonly [K in keyof typeof THREAD_LIMITS]: number }

export interface ThreadBudget {
  readonly threads: number
  readonly limits: HeapLimits
}

export type PoolName = 'extraction' | 'analysis' | 'evaluation' | 'saves'

/** Megabytes for the heaps of all threads, because Electron's heaps share one V8 cage of 4 GB. */
export const SHARED_HEAP = 3000

const SHARED: Readonly<Record<PoolName, ThreadBudget>> = {
  // Extraction threads store parsed pages, so these threads get more memory.
  extraction: { threads: 2, limits: { maxOldGenerationSizeMb: 352, maxYoungGenerationSizeMb: 32 } },
  analysis: { threads: 2, limits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 } },
  evaluation: { threads: 3, limits: { maxOldGenerationSizeMb: 240, maxYoungGenerationSizeMb: 32 } },
  // Two threads, because a slow archive must not block the next archive.
  saves: { threads: 2, limits: { maxOldGenerationSizeMb: 144, maxYoungGenerationSizeMb: 16 } },
}

/** @param isShared whether all heaps of the process share one V8 cage, as in Electron */
export function threadBudget(pool: PoolName, cores: number, isShared: boolean): ThreadBudget {
  // Extraction has at least two threads, because a comparison must not block a slider.
  const threads = pool === 'extraction' ? Math.max(2, cores - 1) : pool === 'saves' ? 2 : Math.max(1, cores)
  if (!isShared) return { threads, limits: THREAD_LIMITS }
  return { threads: Math.min(threads, SHARED[pool].threads), limits: SHARED[pool].limits }
}

/** Maximum milliseconds that `end` waits for a thread to load its program. On a busy machine, loading takes seconds. */
const LOADING = 20_000

export function startThread<Request, Value>(program: string, limits: HeapLimits): Thread<Request, Value> {
  const lock = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(program, { resourceLimits: limits, workerData: { lock } satisfies ThreadData })
  const loaded = new Promise<unknown>((resolve) => worker.once('message', resolve).once('exit', resolve))
  return {
    post: (message) => worker.postMessage(message),
    onReply: (listener) => worker.on('message', (reply: TaskReply<Value>) => listener(reply)),
    onError: (listener) => worker.on('error', listener).on('exit', (code) => listener(new Error(`the thread ended with code ${code}`))),
    async end() {
      // Node 20 aborts the process if a thread ends while the thread loads its program or creates a zlib object.
      const late = new Promise<void>((resolve) => setTimeout(resolve, LOADING).unref())
      await Promise.race([loaded, late])
      while (Atomics.compareExchange(lock, 0, 0, ENDING) > 0) await delay(2)
      await worker.terminate()
    },
  }
}

export interface ThreadPoolOptions {
  readonly program: string
  readonly budget: ThreadBudget
  /** Maximum milliseconds per task. */
  readonly timeout: number
  readonly words: ThreadWords
}

export type ThreadPool<Task, Value> = ReturnType<typeof createThreadPool<Task, Value>>

export function createThreadPool<Task, Value>({ program, budget, timeout, words }: ThreadPoolOptions) {
  const inTurn = pLimit(budget.threads)
  const threads: TaskThread<Task, Value>[] = []
  let closed = false

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
    run(task: Task, options: TaskOptions = {}): Promise<Result<Value>> {
      const perform = (): Promise<Result<Value>> | Result<Value> =>
        closed || options.signal?.aborted ? STOPPED : freeThread().run(() => ({ request: task }), options)
      if (closed || options.signal?.aborted) return Promise.resolve(STOPPED)
      // Node warns if a signal has more than ten listeners, but each task of a run adds a listener.
      if (options.signal) setMaxListeners(0, options.signal)
      return settleOrCancel(inTurn(perform), options.signal)
    },
    renew(): void {
      for (const thread of threads) thread.renew()
    },
    async close(): Promise<void> {
      closed = true
      await Promise.all(threads.map((thread) => thread.close()))
    },
  }
}
