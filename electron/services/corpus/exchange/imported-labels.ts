/** The labels of the corpus that imported pages come from. */
import { isDeepStrictEqual } from 'node:util'
import { unlikeLabels, type CorpusLabels } from '../../../../shared/gold/corpus-labels'
import { firstFew } from '../corpora'
import { DEFAULT_LABELS } from '../store/corpus-schema'
import type { CorpusStore } from '../store/corpus-store'

/** Takes the labels of another corpus over into a new one. Any other keeps its own, and in what these differ is told once for all pages. */
export async function openImportedLabels(store: CorpusStore) {
  const { labels, contentLabels } = store.file
  let isNew = isDeepStrictEqual({ labels, contentLabels }, NOT_DESCRIBED) && (await store.pageIds()).length === 0
  const unnamed = new Set<string>()
  const unlike = new Set<string>()
  return {
    /** @param theirs undefined where it is not known. */
    async bring(theirs: CorpusLabels | undefined): Promise<void> {
      if (!theirs) return
      if (isNew) await store.describe({ labels: [...theirs.labels], contentLabels: theirs.contentLabels && [...theirs.contentLabels] })
      isNew = false
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
