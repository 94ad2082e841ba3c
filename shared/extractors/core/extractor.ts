import type { NodeId, PageModel } from '../../page/page-model'
import type { QuotationId } from '../quotations'
import type { ParamSpecs, ParamValues } from './params'
import type { Probe } from './probe'

export interface Paper {
  readonly authors: string
  readonly title: string
  readonly venue: string
  readonly year: number
  readonly doi?: string
  /** Differences between the preset `as-printed` and the paper. The window shows this text after “As printed, except: ”. */
  readonly except?: string
}

export type ValueNames = Readonly<Record<number, string>>

export interface MeasureSpec {
  readonly id: string
  readonly label: string
  readonly unit: string
  readonly per: 'node' | 'line'
  /** The formula in TeX, or empty without a formula. `@{id}` stands for a measure or a page value. */
  readonly tex: string
  readonly description: string
  readonly cites?: readonly QuotationId[]
  /** TeX of the symbol, if it differs from the id. */
  readonly symbol?: string
  /** Whether the value is a share in [0,1], displayed as a percentage. */
  readonly share?: boolean
  /** Names of special values, such as `{ 60: 'none' }`. */
  readonly names?: ValueNames
  readonly sum?: SumSpec
}

/**
 * `children`: the value is the sum of the measure `of` over the child elements, plus a remainder with the name `rest`. `window`: the value
 * is the mean of the measure `of` over neighbouring lines. The parameter `radius` is the number of lines per side.
 */
type SumSpec =
  | { readonly over: 'children'; readonly of: string; readonly rest: string }
  | { readonly over: 'window'; readonly of: string; readonly radius: string }

export interface RuleSpec {
  readonly id: string
  readonly label: string
  /** The relation of value to limit if the test holds, or '' without a comparison. */
  readonly relation: '<' | '≤' | '>' | '≥' | '=' | ''
  readonly quantity: string
  readonly unit: string
  readonly measure?: string
  /** Whether value and limit are shares in [0,1], displayed as percentages. */
  readonly share?: boolean
  /** Whether the value was measured on the parent of the subject. */
  readonly ofParent?: boolean
  /** Explains a value that is not a measure. */
  readonly how?: string
  /** Whether the sentence names a condition besides the comparison. Headlines show the sentences of these rules. */
  readonly named?: boolean
  /** Whether the decision only follows from other decisions. The other decisions explain the result. */
  readonly follows?: boolean
  /**
   * Explains the decision, with `{value}`, `{limit}` and `{note}`. If the rule chooses the largest node of a subtree, `{within}` is the
   * root of the subtree. `{reached}` is the value that admitted the subtree, and `{bar}` is the threshold of this value.
   */
  readonly sentence: string
  /** Replaces `sentence` if the chosen node is the root of the subtree. */
  readonly ofItself?: string
}

/** The result of a pseudocode line: a value, a found node, or a comparison of two page values. */
export type Computed =
  | string
  | { readonly finds: string }
  | { readonly compares: string; readonly relation: RuleSpec['relation']; readonly limit: string }

/** Links rules and values to pseudocode lines. Line numbers start at 1. */
export interface CodeNotes {
  /** Line of the decision. The key is a rule, or a rule and an outcome: `text-percentage fail`. */
  readonly decided: Readonly<Record<string, number>>
  /** Line of the comparison, if the decision is on another line. */
  readonly tested: Readonly<Record<string, number>>
  readonly computes: Readonly<Record<number, Computed>>
  /** If the measure `on` is 0, line `zero` runs. Otherwise, line `other` runs. */
  readonly branch?: { readonly on: string; readonly zero: number; readonly other: number }
}

/** Name and unit of a page value. `node` marks a node id, and `share` marks a share in [0,1]. */
export interface ValueSpec {
  readonly label: string
  readonly unit?: string
  readonly node?: boolean
  readonly share?: boolean
}

/** Describes smoothing by the mean over neighbours along a chart's axis. */
export interface SmoothingSpec {
  /** Key of `Extraction.values`, or number parameter, with the number of neighbours per side. */
  readonly halfWidth: string
  /**
   * Key of `Extraction.values` with the standard deviation of the Gaussian weights, in positions. Without this key, all weights are equal.
   */
  readonly sigma?: string
}

export interface ChartSpec {
  readonly id: string
  readonly title: string
  readonly per: 'node' | 'line'
  readonly series: readonly string[]
  /** Key of `Extraction.values`. The chart draws the value as a horizontal line. */
  readonly threshold?: string
  /** Number parameter that is proportional to the threshold. Moving the line changes this parameter. */
  readonly movedBy?: string
  /** Measure of the horizontal axis. The first of `series` is the vertical axis. */
  readonly across?: string
  /** Measure with the cluster number. The cluster sets the colour. */
  readonly cluster?: string
  /** Describes how the first measure of `series` results from the second measure. */
  readonly smoothing?: SmoothingSpec
  readonly sorted?: boolean
  readonly figure?: string
}

/** One term of a score that is a sum. The measure's value selects the points. */
export interface AdditiveTerm {
  readonly measure: string
  /** Id of the measure that contains, per node, the points from this term. */
  readonly earned: string
  /** Ascending limits of the steps. Step k contains the values from cuts[k − 1] to below cuts[k]. */
  readonly cuts: readonly number[]
  /** Points per step. The list has one more element than `cuts`. */
  readonly points: readonly number[]
}

/** A score that is a sum of terms. */
export interface AdditiveSpec {
  /** Key of `Extraction.values` with the initial value of the sum. */
  readonly intercept: string
  /** Measures with the sum, and with the probability of the sum. */
  readonly score: string
  readonly probability: string
  /** Key of `Extraction.values` with the minimum probability of kept blocks. */
  readonly cut: string
  readonly terms: readonly AdditiveTerm[]
}

/** In this order: paper extractor, Lens, baseline, library extractor, custom extractor. */
type Family = 'system' | 'own' | 'baseline' | 'peer' | 'yours'

export interface Verdict {
  readonly pageType: 'article' | 'overview'
  /** Name of the measured quantity. The default is net text. */
  readonly quantity?: string
  readonly value: number
  readonly limit: number
  readonly margin: number
  readonly sentence: string
  readonly evidence: readonly NodeId[]
}

/** Line data of an extractor, with one array element per counted line. */
export interface LineData {
  /** Offsets into `PageModel.html`. The end is exclusive. */
  readonly start: Int32Array
  readonly end: Int32Array
  readonly measures: Readonly<Record<string, Float64Array>>
  readonly content: Uint8Array
}

/** A candidate for the content node. */
export interface Candidate {
  readonly node: NodeId
  readonly score: number
  readonly terms: readonly { readonly label: string; readonly value: number }[]
  /** Set for each chosen candidate. If no candidate is marked, the candidate with the largest score was chosen. */
  readonly chosen?: true
}

export interface Media {
  readonly node: NodeId
  readonly kind: string
  readonly source: string
  readonly alternative: string
}

/** Result of a run, as plain data that threads can transfer. */
export interface ExtractionCore {
  /** `OUT`, `KEPT` or `PATH` per node. Only nodes of body are kept. */
  readonly selected: Uint8Array
  /** Index into `REMOVALS` per node. Present only if the run measured nodes that the usual tree omits. */
  readonly removal?: Uint8Array
  /** The exact text that a library or program returned. Scores and copies use this text. */
  readonly given?: string
  /** Measures per node, by id. NaN marks a node without the measure. */
  readonly measures: Readonly<Record<string, Float64Array>>
  readonly values: Readonly<Record<string, number>>
  readonly lines?: LineData
  readonly verdict?: Verdict
  /** At most 10 candidates, best first. */
  readonly candidates?: readonly Candidate[]
  /** Class per node for display. `of` contains indices into `names`. */
  readonly classes?: { readonly names: readonly string[]; readonly of: Uint8Array }
  readonly media?: readonly Media[]
  /** Reason why the extractor failed on the page and selected nothing. */
  readonly brokeDown?: string
  readonly warnings: readonly string[]
}

/** Description of an extractor, as plain data. */
export interface ExtractorInfo<P extends ParamSpecs = ParamSpecs> {
  /** Permanent name, such as `cectd-ds`. */
  readonly id: string
  readonly title: string
  /** Long form of the title, of at most four words. Missing if the title is clear. */
  readonly fullName?: string
  readonly family: Family
  readonly paper: Paper
  readonly summary: string
  readonly params: P
  readonly measures: readonly MeasureSpec[]
  readonly rules: readonly RuleSpec[]
  readonly charts: readonly ChartSpec[]
  readonly mainMeasure: string
  readonly additive?: AdditiveSpec
  readonly pseudocode: readonly string[]
  readonly code?: CodeNotes
  readonly values?: Readonly<Record<string, ValueSpec>>
  readonly needsSource: boolean
}

export interface Extractor<P extends ParamSpecs = ParamSpecs> extends ExtractorInfo<P> {
  /**
   * Runs the algorithm in almost linear time, without side effects and without recursion over nodes. An empty page gives an empty selection
   * and a warning.
   */
  run(page: PageModel, params: ParamValues<P>, probe: Probe): ExtractionCore
}

export function extractorInfo(extractor: Extractor): ExtractorInfo {
  const info: Partial<Extractor> = { ...extractor }
  delete info.run
  return info as ExtractorInfo
}
