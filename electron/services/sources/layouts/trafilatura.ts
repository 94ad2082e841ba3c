import { join } from 'node:path'
import { z } from 'zod'
import { failed } from '../../../../shared/base/failure'
import { readJson } from '../../../../shared/gold/read-json'
import type { CollectionFolder } from '../collection-folder'
import { contentOf, recordNamed } from '../page-record'
import type { Layout } from './layout'

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
