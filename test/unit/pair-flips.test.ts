import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPairFlips } from '../../shared/explain/pair-flips'
import type { Fate } from '../../shared/explain/explain-node'
import { boolean, choice, number, type ParamValue } from '../../shared/extractors/core/params'

const OUT: Fate = 'out'
const KEPT: Fate = 'kept'
const about = { label: 'x', description: '', origin: 'ours' } as const
const range = (max: number, step: number) => number({ ...about, default: 0, min: 0, max, step })
const kept = (answer: (values: Readonly<Record<string, ParamValue>>) => boolean) => (values: Readonly<Record<string, ParamValue>>) =>
  Promise.resolve(answer(values) ? KEPT : OUT)

describe('two parameters that change a node’s fate together', () => {
  const specs = { a: range(2, 0.01), b: range(100, 1) }

  it('are found where neither does it alone, with changes of which none can be a step smaller', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 200 }), fc.integer({ min: 2, max: 100 }), async (a, b) => {
        const answer = (values: Readonly<Record<string, ParamValue>>): boolean =>
          Math.round(Number(values.a) * 100) >= a && Number(values.b) >= b
        const { found } = await findPairFlips(specs, { a: 0, b: 0 }, OUT, kept(answer))
        expect(found).toHaveLength(1)
        const [first, second] = found[0]?.changes ?? []
        expect(first).toEqual({ param: 'a', from: 0, to: a / 100 })
        expect(second).toEqual({ param: 'b', from: 0, to: b })
        expect(found[0]?.fate).toBe(KEPT)
      }),
      { numRuns: 60 },
    )
  })

  it('may trade one for the other: what is found lies on the border', async () => {
    const sum = (values: Readonly<Record<string, ParamValue>>): number => Number(values.a) / 2 + Number(values.b) / 100
    const { found } = await findPairFlips(
      specs,
      { a: 0, b: 0 },
      OUT,
      kept((values) => sum(values) > 1.2),
    )
    const changes = Object.fromEntries((found[0]?.changes ?? []).map(({ param, to }) => [param, to]))
    expect(sum(changes)).toBeGreaterThan(1.2)
    expect(sum({ ...changes, b: Number(changes.b) - 1 })).toBeLessThanOrEqual(1.2)
  })

  it('are switches and choices, too', async () => {
    const options = [
      { value: 'one', label: 'one' },
      { value: 'two', label: 'two' },
    ]
    const { found, tried, pairs } = await findPairFlips(
      { on: boolean({ ...about, default: false }), kind: choice({ ...about, default: 'one', options }), a: range(2, 0.01) },
      { on: false, kind: 'one', a: 0 },
      OUT,
      kept((values) => values.on === true && values.kind === 'two'),
    )
    expect(found.map(({ changes }) => changes.map(({ param, to }) => [param, to]))).toEqual([
      [
        ['on', true],
        ['kind', 'two'],
      ],
    ])
    expect([tried, pairs]).toEqual([3, 3])
  })

  it('are not looked for longer than the runs that it may take, which is said', async () => {
    let runs = 0
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`p${i}`, range(10, 0.01)]))
    const values = Object.fromEntries(Object.keys(many).map((name) => [name, 5]))
    const never = kept(() => {
      runs++
      return false
    })
    const { found, tried, pairs } = await findPairFlips(many, values, OUT, never, { mostRuns: 100 })
    expect(found).toEqual([])
    expect(runs).toBe(100)
    expect(pairs).toBe(28)
    expect(tried).toBeLessThan(pairs)
  })

  it('are not looked for any more once the search is stopped', async () => {
    let runs = 0
    const never = kept(() => {
      runs++
      return false
    })
    await findPairFlips(specs, { a: 1, b: 50 }, OUT, never, { stopped: () => runs >= 5 })
    expect(runs).toBe(5)
  })
})
