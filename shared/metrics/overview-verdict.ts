/** TextSweeper's verdict "this is an overview page" against the gold page type. */

/** Rows: what the page is; columns: what the extractor said. */
interface ConfusionMatrix {
  readonly overviewAsOverview: number
  readonly overviewAsContent: number
  readonly contentAsOverview: number
  readonly contentAsContent: number
  /** Pages of which the gold does not say whether they are overviews, or without a verdict; they are in none of the above. */
  readonly unknown: number
}

/** Figures of the verdict "overview", each in [0,1]; null where there is nothing to divide by. */
export interface VerdictScore {
  /** Null where no page was called an overview. */
  readonly precision: number | null
  /** Null where no page is an overview. */
  readonly recall: number | null
  /** 2·TP / (called + are); null where no page is one or was called one. */
  readonly f1: number | null
  /** Null where no page counts. */
  readonly accuracy: number | null
  readonly matrix: ConfusionMatrix
}

export interface VerdictPage {
  /** Whether the page is an overview by its gold type; null where that is not known, which is not a negative: it is left out. */
  readonly isOverview: boolean | null
  /** What the extractor said; null where it gives no verdict. */
  readonly overview: boolean | null
}

/** Precision, recall and F1 of "overview", accuracy over both, and the matrix. */
export function scoreVerdicts(pages: readonly VerdictPage[]): VerdictScore {
  let overviewAsOverview = 0
  let overviewAsContent = 0
  let contentAsOverview = 0
  let contentAsContent = 0
  let unknown = 0
  for (const { isOverview, overview } of pages) {
    if (overview === null || isOverview === null) unknown++
    else if (isOverview && overview) overviewAsOverview++
    else if (isOverview) overviewAsContent++
    else if (overview) contentAsOverview++
    else contentAsContent++
  }
  const called = overviewAsOverview + contentAsOverview
  const are = overviewAsOverview + overviewAsContent
  const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
  return {
    precision: share(overviewAsOverview, called),
    recall: share(overviewAsOverview, are),
    f1: share(2 * overviewAsOverview, called + are),
    accuracy: share(overviewAsOverview + contentAsContent, called + overviewAsContent + contentAsContent),
    matrix: { overviewAsOverview, overviewAsContent, contentAsOverview, contentAsContent, unknown },
  }
}
