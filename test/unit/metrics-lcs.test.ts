import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lcsLength, lcsMatching } from '../../shared/metrics/lcs'
import { internWords } from '../../shared/metrics/tokens'
import { distanceOfNumbers } from '../../shared/metrics/levenshtein'
import { seededRandom } from '../../shared/base/random'
import { forAllOf } from '../fixtures/for-all'

function slowLcs(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Int32Array(b.length + 1))
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++)
      table[i]![j] = a[i - 1] === b[j - 1] ? table[i - 1]![j - 1]! + 1 : Math.max(table[i - 1]![j]!, table[i]![j - 1]!)
  return table[a.length]![b.length]!
}

function slowLevenshtein(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => Int32Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : i)))
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++)
      table[i]![j] = Math.min(table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
  return table[a.length]![b.length]!
}

/** Returns a text with the word frequencies of running text (Zipf), and an edited copy. */
function twoTexts(length: number, vocabulary: number, edits: number, seed: number): [string[], string[]] {
  const random = seededRandom(seed)
  const word = (): string => `w${Math.floor(vocabulary ** random()) - 1}`
  const a = Array.from({ length }, word)
  return [a, a.flatMap((w) => (random() < edits ? (random() < 0.5 ? [] : [w, word()]) : [w]))]
}

const words = fc.array(fc.constantFrom(...'abcdefgh'.split('')), { maxLength: 150 })
const rareWords = fc.array(fc.integer({ min: 0, max: 60 }).map(String), { maxLength: 300 })
const lists = fc.oneof(fc.tuple(words, words), fc.tuple(rareWords, rareWords))

describe('the longest common subsequence', () => {
  it('has the length of the n·m table', () => forAllOf(220, lists, ([a, b]) => lcsLength(a, b) === slowLcs(a, b)))

  it('is a longest matching of equal words in ascending order', () =>
    forAllOf(120, fc.oneof(words, rareWords), fc.oneof(words, rareWords), (a, b) => {
      const { a: inA, b: inB } = lcsMatching(a, b)
      expect(inA.length).toBe(slowLcs(a, b))
      expect(inB.length).toBe(inA.length)
      for (let i = 0; i < inA.length; i++) {
        expect(a[inA[i]!]).toBe(b[inB[i]!])
        if (i > 0) {
          expect(inA[i]!).toBeGreaterThan(inA[i - 1]!)
          expect(inB[i]!).toBeGreaterThan(inB[i - 1]!)
        }
      }
    }))

  it('has the same length if the texts are too long to store every row', () => {
    const [a, b] = twoTexts(40_000, 5_000, 0.4, 7)
    const { a: inA, b: inB } = lcsMatching(a, b)
    expect(inA.length).toBe(lcsLength(a, b))
    expect(inA.every((i, k) => a[i] === b[inB[k]!])).toBe(true)
    expect(inA.every((i, k) => k === 0 || (i > inA[k - 1]! && inB[k]! > inB[k - 1]!))).toBe(true)
  })

  it('of two texts of 200,000 words needs no n·m table', () => {
    const [a, b] = twoTexts(200_000, 20_000, 0.3, 3)
    expect(lcsLength(a, b)).toBeGreaterThan(150_000)
  })
})

describe('the Levenshtein distance over words', () => {
  const levenshtein = (a: readonly string[], b: readonly string[]): number => {
    const numbered = internWords(a, b)
    return distanceOfNumbers(numbered.a, numbered.b, numbered.distinct, lcsLength(a, b))
  }

  it('equals the distance of the n·m table', () => forAllOf(220, lists, ([a, b]) => levenshtein(a, b) === slowLevenshtein(a, b)))

  it('equals the distance of the n·m table if the band is much narrower than the texts', () => {
    for (let seed = 1; seed <= 6; seed++) {
      const [a, b] = twoTexts(1_500, 400, seed / 12, seed)
      expect(levenshtein(a, b)).toBe(slowLevenshtein(a, b))
      expect(levenshtein(a.slice(700), b)).toBe(slowLevenshtein(a.slice(700), b))
    }
  })
})
