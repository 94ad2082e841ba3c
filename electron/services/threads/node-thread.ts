/** A thread of Node, as it is started and ended. */
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { TaskReply, Thread } from './task-thread'
import type { HeapLimits } from './thread-budget'
import { ENDING, type ThreadData } from './thread-program'

/** Milliseconds that loading a program takes at most, on a machine that has much else to do. */
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
      // Node 20 aborts the whole process where a thread is ended while it loads its program or makes an object of zlib.
      const late = new Promise<void>((resolve) => setTimeout(resolve, LOADING).unref())
      await Promise.race([loaded, late])
      while (Atomics.compareExchange(lock, 0, 0, ENDING) > 0) await delay(2)
      await worker.terminate()
    },
  }
}
