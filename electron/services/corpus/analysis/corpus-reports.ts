/** Reports of the command line about a corpus: problems of the files, and numbers of pages and labels. */
import { failure, toFailure } from '../../../../shared/base/failure'
import { valueAt } from '../../../../shared/base/once'
import type { CorpusPageEntry, Problem } from '../../../../shared/contract/corpus-contract'
import { median } from '../../../../shared/metrics/bootstrap'
import { BUNDLE_FILE, DAMAGED } from '../../bundle/bundle-files'
import { ASSIGNMENTS, readAssignments } from '../store/assignments'
import { goldIn, practicePages, readStoredGold } from '../store/gold-store'
import type { CallContext } from '../../../../shared/contract/dispatcher'
import type { CorpusStore } from '../store/corpus-store'
import type { PageAnalyst } from './page-analyst'

const found = (place: string, ...details: Parameters<typeof failure>): Problem => ({ place, failure: failure(...details) })

/** Removes only temporary files and locks of ended processes. */
export async function* checkCorpus(store: CorpusStore, analyst: PageAnalyst, context: CallContext): AsyncGenerator<Problem> {
  for (const place of await store.leftovers()) {
    const message = `${place} does not belong to the corpus, or is a temporary file of an interrupted write.`
    yield found(place, 'corpus.leftover', message, 'Open the file; delete it if you do not need it.')
  }
  const assignments = await readAssignments(store.root).catch(toFailure)
  if ('code' in assignments) yield { place: ASSIGNMENTS, failure: assignments }
  const known = new Set(store.file.labels.map(({ name }) => name))
  const ids = await store.pageIds()
  for (const [i, id] of ids.entries()) {
    if (context.signal.aborted) return
    context.progress({ done: i / ids.length, message: id })
    const entry = await store.entry(id).catch(toFailure)
    if ('code' in entry) {
      yield { place: `pages/${id}`, failure: entry }
      continue
    }
    for (const { file, failure: reason } of entry.problems) yield { place: file, failure: reason }
    const isImported = entry.texts.length > 0 && (await store.capture(id).catch(() => null))?.imported !== undefined
    for (const name of isImported ? entry.texts : []) {
      if (entry.gold.some(({ annotator }) => annotator === name) || entry.problems.some(({ file }) => file.endsWith(`/gold/${name}.json`)))
        continue
      const place = `pages/${id}/gold/${name}.txt`
      const message = `${place}: the gold text has no labels on the page; an import was interrupted, or did not match the text with the page.`
      yield found(place, 'gold.not-laid', message, 'Import the collection again: this adds the missing files.')
    }
    const page = await store.page(id).catch(toFailure)
    if ('code' in page) {
      // `entry` may have reported this damage already.
      if (!entry.problems.some((problem) => problem.failure.code === page.code)) yield { place: `pages/${id}`, failure: page }
      continue
    }
    const bundle = await store.bundle(id).catch(toFailure)
    if (bundle && 'code' in bundle) yield { place: `pages/${id}/${BUNDLE_FILE}`, failure: bundle }
    else {
      const urls = bundle?.missing.flatMap(({ reason, url }) => (reason === DAMAGED ? [url] : [])) ?? []
      const message = `pages/${id}: images and styles that are missing or damaged in the corpus: ${urls.length} (${urls.slice(0, 3).join(', ')}${urls.length > 3 ? ' …' : ''}).`
      const next = 'Copy the folder “resources” from a backup, or capture the page again.'
      if (urls.length > 0) yield found(`pages/${id}`, 'corpus.missing-parts', message, next)
    }
    for (const { annotator } of entry.gold) {
      const place = `pages/${id}/gold/${annotator}.json`
      const stored = await readStoredGold(store.root, id, annotator).catch(() => null)
      if (!stored) continue
      const { same, moved, lost } = await analyst(page, { kind: 'anchored', gold: stored.gold })
      if (moved + lost > 0) {
        const message = `Spans of ${place}: ${same} unchanged, ${moved} elsewhere on the page, ${lost} not found.`
        const next = 'Open the page, confirm the new positions of its labels, and place the labels that were not found.'
        yield found(place, 'gold.not-in-place', message, next)
      }
      const unknown = [...new Set(stored.gold.spans.map(({ label }) => label))].filter((label) => !known.has(label))
      if (unknown.length > 0) {
        const message = `${place} uses labels that corpus.json does not define: ${unknown.join(', ')}.`
        yield found(place, 'gold.unknown-label', message, 'Add them to the labels of the corpus.')
      }
    }
  }
}

export type CorpusStats = Awaited<ReturnType<typeof corpusStats>>

export async function corpusStats(store: CorpusStore, entries: readonly CorpusPageEntry[]) {
  const practice = await practicePages(store.root)
  const sum = { pages: 0, bytes: 0, withLabels: 0, withText: 0, withSnippets: 0, problems: 0 }
  /** Pages without a page type in the gold standard count as `disputed` if their labels have different types, otherwise as `none`. */
  const byType: Record<string, number> = {}
  const annotators = new Map<string, { pages: number; byStatus: Record<string, number>; spans: number; lost: number; seconds: number[] }>()
  for (const entry of entries) {
    const { pageType } = goldIn(store, await store.gold(entry.id), practice)
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
