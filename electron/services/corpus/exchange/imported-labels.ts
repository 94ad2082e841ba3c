/** What the corpus that imported pages come from says of its labels and pages. */
import { firstFew } from '../../../../shared/base/written-number'
import { isDeepStrictEqual } from 'node:util'
import { unlikeLabels, type CorpusLabels } from '../../../../shared/gold/corpus-labels'
import { DEFAULT_LABELS } from '../store/corpus-schema'
import type { CorpusStore } from '../store/corpus-store'

/**
 * Takes labels, page types and guidelines of another corpus over into a new one. Any other keeps its own, and in what labels differ is
 * told once for all pages.
 */
export async function openImportedLabels(store: CorpusStore) {
  const { labels, contentLabels } = store.file
  const isEmpty = (await store.pageIds()).length === 0
  let isNew = isDeepStrictEqual({ labels, contentLabels }, NOT_DESCRIBED) && isEmpty
  const unnamed = new Set<string>()
  const unlike = new Set<string>()
  return {
    /** @param theirs undefined where it is not known. */
    async bring(theirs: CorpusLabels | undefined): Promise<void> {
      if (!theirs) return
      if (isNew) await store.describe({ labels: [...theirs.labels], contentLabels: theirs.contentLabels && [...theirs.contentLabels] })
      isNew = false
      // The guidelines come with one page, and that need not be the first.
      const { pageTypes, guidelines } = store.file
      if (isEmpty)
        await store.describe({
          pageTypes: pageTypes ? undefined : theirs.pageTypes,
          guidelines: guidelines ? undefined : theirs.guidelines,
        })
      const found = unlikeLabels(theirs, store.file)
      for (const name of found.unnamed) unnamed.add(name)
      for (const name of found.unlike) unlike.add(name)
    },
    notes: (): string[] => [
      ...(unnamed.size > 0
        ? [`This corpus does not name labels of the imported pages: ${firstFew([...unnamed])}. Add them to its labels.`]
        : []),
      ...(unlike.size > 0
        ? [
            `Labels that are main content in one of the two corpora alone: ${firstFew([...unlike])}. Until the same ones count, the gold of the imported pages is another here.`,
          ]
        : []),
    ],
  }
}

const NOT_DESCRIBED = { labels: [...DEFAULT_LABELS], contentLabels: undefined }
