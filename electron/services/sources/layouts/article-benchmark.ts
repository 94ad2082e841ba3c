import { join } from 'node:path'
import { readGroundTruth } from '../../../../shared/gold/formats/benchmark'
import { recordOf } from '../json-lines-pages'
import type { Layout } from './layout'

const GROUND_TRUTH = 'ground-truth.json'

/** `ground-truth.json` with `articleBody` beside `html/*.html.gz`: the article extraction benchmark. */
export const articleBenchmark: Layout = {
  name: `${GROUND_TRUTH} with html/`,
  recognises: (folder) => folder.has(GROUND_TRUTH),
  async *pages(folder) {
    const file = join(folder.path, GROUND_TRUTH)
    for (const page of readGroundTruth(await folder.text(GROUND_TRUTH), file)) {
      yield recordOf(page, `${file}, ${page.id}`, page.id, folder)
    }
  },
}
