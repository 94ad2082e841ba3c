/** TextSweeper's verdict "this is an overview page" against the gold page type. */
import { f1Of, type PrecisionRecall } from './text-scores'

/** Rows: what the page is; columns: what the extractor said. */
export interface ConfusionMatrix {
  readonly overviewAsOverview: number
  readonly overviewAsContent: number
  readonly contentAsOverview: number
  readonly contentAsContent: number
  /** Pages without a gold page type or without a verdict; they are in none of the above. */
  readonly unknown: number
}

export interface VerdictScore extends PrecisionRecall {
  readonly accuracy: number
  readonly matrix: ConfusionMatrix
}

export interface VerdictPage {
  /** Gold page type; null, `unknown` and the like are not a negative and are left out. */
  readonly pageType: string | null
  /** What the extractor said; null where it gives no verdict. */
  readonly overview: boolean | null
}

const CONTENT_TYPES: ReadonlySet<string> = new Set(['article', 'forum', 'other'])

/** Precision and recall of "overview", accuracy over both, and the matrix. Precision is 1 where nothing was called an overview and nothing is one. */
export function scoreVerdicts(pages: readonly VerdictPage[]): VerdictScore {
  let overviewAsOverview = 0
  let overviewAsContent = 0
  let contentAsOverview = 0
  let contentAsContent = 0
  let unknown = 0
  for (const { pageType, overview } of pages) {
    const isOverview = pageType === 'overview'
    if (overview === null || pageType === null || (!isOverview && !CONTENT_TYPES.has(pageType))) unknown++
    else if (isOverview && overview) overviewAsOverview++
    else if (isOverview) overviewAsContent++
    else if (overview) contentAsOverview++
    else contentAsContent++
  }
  const said = overviewAsOverview + contentAsOverview
  const are = overviewAsOverview + overviewAsContent
  const precision = said === 0 ? (are === 0 ? 1 : 0) : overviewAsOverview / said
  const recall = are === 0 ? 1 : overviewAsOverview / are
  const known = said + overviewAsContent + contentAsContent
  return {
    precision,
    recall,
    f1: f1Of(precision, recall),
    accuracy: known === 0 ? 1 : (overviewAsOverview + contentAsContent) / known,
    matrix: { overviewAsOverview, overviewAsContent, contentAsOverview, contentAsContent, unknown },
  }
}
