import { describe, expect, it } from 'vitest'
import { createGarbageCollector, type Heap } from '../../electron/services/threads/thread-program'

/** A heap with this number of used bytes. */
function heapWith(inUse: number): Heap & { size: number; live: number; collections: number } {
  return {
    size: inUse,
    live: inUse,
    collections: 0,
    used() {
      return this.size
    },
    collect() {
      this.collections++
      this.size = this.live
    },
  }
}

describe('garbage between two tasks', () => {
  it('is collected once the heap has grown above the limit, and not before', () => {
    const heap = heapWith(30)
    const collect = createGarbageCollector(100, heap)
    heap.size = 100
    collect()
    expect(heap.collections).toBe(0)
    heap.size = 101
    collect()
    expect([heap.collections, heap.size]).toEqual([1, 30])
  })

  it('is not looked for after every task where much stays in use: the limit is twice that, until less is', () => {
    const heap = heapWith(30)
    const collect = createGarbageCollector(100, heap)
    heap.live = 80
    heap.size = 120
    collect()
    heap.size = 150
    collect()
    expect(heap.collections).toBe(1)
    heap.live = 30
    heap.size = 161
    collect()
    heap.size = 110
    collect()
    expect(heap.collections).toBe(3)
  })

  it('is what frees memory in a thread as it runs', () => {
    let held: number[][] | null = Array.from({ length: 200 }, () => new Array<number>(10_000).fill(0.5))
    expect(held).toHaveLength(200)
    const before = process.memoryUsage().heapUsed
    held = null
    createGarbageCollector(0)()
    expect(before - process.memoryUsage().heapUsed).toBeGreaterThan(8 * 2 ** 20)
  })
})
