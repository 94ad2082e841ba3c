/** Exports of `boilerscope/extractor`: functions to define and test custom extractors. */
import type { Extractor } from '../core/extractor'
import type { ParamValue } from '../core/params'
import { resolveParams, traceExtractor, type Extraction } from '../core/run'
import type { Trace } from '../core/probe'
import { parsePage } from '../../page/parse-page'
import type { PageModel } from '../../page/page-model'

export {
  compared,
  defineExtractor,
  type Definition,
  type Findings,
  type MeasureText,
  type Measures,
  type Rules,
  type Run,
  type RunReporter,
} from '../core/define'
export type { Candidate, ChartSpec, Extractor, LineData, MeasureSpec, Media, Paper, RuleSpec, Verdict } from '../core/extractor'
export { boolean, choice, number, numberIn, paperSwitch, proportion, type ParamValue, type ParamValues } from '../core/params'
export type { Outcome } from '../core/probe'
export type { Extraction } from '../core/run'
export { sumUp, type ContentTree } from '../../page/content-tree'
export { attribute, attributesOf, children, ELEMENT, tagName, TEXT, type NodeId, type PageModel } from '../../page/page-model'
export { parsePage } from '../../page/parse-page'
export { INLINE_TAGS, LINK_TAGS, tagTable } from '../../page/tags'
export { countWords, words } from '../../page/text'
export { kMeans } from '../kit/k-means'
export { topTen } from '../kit/top-ten'

/**
 * Runs an extractor on HTML for a test. Returns the extraction, the page and the trace.
 * @throws FailureError `params.invalid`, `page.too-many-nodes`, and errors of the extractor
 */
export function extract(
  extractor: Extractor,
  html: string,
  params: Readonly<Record<string, ParamValue>> = {},
): Extraction & { readonly page: PageModel; readonly trace: Trace } {
  const page = parsePage(html, { sourcePositions: true })
  const { extraction, trace } = traceExtractor(page, extractor, resolveParams(extractor, 'default', params))
  return { ...extraction, page, trace }
}
