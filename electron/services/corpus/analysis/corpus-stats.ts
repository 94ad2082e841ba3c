import type { CorpusPageEntry } from '../../../../shared/contract/corpus-contract'
import { median } from '../../../../shared/metrics/corpus-scores'
import { valueAt } from '../../../../shared/base/once'

interface AnnotatorStats {
  readonly annotator: string
  readonly pages: number
  readonly byStatus: Readonly<Record<string, number>>
  readonly spans: number
  readonly lost: number
  /** Seconds a page, where measured. */
  readonly medianSeconds: number | null
}

export interface CorpusStats {
  readonly pages: number
  /** Of HTML. */
  readonly bytes: number
  readonly withLabels: number
  readonly withText: number
  readonly withSnippets: number
  readonly problems: number
  /** Pages by gold page type, `none` and `disputed`: they add up to all. */
  readonly byType: Readonly<Record<string, number>>
  readonly annotators: readonly AnnotatorStats[]
}

/** The type of a page that was adjudicated, else that all agree on who gave one. */
function typeOfEntry({ gold }: CorpusPageEntry): string {
  const decided = gold.filter(({ status, pageType }) => status === 'adjudicated' && pageType !== null)
  const types = new Set((decided.length > 0 ? decided : gold).flatMap(({ pageType }) => (pageType === null ? [] : [pageType])))
  const [type = 'none'] = types
  return types.size > 1 ? 'disputed' : type
}

/** Counts what a corpus holds. */
export function corpusStats(entries: Iterable<CorpusPageEntry>): CorpusStats {
  const sum = { pages: 0, bytes: 0, withLabels: 0, withText: 0, withSnippets: 0, problems: 0 }
  const byType: Record<string, number> = {}
  const annotators = new Map<string, { pages: number; byStatus: Record<string, number>; spans: number; lost: number; seconds: number[] }>()
  for (const entry of entries) {
    sum.pages++
    sum.bytes += entry.bytes
    if (entry.gold.some(({ spans }) => spans > 0)) sum.withLabels++
    if (entry.texts.length > 0) sum.withText++
    if (entry.snippets.length > 0) sum.withSnippets++
    sum.problems += entry.problems.length
    const type = typeOfEntry(entry)
    byType[type] = (byType[type] ?? 0) + 1
    for (const { annotator, status, spans, lost, seconds } of entry.gold) {
      const stats = valueAt(annotators, annotator, () => ({ pages: 0, byStatus: {}, spans: 0, lost: 0, seconds: [] }))
      stats.pages++
      stats.byStatus[status] = (stats.byStatus[status] ?? 0) + 1
      stats.spans += spans
      stats.lost += lost
      if (seconds !== null) stats.seconds.push(seconds)
    }
  }
  return {
    ...sum,
    byType,
    annotators: [...annotators]
      .sort(([x], [y]) => (x < y ? -1 : 1))
      .map(([annotator, { seconds, ...stats }]) => ({ annotator, ...stats, medianSeconds: median(seconds) })),
  }
}
