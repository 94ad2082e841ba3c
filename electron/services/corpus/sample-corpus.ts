/** A small corpus to try labelling on: the samples, kept in the program's data folder. */
import { join } from 'node:path'
import type { Samples } from '../samples'
import { createCorpus } from './store/corpus-store'
import { isThere } from './store/corpus-files'

const GUIDELINES = `# What is content?

Label what a reader came for: the headline, the standfirst, the text, its subheadings, lists, tables and captions.

Leave out what stands on every page of the site: navigation, related links, share buttons, advertisements, cookie notices, footers.

- A byline and a date belong to the content when they stand with the headline.
- Comments are content of a forum, and not of an article.
- A page that only leads to others is an overview: give it that type, and label nothing.
`

/** Pages that show a case each; few enough for five minutes. */
const PAGES = ['news-article', 'overview', 'forum-thread', 'docs-page', 'table-layout', 'comments-beat-article']

/** Makes the corpus where it is not there yet; what was labelled in it stays. @returns its path. */
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
