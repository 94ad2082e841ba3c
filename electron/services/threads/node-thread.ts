import { Worker } from 'node:worker_threads'
import type { TaskReply, Thread } from './task-thread'
import type { HeapLimits } from './thread-budget'

/** Milliseconds that loading a program takes at most, on a machine that has much else to do. */
const LOADING = 20_000

/** Starts a thread of Node. @param program path of the built program; one of `electron/worker` */
export function startThread<Request, Value>(program: string, limits: HeapLimits): Thread<Request, Value> {
  const worker = new Worker(program, { resourceLimits: limits })
  const loaded = new Promise<unknown>((resolve) => worker.once('message', resolve).once('exit', resolve))
  return {
    post: (message) => worker.postMessage(message),
    onReply: (listener) => worker.on('message', (reply: TaskReply<Value>) => listener(reply)),
    onError: (listener) => worker.on('error', listener).on('exit', (code) => listener(new Error(`it ended with code ${code}`))),
    async end() {
      // Node 20 aborts the whole process where a thread is ended while it loads its program: that is awaited.
      const late = new Promise<void>((resolve) => setTimeout(resolve, LOADING).unref())
      await Promise.race([loaded, late])
      await worker.terminate()
    },
  }
}
