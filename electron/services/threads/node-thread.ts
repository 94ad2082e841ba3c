/** Starts and ends a Node thread. */
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { TaskReply, Thread } from './task-thread'
import type { HeapLimits } from './thread-budget'
import { ENDING, type ThreadData } from './thread-program'

/** Limit of milliseconds for loading a program on a busy machine. */
const LOADING = 20_000

/** @param program path of the built program; one of `electron/worker` */
export function startThread<Request, Value>(program: string, limits: HeapLimits): Thread<Request, Value> {
  const lock = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(program, { resourceLimits: limits, workerData: { lock } satisfies ThreadData })
  const loaded = new Promise<unknown>((resolve) => worker.once('message', resolve).once('exit', resolve))
  return {
    post: (message) => worker.postMessage(message),
    onReply: (listener) => worker.on('message', (reply: TaskReply<Value>) => listener(reply)),
    onError: (listener) => worker.on('error', listener).on('exit', (code) => listener(new Error(`it ended with code ${code}`))),
    async end() {
      // Node 20 aborts the whole process if a thread ends while it loads its program or creates a zlib object.
      const late = new Promise<void>((resolve) => setTimeout(resolve, LOADING).unref())
      await Promise.race([loaded, late])
      while (Atomics.compareExchange(lock, 0, 0, ENDING) > 0) await delay(2)
      await worker.terminate()
    },
  }
}
