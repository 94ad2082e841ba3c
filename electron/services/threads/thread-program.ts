/** Runs the tasks of a pool inside a thread. */
import { syncBuiltinESMExports } from 'node:module'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import zlib from 'node:zlib'
import { toFailure } from '../../../shared/base/failure'
import type { TakePiece, TaskMessage, TaskReply } from './task-thread'

export interface Heap {
  /** Bytes of this thread's heap, including garbage. */
  used(): number
  collect(): void
}

function ownHeap(): Heap {
  setFlagsFromString('--expose-gc')
  // `gc` exists only in contexts that were created after the flag was set.
  const collect = runInNewContext('globalThis.gc') as (() => void) | undefined
  return { used: () => getHeapStatistics().used_heap_size, collect: () => collect?.() }
}

/**
 * Call the returned function between tasks. Without the function, a large heap would grow to many times the used size.
 * @param above minimum bytes in use before a collection
 */
export function createGarbageCollector(above: number, heap: Heap = ownHeap()): () => void {
  let limit = above
  return () => {
    if (heap.used() <= limit) return
    heap.collect()
    limit = Math.max(above, 2 * heap.used())
  }
}

export interface ThreadData {
  /** The first element is the number of zlib calls under way, or `ENDING`. */
  readonly lock: Int32Array
}

/** Value of the lock before the thread ends. With this value, the thread starts no zlib call. */
export const ENDING = -1

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

/** Counts each zlib call, because Node 20 aborts the process if a thread ends while the thread creates a zlib object. */
function guardZlib(lock: Int32Array): void {
  for (const [name, value] of Object.entries(zlib)) {
    if (typeof value !== 'function' || !/^[a-z]/.test(name)) continue
    const call = value as (...args: unknown[]) => unknown
    const guarded = function (this: unknown, ...args: unknown[]): unknown {
      if (Atomics.load(lock, 0) > 0) Atomics.add(lock, 0, 1)
      // Blocks until the thread ends.
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
