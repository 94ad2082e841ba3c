import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createThreadPool,
  type ThreadPool,
  type PoolName,
  SHARED_HEAP,
  THREAD_LIMITS,
  threadBudget,
} from '../../electron/services/threads/thread-pool'
import { buildPrograms } from './built-programs'
import type { TestTask } from './test-thread'
import { eventually } from '../fixtures/eventually'
import { createGarbageCollector, type Heap } from '../../electron/services/threads/thread-program'

const program = join(await buildPrograms(), 'test-thread.js')
const pools: ThreadPool<TestTask, number | Float64Array>[] = []

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

function poolOf(threads: number, timeout = 60_000): ThreadPool<TestTask, number | Float64Array> {
  const pool = createThreadPool<TestTask, number | Float64Array>({
    program,
    budget: { threads, limits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 16 } },
    timeout,
    words: { code: 'test', work: 'The test', tooLong: 'Wait longer.', tooLarge: 'Take less.' },
  })
  pools.push(pool)
  return pool
}

const ok = (value: number) => ({ ok: true, value })
const failed = (code: string) => ({ ok: false, failure: { code } })
const gateOf = (): Int32Array => new Int32Array(new SharedArrayBuffer(8))
const begun = (gate: Int32Array): Promise<void> => eventually(() => expect(gate[0]).toBe(1))
function open(gate: Int32Array): void {
  Atomics.store(gate, 1, 1)
  Atomics.notify(gate, 1)
}

describe('a pool of threads', () => {
  it('counts a task’s time from its start in a thread, without the wait for the thread and for the thread’s start', async () => {
    const pool = poolOf(1, 900)
    const tasks = Array.from({ length: 5 }, () => pool.run({ kind: 'work', milliseconds: 300 }))
    expect(await Promise.all(tasks)).toEqual([1, 2, 3, 4, 5].map(ok))
  })

  it('stops a task that takes too long, and continues with the next one on a new thread', async () => {
    const pool = poolOf(1)
    const [late, next] = await Promise.all([pool.run({ kind: 'work', milliseconds: 6e4 }, { timeout: 100 }), pool.run({ kind: 'count' })])
    const message = 'The test took longer than 0.1 seconds and was stopped.'
    expect([late, next]).toEqual([{ ok: false, failure: { code: 'test.timeout', message, next: 'Wait longer.' } }, ok(1)])
  })

  it('is replaced: later tasks get new threads, running tasks end undisturbed', async () => {
    const pool = poolOf(1)
    for (const count of [1, 2]) expect(await pool.run({ kind: 'count' })).toEqual(ok(count))
    const gate = gateOf()
    const underWay = pool.run({ kind: 'hold', gate })
    await begun(gate)
    pool.renew()
    const later = pool.run({ kind: 'count' })
    open(gate)
    expect([await underWay, await later]).toEqual([ok(3), ok(1)])
    pool.renew()
    pool.renew()
    expect(await pool.run({ kind: 'count' })).toEqual(ok(1))
  })

  it('continues after a thread that exceeds its memory', async () => {
    const pool = poolOf(1)
    expect(await pool.run({ kind: 'fill' })).toMatchObject({ ok: false, failure: { code: 'test.out-of-memory', next: 'Take less.' } })
    expect(await pool.run({ kind: 'count' })).toEqual(ok(1))
  })

  it('continues after a thread that ends', async () => {
    const pool = poolOf(1)
    expect(await pool.run({ kind: 'exit' })).toMatchObject(failed('test.crashed'))
    expect(await pool.run({ kind: 'count' })).toEqual(ok(1))
  })

  it.each([
    ['at once, and keeps the thread if the task ends soon', true, 3],
    ['at once, and ends the thread if the task continues', false, 1],
  ])('responds to the cancel of a task %s', async (_, isShort, counted) => {
    const pool = poolOf(1)
    expect(await pool.run({ kind: 'count' })).toEqual(ok(1))
    const stop = new AbortController()
    const gate = gateOf()
    const held = pool.run({ kind: 'hold', gate }, { signal: stop.signal })
    await begun(gate)
    stop.abort()
    if (isShort) open(gate)
    expect(await held).toMatchObject(failed('cancelled'))
    expect(await pool.run({ kind: 'count' })).toEqual(ok(counted))
  })

  it('never begins a task that was cancelled while it waited', async () => {
    const pool = poolOf(1)
    const stop = new AbortController()
    const [first, waiting] = [pool.run({ kind: 'work', milliseconds: 200 }), pool.run({ kind: 'count' }, { signal: stop.signal })]
    stop.abort()
    expect(await waiting).toMatchObject(failed('cancelled'))
    expect(await pool.run({ kind: 'count' }, { signal: AbortSignal.abort() })).toMatchObject(failed('cancelled'))
    await first
    expect(await pool.run({ kind: 'count' })).toEqual(ok(2))
  })

  it('has no warning of Node for many tasks with one signal', async () => {
    const warned = vi.fn()
    process.on('warning', warned)
    const { signal } = new AbortController()
    const pool = poolOf(1)
    await Promise.all(Array.from({ length: 12 }, () => pool.run({ kind: 'count' }, { signal })))
    process.off('warning', warned)
    expect(warned).not.toHaveBeenCalled()
  })

  it('cancels running tasks when it is closed', async () => {
    const pool = poolOf(1)
    const running = pool.run({ kind: 'work', milliseconds: 60_000 })
    await pool.close()
    expect([await running, await pool.run({ kind: 'count' })]).toMatchObject([failed('cancelled'), failed('cancelled')])
  })
})

const POOLS: readonly PoolName[] = ['extraction', 'analysis', 'evaluation', 'saves']

it.each([1, 2, 4, 16, 128])('the heaps of all pools on %i cores fit into one cage, if all heaps share one', (cores) => {
  const needs = POOLS.map((pool) => threadBudget(pool, cores, true)).map(
    ({ threads, limits }) => threads * (limits.maxOldGenerationSizeMb + limits.maxYoungGenerationSizeMb),
  )
  expect(needs.reduce((a, b) => a + b)).toBeLessThanOrEqual(SHARED_HEAP)
})

it('a process of Node gives every core a thread with a separate heap', () => {
  expect(threadBudget('evaluation', 16, false)).toEqual({ threads: 16, limits: THREAD_LIMITS })
  expect(threadBudget('analysis', 1, false).threads).toBe(1)
})

it('extraction has at least two threads, so that a slider does not wait for a comparison', () => {
  expect([1, 2, 8].map((cores) => threadBudget('extraction', cores, false).threads)).toEqual([2, 2, 7])
  expect(threadBudget('extraction', 1, true).threads).toBe(2)
})

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
  it('is collected only after the heap exceeds the limit', () => {
    const heap = heapWith(30)
    const collect = createGarbageCollector(100, heap)
    for (heap.size of [100, 101]) collect()
    expect([heap.collections, heap.size]).toEqual([1, 30])
  })

  it('is not collected after every task if much memory is in use: the limit is then twice the used memory', () => {
    const heap = heapWith(30)
    const collect = createGarbageCollector(100, heap)
    heap.live = 80
    for (heap.size of [120, 150]) collect()
    expect(heap.collections).toBe(1)
    heap.live = 30
    for (heap.size of [161, 110]) collect()
    expect(heap.collections).toBe(3)
  })

  it('is freed in a running thread', () => {
    let held: number[][] | null = Array.from({ length: 200 }, () => new Array<number>(10_000).fill(0.5))
    expect(held).toHaveLength(200)
    const before = process.memoryUsage().heapUsed
    held = null
    createGarbageCollector(0)()
    expect(before - process.memoryUsage().heapUsed).toBeGreaterThan(8 * 2 ** 20)
  })
})
