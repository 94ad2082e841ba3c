import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The collector's interface to the engine. */
export interface Heap {
  /** Bytes of this thread's heap, including garbage. */
  used(): number
  /** Collects garbage. */
  collect(): void
}

/** Returns the heap of the calling thread. */
function ownHeap(): Heap {
  setFlagsFromString('--expose-gc')
  // The global function exists only in contexts made after the flag.
  const collect = runInNewContext('globalThis.gc') as (() => void) | undefined
  return { used: () => getHeapStatistics().used_heap_size, collect: () => collect?.() }
}

/**
 * Returns a function that collects garbage if the heap has grown; call it between two tasks, when almost nothing is in use. By itself the
 * engine lets a large heap grow to many times the used size first.
 * @param above bytes from which it collects; if more than half of that stays in use, twice the used size
 */
export function createGarbageCollector(above: number, heap: Heap = ownHeap()): () => void {
  let limit = above
  return () => {
    if (heap.used() <= limit) return
    heap.collect()
    limit = Math.max(above, 2 * heap.used())
  }
}
