import type { StoredResult } from '../../../shared/contract/published'
import type { PageResult } from '../../../shared/evaluation/evaluation-row'
import type { PageChanges } from '../../../shared/evaluation/guard/page-changes'
import type { RuleFault } from '../../../shared/evaluation/rule-faults'
import type { MetricId } from '../../../shared/evaluation/metric-list'
import type { Configuration, RunSpec } from '../../../shared/evaluation/run-spec'
import type { OwnData } from '../own/own-data'
import type { Selection, SelectionReply, SelectionTask } from '../own/module-selections'
import type { ThreadPool } from '../threads/thread-pool'
import type { PageContent } from '../sources/page-record'

/** What the evaluation worker is given: one page and everything to run on it. */
export interface EvaluationTask extends PageContent {
  readonly id: string
  readonly url: string | null
  readonly configurations: readonly Configuration[]
  readonly tokens: RunSpec['tokens']
  readonly metrics: readonly MetricId[]
  readonly maxNodes: number
  /** Programs of the person's own among the configurations. */
  readonly own?: OwnData | undefined
  /** What modules of the person's own kept, by the place of the configuration: they ran in threads of their own. */
  readonly selections?: ReadonlyMap<number, Selection>
  /** Nothing is scored: the first configuration's faults are wanted, by rule. */
  readonly faults?: boolean
  /** Nothing is scored: what the first configuration keeps otherwise than before is wanted, see `pageChanges`. */
  readonly changes?: { readonly before: string | null }
  /** Whether the reply says which texts were kept, too. */
  readonly kept?: boolean
  /** Nothing is scored: what each configuration extracts is wanted, of those at these places with all that it decides. */
  readonly keeps?: readonly number[]
}

/** What a configuration extracted of a page. */
export interface ExtractedText {
  /** sha256 of the text that is scored, and its characters; null where the run failed. */
  readonly text: { readonly hash: string; readonly characters: number } | null
  /** Where it was asked for. */
  readonly stored?: StoredResult
}

export interface EvaluationReply {
  /** sha256 of html and gold. */
  readonly hash: string
  readonly result: PageResult
  /** Milliseconds: parsing, then one number a configuration. */
  readonly timings: readonly number[]
  /** Where they were asked for; null where the page has no gold text. */
  readonly faults?: readonly RuleFault[] | null
  /** Where they were asked for. */
  readonly changes?: PageChanges
  /** Where they were asked for: what each configuration kept, see `writeKept`; null where it failed. */
  readonly kept?: readonly (string | null)[]
  /** Where it was asked for, by configuration, with the gold text: labels are a text only on their page. */
  readonly extracted?: { readonly gold: string | null; readonly texts: readonly ExtractedText[] }
}

/** What the worker answers to a page, and to a module of one's own that is asked for its selections alone. */
export type EvaluationPool = ThreadPool<EvaluationTask | SelectionTask, EvaluationReply | SelectionReply>
