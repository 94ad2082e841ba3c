import { describe, expect, it } from 'vitest'
import { compareAll } from '../../shared/evaluation/all-pairs'
import { scoredPage } from '../fixtures/scored-pages'

const pages = (values: readonly (readonly number[])[], site = (i: number) => `${i}.org`) => {
  const scores = values.map((row) => row.map((f1) => ({ f1 })))
  return scores.map((row, i) => scoredPage(`p${i}`, row, { facts: { host: site(i) } }))
}

describe('all extractors against each other', () => {
  const clear = [
    [0.9, 0.8, 0.7],
    [0.8, 0.9, 0.7],
    [0.9, 0.8, 0.7],
    [0.9, 0.7, 0.8],
    [0.9, 0.8, 0.7],
    [0.7, 0.9, 0.8],
    [0.9, 0.8, 0.7],
    [0.9, 0.8, 0.7],
    [0.9, 0.8, 0.7],
    [0.8, 0.9, 0.7],
    [0.9, 0.7, 0.8],
    [0.9, 0.8, 0.7],
  ]

  it('are ranked page by page, and tested as Friedman does', () => {
    const found = compareAll(pages(clear), 3, 'f1')!
    // Sums of ranks 16, 23 and 33 by hand: 12 / (12·3·4) · (8² + 1² + 9²) = 12.1667.
    expect(found.rows.map(({ configuration, rank }) => [configuration, Number(rank.toFixed(4))])).toEqual([
      [0, 1.3333],
      [1, 1.9167],
      [2, 2.75],
    ])
    expect(found.statistic).toBeCloseTo(12.1667, 4)
    // exp(−x / 2) for two degrees of freedom.
    expect(found.p).toBeCloseTo(Math.exp(-12.1667 / 2), 6)
    // 2.343 · √(3 · 4 / (6 · 12)).
    expect(found.criticalDifference).toBeCloseTo(0.9565, 4)
    expect(found.cliques).toEqual([
      [0, 1],
      [1, 2],
    ])
  })

  it('share ranks in ties, and are equal without differences', () => {
    const same = compareAll(pages(clear.map(() => [0.5, 0.5, 0.5])), 3, 'f1')!
    expect([same.statistic, same.p, same.cliques]).toEqual([0, 1, [[0, 2]]])
  })

  it('have the p of odd degrees of freedom, too', () => {
    // Four rows, always in this order: statistic n (k − 1) = 36; χ² with 3 degrees: 7.4863e-8 (R: pchisq(36, 3, lower = FALSE)).
    expect(compareAll(pages(clear.map(() => [0.9, 0.8, 0.7, 0.6])), 4, 'f1')?.p).toBeCloseTo(7.4863e-8, 10)
    // Two rows: 12 wins of 12, χ² with 1 degree of 12: 0.000532 (R: pchisq(12, 1, lower = FALSE)).
    expect(compareAll(pages(clear.map(() => [0.9, 0.8])), 2, 'f1')?.p).toBeCloseTo(0.000532, 6)
  })

  it('are ranked by sites where pages share them, and not at all on few pages', () => {
    const twice = [...clear, ...clear]
    const onSites = (sites: number) => pages(twice, (i) => `${i % sites}.org`)
    expect(compareAll(onSites(12), 3, 'f1')).toMatchObject({ blocks: 12, of: 'site' })
    expect(compareAll(onSites(3), 3, 'f1')).toMatchObject({ blocks: 24, of: 'page' })
    expect(compareAll(pages(clear.slice(0, 9)), 3, 'f1')).toBeNull()
    expect(compareAll(pages(clear), 1, 'f1')).toBeNull()
  })
})
