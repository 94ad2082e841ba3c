/** Scores the verdict "overview page" of an extractor against the page types of the gold standard. */

/** Numbers of pages. In a name with `As`, the first word is the page type and the last word is the verdict. */
interface ConfusionMatrix {
  readonly overviewAsOverview: number
  readonly overviewAsContent: number
  readonly contentAsOverview: number
  readonly contentAsContent: number
  /** Pages without a verdict, and pages that are not known to be an overview or content. */
  readonly unknown: number
}

/** Scores of the verdict "overview", each in [0,1]; null if the divisor is 0. */
interface VerdictScore {
  readonly precision: number | null
  readonly recall: number | null
  readonly f1: number | null
  readonly accuracy: number | null
  readonly matrix: ConfusionMatrix
}

interface VerdictPage {
  readonly isOverview: boolean | null
  readonly overview: boolean | null
}

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
  const verdicts = overviewAsOverview + contentAsOverview
  const overviews = overviewAsOverview + overviewAsContent
  const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
  return {
    precision: share(overviewAsOverview, verdicts),
    recall: share(overviewAsOverview, overviews),
    f1: share(2 * overviewAsOverview, verdicts + overviews),
    accuracy: share(overviewAsOverview + contentAsContent, verdicts + overviewAsContent + contentAsContent),
    matrix: { overviewAsOverview, overviewAsContent, contentAsOverview, contentAsContent, unknown },
  }
}
