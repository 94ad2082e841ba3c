/** How collections lie in their folders, the most telling first. A further published layout is one file here. */
import { articleBenchmark } from './article-benchmark'
import type { Layout } from './layout'
import { pagesWithTexts } from './pages-with-texts'
import { recordList } from './record-list'
import { wcxb } from './wcxb'

export { articleBenchmark }

export const LAYOUTS: readonly Layout[] = [recordList, articleBenchmark, wcxb, pagesWithTexts]
