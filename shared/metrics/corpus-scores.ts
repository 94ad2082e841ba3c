/** Figures of a corpus from the scores of its pages. */
import { f1Of, precisionRecall, type PrecisionRecall, type TextScore } from './text-scores'

/** What a row of the papers' tables needs. All in [0,1]; null only where there is no page (or no EDR was computed). */
export interface CorpusScore {
  readonly pages: number
  /** Pages on which nothing was extracted although there is gold. */
  readonly empty: number
  readonly precision: number | null
  readonly recall: number | null
  /** Mean of the pages' F1. */
  readonly f1OfPages: number | null
  /** F1 of the mean precision and mean recall: what the papers' tables print. */
  readonly f1OfMeans: number | null
  readonly medianF1: number | null
  readonly cleaneval: number | null
  readonly editDistanceRatio: number | null
  readonly accuracy: number | null
  readonly noise: number | null
  /** ContentEx: precision and recall weighted by token length, summed over all pages. */
  readonly weighted: PrecisionRecall | null
}

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

/** Sums up pages. */
export function scoreCorpus(pages: readonly TextScore[]): CorpusScore {
  const precision = mean(pages.map((p) => p.precision))
  const recall = mean(pages.map((p) => p.recall))
  const characters = { extracted: 0, gold: 0, common: 0 }
  for (const page of pages) {
    characters.extracted += page.characters.extracted
    characters.gold += page.characters.gold
    characters.common += page.characters.common
  }
  return {
    pages: pages.length,
    empty: pages.filter((p) => p.words.extracted === 0 && p.words.gold > 0).length,
    precision,
    recall,
    f1OfPages: mean(pages.map((p) => p.f1)),
    f1OfMeans: precision === null || recall === null ? null : f1Of(precision, recall),
    medianF1: median(pages.map((p) => p.f1)),
    cleaneval: mean(pages.map((p) => p.cleaneval)),
    editDistanceRatio: mean(pages.flatMap((p) => (p.editDistanceRatio === null ? [] : [p.editDistanceRatio]))),
    accuracy: mean(pages.map((p) => p.accuracy)),
    noise: mean(pages.map((p) => p.noise)),
    weighted: pages.length === 0 ? null : precisionRecall(characters.common, characters.extracted, characters.gold),
  }
}
