/** Overlap of four-word shingles, the score of the article extraction benchmark; kept beside ours for comparison with published tables. */
import { ngramCounts, overlapCounts, type OverlapCounts } from './ngrams'
import { f1Of, type PrecisionRecall } from './text-scores'
import { wordRuns } from './tokens'

function shingles(text: string, size: number): Map<string, number> {
  const words = wordRuns(text)
  // A text that is shorter than a shingle is one shingle.
  return words.length === 0 ? new Map<string, number>() : ngramCounts(words, Math.min(size, words.length))
}

/** Makes the comparison of many texts with one gold text, as multisets of shingles. */
export function createShingleCounter(gold: string, size = 4): (extracted: string) => OverlapCounts {
  const truth = shingles(gold, size)
  return (extracted) => overlapCounts(shingles(extracted, size), truth)
}

/** Compares two texts as multisets of shingles. */
export function shingleCounts(extracted: string, gold: string, size = 4): OverlapCounts {
  return createShingleCounter(gold, size)(extracted)
}

/** Means of the pages' precision and recall (pages where one is undefined do not count for it), and the F1 of the means. */
export function shingleScore(pages: readonly OverlapCounts[]): PrecisionRecall {
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
