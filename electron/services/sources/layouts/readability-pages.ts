import { join } from 'node:path'
import { z } from 'zod'
import { readJson } from '../../../../shared/gold/read-json'
import type { CollectionFolder } from '../collection-folder'
import { contentOf, recordNamed } from '../page-record'
import type { Layout } from './layout'
import { markedText } from '../../../../shared/gold/formats/marked-elements'

const Metadata = z.looseObject({
  title: z.string().nullish(),
  byline: z.string().nullish(),
  publishedTime: z.string().nullish(),
  lang: z.string().nullish(),
})

const PAGES = 'test-pages'
const SOURCE = 'source.html'
const EXPECTED = 'expected.html'
const METADATA = 'expected-metadata.json'

/** Where the pages lie: in `test-pages/`, or in the folder itself. */
async function pagesOf(folder: CollectionFolder): Promise<{ at: string; names: string[] }> {
  const at = (await folder.has(PAGES)) ? PAGES : '.'
  const names: string[] = []
  for (const name of await folder.names(at)) if (await folder.has(join(at, name, SOURCE))) names.push(name)
  return { at, names }
}

/** Mozilla Readability's test pages: `test-pages/X/source.html` with `expected.html` and `expected-metadata.json`. */
export const readabilityPages: Layout = {
  name: `Readability’s test pages (X/${SOURCE} and X/${EXPECTED})`,
  recognises: async (folder) => (await pagesOf(folder)).names.length > 0,
  async *pages(folder) {
    const { at, names } = await pagesOf(folder)
    for (const id of names) {
      const expected = join(at, id, EXPECTED)
      const metadata = join(at, id, METADATA)
      const { title, byline, publishedTime, lang } = (await folder.has(metadata))
        ? readJson(await folder.text(metadata), Metadata, join(folder.path, metadata))
        : {}
      const fields = Object.entries({ title, author: byline, date: publishedTime }).filter(([, value]) => typeof value === 'string')
      const groups = lang ? { language: (lang.split('-')[0] as string).toLowerCase() } : undefined
      yield recordNamed(id, join(folder.path, at, id), {
        origin: { extra: { ...Object.fromEntries(fields), ...(groups ? { groups } : {}) } },
        async read() {
          const text = (await folder.has(expected)) ? markedText(await folder.text(expected), (page, node) => node === page.body) : null
          return contentOf({ text, snippets: null, pageType: null, groups }, await folder.html(join(at, id, SOURCE)))
        },
      })
    }
  },
}
