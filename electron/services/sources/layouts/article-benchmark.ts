import { join } from 'node:path'
import { readGroundTruth } from '../../../../shared/gold/formats/ground-truth'
import { recordOf } from '../json-lines-pages'
import type { Layout } from './layout'

const GROUND_TRUTH = 'ground-truth.json'
const HASH = /^[0-9a-f]{64}$/

/** `ground-truth.json` with `articleBody` beside `html/*.html.gz`: the article extraction benchmark. */
export const articleBenchmark: Layout = {
  name: `${GROUND_TRUTH} with html/`,
  recognises: (folder) => folder.has(GROUND_TRUTH),
  async *pages(folder) {
    const file = join(folder.path, GROUND_TRUTH)
    const pages = readGroundTruth(await folder.text(GROUND_TRUTH), file)
    // Others keep their pages in its format, too: its own are named by their hashes.
    const groups = pages.every(({ id }) => HASH.test(id)) ? { groups: { corpus: 'article extraction benchmark' } } : {}
    for (const page of pages) yield recordOf({ ...page, ...groups }, `${file}, ${page.id}`, page.id, folder)
  },
}
