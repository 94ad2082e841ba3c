import { editSimilarity } from '../metrics/edit-similarity'
import { ngramCounts, overlapCounts, overlapScore, rougeScore } from '../metrics/ngrams'
import { createShingleCounter } from '../metrics/shingles'
import { snippetCounts, snippetScore, type SnippetGold } from '../metrics/snippets'
import { spaceSaving } from '../metrics/space-savings'
import { createScorer, precisionRecall } from '../metrics/text-scores'
import { segmenterTokens, tokenWords, wordRuns, type TokenOptions } from '../metrics/tokens'
import { utf8Length } from '../page/text'
import { rougeSize, type EvaluationRow, type MetricId, type RowCounts } from './evaluation-row'

export interface TextMeasureInput {
  /** Null where the page's gold is not a text. */
  readonly goldText: string | null
  /** Its words by `tokens`. */
  readonly goldWords: readonly string[] | null
  readonly snippets: SnippetGold
  readonly html: string
  readonly tokens: TokenOptions
  readonly metrics: ReadonlySet<MetricId>
  /** Bytes of a text after gzip. */
  readonly gzipSize: (text: string) => number
}

/** What a page's row says of the extracted text. */
export type TextMeasures = Pick<EvaluationRow, 'metrics' | 'lengths' | 'counts'>

type Measure = (text: string, values: Partial<Record<MetricId, number | null>>) => void

/**
 * Makes the measuring of many texts extracted from one page; what depends on the gold alone is worked out once. Formulas are
 * those of `metrics`; metrics that the page's gold does not allow are left out.
 */
export function createTextMeasures(input: TextMeasureInput): (text: string) => TextMeasures {
  const { goldText, goldWords, snippets, html, tokens, metrics, gzipSize } = input
  const measures = goldText === null ? [] : goldMeasures(goldText, metrics)
  const scorer = goldWords === null ? null : createScorer(goldWords)
  const shingles = goldText !== null && metrics.has('shingleF1') ? createShingleCounter(goldText) : null
  const hasSnippets = snippets.with.length + snippets.without.length > 0
  const htmlBytes = metrics.has('spaceSaving') ? utf8Length(html) : 0
  const htmlGzip = metrics.has('spaceSavingGzip') ? gzipSize(html) : 0
  return (text) => {
    const values: Partial<Record<MetricId, number | null>> = {}
    const counts: { -readonly [K in keyof RowCounts]: RowCounts[K] } = {}
    let lengths: EvaluationRow['lengths'] = null
    for (const measure of measures) measure(text, values)
    if (scorer) {
      const scored = scorer(tokenWords(text, tokens), metrics.has('edr'))
      const { extracted: kept, gold, common } = scored.characters
      lengths = { common, kept, gold }
      const weighted = precisionRecall(common, kept, gold)
      values.precision = scored.precision
      values.recall = scored.recall
      values.f1 = scored.f1
      values.cleanEval = scored.cleaneval
      values.edr = scored.editDistanceRatio
      values.accuracy = scored.accuracy
      values.noise = scored.noise
      values.weightedPrecision = weighted.precision
      values.weightedRecall = weighted.recall
    }
    if (shingles) {
      counts.shingles = shingles(text)
      values.shingleF1 = overlapScore(counts.shingles).f1
    }
    if (hasSnippets) {
      const found = snippetCounts(text, snippets)
      const score = snippetScore([found])
      if (metrics.has('snippetAccuracy')) counts.snippets = found
      values.snippetAccuracy = score.accuracy
      if (snippets.with.length > 0) values.snippetsWith = score.recall
      if (snippets.without.length > 0) values.snippetsWithout = score.specificity
    }
    if (metrics.has('spaceSaving')) {
      counts.sizes = { html: htmlBytes, text: utf8Length(text) }
      values.spaceSaving = spaceSaving(counts.sizes)
    }
    if (metrics.has('spaceSavingGzip')) values.spaceSavingGzip = spaceSaving({ html: htmlGzip, text: text === '' ? 0 : gzipSize(text) })
    return {
      metrics: Object.fromEntries(Object.entries(values).filter(([name]) => metrics.has(name as MetricId))),
      lengths,
      ...(Object.keys(counts).length === 0 ? {} : { counts }),
    }
  }
}

/** Measures with tokens of their own, of those that are asked for. */
function goldMeasures(gold: string, metrics: ReadonlySet<MetricId>): Measure[] {
  const measures: Measure[] = []
  if (metrics.has('wordF1')) {
    const words = (text: string): Map<string, number> => ngramCounts(wordRuns(text.toLowerCase()), 1)
    const wanted = words(gold)
    measures.push((text, values) => (values.wordF1 = overlapScore(overlapCounts(words(text), wanted)).f1))
  }
  const rouge = [...metrics].flatMap((id) => {
    const n = rougeSize(id)
    return n === null ? [] : [{ id, n, wanted: ngramCounts(segmenterTokens(gold), n) }]
  })
  if (rouge.length > 0) {
    const bothEmpty = (text: string): boolean => gold.trim() === '' && text.trim() === ''
    measures.push((text, values) => {
      const found = segmenterTokens(text)
      // Of two empty texts the published scorer says 1.
      for (const { id, n, wanted } of rouge) values[id] = bothEmpty(text) ? 1 : rougeScore(ngramCounts(found, n), wanted).f1
    })
  }
  if (metrics.has('editSimilarity') || metrics.has('levenshteinRatio')) {
    measures.push((text, values) => {
      const { edit, ratio } = editSimilarity(text, gold)
      values.editSimilarity = edit
      values.levenshteinRatio = ratio
    })
  }
  return measures
}
