/** Prepares the inputs of metrics, each once per page or text. */
import { z } from 'zod'
import { once } from '../base/once'
import { editSimilarity } from '../metrics/levenshtein'
import { ngramCounts, rougeScore, createShingleCounter } from '../metrics/ngrams'
import { foldedShare, snippetCounts, snippetScore, type SnippetGold, type SnippetScore } from '../metrics/snippets'
import { createScorer, precisionRecall, type PrecisionRecall } from '../metrics/text-scores'
import { segmenterTokens, tokenWords, wordRuns, type TokenOptions } from '../metrics/tokens'
import { utf8Length } from '../page/text'

export interface MeasuredPage {
  /** The gold text, as Markdown for Markdown metrics; null if the page has no such text. */
  readonly gold: string | null
  readonly goldWords: readonly string[] | null
  readonly snippets: SnippetGold
  /** Whether the page belongs to WCXB. WCXB's evaluate.py returns 1 for a page without snippets. */
  readonly isWcxb?: boolean
  readonly html: string
  readonly tokens: TokenOptions
  readonly metrics: ReadonlySet<string>
  readonly gzipSize: (text: string) => number
}

/** A text extracted from a page; as Markdown for Markdown metrics. */
export interface MeasuredText {
  readonly text: string
  readonly page: MeasuredPage
}

const Count = z.number().nonnegative()
const Overlap = { truePositive: Count, falsePositive: Count, falseNegative: Count }

/** Numbers of characters on one page: in common tokens, in kept tokens, and in tokens of the gold text. */
export const TokenLengths = z.object({ common: Count, kept: Count, gold: Count })

/** Counts of one page for values of the whole corpus. */
export const RowCounts = z.object({
  snippets: z.object({ ...Overlap, trueNegative: Count }).exactOptional(),
  shingles: z.object(Overlap).exactOptional(),
  sizes: z.object({ html: Count, text: Count }).exactOptional(),
})
export type RowCounts = Readonly<z.infer<typeof RowCounts>>

export interface PageParts {
  readonly metrics: Readonly<Record<string, number | null | undefined>>
  readonly lengths: z.infer<typeof TokenLengths> | null
  readonly counts?: RowCounts
}

/** A value that is computed from sums over pages. */
export interface SummedFigure {
  readonly id: string
  readonly label: string
  readonly size: number
  /** Returns the `size` summands of a page; null if the page does not count. */
  readonly part: (row: PageParts) => readonly number[] | null
  /** Returns the value from the sums over `pages` pages; null if undefined. Requires `pages` > 0. */
  readonly of: (sums: Float64Array, pages: number) => number | null
}

export interface Metric {
  readonly id: string
  readonly label: string
  /** The formula and the source. In the formula, a is the extracted text and b the gold text. */
  readonly description: string
  readonly larger?: boolean
  /** Set if the metric is slow. A slow metric is computed only if a request names the metric. */
  readonly costly?: true
  /** Required data: nothing, any snippets, wanted snippets, or unwanted snippets. Default: the gold text. */
  readonly needs?: 'nothing' | 'snippets' | 'with' | 'without'
  /** Set if the metric compares the kept nodes as Markdown with the gold text as Markdown. */
  readonly markdown?: true
  /** Returns the score of a text; undefined if the page's gold standard does not allow the metric, null without a value. */
  readonly measure: (measured: MeasuredText) => number | null | undefined
  /** Returns counts for values of the whole corpus; null if the page's gold standard does not allow the counts. */
  readonly counts?: (measured: MeasuredText) => { readonly [K in keyof RowCounts]: RowCounts[K] | null }
  readonly sums?: readonly SummedFigure[]
}

const scorerOf = once(({ goldWords }: MeasuredPage) => goldWords && createScorer(goldWords))
export const scored = once(({ text, page }: MeasuredText) => scorerOf(page)?.(tokenWords(text, page.tokens), page.metrics.has('edr')))
/** Returns `recall`, but undefined if the gold text has no words. */
export const recallIn = ({ page }: MeasuredText, recall: number | undefined): number | undefined =>
  page.goldWords?.length === 0 ? undefined : recall
export const weighted = once((measured: MeasuredText) => {
  const lengths = lengthsOf(measured)
  return lengths && precisionRecall(lengths.common, lengths.kept, lengths.gold)
})
export const wordCounts = (text: string): Map<string, number> => ngramCounts(wordRuns(text.toLowerCase()), 1)
export const goldWordCounts = once(({ gold }: MeasuredPage) => gold !== null && wordCounts(gold))
const goldSegments = once(({ gold }: MeasuredPage) => segmenterTokens(gold ?? ''))
export const segments = once(({ text }: MeasuredText) => segmenterTokens(text))
export const edits = once(({ text, page: { gold } }: MeasuredText) => (gold === null ? null : editSimilarity(text, gold)))
const shinglesOf = once(({ gold }: MeasuredPage) => (gold === null ? null : createShingleCounter(gold)))
export const shingles = once(({ text, page }: MeasuredText) => shinglesOf(page)?.(text) ?? null)
export const snippets = once(({ text, page }: MeasuredText) =>
  page.snippets.with.length + page.snippets.without.length > 0 ? snippetCounts(text, page.snippets) : null,
)
/**
 * Returns the share of snippets that a text contains, as WCXB's evaluate.py does. Without snippets: 1 for pages of WCXB, otherwise
 * undefined.
 */
export const wcxbShare = (text: string, { isWcxb }: MeasuredPage, list: readonly string[]): number | undefined =>
  list.length > 0 || isWcxb ? foldedShare(text, list) : undefined
export const snippetsScore = once((measured: MeasuredText) => {
  const found = snippets(measured)
  return found && snippetScore([found])
})
export const sizes = once(({ text, page }: MeasuredText) => ({ html: htmlBytes(page), text: utf8Length(text) }))
const htmlBytes = once(({ html }: MeasuredPage) => utf8Length(html))
export const htmlGzip = once(({ html, gzipSize }: MeasuredPage) => gzipSize(html))

/** Returns the token lengths for ContentEx's micro average; null without a gold text. */
export const lengthsOf = (measured: MeasuredText): PageParts['lengths'] => scored(measured)?.lengths ?? null

export function createRouge(n: number): Metric['measure'] {
  const wanted = once((page: MeasuredPage) => ngramCounts(goldSegments(page), n))
  return (measured) => {
    const { gold } = measured.page
    if (gold === null) return undefined
    // The published scorer returns 1 for two empty texts.
    if (gold.trim() === '' && measured.text.trim() === '') return 1
    return rougeScore(ngramCounts(segments(measured), n), wanted(measured.page)).f1
  }
}

export const lengthSums = (id: string, label: string, score: (all: PrecisionRecall) => number): SummedFigure => ({
  id,
  label,
  size: 3,
  part: ({ lengths }) => lengths && [lengths.common, lengths.kept, lengths.gold],
  of: ([common = 0, kept = 0, gold = 0]) => score(precisionRecall(common, kept, gold)),
})

export const snippetSums = (id: string, label: string, score: (all: SnippetScore) => number): SummedFigure => ({
  id,
  label,
  size: 4,
  part: ({ counts: { snippets: found } = {} }) =>
    found ? [found.truePositive, found.falsePositive, found.falseNegative, found.trueNegative] : null,
  of: ([truePositive = 0, falsePositive = 0, falseNegative = 0, trueNegative = 0]) =>
    score(snippetScore([{ truePositive, falsePositive, falseNegative, trueNegative }])),
})
