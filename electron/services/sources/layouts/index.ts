/** How collections lie in their folders, the most telling first. A further published layout is one file here. */
import { articleBenchmark } from './article-benchmark'
import { combinedSet } from './combined-set'
import type { Layout } from './layout'
import { PAIRED_FOLDERS } from './paired-folders'
import { pagesWithTexts } from './pages-with-texts'
import { readabilityPages } from './readability-pages'
import { recordList, recordLists } from './record-list'
import { trafilatura } from './trafilatura'
import { wcxb } from './wcxb'

export { articleBenchmark }

export const LAYOUTS: readonly Layout[] = [
  recordList,
  articleBenchmark,
  combinedSet,
  wcxb,
  trafilatura,
  readabilityPages,
  ...PAIRED_FOLDERS,
  pagesWithTexts,
  recordLists,
]
