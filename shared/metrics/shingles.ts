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

/** What pages add up to: the sum of their precisions and over how many pages, the same for recall. */
export interface ShingleSums {
  readonly precision: number
  readonly withOutput: number
  readonly recall: number
  readonly withGold: number
}

/** What one page adds: where its precision or recall is undefined, nothing. */
export function shinglePart({ truePositive, falsePositive, falseNegative }: OverlapCounts): ShingleSums {
  const withOutput = truePositive + falsePositive > 0
  const withGold = truePositive + falseNegative > 0
  return {
    precision: withOutput ? truePositive / (truePositive + falsePositive) : 0,
    withOutput: Number(withOutput),
    recall: withGold ? truePositive / (truePositive + falseNegative) : 0,
    withGold: Number(withGold),
  }
}

/** Means of the pages' precision and recall, each over the pages where it is defined, and the F1 of the means. */
export function shingleScoreOf({ precision, withOutput, recall, withGold }: ShingleSums): PrecisionRecall {
  const p = withOutput === 0 ? 0 : precision / withOutput
  const r = withGold === 0 ? 0 : recall / withGold
  return { precision: p, recall: r, f1: f1Of(p, r) }
}
