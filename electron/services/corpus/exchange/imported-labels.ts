/** Labels and page types of the corpus that imported pages come from. */
import { firstFew } from '../../../../shared/base/written-number'
import { isDeepStrictEqual } from 'node:util'
import { unlikeLabels, type CorpusLabels } from '../../../../shared/gold/corpus-labels'
import { DEFAULT_LABELS } from '../store/corpus-schema'
import type { CorpusStore } from '../store/corpus-store'

/**
 * Copies labels, page types and guidelines of another corpus into a new one. An existing corpus keeps its own, and the differences are
 * reported once.
 */
export async function openImportedLabels(store: CorpusStore) {
  const { labels, contentLabels } = store.file
  const isEmpty = (await store.pageIds()).length === 0
  let isNew = isDeepStrictEqual({ labels, contentLabels }, NOT_DESCRIBED) && isEmpty
  const unnamed = new Set<string>()
  const unlike = new Set<string>()
  return {
    /** @param theirs undefined if unknown. */
    async bring(theirs: CorpusLabels | undefined): Promise<void> {
      if (!theirs) return
      if (isNew) await store.describe({ labels: [...theirs.labels], contentLabels: theirs.contentLabels && [...theirs.contentLabels] })
      isNew = false
      // The guidelines come with one page, which need not be the first.
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
            `Main-content labels in only one of the two corpora: ${firstFew([...unlike])}. The gold text of the imported pages differs until both corpora have the same main-content labels.`,
          ]
        : []),
    ],
  }
}

const NOT_DESCRIBED = { labels: [...DEFAULT_LABELS], contentLabels: undefined }
