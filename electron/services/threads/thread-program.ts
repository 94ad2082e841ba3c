/** The thread's side of a pool. */
import { syncBuiltinESMExports } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import zlib from 'node:zlib'
import { toFailure } from '../../../shared/base/failure'
import type { TakePiece, TaskMessage, TaskReply } from './task-thread'

/** What a thread is started with. */
export interface ThreadData {
  /** Its first element: 0, how many calls of zlib the thread is in, or `ENDING`. */
  readonly lock: Int32Array
}

/** The thread is about to be ended: it enters no zlib any more. */
export const ENDING = -1

/**
 * Does the tasks that the thread is sent: says when a task begins, and answers with the value or the failure, since classes do not
 * cross threads.
 * @param transferred buffers of a value that are handed over instead of copied
 */
export function serveThread<Request, Value>(
  perform: (request: Request, takePiece: TakePiece) => Value | Promise<Value>,
  transferred: (value: Value, request: Request) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort
  if (!port) return
  const { lock } = workerData as ThreadData
  guardZlib(lock)
  const post = (reply: TaskReply<Value>, buffers: ArrayBuffer[] = []): void => port.postMessage(reply, buffers)
  port.on('message', ({ id, request }: TaskMessage<Request>) => {
    post({ id })
    new Promise<Value>((resolve) => resolve(perform(request, (piece) => post({ id, piece }, [piece.buffer])))).then(
      (value) => post({ id, result: { ok: true, value } }, transferred(value, request)),
      (thrown: unknown) => post({ id, result: { ok: false, failure: toFailure(thrown) } }),
    )
  })
  post({ id: 0 })
}

/** Marks each call of zlib, also by libraries: Node 20 aborts the whole process where a thread is ended while it makes an object of zlib. */
function guardZlib(lock: Int32Array): void {
  for (const [name, value] of Object.entries(zlib)) {
    if (typeof value !== 'function' || !/^[a-z]/.test(name)) continue
    const call = value as (...args: unknown[]) => unknown
    const guarded = function (this: unknown, ...args: unknown[]): unknown {
      if (Atomics.load(lock, 0) > 0) Atomics.add(lock, 0, 1)
      // The thread is about to be ended: it waits for that.
      else if (Atomics.compareExchange(lock, 0, 0, 1) === ENDING) Atomics.wait(lock, 0, ENDING)
      try {
        return call.apply(this, args)
      } finally {
        Atomics.sub(lock, 0, 1)
      }
    }
    Object.defineProperty(zlib, name, { value: guarded, configurable: true, enumerable: true, writable: true })
  }
  syncBuiltinESMExports()
}
