import type { EvaluationRow, PageFacts, PageResult } from './evaluation-row'
import type { RowCounts } from './measured-text'
import { metricInfo, type MetricId } from './metric-list'

export const FAILURE_POLICIES = [
  { id: 'row', label: 'omitted for that extractor' },
  { id: 'zero', label: 'count with the worst score' },
  { id: 'all', label: 'omitted for all extractors' },
] as const
export type FailurePolicy = (typeof FAILURE_POLICIES)[number]['id']

export const POLICY_NOTES: Readonly<Record<FailurePolicy, string>> = {
  row: 'Pages on which an extractor failed are omitted from the values of this extractor',
  zero: 'Pages on which an extractor failed count with the worst score in the means of this extractor',
  all: 'Pages on which an extractor failed are omitted for all extractors',
}

/** Whether a metric applies to pages without a gold standard. */
export const needsNoGold = (metric: MetricId): boolean => metricInfo(metric).needs === 'nothing'

/** Applies a policy to the rows of a page. Returns an unreadable page unchanged. */
export function withPolicy(result: PageResult, policy: FailurePolicy, metrics: readonly MetricId[]): PageResult {
  const { facts, rows, failure } = result
  const scored = rows.filter((row) => row.failure === null)
  const unscored = facts.gold === 'none' && !metrics.some(needsNoGold)
  if (policy === 'row' || failure || unscored || scored.length === rows.length) return result
  if (policy === 'all')
    return {
      ...result,
      facts: { ...facts, gold: 'none', leftOut: 'omitted for all extractors, because at least one extractor failed' },
      rows: rows.map(({ counts: _counts, ...row }) => ({ ...row, metrics: {}, lengths: null })),
    }
  const worst = worstOf(facts, scored, metrics)
  return { ...result, rows: rows.map((row) => (row.failure === null ? row : { ...row, ...worst })) }
}

/** Returns the worst scores for the metrics that have a value in `scored`. If `scored` is empty, uses the metrics that the facts allow. */
export function worstOf(
  facts: Pick<PageFacts, 'gold' | 'snippets'>,
  scored: readonly EvaluationRow[],
  metrics: readonly MetricId[],
): Pick<EvaluationRow, 'metrics' | 'lengths' | 'counts'> {
  const allows = (metric: MetricId): boolean =>
    scored.length > 0 ? scored.some((row) => typeof row.metrics[metric] === 'number') : factsAllow(facts, metric)
  const gold = scored.find(({ lengths }) => lengths)?.lengths?.gold
  return {
    metrics: Object.fromEntries(metrics.filter(allows).map((metric) => [metric, metricInfo(metric).larger ? 0 : 1])),
    lengths: gold === undefined ? null : { common: 0, kept: 0, gold },
    counts: scored.length > 0 ? worstCounts(scored.find(({ counts }) => counts)?.counts ?? {}) : countsOfFacts(facts),
  }
}

function factsAllow({ gold, snippets = { with: 0, without: 0 } }: Pick<PageFacts, 'gold' | 'snippets'>, metric: MetricId): boolean {
  const { needs, markdown } = metricInfo(metric)
  if (needs === undefined) return gold === (markdown ? 'markdown' : 'text')
  return needs === 'nothing' || (needs === 'snippets' ? snippets.with + snippets.without : snippets[needs]) > 0
}

function worstCounts({ snippets, shingles, sizes }: RowCounts): RowCounts {
  return {
    ...(snippets && {
      snippets: {
        truePositive: 0,
        falsePositive: snippets.falsePositive + snippets.trueNegative,
        falseNegative: snippets.truePositive + snippets.falseNegative,
        trueNegative: 0,
      },
    }),
    ...(shingles && { shingles: { truePositive: 0, falsePositive: 1, falseNegative: shingles.truePositive + shingles.falseNegative } }),
    ...(sizes && { sizes: { html: sizes.html, text: sizes.html } }),
  }
}

function countsOfFacts({ gold, snippets }: Pick<PageFacts, 'gold' | 'snippets'>): RowCounts {
  return {
    ...(snippets && { snippets: { truePositive: 0, falsePositive: snippets.without, falseNegative: snippets.with, trueNegative: 0 } }),
    ...(gold === 'text' && { shingles: { truePositive: 0, falsePositive: 1, falseNegative: 1 } }),
  }
}
