import { join } from 'node:path'
import { jsonLinesPages } from '../json-lines-pages'
import type { Layout } from './layout'

const LIST = 'gold.jsonl'

/** `gold.jsonl` beside the pages that it names. */
export const recordList: Layout = {
  name: LIST,
  recognises: (folder) => folder.has(LIST),
  pages: (folder, options) => jsonLinesPages(join(folder.path, LIST), options),
}

const LISTS = /\.jsonl(?:\.gz)?$/i

/** Lists of records, as WebMainBench is published: all of them, in order of their names. */
export const recordLists: Layout = {
  name: '.jsonl files',
  recognises: async (folder) => (await folder.names()).some((name) => LISTS.test(name)),
  async *pages(folder, options) {
    for (const name of await folder.names()) if (LISTS.test(name)) yield* jsonLinesPages(join(folder.path, name), options)
  },
}
