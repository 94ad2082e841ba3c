import { expect, test } from 'vitest'
import { type PoolName, SHARED_HEAP, THREAD_LIMITS, threadBudget } from '../../electron/services/threads/thread-pool'

const POOLS: readonly PoolName[] = ['extraction', 'analysis', 'evaluation', 'saves']

test.each([1, 2, 4, 16, 128])('where all heaps share one cage, all pools of %i cores together stay below its limit', (cores) => {
  const together = POOLS.map((pool) => threadBudget(pool, cores, true))
    .map(({ threads, limits }) => threads * (limits.maxOldGenerationSizeMb + limits.maxYoungGenerationSizeMb))
    .reduce((a, b) => a + b)
  expect(together).toBeLessThanOrEqual(SHARED_HEAP)
})

test('a process of Node gives every core a thread with a separate heap', () => {
  expect(threadBudget('evaluation', 16, false)).toEqual({ threads: 16, limits: THREAD_LIMITS })
  expect(threadBudget('analysis', 1, false).threads).toBe(1)
})

test('extraction has two threads at least, so that a slider is not held up by a comparison', () => {
  expect([1, 2, 8].map((cores) => threadBudget('extraction', cores, false).threads)).toEqual([2, 2, 7])
  expect(threadBudget('extraction', 1, true).threads).toBe(2)
})
