import type { ChartSpec, Extractor, Family, MeasureSpec, Paper, RuleSpec } from './extractor'
import type { ParamSpecs } from './params'

/** All that a window, a list or a form needs to know of an extractor; plain data. */
export interface ExtractorInfo {
  readonly id: string
  readonly title: string
  readonly family: Family
  readonly paper: Paper
  readonly summary: string
  readonly params: ParamSpecs
  readonly measures: readonly MeasureSpec[]
  readonly rules: readonly RuleSpec[]
  readonly charts: readonly ChartSpec[]
  readonly mainMeasure: string
  readonly pseudocode: readonly string[]
  readonly needsSource: boolean
}

/** Describes an extractor. */
export function extractorInfo(extractor: Extractor): ExtractorInfo {
  const { id, title, family, paper, summary, params, measures, rules, charts, mainMeasure } = extractor
  return {
    id,
    title,
    family,
    paper,
    summary,
    params,
    measures,
    rules,
    charts,
    mainMeasure,
    pseudocode: extractor.pseudocode ?? [],
    needsSource: extractor.needsSource ?? false,
  }
}
