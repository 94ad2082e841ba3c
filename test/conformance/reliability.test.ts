import { describe, expect, test } from 'vitest'
import { runToEnd } from '../../shared/base/pieces'
import { seededRandom } from '../../shared/base/random'
import { RELIABILITY_DRAWS, reliabilityOf } from '../../shared/gold/agreement'
import { percentileInterval } from '../../shared/metrics/bootstrap'
import { fleissKappa, krippendorffAlpha, type RatingUnit } from '../../shared/metrics/reliability'

function unitsOf(judges: readonly string[]): RatingUnit[] {
  const rows = judges.map((row) => row.split(' '))
  return rows[0]!.map((_, u) => {
    const counts: Record<string, number> = {}
    for (const row of rows) if (row[u] !== '.') counts[row[u]!] = (counts[row[u]!] ?? 0) + 1
    return { counts, weight: 1 }
  })
}

describe('Krippendorff’s α (2011)', () => {
  test.each([
    ['two observers with ten binary judgements is 0.095 (A)', ['0 1 0 0 0 0 0 0 1 0', '1 1 1 0 0 1 0 0 0 0'], 0.095],
    ['two observers with twelve nominal judgements is 0.692 (B)', ['a a b b d c c c e d d a', 'b a b b b c c c e d d d'], 0.692],
    [
      'four observers with missing values is 0.743 (C)',
      ['1 2 3 3 2 1 4 1 2 . . .', '1 2 3 3 2 2 4 1 2 5 . 3', '. 3 3 3 2 3 4 2 2 5 1 .', '1 2 3 3 2 4 4 1 2 5 1 .'],
      0.743,
    ],
  ])('of the paper’s %s', (_, judges, alpha) => expect(krippendorffAlpha(unitsOf(judges))).toBeCloseTo(alpha, 3))

  test('counts a unit of weight n like n units', () => {
    const units = unitsOf(['a b b a', 'a b a a'])
    const [first, ...rest] = units
    expect(krippendorffAlpha([{ ...first!, weight: 3 }, ...rest])).toBeCloseTo(krippendorffAlpha([first!, first!, first!, ...rest])!, 12)
  })

  test('is 1 for perfect agreement, and n/a without variation or without repeated judgements', () => {
    const alphaOf = (...judges: string[]) => krippendorffAlpha(unitsOf(judges))
    expect([alphaOf('a b', 'a b'), alphaOf('a a', 'a a'), alphaOf('a b', '. .'), krippendorffAlpha([])]).toEqual([1, null, null, null])
  })
})

describe('Fleiss’ κ (1971)', () => {
  const DIAGNOSES =
    '00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031 00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006'
  const units = DIAGNOSES.split(' ').map((row) => ({
    counts: Object.fromEntries([...row].flatMap((count, i) => (count === '0' ? [] : [[String(i), Number(count)]]))),
    weight: 1,
  }))

  test('of the paper’s diagnoses is 0.430', () => {
    const shares = [0, 1, 2, 3, 4].map((i) => units.reduce((sum, { counts }) => sum + (counts[String(i)] ?? 0), 0) / 180)
    expect(shares.map((share) => share.toFixed(3))).toEqual(['0.144', '0.144', '0.167', '0.306', '0.239'])
    expect(fleissKappa(units)).toBeCloseTo(0.43, 3)
  })

  test('is n/a if units have different numbers of judges', () => {
    expect([fleissKappa([...units, { counts: { 0: 5 }, weight: 1 }]), fleissKappa([])]).toEqual([null, null])
  })
})

describe('Reliability over pages', () => {
  // Boilerscope resamples sums per page. This test resamples pages and joins the pages' units.
  test.each([true, false])('has the same intervals as joined units of resampled pages (equal number of judges: %s)', (equal) => {
    const random = seededRandom(7)
    const pages = Array.from({ length: 40 }, (_, page) =>
      Array.from({ length: 1 + (page % 4) }, (): RatingUnit => {
        const counts: Record<string, number> = {}
        for (let judge = equal ? 0 : Math.floor(random() * 3); judge < 3; judge++) {
          const value = 'aab'[Math.floor(random() * 3)]!
          counts[value] = (counts[value] ?? 0) + 1
        }
        return { counts, weight: 1 + Math.floor(random() * 500) }
      }),
    )
    const judged = pages.filter((units) => units.some(({ counts }) => (counts.a ?? 0) + (counts.b ?? 0) > 1))
    const intervalOf = (statistic: typeof krippendorffAlpha) => {
      const draws = seededRandom(1)
      const drawn = Array.from({ length: RELIABILITY_DRAWS }, () => judged.flatMap(() => judged[Math.floor(draws() * judged.length)]!))
      return percentileInterval(Float64Array.from(drawn, (units) => statistic(units) ?? Number.NaN))
    }
    const found = runToEnd(reliabilityOf(pages))
    const close = (interval: { low: number; high: number } | null) =>
      interval && { low: expect.closeTo(interval.low, 12) as number, high: expect.closeTo(interval.high, 12) as number }
    expect(found).toEqual({
      pages: judged.length,
      alpha: krippendorffAlpha(judged.flat()),
      alphaInterval: close(intervalOf(krippendorffAlpha)),
      kappa: fleissKappa(judged.flat()),
      kappaInterval: equal ? close(intervalOf(fleissKappa)) : null,
    })
    expect(found.kappa === null).toBe(!equal)
  })

  test('is resampled in pieces, so that a host can respond and cancel it', () => {
    const unit = (i: number): RatingUnit => ({ weight: 10 + i, counts: { a: 1 + (i % 2), '': 2 - (i % 2) } })
    const work = reliabilityOf(Array.from({ length: 5000 }, () => [0, 1, 2, 3].map(unit)))
    let pieces = 0
    while (!work.next().done) pieces++
    expect(pieces).toBeGreaterThan(5)
  })
})
