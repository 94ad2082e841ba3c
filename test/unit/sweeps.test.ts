import { describe, expect, test, it } from 'vitest'
import { hashText } from '../../shared/base/random'
import { changedPages, compareRuns, effectiveParams, rowsAlike, type ComparedRun } from '../../shared/evaluation/compare-runs'
import type { PageResult } from '../../shared/evaluation/evaluation-row'
import { registry } from '../../electron/peers/registry'
import { Configuration } from '../../shared/evaluation/run-spec'
import { findExtractor } from '../../shared/extractors/core/run'
import { scoredPage } from '../fixtures/scored-pages'
import { findSweeps, heldOut, meanOf } from '../../shared/evaluation/sweeps'
import { failure } from '../../shared/base/failure'
import { RowFailures } from '../../shared/evaluation/noted-pages'
import { compareAll } from '../../shared/evaluation/all-pairs'

const configuration = (extractor: string, params: Record<string, number | boolean> = {}): Configuration =>
  Configuration.parse({ extractor, params })

const page = (id: string, f1: readonly (number | null)[], pageType = 'article'): PageResult => {
  const metrics = f1.map((one) => ({ f1: one }))
  return scoredPage(id, metrics, { facts: { pageType } })
}

describe('sweeps of a run', () => {
  test('with one varied number give a curve, in order of the number', () => {
    const configurations = [configuration('cectd-ds', { lambda: 2 }), configuration('ttr'), configuration('cectd-ds', { lambda: 1 })]
    const points = [
      { value: 1, configuration: 2 },
      { value: 2, configuration: 0 },
    ]
    expect(findSweeps({ configurations })).toMatchObject([{ extractor: 'cectd-ds', param: 'lambda', points }])
  })

  test('with two varied numbers give, for each number, a curve per value of the other number', () => {
    const given: Record<string, number | boolean>[] = [
      { a: 1, b: 10 },
      { a: 2, b: 10 },
      { a: 1, b: 20 },
      { a: 1, b: 20, on: true },
    ]
    const sweeps = findSweeps({ configurations: given.map((params) => configuration('x', params)) })
    const curves = sweeps.map(({ param, points }) => [param, ...points.map((point) => point.configuration)].join(' '))
    expect(curves).toEqual(['a 0 1', 'b 0 2'])
  })

  test('have means over the pages with a value, with an interval from ten pages on', () => {
    const results = [page('a', [0.2]), page('b', [0.6]), page('c', [1], 'forum'), page('d', [null])]
    expect(meanOf(results, 0, 'f1')).toEqual({ mean: 0.6, pages: 3, interval: null })
    expect(meanOf(results.slice(2), 0, 'f1')).toEqual({ mean: 1, pages: 1, interval: null })
    expect(meanOf(results.slice(3), 0, 'f1')).toBeNull()
    const many = Array.from({ length: 10 }, (_, i) => page(`${i}`, [0.2 + 0.4 * (i % 3)]))
    const interval = meanOf(many, 0, 'f1')?.interval
    expect(interval?.low).toBeLessThanOrEqual(0.6)
    expect(interval?.high).toBeGreaterThanOrEqual(0.6)
  })
})

describe('several runs', () => {
  const run = (names: readonly string[], extractor: string, results: readonly PageResult[]): ComparedRun => {
    const spec = { configurations: names.map(() => configuration(extractor)) }
    return { names, spec, results }
  }
  const first = run(['x [k=1]'], 'x', [page('a', [0.5]), page('b', [0.5]), page('c', [0.9])])
  const [second, third] = [run(['x'], 'x', [page('a', [0.7]), page('b', [0.5])]), run(['y'], 'y', [page('a', [0.1])])]

  test('are compared row by row over common pages; a run without the row is empty', () => {
    const [row] = compareRuns(first, [second, third], 'f1')
    expect(row?.others[0]).toMatchObject({ name: 'x', pages: 2 })
    expect(row?.others[0]?.test?.difference).toBeCloseTo(-0.1, 12)
    expect(row?.others[1]).toBeNull()
  })

  test('are compared by effective parameters first, or with the chosen row', () => {
    const info = findExtractor(registry, 'cectd-ds')
    const rowsOf = (names: readonly string[], lambdas: readonly (number | null)[], values: readonly number[]): ComparedRun => {
      const configurations = lambdas.map((lambda) => configuration('cectd-ds', lambda === null ? {} : { lambda }))
      const effective = configurations.map((one) => effectiveParams(one, [info]))
      return { names, spec: { configurations }, effective, results: [page('a', [...values])] }
    }
    // The default of λ is 1, so a row without parameters equals the row with λ = 1.
    const usual = rowsOf(['cectd-ds'], [null], [0.5])
    const sweep = rowsOf(['cectd-ds [lambda=0]', 'cectd-ds [lambda=1]', 'cectd-ds [lambda=2]'], [0, 1, 2], [0.1, 0.5, 0.9])
    expect(compareRuns(usual, [sweep], 'f1')[0]?.others[0]).toMatchObject({ configuration: 1, test: { difference: 0 } })
    expect(compareRuns(usual, [sweep], 'f1', () => 2)[0]?.others[0]).toMatchObject({ name: 'cectd-ds [lambda=2]', configuration: 2 })
    expect(rowsAlike(usual, 0, sweep)).toEqual([0, 1, 2])
  })

  test('list changed pages, the largest change first, with the values of all', () => {
    const others = [second, run(['x [k=2]'], 'x', [page('a', [0.5]), page('b', [0.9])])]
    const [row] = compareRuns(first, others, 'f1')
    expect(row && changedPages(first, row, others, 'f1')).toEqual([
      { page: 'b', value: 0.5, others: [0.5, 0.9], change: -0.4 },
      { page: 'a', value: 0.5, others: [0.7, 0.5], change: expect.closeTo(-0.2, 12) as number },
    ])
  })
})

describe('a value that is chosen on some pages and scored on other pages', () => {
  const points = (pages: number): number[][] => [0.6, 0.5].map((from) => Array.from({ length: pages }, (_, i) => from + (i % 7) / 100))

  test('is chosen on one half and scored on the other if there are many pages', () => {
    const held = heldOut(points(200), true)
    expect(held).toMatchObject({ parts: 2, chosen: [0], score: { pages: 100 } })
    expect(held?.score.mean).toBeCloseTo(0.63, 2)
    expect(held?.score.interval).not.toBeNull()
  })

  test('is chosen on four parts and scored on the fifth, in turn, if there are few pages', () => {
    expect(heldOut(points(40), true)).toMatchObject({ parts: 5, chosen: [0, 0, 0, 0, 0], score: { pages: 40 } })
    expect([heldOut(points(40), false)?.chosen, heldOut(points(9), true)]).toEqual([[1, 1, 1, 1, 1], null])
  })

  test('is the same for the same seed, and never scored on the pages of its choice', () => {
    // The scores are random, so the best point on some pages is not better on other pages.
    const score = (point: number, page: number): number => (hashText(`${point} ${page}`, 1) % 1000) / 1000
    const noise = Array.from({ length: 20 }, (_, point) => Array.from({ length: 60 }, (_, page) => score(point, page)))
    const best = Math.max(...noise.map((values) => values.reduce((sum, value) => sum + value, 0) / values.length))
    expect(heldOut(noise, true, 3)).toEqual(heldOut(noise, true, 3))
    expect(heldOut(noise, true, 3)?.score.mean).toBeLessThan(best - 0.02)
  })
})

it('the failures of rows list each reason of a row once, with its pages', () => {
  const broken = failure('extractor.failed', 'It divided by zero.', 'Report it.')
  const halfFailed = (id: string, reason = broken): PageResult =>
    scoredPage(id, [{}, {}], { row: (i) => ({ failure: i === 1 ? reason : null }) })
  const failures = new RowFailures()
  for (const id of ['a', 'b']) failures.add(halfFailed(id))
  failures.add(halfFailed('c', failure('evaluation.timeout', 'Too long.', 'Raise the limit.')))
  const list = failures.list().map(({ configuration, code, count, pages }) => `${configuration} ${code} ${count}: ${pages.join()}`)
  expect(list).toEqual(['1 extractor.failed 2: a,b', '1 evaluation.timeout 1: c'])
})

const pages = (values: readonly (readonly number[])[], site = (i: number) => `${i}.org`) => {
  return values.map((row) => row.map((f1) => ({ f1 }))).map((row, i) => scoredPage(`p${i}`, row, { facts: { host: site(i) } }))
}

describe('the comparison of all extractors', () => {
  // Each digit is ten times an F1.
  const clear = '987 897 987 978 987 798 987 987 987 897 978 987'.split(' ').map((row) => [...row].map((f1) => Number(f1) / 10))

  it('ranks rows per page, and uses Friedman’s test', () => {
    const found = compareAll(pages(clear), 3, 'f1')!
    // Sums of ranks by hand: 16, 23 and 33. 12 / (12·3·4) · (8² + 1² + 9²) = 12.1667.
    expect(found.rows.map(({ configuration, rank }) => `${configuration} ${rank.toFixed(4)}`)).toEqual(['0 1.3333', '1 1.9167', '2 2.7500'])
    expect(found.statistic).toBeCloseTo(12.1667, 4)
    // With two degrees of freedom, p = exp(−x / 2).
    expect(found.p).toBeCloseTo(Math.exp(-12.1667 / 2), 6)
    // The critical difference is 2.343 · √(3 · 4 / (6 · 12)).
    expect(found.criticalDifference).toBeCloseTo(0.9565, 4)
    expect(found.cliques.map(String)).toEqual(['0,1', '1,2'])
  })

  it('shares ranks in ties, and gives equal ranks without differences', () => {
    const same = compareAll(pages(clear.map(() => [0.5, 0.5, 0.5])), 3, 'f1')!
    expect([same.statistic, same.p, same.cliques]).toEqual([0, 1, [[0, 2]]])
  })

  it('has the p of odd degrees of freedom', () => {
    // Four rows, always in this order: statistic n (k − 1) = 36; χ² with 3 degrees: 7.4863e-8 (R: pchisq(36, 3, lower = FALSE)).
    expect(compareAll(pages(clear.map(() => [0.9, 0.8, 0.7, 0.6])), 4, 'f1')?.p).toBeCloseTo(7.4863e-8, 10)
    // Two rows, 12 wins of 12: χ² = 12 with 1 degree of freedom, p = 0.000532 (R: pchisq(12, 1, lower = FALSE)).
    expect(compareAll(pages(clear.map(() => [0.9, 0.8])), 2, 'f1')?.p).toBeCloseTo(0.000532, 6)
  })

  it('ranks by sites if pages share sites, and gives no ranks on few pages', () => {
    const twice = [...clear, ...clear]
    const onSites = (sites: number) => pages(twice, (i) => `${i % sites}.org`)
    expect(compareAll(onSites(12), 3, 'f1')).toMatchObject({ blocks: 12, of: 'site' })
    expect(compareAll(onSites(3), 3, 'f1')).toMatchObject({ blocks: 24, of: 'page' })
    expect([compareAll(pages(clear.slice(0, 9)), 3, 'f1'), compareAll(pages(clear), 1, 'f1')]).toEqual([null, null])
  })
})
