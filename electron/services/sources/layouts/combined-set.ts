import { join } from 'node:path'
import { z } from 'zod'
import { toFailure } from '../../../../shared/base/failure'
import { checkValue } from '../../../../shared/gold/read-json'
import { jsonOfLine } from '../../../../shared/gold/formats/json-lines'
import type { CollectionFolder } from '../collection-folder'
import { brokenRecord, contentOf, recordNamed } from '../page-record'
import { readLines } from '../read-lines'
import type { Layout } from './layout'

const GOLD = 'ground-truth'
const LIST = /^(.+)\.jsonl(?:\.gz)?$/i

const Line = z.looseObject({
  page_id: z.union([z.string().min(1), z.number()]),
  plaintext: z.string().nullish(),
  url: z.string().nullish(),
  source: z.string().nullish(),
})

async function listsOf(folder: CollectionFolder): Promise<string[]> {
  return (await folder.has(GOLD)) ? (await folder.names(GOLD)).filter((name) => LIST.test(name)) : []
}

/** The combined set of the web content extraction benchmark: `ground-truth/DATASET.jsonl` with `html/DATASET/HASH.html`; the data set is the page's source. */
export const combinedSet: Layout = {
  name: `the combined set (${GOLD}/DATASET.jsonl and html/DATASET/)`,
  recognises: async (folder) => (await listsOf(folder)).length > 0 && (await folder.has('html')),
  lacks: async (folder) =>
    (await listsOf(folder)).length > 0 ? `It has ${GOLD}/*.jsonl as the combined set has, but no html/ beside it.` : null,
  async *pages(folder, { signal }) {
    for (const list of await listsOf(folder)) {
      const source = (LIST.exec(list) as RegExpExecArray)[1] as string
      const path = join(folder.path, GOLD, list)
      for await (const { number, text, failure: reason } of readLines(path, { signal })) {
        const place = `${path}, line ${number}`
        if (text === null) {
          yield brokenRecord(place, `${source}, line ${number}`, reason)
          continue
        }
        try {
          const { page_id: page, plaintext, url } = checkValue(jsonOfLine(text), Line, path, `line ${number}`)
          const id = `${source}-${page}`
          yield recordNamed(id, place, {
            url: url ?? null,
            origin: { extra: { groups: { source } } },
            read: async () =>
              contentOf(
                { text: plaintext ?? null, snippets: null, pageType: null, groups: { source } },
                await folder.html(join('html', source, `${page}.html`)),
              ),
          })
        } catch (thrown) {
          yield brokenRecord(place, `${source}, line ${number}`, toFailure(thrown))
        }
      }
    }
  },
}
