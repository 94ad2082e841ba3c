import { join } from 'node:path'
import { z } from 'zod'
import { failed } from '../../../../shared/base/failure'
import { readJson } from '../../../../shared/gold/read-json'
import type { PageGroups } from '../../../../shared/evaluation/evaluate-page'
import type { CollectionFolder, Layout } from '../collection-folder'
import { contentOf, createRecord } from '../page-record'
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

export const SNIPPETS = 'snippets.json'
export const SNIPPET_PAGES = 'pages'

async function pagesOf(folder: CollectionFolder): Promise<{ at: string; names: string[] }> {
  const at = (await folder.has(PAGES)) ? PAGES : '.'
  const names: string[] = []
  for (const name of await folder.names(at)) if (await folder.has(join(at, name, SOURCE))) names.push(name)
  return { at, names }
}

/**
 * Mozilla Readability's test pages: `X/source.html` with `X/expected.html` and `X/expected-metadata.json`, in `test-pages/` or directly in
 * the folder.
 */
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
      yield createRecord(id, join(folder.path, at, id), {
        origin: { extra: { ...Object.fromEntries(fields), ...(groups ? { groups } : {}) } },
        async read() {
          const file = (await folder.has(expected)) ? await folder.plainText(expected) : null
          const text = file && markedText(file.text, (page, node) => node === page.body)
          return { ...contentOf({ text, groups }, await folder.html(join(at, id, SOURCE))), guessed: file?.guessed }
        },
      })
    }
  },
}

interface SnippetList {
  readonly name: string
  readonly list: string
  readonly at: readonly string[]
  readonly folders: readonly string[]
  readonly groups: PageGroups | undefined
  readonly missing: string
}

const Entries = z.record(
  z.string(),
  z.looseObject({
    file: z.string().min(1),
    with: z.array(z.string()).nullish(),
    without: z.array(z.string()).nullish(),
    comments: z.array(z.string()).nullish(),
  }),
)

function snippetLayout({ name, list: file, at: places, folders, groups, missing }: SnippetList): Layout {
  const folderOf = async (folder: CollectionFolder): Promise<string | null> => {
    for (const at of places) if (await folder.has(join(at, file))) return at
    return null
  }
  return {
    name,
    recognises: async (folder) => (await folderOf(folder)) !== null,
    async *pages(folder) {
      const at = (await folderOf(folder)) ?? '.'
      const list = join(at, file)
      const place = join(folder.path, list)
      for (const [url, { file: own, with: wanted, without, ...extra }] of Object.entries(
        readJson(await folder.text(list), Entries, place),
      )) {
        yield createRecord(own.replace(/\.html?$/i, ''), `${place}, ${own}`, {
          key: own,
          url,
          origin: { extra: { ...extra, ...(groups ? { groups } : {}) } },
          async read() {
            for (const page of folders.map((inside) => join(at, inside, own)))
              if (await folder.has(page))
                return contentOf({ snippets: { with: wanted ?? [], without: without ?? [] }, groups }, await folder.html(page))
            throw failed('input.not-found', `${file} lists ${own}, but ${own} is missing.`, missing)
          },
        })
      }
    },
  }
}

/**
 * Trafilatura's evaluation data, in `tests/` or directly in the folder. `evaldata.json` maps addresses to snippets. The pages are in
 * `eval/`, in `cache/`, or beside the list.
 */
export const trafilatura: Layout = snippetLayout({
  name: 'trafilatura’s evaluation data (evaldata.json with eval/ or cache/)',
  list: 'evaldata.json',
  at: ['.', 'tests'],
  folders: ['eval', 'cache', '.'],
  groups: { corpus: 'trafilatura' },
  missing: 'Copy the folders eval and cache into the folder of the list.',
})

export const ownSnippets: Layout = snippetLayout({
  name: `custom snippets (${SNIPPETS} with pages/)`,
  list: SNIPPETS,
  at: ['.'],
  folders: [SNIPPET_PAGES],
  groups: undefined,
  missing: `Copy the file into ${SNIPPET_PAGES}/, or remove it from the list.`,
})
