/** Counts and scores wanted snippets (`with`) and unwanted snippets (`without`). */
import type { OverlapCounts } from './ngrams'
import type { PrecisionRecall } from './text-scores'

export interface SnippetGold {
  readonly with: readonly string[]
  readonly without: readonly string[]
}

export interface SnippetCounts extends OverlapCounts {
  readonly trueNegative: number
}

export interface SnippetScore extends PrecisionRecall {
  /** Share of snippets that are wanted and found, or unwanted and absent, in [0,1]. */
  readonly accuracy: number
  /** Share of unwanted snippets that the text does not contain, in [0,1]. */
  readonly specificity: number
}

const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Compares runs of white space as one space. */
export function snippetCounts(text: string, gold: SnippetGold): SnippetCounts {
  const within = collapsed(text)
  const found = (snippets: readonly string[]): number => snippets.filter((s) => within.includes(collapsed(s))).length
  const truePositive = found(gold.with)
  const falsePositive = found(gold.without)
  return {
    truePositive,
    falsePositive,
    falseNegative: gold.with.length - truePositive,
    trueNegative: gold.without.length - falsePositive,
  }
}

/**
 * Returns the share of snippets that a text contains, as in WCXB's evaluate.py: ignores case, compares white space exactly. 1 without
 * snippets.
 */
export function foldedShare(text: string, snippets: readonly string[]): number {
  if (snippets.length === 0) return 1
  const within = text.toLowerCase()
  return snippets.filter((snippet) => within.includes(snippet.toLowerCase())).length / snippets.length
}

/** Scores the sums over pages (micro average). All scores are 0 without snippets. */
export function snippetScore(pages: readonly SnippetCounts[]): SnippetScore {
  const total = (of: keyof SnippetCounts): number => pages.reduce((sum, page) => sum + page[of], 0)
  const [truePositive, falsePositive] = [total('truePositive'), total('falsePositive')]
  const [falseNegative, trueNegative] = [total('falseNegative'), total('trueNegative')]
  const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
  return {
    precision: ratio(truePositive, truePositive + falsePositive),
    recall: ratio(truePositive, truePositive + falseNegative),
    f1: ratio(2 * truePositive, 2 * truePositive + falsePositive + falseNegative),
    accuracy: ratio(truePositive + trueNegative, truePositive + falsePositive + falseNegative + trueNegative),
    specificity: ratio(trueNegative, trueNegative + falsePositive),
  }
}
