/** Checks the files of a corpus. Removes only temporary files and locks of ended processes. */
import { failure, toFailure } from '../../../../shared/base/failure'
import { BUNDLE_FILE, DAMAGED } from '../../bundle/bundle-files'
import { ASSIGNMENTS, readAssignments } from './assignments'
import { readStoredGold } from './gold-store'
import type { CallContext } from '../../../../shared/contract/dispatcher'
import type { CorpusStore } from './corpus-store'
import type { PageAnalyst } from '../analysis/page-analyst'

export type CorpusProblem = ReturnType<typeof found>
const found = (place: string, ...details: Parameters<typeof failure>) => ({ place, failure: failure(...details) })

export async function* checkCorpus(store: CorpusStore, analyst: PageAnalyst, context: CallContext): AsyncGenerator<CorpusProblem> {
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
