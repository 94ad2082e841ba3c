/**
 * Heap of a thread that does one page after the other, in megabytes. What a page leaves behind dies young: twice the usual room
 * for the young halves the work of collecting it (measured over 92 real pages: a seventh of all processor time).
 */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 96 } as const

/** Heap of a thread, in megabytes, as Node takes it. */
export interface HeapLimits {
  readonly maxOldGenerationSizeMb: number
  readonly maxYoungGenerationSizeMb: number
}

/** How many threads a pool may have, and the heap of each. */
export interface ThreadBudget {
  readonly threads: number
  readonly limits: HeapLimits
}

export type PoolName = 'extraction' | 'analysis' | 'evaluation' | 'saves'

/** Megabytes for the heaps of all threads together where they share one cage of 4 GB with the rest of the process. */
export const SHARED_HEAP = 3000

/** What each pool gets of it. */
const SHARED: Readonly<Record<PoolName, ThreadBudget>> = {
  // Its threads keep pages parsed.
  extraction: { threads: 2, limits: { maxOldGenerationSizeMb: 352, maxYoungGenerationSizeMb: 32 } },
  analysis: { threads: 2, limits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 } },
  evaluation: { threads: 3, limits: { maxOldGenerationSizeMb: 240, maxYoungGenerationSizeMb: 32 } },
  // One archive that takes its whole time does not hold up the next.
  saves: { threads: 2, limits: { maxOldGenerationSizeMb: 144, maxYoungGenerationSizeMb: 16 } },
}

/**
 * The threads of a pool.
 * @param isShared whether all heaps of the process share one cage, as in Electron: there the process would end, not the thread
 */
export function threadBudget(pool: PoolName, cores: number, isShared: boolean): ThreadBudget {
  // A slider is not to be held up by a comparison: extraction has two at least, and leaves a core to the rest.
  const threads = pool === 'extraction' ? Math.max(2, cores - 1) : pool === 'saves' ? 2 : Math.max(1, cores)
  if (!isShared) return { threads, limits: THREAD_LIMITS }
  return { threads: Math.min(threads, SHARED[pool].threads), limits: SHARED[pool].limits }
}
