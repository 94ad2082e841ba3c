import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findFlip, findFlips, isEachValueTried, curveValues } from '../../shared/explain/flip-search'
import { linesOfNode } from '../../shared/explain/node-label'
import { boolean, number, proportion } from '../../shared/extractors/core/params'
import { parsePage } from '../../shared/page/parse-page'
import { characterF1, wordsOfSelection } from '../../shared/explain/coverage'
import { extractors } from '../../shared/extractors/index'
import { KEPT } from '../../shared/page/output'

const about = { label: 'x', description: '', origin: 'ours' } as const
const spec = (min: number, max: number, step: number) => number({ ...about, default: min, min, max, step })
const asked = (answer: (value: number) => boolean) => (value: unknown) => Promise.resolve(answer(Number(value)))
const flipIf = (of: ReturnType<typeof spec>, current: number, changed: (value: number) => boolean) => findFlip(of, current, asked(changed))

describe('the smallest change of a parameter that changes a result', () => {
  it.each([
    ['the grid value next to the border, on a long range', [0, 100, 0.01], 50, (v: number) => v >= 61.234, 61.24],
    ['the nearer of the two directions', [0, 2, 0.01], 1, (v: number) => v >= 1.5 || v <= 0.9, 0.9],
    ['exact on a short range even where the answer is not monotonic', [0, 10, 1], 5, (v: number) => v === 8, 8],
    ['nothing where no value changes it', [0, 2, 0.01], 1, () => false, undefined],
  ] as const)(
    'is %s, after a hundred runs and a logarithmic number of further runs',
    async (_, [min, max, step], current, answer, value) => {
      const flip = await findFlip(spec(min, max, step), current, asked(answer))
      expect(flip?.value).toBe(value)
      expect(flip?.runs ?? 0).toBeLessThan(140)
    },
  )

  it.each([0, 0.25, 1 / 3, 1])('is exact for a share in steps of 0.01, from %d, if only one value reverses it', async (current) => {
    const share = proportion({ ...about, default: 0.5 })
    const flip = await flipIf(share, current, (v) => Math.abs(v - 0.89) < 0.005)
    expect([Number(flip?.value).toFixed(2), flip?.nearest]).toEqual(['0.89', true])
    expect(isEachValueTried(share)).toBe(true)
  })

  it('is reported as the nearest only if all nearer values were tried', async () => {
    const long = spec(2, 500, 1)
    expect(isEachValueTried(long)).toBe(false)
    // 45 and the values up to 9 reverse the result. A search in large steps would miss 45.
    expect(await flipIf(long, 50, (v) => v === 45 || v <= 9)).toMatchObject({ value: 45, nearest: true })
    expect(await flipIf(long, 50, (v) => v >= 300)).toMatchObject({ value: 300, nearest: false })
  })

  it('is in the range and on the grid, and changes the result', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 1, max: 400 }), async (current, border) => {
        const changed = (v: number): boolean => Math.round(v * 100) >= border !== current >= border
        const flip = await findFlip(spec(0, 4, 0.01), current / 100, asked(changed))
        if (!flip || typeof flip.value !== 'number') return flip === null && !changed(0) && !changed(4)
        // One limit separates the results. The nearest reversing value is the first grid value beyond the limit.
        const nearest = current >= border ? border - 1 : border
        return Math.round(flip.value * 100) === nearest
      }),
    ))

  it('changes only one parameter at a time', async () => {
    const specs = { x: spec(0, 10, 1), y: spec(0, 10, 1), z: boolean({ ...about, default: false }) }
    const seen: string[] = []
    const found = await findFlips(specs, { values: { x: 1, y: 2, z: false }, status: 'kept' }, async (values) => {
      seen.push(JSON.stringify(values))
      return Number(values.x) + Number(values.y) < 6 ? 'kept' : 'out'
    })
    expect(found).toEqual([
      { param: 'x', from: 1, to: 4, nearest: true, status: 'out' },
      { param: 'y', from: 2, to: 5, nearest: true, status: 'out' },
    ])
    expect(seen).toContain(JSON.stringify({ x: 1, y: 2, z: true }))
  })

  it('has the results of a stopped search', async () => {
    let runs = 0
    const specs = { x: spec(0, 10, 1), y: spec(0, 10, 1) }
    const found = await findFlips(
      specs,
      { values: { x: 0, y: 0 }, status: 'kept' },
      async (values) => (runs++, Number(values.x) < 2 ? 'kept' : 'path'),
      { stopped: () => runs >= 2 },
    )
    expect(found).toEqual([{ param: 'x', from: 0, to: 2, nearest: true, status: 'path' }])
    expect(runs).toBe(2)
  })
})

describe('lines and nodes', () => {
  const html = '<body>\n<p>one\ntwo</p>\n<p>three</p>'
  const page = parsePage(html, { sourcePositions: true })
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const line of html.split('\n')) {
    starts.push(at)
    ends.push(at + line.length)
    at += line.length + 1
  }
  const lines = { start: Int32Array.from(starts), end: Int32Array.from(ends), measures: {}, content: new Uint8Array(starts.length) }

  it('finds the lines of a node, with its characters on each', () => {
    const one = [...page.text].indexOf('one\ntwo')
    expect(linesOfNode(page, lines, one, 10)).toEqual([1, 2].map((line) => ({ line, characters: 3 })))
    expect(linesOfNode(page, lines, one, 1)).toHaveLength(1)
  })
})

describe('the curve of a parameter', () => {
  it('has values at both ends of the range and between, on steps of the parameter', () => {
    expect(curveValues({ min: 0, max: 2, step: 0.01 }, 5)).toEqual([0, 0.5, 1, 1.5, 2])
    expect(curveValues({ min: 0, max: 3, step: 1 }, 25)).toEqual([0, 1, 2, 3])
  })

  it('has values in order and within the range, for every number parameter of every extractor', () => {
    for (const { id, params } of extractors)
      for (const [name, spec] of Object.entries(params)) {
        if (spec.kind !== 'number') continue
        const values = curveValues(spec, 25)
        expect(values, `${id} ${name}`).toEqual([...new Set(values)].sort((a, b) => a - b))
        expect([values[0], values.at(-1)], `${id} ${name}`).toEqual([spec.min, spec.max])
      }
  })

  it('counts a word in two nodes once', () => {
    const page = parsePage('<body><p>The fer<b>ry</b> came.</p></body>')
    expect(wordsOfSelection(page, new Uint8Array(page.count).fill(KEPT))).toBe(3)
  })

  it('has an F1 of 2 TP / (2 TP + FP + FN), and of 1 if gold text and kept text are empty', () => {
    expect(characterF1({ truePositive: 60, falsePositive: 20, falseNegative: 20 })).toBe(0.75)
    expect(characterF1({ truePositive: 0, falsePositive: 0, falseNegative: 0 })).toBe(1)
  })
})
