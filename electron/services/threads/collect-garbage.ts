import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What the collector needs of the engine. */
export interface Heap {
  /** Bytes that this thread's heap holds now, garbage included. */
  used(): number
  /** Frees what nothing points to any more. */
  collect(): void
}

/** The heap of the thread that asks. */
function ownHeap(): Heap {
  setFlagsFromString('--expose-gc')
  // The global function is there only in contexts that were made after the flag.
  const collect = runInNewContext('globalThis.gc') as (() => void) | undefined
  return { used: () => getHeapStatistics().used_heap_size, collect: () => collect?.() }
}

/**
 * Makes a function that collects garbage where the heap has grown; to be called between two tasks, when next to nothing is in use. Left
 * to itself the engine lets a heap that may become large grow to many times what is in use before it looks.
 * @param above bytes from which it collects; where more than half of that stays in use, twice what is in use
 */
export function createGarbageCollector(above: number, heap: Heap = ownHeap()): () => void {
  let limit = above
  return () => {
    if (heap.used() <= limit) return
    heap.collect()
    limit = Math.max(above, 2 * heap.used())
  }
}
