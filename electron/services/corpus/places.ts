import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, parse, resolve } from 'node:path'
import { z } from 'zod'
import { jsonOf } from '../../../shared/base/json'
import type { FolderListing, RecentCorpus } from '../../../shared/contract/corpus-data'
import { isThere, makeFolder, readText } from '../files/files'
import { writeWhole } from '../files/write-whole'
import type { Samples } from '../sources/sample-list'
import { createCorpus } from './store/corpus-store'

const RecentFile = z.array(z.object({ path: z.string().max(4096), name: z.string().max(200), openedAt: z.string().max(40) })).max(1000)
const KEPT = 20

export type RecentCorpora = ReturnType<typeof createRecentCorpora>

/** A damaged file counts as an empty list. @param path the JSON file; null: the list is not stored */
export function createRecentCorpora(path: string | null) {
  let kept: readonly RecentCorpus[] | null = null
  const list = async (): Promise<readonly RecentCorpus[]> => {
    if (kept) return kept
    const text = path === null ? '' : await readText(path, 1024 * 1024).catch(() => '')
    return (kept = jsonOf(text, RecentFile) ?? [])
  }
  return {
    list,
    async add(corpus: RecentCorpus): Promise<void> {
      kept = [corpus, ...(await list()).filter((other) => other.path !== corpus.path)].slice(0, KEPT)
      if (path === null) return
      // Opening a corpus must not fail if the list cannot be stored.
      const text = `${JSON.stringify(kept, null, 2)}\n`
      await makeFolder(dirname(path))
        .then(() => writeWhole(path, text))
        .catch(() => undefined)
    },
  }
}

const MOST = 2000

/** Omits hidden folders. @param path absolute; null: the home folder @throws Error of the file system if the folder cannot be read. */
export async function listFolders(path: string | null): Promise<FolderListing> {
  const folder = resolve(path ?? homedir())
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .slice(0, MOST)
  const folders = await Promise.all(
    names.map(async (name) => {
      const own = join(folder, name)
      return { name, path: own, isCorpus: await isThere(join(own, 'corpus.json')) }
    }),
  )
  return { path: folder, parent: folder === parse(folder).root ? null : dirname(folder), folders }
}

const GUIDELINES = `# What is content?

Label the text that a reader wants: the headline, the standfirst, the text, its subheadings, lists, tables and captions.

Do not label the parts that every page of the site has: navigation, related links, share buttons, advertisements, cookie notices, footers.

- A byline and a date belong to the content if they are beside the headline.
- Comments are content of a forum, and not of an article.
- A page of links to others is an overview: choose this type, and label nothing.
`

const PAGES = ['news-article', 'overview', 'forum-thread', 'docs-page', 'table-layout', 'comments-beat-article']

export async function sampleCorpus(samples: Samples, folder: string, now: string): Promise<string> {
  const path = join(folder, 'sample-corpus')
  if (await isThere(join(path, 'corpus.json'))) return path
  const list = await samples.list()
  const store = await createCorpus(path, 'Sample corpus', now)
  for (const id of PAGES) {
    const sample = list.find((one) => one.id === id)
    const source = await samples.source(id)
    if (!sample || source.kind !== 'html') continue
    await store.add({
      id,
      loader: 'sample',
      capture: { html: source.html, label: sample.title, url: sample.url, mode: 'source', status: 200, charset: 'utf-8', capturedAt: now },
    })
  }
  await store.describe({ guidelines: GUIDELINES })
  return path
}
