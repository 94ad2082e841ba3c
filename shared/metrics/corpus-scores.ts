/** Figures of a corpus from the scores of its pages. */
import { f1Of, precisionRecall, type PrecisionRecall } from './text-scores'

/** Mean of numbers; null where there are none. */
export function mean(values: readonly number[]): number | null {
  if (values.length === 0) return null
  let total = 0
  for (const value of values) total += value
  return total / values.length
}

/** Median of numbers (mean of the middle two); null where there are none. */
export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((x, y) => x - y)
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}

/** F1 of the mean precision and the mean recall, in [0,1]: what the papers' tables print. Null where there is no page. */
export function f1OfMeans(pages: readonly Pick<PrecisionRecall, 'precision' | 'recall'>[]): number | null {
  const precision = mean(pages.map((page) => page.precision))
  const recall = mean(pages.map((page) => page.recall))
  return precision === null || recall === null ? null : f1Of(precision, recall)
}

/** Lengths of the extracted tokens, of the gold tokens and of those in common, in one unit. */
export interface TokenLengths {
  readonly common: number
  readonly kept: number
  readonly gold: number
}

/** ContentEx's precision and recall weighted by token length, summed over all pages (micro). Null where there is no page. */
export function microScore(pages: readonly TokenLengths[]): PrecisionRecall | null {
  if (pages.length === 0) return null
  const total = { common: 0, kept: 0, gold: 0 }
  for (const page of pages) {
    total.common += page.common
    total.kept += page.kept
    total.gold += page.gold
  }
  return precisionRecall(total.common, total.kept, total.gold)
}
