/** Overlap of four-word shingles, the score of the article extraction benchmark; kept beside ours for comparison with published tables. */
import { f1Of, type PrecisionRecall } from './text-scores'

export interface ShingleCounts {
  readonly truePositive: number
  readonly falsePositive: number
  readonly falseNegative: number
}

const WORD = /[\p{L}\p{N}_]+/gu

function shingles(text: string, size: number): Map<string, number> {
  const words: string[] = text.match(WORD) ?? []
  const counts = new Map<string, number>()
  if (words.length === 0) return counts
  for (let i = 0; i < Math.max(1, words.length - size + 1); i++) {
    const key = words.slice(i, i + size).join('\u0001')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Compares two texts as multisets of shingles. */
export function shingleCounts(extracted: string, gold: string, size = 4): ShingleCounts {
  const mine = shingles(extracted, size)
  const truth = shingles(gold, size)
  let truePositive = 0
  let falsePositive = 0
  let falseNegative = 0
  for (const [key, count] of truth) {
    const found = mine.get(key) ?? 0
    truePositive += Math.min(count, found)
    falseNegative += Math.max(0, count - found)
  }
  for (const [key, count] of mine) falsePositive += Math.max(0, count - (truth.get(key) ?? 0))
  return { truePositive, falsePositive, falseNegative }
}

/** Means of the pages' precision and recall (pages where one is undefined do not count for it), and the F1 of the means. */
export function shingleScore(pages: readonly ShingleCounts[]): PrecisionRecall {
  let precision = 0
  let withOutput = 0
  let recall = 0
  let withGold = 0
  for (const { truePositive, falsePositive, falseNegative } of pages) {
    if (truePositive + falsePositive > 0) {
      precision += truePositive / (truePositive + falsePositive)
      withOutput++
    }
    if (truePositive + falseNegative > 0) {
      recall += truePositive / (truePositive + falseNegative)
      withGold++
    }
  }
  const p = withOutput === 0 ? 0 : precision / withOutput
  const r = withGold === 0 ? 0 : recall / withGold
  return { precision: p, recall: r, f1: f1Of(p, r) }
}
