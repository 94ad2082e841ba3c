import type { CorpusPageEntry } from '../../../../shared/contract/corpus-contract'
import { median } from '../../../../shared/metrics/bootstrap'
import { valueAt } from '../../../../shared/base/once'
import type { CorpusStore } from '../store/corpus-store'
import { goldIn, practicePages } from '../store/gold-store'

export type CorpusStats = ReturnType<typeof corpusStats>

export interface CountedPage {
  readonly entry: CorpusPageEntry
  readonly pageType: string | null
}

export async function countedPages(store: CorpusStore, entries: readonly CorpusPageEntry[]): Promise<CountedPage[]> {
  const practice = await practicePages(store.root)
  const pages: CountedPage[] = []
  for (const entry of entries) pages.push({ entry, pageType: goldIn(store, await store.gold(entry.id), practice).pageType })
  return pages
}

export function corpusStats(pages: Iterable<CountedPage>) {
  const sum = { pages: 0, bytes: 0, withLabels: 0, withText: 0, withSnippets: 0, problems: 0 }
  /** Pages without a page type in the gold standard count as `disputed` if their labels have different types, otherwise as `none`. */
  const byType: Record<string, number> = {}
  const annotators = new Map<string, { pages: number; byStatus: Record<string, number>; spans: number; lost: number; seconds: number[] }>()
  for (const { entry, pageType } of pages) {
    sum.pages++
    sum.bytes += entry.bytes
    if (entry.gold.some(({ spans }) => spans > 0)) sum.withLabels++
    if (entry.texts.length > 0) sum.withText++
    if (entry.snippets.length > 0) sum.withSnippets++
    sum.problems += entry.problems.length
    const types = new Set(entry.gold.flatMap((gold) => gold.pageType ?? []))
    const type = pageType ?? (types.size > 1 ? 'disputed' : 'none')
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
