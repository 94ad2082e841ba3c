/**
 * Heap of a thread that processes pages one after the other, in megabytes. Most page data is short-lived: doubling the young generation
 * halves the collection work (measured on 92 real pages: a seventh of all processor time).
 */
export const THREAD_LIMITS = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 96 } as const

/** Heap of a thread in megabytes, for Node. */
export interface HeapLimits {
  readonly maxOldGenerationSizeMb: number
  readonly maxYoungGenerationSizeMb: number
}

/** Limits of a pool: number of threads and heap per thread. */
export interface ThreadBudget {
  readonly threads: number
  readonly limits: HeapLimits
}

export type PoolName = 'extraction' | 'analysis' | 'evaluation' | 'saves'

/** Megabytes for the heaps of all threads if they share one cage of 4 GB with the rest of the process. */
export const SHARED_HEAP = 3000

/** Share of each pool. */
const SHARED: Readonly<Record<PoolName, ThreadBudget>> = {
  // Its threads store parsed pages.
  extraction: { threads: 2, limits: { maxOldGenerationSizeMb: 352, maxYoungGenerationSizeMb: 32 } },
  analysis: { threads: 2, limits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 } },
  evaluation: { threads: 3, limits: { maxOldGenerationSizeMb: 240, maxYoungGenerationSizeMb: 32 } },
  // One archive that takes its whole time does not block the next.
  saves: { threads: 2, limits: { maxOldGenerationSizeMb: 144, maxYoungGenerationSizeMb: 16 } },
}

/**
 * Returns the limits of a pool.
 * @param isShared whether all heaps of the process share one cage, as in Electron: there the process would end, not the thread
 */
export function threadBudget(pool: PoolName, cores: number, isShared: boolean): ThreadBudget {
  // A comparison must not block a slider: extraction has at least two threads, and leaves a core to the rest.
  const threads = pool === 'extraction' ? Math.max(2, cores - 1) : pool === 'saves' ? 2 : Math.max(1, cores)
  if (!isShared) return { threads, limits: THREAD_LIMITS }
  return { threads: Math.min(threads, SHARED[pool].threads), limits: SHARED[pool].limits }
}
