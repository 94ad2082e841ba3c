/** Scores the verdict "overview page" of an extractor against the page types of the gold standard. */

interface VerdictPage {
  readonly isOverview: boolean | null
  readonly overview: boolean | null
}

/**
 * Returns scores of the verdict "overview", each in [0,1]; null if the divisor is 0. `matrix` contains numbers of pages. In a name with
 * `As`, the first word is the page type and the last word is the verdict. `unknown` counts pages without a verdict, and pages that are not
 * known to be an overview or content.
 */
export function scoreVerdicts(pages: readonly VerdictPage[]) {
  const matrix = { overviewAsOverview: 0, overviewAsContent: 0, contentAsOverview: 0, contentAsContent: 0, unknown: 0 }
  for (const { isOverview, overview } of pages) {
    if (overview === null || isOverview === null) matrix.unknown++
    else matrix[`${isOverview ? 'overview' : 'content'}As${overview ? 'Overview' : 'Content'}`]++
  }
  const { overviewAsOverview, overviewAsContent, contentAsOverview, contentAsContent } = matrix
  const verdicts = overviewAsOverview + contentAsOverview
  const overviews = overviewAsOverview + overviewAsContent
  const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)
  return {
    precision: share(overviewAsOverview, verdicts),
    recall: share(overviewAsOverview, overviews),
    f1: share(2 * overviewAsOverview, verdicts + overviews),
    accuracy: share(overviewAsOverview + contentAsContent, verdicts + overviewAsContent + contentAsContent),
    matrix,
  }
}
