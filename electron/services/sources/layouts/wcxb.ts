import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { toFailure } from '../../../../shared/base/failure'
import { jsonOfLine } from '../../../../shared/gold/formats/exchange-pages'
import { checkValue, readJson } from '../../../../shared/gold/read-json'
import { pageTypeOf } from '../../../../shared/gold/gold-file'
import type { PageGroups } from '../../../../shared/evaluation/evaluate-page'
import type { CollectionFolder, Layout } from '../collection-folder'
import { brokenRecord, contentOf, createRecord, type PageRecord } from '../page-record'
import { readLines } from '../../files/read-lines'

const TRUTH = 'ground-truth'

const GroundTruth = z.looseObject({
  url: z.string().nullish(),
  ground_truth: z.looseObject({
    title: z.string().nullish(),
    author: z.string().nullish(),
    publish_date: z.string().nullish(),
    main_content: z.string().nullish(),
    main_content_markdown: z.string().nullish(),
    with: z.array(z.string()).nullish(),
    without: z.array(z.string()).nullish(),
  }),
  _internal: z.looseObject({ page_type: z.looseObject({ primary: z.string().nullish() }).nullish() }).nullish(),
})

const SPLITS = ['dev', 'test']
const FILE = /^(.+)\.json$/i

async function splitsOf(folder: CollectionFolder): Promise<string[]> {
  const found: string[] = []
  for (const split of ['.', ...SPLITS])
    if ((await folder.has(join(split, TRUTH))) && (await folder.has(join(split, 'html')))) found.push(split)
  return found
}

/**
 * WCXB 1.0 (Foley 2026): `html/NNNN.html.gz` and `ground-truth/NNNN.json`, in `dev/` and `test/`, or directly in the folder of one split.
 */
export const wcxb: Layout = {
  name: 'WCXB (html/ and ground-truth/, or both folders in dev/ or test/)',
  recognises: async (folder) => (await splitsOf(folder)).length > 0,
  async *pages(folder) {
    const splits = await splitsOf(folder)
    for (const split of splits) {
      const splitName = split === '.' ? basename(folder.path) : split
      const groups = { corpus: 'WCXB', ...(SPLITS.includes(splitName) ? { split: splitName } : {}) }
      for (const name of await folder.names(join(split, TRUTH))) {
        const number = FILE.exec(name)?.[1]
        if (number === undefined) continue
        const id = splits.length > 1 ? `${split}-${number}` : number
        const file = join(split, TRUTH, name)
        try {
          yield await recordOfPage(folder, id, file, join(split, 'html', `${number}.html.gz`), groups)
        } catch (thrown) {
          yield brokenRecord(join(folder.path, file), id, toFailure(thrown), id)
        }
      }
    }
  },
}

/** Returns null if the file has no gold text. */
export async function goldTextOfWcxb(path: string): Promise<string | null> {
  const { ground_truth: gold } = readJson(await readFile(path, 'utf8'), GroundTruth, path)
  return gold.main_content ?? null
}

async function recordOfPage(folder: CollectionFolder, id: string, file: string, html: string, groups: PageGroups): Promise<PageRecord> {
  const place = join(folder.path, file)
  const { url, ground_truth: gold, _internal: internal } = readJson(await folder.text(file), GroundTruth, place)
  const primary = internal?.page_type?.primary
  // Early files use the name `category` for the type `collection`.
  const pageType = pageTypeOf(primary === 'category' ? 'collection' : primary)
  const { title, author, publish_date: date, main_content: text, main_content_markdown: markdown } = gold
  const snippets = { with: gold.with ?? [], without: gold.without ?? [] }
  return createRecord(id, place, {
    url: url ?? null,
    pageType: pageType ?? 'unknown',
    origin: {
      extra: {
        ...Object.fromEntries(Object.entries({ title, author, date, markdown }).filter(([, value]) => typeof value === 'string')),
        groups,
      },
    },
    // If a page has no main text, the gold text is empty, as in the published scores.
    read: async () => contentOf({ text: text ?? '', snippets, pageType, groups, markdown }, await folder.html(html)),
  })
}

const LIST = /^(.+)\.jsonl(?:\.gz)?$/i

const Line = z.looseObject({
  page_id: z.union([z.string().min(1), z.number()]),
  plaintext: z.string().nullish(),
  url: z.string().nullish(),
  source: z.string().nullish(),
})

async function listsOf(folder: CollectionFolder): Promise<string[]> {
  return (await folder.has(TRUTH)) ? (await folder.names(TRUTH)).filter((name) => LIST.test(name)) : []
}

/** The combined set: `ground-truth/DATASET.jsonl` and `html/DATASET/HASH.html`. The name of the data set is the source of a page. */
export const combinedSet: Layout = {
  name: `the combined set (${TRUTH}/DATASET.jsonl and html/DATASET/)`,
  recognises: async (folder) => (await listsOf(folder)).length > 0 && (await folder.has('html')),
  lacks: async (folder) =>
    (await listsOf(folder)).length > 0 ? `It has ${TRUTH}/*.jsonl, like the combined set, but html/ is missing.` : null,
  async *pages(folder, { signal }) {
    for (const list of await listsOf(folder)) {
      const source = (LIST.exec(list) as RegExpExecArray)[1] as string
      const path = join(folder.path, TRUTH, list)
      for await (const { number, text, failure: reason } of readLines(path, { signal })) {
        const place = `${path}, line ${number}`
        if (text === null) {
          yield brokenRecord(place, `${source}, line ${number}`, reason)
          continue
        }
        try {
          const { page_id: page, plaintext, url } = checkValue(jsonOfLine(text), Line, 'The record')
          const id = `${source}-${page}`
          yield createRecord(id, place, {
            url: url ?? null,
            origin: { extra: { groups: { source } } },
            read: async () => contentOf({ text: plaintext, groups: { source } }, await folder.html(join('html', source, `${page}.html`))),
          })
        } catch (thrown) {
          yield brokenRecord(place, `${source}, line ${number}`, toFailure(thrown))
        }
      }
    }
  },
}
