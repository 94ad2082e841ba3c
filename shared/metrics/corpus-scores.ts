/** Figures of a corpus from the scores of its pages. */
import { f1Of, type PrecisionRecall } from './text-scores'

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
