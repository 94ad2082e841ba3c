/** Ends threads during compression and decompression. In Node 20, the end of a compressing thread could abort the whole process. */
import { join } from 'node:path'
import pLimit from 'p-limit'
import { expect, it } from 'vitest'
import { createThreadPool } from '../../electron/services/threads/thread-pool'
import { eventually } from '../fixtures/eventually'
import { buildPrograms } from '../unit/built-programs'
import type { TestTask } from '../unit/test-thread'

it('the process survives the end of 500 threads that compress and decompress', async () => {
  const pool = createThreadPool<TestTask, number>({
    program: join(await buildPrograms(), 'test-thread.js'),
    budget: { threads: 4, limits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 16 } },
    timeout: 60_000,
    words: { code: 'test', work: 'The test', tooLong: '', tooLarge: '' },
  })
  const codes = new Map<string, number>()
  const endOne = async (_: unknown, i: number): Promise<void> => {
    const gate = new Int32Array(new SharedArrayBuffer(8))
    const stop = new AbortController()
    const isCancelled = i % 10 === 0
    const running = pool.run({ kind: 'pack', gate }, isCancelled ? { signal: stop.signal } : { timeout: 1 + (i % 7) })
    if (isCancelled) {
      await eventually(() => expect(gate[0]).toBe(1))
      stop.abort()
    }
    const result = await running
    const code = result.ok ? 'ok' : result.failure.code
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  await pLimit(4).map(Array.from({ length: 500 }), endOne)
  expect(Object.fromEntries(codes)).toEqual({ cancelled: 50, 'test.timeout': 450 })
  expect(await pool.run({ kind: 'count' })).toEqual({ ok: true, value: 1 })
  await pool.close()
})
