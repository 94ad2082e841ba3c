/** The corpora opened lately, in one file of the program's data folder. */
import { dirname } from 'node:path'
import { z } from 'zod'
import type { RecentCorpus } from '../../../../shared/contract/corpus-contract'
import { makeFolder, readText, writeWhole } from './corpus-files'
import { jsonOf } from '../../../../shared/base/json'

const RecentFile = z.array(z.object({ path: z.string().max(4096), name: z.string().max(200), openedAt: z.string().max(40) })).max(1000)
const KEPT = 20

export interface RecentCorpora {
  /** Latest first. */
  list(): Promise<readonly RecentCorpus[]>
  add(corpus: RecentCorpus): Promise<void>
}

/** @param path of the JSON file; null keeps the list for this run only. A damaged file counts as empty: it is a convenience, not data. */
export function createRecentCorpora(path: string | null): RecentCorpora {
  let kept: readonly RecentCorpus[] | null = null
  const list = async (): Promise<readonly RecentCorpus[]> => {
    if (kept) return kept
    const text = path === null ? '' : await readText(path, 1024 * 1024).catch(() => '')
    return (kept = jsonOf(text, RecentFile) ?? [])
  }
  return {
    list,
    async add(corpus) {
      kept = [corpus, ...(await list()).filter((other) => other.path !== corpus.path)].slice(0, KEPT)
      if (path === null) return
      // A list that cannot be kept is no reason not to open a corpus.
      const text = `${JSON.stringify(kept, null, 2)}\n`
      await makeFolder(dirname(path))
        .then(() => writeWhole(path, text))
        .catch(() => undefined)
    },
  }
}
