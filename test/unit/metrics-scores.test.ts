import type { EvaluationRow } from '../../shared/evaluation/evaluation-row'
import { METRIC_IDS } from '../../shared/evaluation/metric-list'
import { figuresOf } from '../../shared/evaluation/score-sums'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bootstrapMean, compareDifferences, holm, percentileInterval } from '../../shared/metrics/bootstrap'
import { seededRandom } from '../../shared/base/random'
import { scoreVerdicts } from '../../shared/metrics/overview-verdict'
import { snippetCounts, snippetScore } from '../../shared/metrics/snippets'
import { spaceSaving, scoreText } from '../../shared/metrics/text-scores'
import { tokenize, tokenWords } from '../../shared/metrics/tokens'
import { forAll, forAllOf } from '../fixtures/for-all'

const text = fc
  .array(fc.constantFrom('a', 'b', 'Word', 'word,', '中', '文。', 'é', 'e\u0301', 'か\u3099', ' ', '\n', 'x1'), { maxLength: 60 })
  .map((w) => w.join(' '))
const glued = fc
  .array(fc.constantFrom('a', '中', 'e\u0301', 'か\u3099', '\u1112\u1161\u11ab', '각', ' ', '-', '😀', '\ud800'), { maxLength: 40 })
  .map((w) => w.join(''))

describe('tokens', () => {
  it('are separated by white space, keep case and punctuation, and split CJK characters', () => {
    expect(tokenWords('The cat’s  hat,\n中文abc。')).toEqual(['The', 'cat’s', 'hat,', '中', '文', 'abc。'])
    expect(tokenWords('The cat’s hat, — 中文', { foldCase: true, stripPunctuation: true })).toEqual(['the', 'cats', 'hat', '中', '文'])
    expect(tokenWords('The cat’s hat_1, 中文', { unit: 'alphanumeric' })).toEqual(['The', 'cat', 's', 'hat', '1', '中', '文'])
  })

  it('are equal with and without the rule for CJK characters if a text contains none', () => {
    const isSplit = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
    for (let code = 0; code < 0x2e80; code++) expect(isSplit.test(String.fromCodePoint(code))).toBe(false)
    forAll(fc.string({ unit: 'grapheme' }), fc.constantFrom('spaced' as const, 'alphanumeric' as const), (t, unit) => {
      expect([...tokenWords(t, { unit }), '中']).toEqual(tokenWords(`${t} 中`, { unit }))
    })
  })

  it('compare composed and decomposed characters as equal', () => expect(tokenWords('cafe\u0301')).toEqual(tokenWords('café')))

  it('have their offsets in the original text', () => {
    const unit = fc.constantFrom('spaced' as const, 'alphanumeric' as const)
    forAllOf(500, fc.oneof(text, glued, fc.string({ unit: 'binary' })), unit, (t, unit) => {
      const { words, starts, ends } = tokenize(t, { unit })
      expect(words).toEqual(tokenWords(t, { unit }))
      for (let i = 0; i < words.length; i++) {
        expect(ends[i]!).toBeGreaterThanOrEqual(starts[i]!)
        if (i > 0) expect(starts[i]!).toBeGreaterThanOrEqual(starts[i - 1]!)
        if (t.normalize('NFC') === t) expect(t.slice(starts[i], ends[i])).toBe(words[i])
      }
    })
    const decomposed = 'un cafe\u0301 noir'
    const { starts, ends } = tokenize(decomposed)
    expect([...starts].map((s, i) => decomposed.slice(s, ends[i]))).toEqual(['un', 'cafe\u0301', 'noir'])
  })
})

describe('the score of a page', () => {
  it('is 1 in every metric for equal texts', () =>
    forAll(text, (t) => {
      const s = scoreText(t, t, {}, true)
      expect([s.precision, s.recall, s.f1, s.cleaneval, s.accuracy, 1 - s.noise, s.editDistanceRatio]).toEqual([1, 1, 1, 1, 1, 1, 1])
    }))

  it('follows the rules for empty texts', () => {
    expect(scoreText('', '')).toMatchObject({ precision: 1, recall: 1, f1: 1, cleaneval: 1 })
    expect(scoreText('some', '')).toMatchObject({ precision: 0, recall: 1, f1: 0, cleaneval: 0, noise: 1 })
    expect(scoreText('', 'some')).toMatchObject({ precision: 0, recall: 0, f1: 0, cleaneval: 0, accuracy: 0, noise: 1 })
  })
})

function figureOf(id: string, pages: readonly Partial<EvaluationRow>[]): number | null {
  const figure = figuresOf(METRIC_IDS).find((one) => one.id === id)!
  const parts = pages.map((page) => figure.part({ metrics: {}, lengths: null, ...page })!)
  const sums = Float64Array.from({ length: figure.size }, (_, i) => parts.reduce((sum, part) => sum + part[i]!, 0))
  return figure.of(sums, pages.length)
}
const sizes = (html: number, text: number) => ({ counts: { sizes: { html, text } } })

it('the scores of a corpus weigh ContentEx’s precision by token length over all pages', () => {
  const weighted = (...pages: [string, string][]) => {
    const parts = pages.map(([extracted, gold]) => ({ lengths: lengths(extracted, gold) }))
    return ['microPrecision', 'microRecall'].map((id) => figureOf(id, parts))
  }
  const lengths = (extracted: string, gold: string) => scoreText(extracted, gold).lengths
  // 5 extracted characters ("long" and "x"), of which 4 are right. The gold text "long word" has 8 characters, of which 4 are found.
  expect(weighted(['long x', 'long word'])).toEqual([4 / 5, 4 / 8])
})

it('snippets are counted over all pages, ignoring white space', () => {
  const counts = snippetCounts('The  main\ntext and a menu', { with: ['main text', 'missing'], without: ['menu', 'footer'] })
  expect(counts).toEqual({ truePositive: 1, falsePositive: 1, falseNegative: 1, trueNegative: 1 })
  expect(snippetScore([counts])).toMatchObject({ precision: 0.5, recall: 0.5, f1: 0.5, accuracy: 0.5 })
})

describe('the overview verdict', () => {
  it('omits ambiguous pages from the matrix', () => {
    const pairs = [
      [true, true],
      [true, false],
      [false, true],
      [false, false],
      [null, true],
      [null, true],
      [false, null],
    ] as const
    const score = scoreVerdicts(pairs.map(([isOverview, overview]) => ({ isOverview, overview })))
    expect(score.matrix).toEqual({ overviewAsOverview: 1, overviewAsContent: 1, contentAsOverview: 1, contentAsContent: 1, unknown: 3 })
    expect(score).toMatchObject({ precision: 0.5, recall: 0.5, f1: 0.5, accuracy: 0.5 })
  })

  it('has no recall if no page is an overview, and no precision if no page has this verdict', () => {
    const content = { isOverview: false, overview: false }
    expect(scoreVerdicts([content, content])).toMatchObject({ precision: null, recall: null, f1: null, accuracy: 1 })
    expect(scoreVerdicts([content, { isOverview: false, overview: true }])).toMatchObject({ precision: 0, recall: null, f1: 0 })
    expect(scoreVerdicts([{ isOverview: true, overview: false }])).toMatchObject({ precision: null, recall: 0, f1: 0, accuracy: 0 })
    expect(scoreVerdicts([])).toMatchObject({ precision: null, recall: null, f1: null, accuracy: null })
  })
})

it('space savings are computed per page, and over the bytes of all pages', () => {
  expect(spaceSaving({ html: 1000, text: 100 })).toBeCloseTo(0.9, 12)
  // 1 − (100 + 600) / (1000 + 1000) = 0.65
  expect(figureOf('totalSpaceSaving', [sizes(1000, 100), sizes(1000, 600)])).toBeCloseTo(0.65, 12)
  expect(figureOf('totalSpaceSaving', [sizes(1000, 0)])).toBeNull()
})

describe('intervals and tests', () => {
  it('contain the mean, and equal the value of a constant column', () => {
    const { low, high } = bootstrapMean(Array.from({ length: 200 }, (_, i) => (i % 10) / 10))!
    // Mean 0.45, standard deviation 0.2872, standard error 0.0203: about 0.41 to 0.49.
    expect(low).toBeCloseTo(0.45 - 1.96 * 0.0203, 2)
    expect(high).toBeCloseTo(0.45 + 1.96 * 0.0203, 2)
    expect(bootstrapMean(Array.from({ length: 10 }, () => 0.5))).toEqual({ low: 0.5, high: 0.5 })
    // Resamples without a value are counted and omitted.
    const draws = Float64Array.from({ length: 1000 }, (_, i) => (i % 5 < 2 ? Number.NaN : 1))
    expect(percentileInterval(draws)).toEqual({ low: 1, high: 1, undefinedDraws: 400 })
  })

  it('give the exact permutation p for few pages', () => {
    // Differences 1, 2, 3: of the 8 sums ±1±2±3, two are at least as far from 0 as 6: +++ and −−−.
    expect(compareDifferences([1, 2, 3], 3)).toEqual({ p: 0.25, difference: 2 })
    expect(compareDifferences([0, 0], 2)).toMatchObject({ p: 1, difference: 0 })
    expect(compareDifferences([], 0)).toBeNull()
  })

  it('count all swaps for more pages', () => {
    // 18 pages differ. The test computes the expected p from all swaps.
    const random = seededRandom(5)
    const differences = Array.from({ length: 18 }, () => random() - 0.35)
    const observed = Math.abs(differences.reduce((sum, d) => sum + d, 0))
    let hits = 0
    for (let signs = 0; signs < 2 ** 18; signs++) {
      let total = 0
      for (const [i, d] of differences.entries()) total += (signs >>> i) & 1 ? d : -d
      if (Math.abs(total) >= observed - 1e-9) hits++
    }
    expect(Math.abs((compareDifferences(differences, 18)?.p ?? 0) - hits / 2 ** 18)).toBeLessThan(2e-4)
  })

  it('count ties in spite of rounding, also over thousands of pages', () => {
    // Sums of 1/3 and 1/6 are multiples of 1/6, so binomial coefficients count them exactly.
    const thirds = [...Array.from({ length: 20 }, () => 1 / 3), ...Array.from({ length: 10 }, () => -1 / 6)]
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k)
    let reached = 0
    for (let i = 0; i <= 20; i++)
      for (let j = 0; j <= 10; j++) if (Math.abs(2 * (2 * i - 20) + (2 * j - 10)) >= 30) reached += choose(20, i) * choose(10, j)
    expect(compareDifferences(thirds, 30)?.p).toBeCloseTo(reached / 2 ** 30, 9)
    // In a binomial distribution of 1,900 signs, 1,012 equal signs are 2.84 standard deviations from the mean (2.82 with the correction for
    // continuity).
    const many = Array.from({ length: 1900 }, (_, i) => (i < 1012 ? 0.1 : -0.1))
    expect(compareDifferences(many, 1900)?.p).toBeCloseTo(0.0048, 3)
    const clear = compareDifferences(new Array<number>(5000).fill(0.1), 5000)?.p ?? 0
    expect(clear).toBeGreaterThan(0)
    expect(clear).toBeLessThan(1e-200)
  })

  it('are corrected for their number by Holm’s method', () => {
    // The sorted values 0.005, 0.01, 0.03, 0.04 are multiplied by 4, 3, 2, 1: 0.02, 0.03, 0.06, 0.04. No result may be lower than
    // the previous result, so the last result is 0.06.
    expect(holm([0.01, 0.04, 0.03, 0.005]).map((p) => Number(p.toFixed(6)))).toEqual([0.03, 0.06, 0.06, 0.02])
    expect([holm([0.2]), holm([0.9, 0.8])]).toEqual([[0.2], [1, 1]])
  })
})
