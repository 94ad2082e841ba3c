/** The pages that libraries of the field are tested on. */
import { join } from 'node:path'
import { z } from 'zod'
import { failed } from '../../../../shared/base/failure'
import { readJson } from '../../../../shared/gold/read-json'
import type { CollectionFolder, Layout } from '../collection-folder'
import { contentOf, recordNamed } from '../page-record'
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

const LIST = 'evaldata.json'
/** Folders its pages are kept in. */
const FOLDERS = ['eval', 'cache', '.']

const GROUPS = { corpus: 'trafilatura' }

const Entries = z.record(
  z.string(),
  z.looseObject({
    file: z.string().min(1),
    with: z.array(z.string()).nullish(),
    without: z.array(z.string()).nullish(),
    comments: z.array(z.string()).nullish(),
  }),
)

async function folderOf(folder: CollectionFolder): Promise<string | null> {
  for (const at of ['.', 'tests']) if (await folder.has(join(at, LIST))) return at
  return null
}

/** The evaluation data of trafilatura: `tests/evaldata.json`, by address, with snippets; pages in `tests/eval/` and `tests/cache/`. */
export const trafilatura: Layout = {
  name: `trafilatura’s evaluation data (${LIST} with eval/ or cache/)`,
  recognises: async (folder) => (await folderOf(folder)) !== null,
  async *pages(folder) {
    const at = (await folderOf(folder)) ?? '.'
    const list = join(at, LIST)
    const place = join(folder.path, list)
    for (const [url, { file, with: wanted, without, ...extra }] of Object.entries(readJson(await folder.text(list), Entries, place))) {
      yield recordNamed(file.replace(/\.html?$/i, ''), `${place}, ${file}`, {
        key: file,
        url,
        origin: { extra: { ...extra, groups: GROUPS } },
        async read() {
          for (const name of FOLDERS.map((own) => join(at, own, file)))
            if (await folder.has(name))
              return contentOf(
                { text: null, snippets: { with: wanted ?? [], without: without ?? [] }, pageType: null, groups: GROUPS },
                await folder.html(name),
              )
          throw failed('input.not-found', `${file} is in ${LIST}, but in none of its folders.`, 'Get tests/eval and tests/cache with it.')
        },
      })
    }
  },
}
