import { editSimilarity } from '../metrics/edit-similarity'
import { ngramCounts, rougeScore } from '../metrics/ngrams'
import { teds } from '../metrics/teds'
import { segmenterTokens } from '../metrics/tokens'
import { markdownTables } from './markdown-tables'
import type { EvaluationRow, MetricId } from './evaluation-row'

/** Metrics of Markdown against the gold's Markdown. */
const MARKDOWN_METRICS: readonly MetricId[] = ['markdownEdit', 'markdownRatio', 'markdownRouge5', 'teds']

/**
 * Makes the measuring of Markdown texts against the gold's; what depends on the gold alone is worked out once.
 * @param gold null where the page has none in Markdown: then nothing is measured.
 * @returns null where no metric of Markdown is asked for, or there is no gold.
 */
export function createMarkdownMeasures(
  gold: string | null,
  metrics: ReadonlySet<MetricId>,
): ((markdown: string) => EvaluationRow['metrics']) | null {
  if (gold === null || !MARKDOWN_METRICS.some((id) => metrics.has(id))) return null
  const wanted = metrics.has('markdownRouge5') ? ngramCounts(segmenterTokens(gold), 5) : null
  const tables = metrics.has('teds') ? markdownTables(gold) : null
  const byText = new Map<string, EvaluationRow['metrics']>()
  return (markdown) => {
    // Relatives often keep the same.
    const known = byText.get(markdown)
    if (known) return known
    const values: Partial<Record<MetricId, number | null>> = {}
    if (metrics.has('markdownEdit') || metrics.has('markdownRatio')) {
      const { edit, ratio } = editSimilarity(markdown, gold)
      if (metrics.has('markdownEdit')) values.markdownEdit = edit
      if (metrics.has('markdownRatio')) values.markdownRatio = ratio
    }
    if (wanted)
      // Of two empty texts the published scorer says 1.
      values.markdownRouge5 =
        gold.trim() === '' && markdown.trim() === '' ? 1 : rougeScore(ngramCounts(segmenterTokens(markdown), 5), wanted).f1
    if (tables) values.teds = teds(markdownTables(markdown), tables)
    byText.set(markdown, values)
    return values
  }
}
