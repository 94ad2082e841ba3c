import type { MetricId, PageResult } from '../../../shared/evaluation/evaluation-row'
import type { Configuration, RunSpec } from '../../../shared/evaluation/run-spec'
import type { OwnData } from '../own/own-data'
import type { PageContent } from '../sources/page-record'

/** What the evaluation worker is given: one page and everything to run on it. */
export interface EvaluationTask extends PageContent {
  readonly id: string
  readonly url: string | null
  readonly configurations: readonly Configuration[]
  readonly tokens: RunSpec['tokens']
  readonly metrics: readonly MetricId[]
  readonly maxNodes: number
  /** Extractors of the person's own among the configurations, where the pool was not told of them. */
  readonly own?: OwnData
}

export interface EvaluationReply {
  /** sha256 of html and gold. */
  readonly hash: string
  readonly result: PageResult
  /** Milliseconds: parsing, then one number a configuration. */
  readonly timings: readonly number[]
}
