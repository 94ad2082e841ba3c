/** Computes the overlap of multisets of words and of word n-grams, as in WCXB, ROUGE and the article extraction benchmark. */
import { precisionRecall, type PrecisionRecall, f1Of } from './text-scores'
import { wordRuns } from './tokens'

/** Numbers of members of two multisets: in both texts, only in the extracted text, only in the gold text. */
export interface OverlapCounts {
  readonly truePositive: number
  readonly falsePositive: number
  readonly falseNegative: number
}

export function ngramCounts(tokens: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (let i = 0; i + n <= tokens.length; i++) {
    const key = n === 1 ? tokens[i] : tokens.slice(i, i + n).join('\u0000')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

export function overlapCounts(extracted: ReadonlyMap<string, number>, gold: ReadonlyMap<string, number>): OverlapCounts {
  let truePositive = 0
  let falsePositive = 0
  let falseNegative = 0
  for (const [key, count] of gold) {
    const found = extracted.get(key) ?? 0
    truePositive += Math.min(count, found)
    falseNegative += Math.max(0, count - found)
  }
  for (const [key, count] of extracted) falsePositive += Math.max(0, count - (gold.get(key) ?? 0))
  return { truePositive, falsePositive, falseNegative }
}

/**
 * Returns precision |a ∩ b| / |a|, recall |a ∩ b| / |b| and F1 of two multisets. `precisionRecall` defines the scores of empty multisets.
 */
export function overlapScore({ truePositive, falsePositive, falseNegative }: OverlapCounts): PrecisionRecall {
  return precisionRecall(truePositive, truePositive + falsePositive, truePositive + falseNegative)
}

/**
 * Returns ROUGE-N (Lin 2004): precision, recall and F1 of n-grams. All three are 0 without a common n-gram, even for two equal texts that
 * are shorter than n.
 */
export function rougeScore(extracted: ReadonlyMap<string, number>, gold: ReadonlyMap<string, number>): PrecisionRecall {
  const counts = overlapCounts(extracted, gold)
  return counts.truePositive === 0 ? { precision: 0, recall: 0, f1: 0 } : overlapScore(counts)
}

const SHINGLE = 4

function shingles(text: string): Map<string, number> {
  const words = wordRuns(text)
  // A text that is shorter than a shingle is one shingle.
  return words.length === 0 ? new Map<string, number>() : ngramCounts(words, Math.min(SHINGLE, words.length))
}

export function createShingleCounter(gold: string): (extracted: string) => OverlapCounts {
  const truth = shingles(gold)
  return (extracted) => overlapCounts(shingles(extracted), truth)
}

/** Returns the summands of a page: precision, 1, recall, 1. An undefined precision or recall gives 0, 0. */
export function shinglePart({ truePositive, falsePositive, falseNegative }: OverlapCounts): number[] {
  return [truePositive + falsePositive, truePositive + falseNegative].flatMap((whole) => (whole > 0 ? [truePositive / whole, 1] : [0, 0]))
}

/**
 * Returns the scores of a corpus from sums of `shinglePart`: the means of precision and recall over pages with a value, and the F1 of these
 * means.
 */
export function shingleScoreOf([precision = 0, withOutput = 0, recall = 0, withGold = 0]: Iterable<number>): PrecisionRecall {
  const p = withOutput === 0 ? 0 : precision / withOutput
  const r = withGold === 0 ? 0 : recall / withGold
  return { precision: p, recall: r, f1: f1Of(p, r) }
}
