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
