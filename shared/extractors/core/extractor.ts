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
  /** Difference between the preset "as printed" and the paper. This text follows the word "except". */
  readonly except?: string
}

export type ValueNames = Readonly<Record<number, string>>

export interface MeasureSpec {
  /** Name in results, such as `C`, `T`, `density`. */
  readonly id: string
  readonly label: string
  readonly unit: string
  readonly per: 'node' | 'line'
  /** The formula in TeX; empty for a plain count. `@{id}` stands for a measure or a page value. */
  readonly tex: string
  /** Meaning and source: paper, section, equation. */
  readonly description: string
  /** Quotations of the paper that support the description. */
  readonly cites?: readonly QuotationId[]
  /** TeX of the symbol, if it differs from the id. */
  readonly symbol?: string
  /** Whether the value is a share in [0,1], displayed as a percentage. */
  readonly share?: boolean
  /** Names of special values that are not amounts: `{ 60: 'none' }`. */
  readonly names?: ValueNames
  readonly sum?: SumSpec
}

/**
 * `children`: the value is the sum of measure `of` over child elements, plus a remainder with the name `rest`. `window`: the value is the
 * mean of measure `of` over neighbouring lines; the parameter `radius` is the number of lines per side.
 */
type SumSpec =
  | { readonly over: 'children'; readonly of: string; readonly rest: string }
  | { readonly over: 'window'; readonly of: string; readonly radius: string }

export interface RuleSpec {
  readonly id: string
  readonly label: string
  /** The relation of value and limit if the test holds; '' if the rule compares nothing. */
  readonly relation: '<' | '≤' | '>' | '≥' | '=' | ''
  readonly quantity: string
  readonly unit: string
  /** The compared measure, if the value is a measure. Demo and chart then show this measure. */
  readonly measure?: string
  /** Whether value and limit are shares in [0,1], displayed as percentages. */
  readonly share?: boolean
  /** Whether the value was measured on the parent of the subject. */
  readonly ofParent?: boolean
  /** Explains a value that is not a measure. */
  readonly how?: string
  /** Whether the sentence names a condition besides the comparison. A headline then shows the sentence instead of only value and limit. */
  readonly named?: boolean
  /** Whether the decision only follows from other decisions about the node or its contents. The other decisions then explain the result. */
  readonly follows?: boolean
  /**
   * Explains the decision, with `{value}`, `{limit}` and `{note}`. If the rule chooses the largest node of a subtree, also with `{within}`
   * (root of the subtree), `{reached}` (value that admitted the subtree) and `{bar}` (threshold of this value). The runner-up is appended.
   */
  readonly sentence: string
  /** Replaces `sentence` if the chosen node is the root of the subtree. */
  readonly ofItself?: string
}

/** The result of a pseudocode line: a measure or page value, the found node with its measure, or a comparison of two page values. */
export type Computed =
  | string
  | { readonly finds: string }
  | { readonly compares: string; readonly relation: RuleSpec['relation']; readonly limit: string }

/** Data for following the pseudocode line by line. Line numbers start at 1. */
export interface CodeNotes {
  /** The line that makes a rule's decision: by rule and outcome (`text-percentage fail`), else by rule. */
  readonly decided: Readonly<Record<string, number>>
  /** The line that makes a rule's comparison, if this line differs from the line in `decided`. */
  readonly tested: Readonly<Record<string, number>>
  readonly computes: Readonly<Record<number, Computed>>
  /** Two alternative lines: if the measure `on` is 0, line `zero` runs, otherwise line `other`. */
  readonly branch?: { readonly on: string; readonly zero: number; readonly other: number }
}

/** Name and unit of a page value. `node`: the value is a node id. `share`: the value is a share in [0,1]. */
export interface ValueSpec {
  readonly label: string
  readonly unit?: string
  readonly node?: boolean
  readonly share?: boolean
}

/** Describes smoothing: each value is the mean over neighbours along a chart's axis. */
export interface SmoothingSpec {
  /** Source of the number of neighbours per side: a key of `Extraction.values`, or a number parameter. */
  readonly halfWidth: string
  /** Key of `Extraction.values` with the standard deviation of Gaussian weights, in positions. If missing, all weights are equal. */
  readonly sigma?: string
}

export interface ChartSpec {
  readonly id: string
  readonly title: string
  readonly per: 'node' | 'line'
  readonly series: readonly string[]
  /** Key of `Extraction.values`. The chart draws this value as a horizontal line. */
  readonly threshold?: string
  /** Number parameter that is proportional to the threshold. If the user moves the line, this parameter changes. */
  readonly movedBy?: string
  /** Measure of the horizontal axis. Each node or line is then a point, and the first of `series` is the vertical axis. */
  readonly across?: string
  /** Measure with the cluster number of a node or line, which sets the colour. */
  readonly cluster?: string
  /** Set if the first measure of `series` results from smoothing the second measure along the axis. The chart can draw both measures. */
  readonly smoothing?: SmoothingSpec
  /** Whether the chart sorts by value, largest first. */
  readonly sorted?: boolean
  readonly figure?: string
}

/** One term of a score that is a sum. The measure's value selects a step, and the step gives the points. */
export interface AdditiveTerm {
  readonly measure: string
  /** Measure with the points of the term. */
  readonly earned: string
  /** Limits of the steps, ascending. Step k contains the values from cuts[k − 1] up to, but not including, cuts[k]. */
  readonly cuts: readonly number[]
  /** Points per step; one more than `cuts`. */
  readonly points: readonly number[]
}

/** A score that is a sum of terms. The window can show the points of each term. */
export interface AdditiveSpec {
  /** Key of `Extraction.values` with the initial value of the sum. */
  readonly intercept: string
  /** Measure with the sum. `probability`: measure with the probability of this sum. */
  readonly score: string
  readonly probability: string
  /** Key of `Extraction.values` with the minimum probability of kept blocks. */
  readonly cut: string
  readonly terms: readonly AdditiveTerm[]
}

/** Origin: a paper extractor, lens (`own`), a baseline (CETD's Table 4), a library extractor, or a custom extractor. */
type Family = 'system' | 'own' | 'baseline' | 'peer' | 'yours'

export interface Verdict {
  readonly pageType: 'article' | 'overview'
  /** Name of the quantity that `value` measures; default: net text. */
  readonly quantity?: string
  readonly value: number
  readonly limit: number
  /** value − limit. */
  readonly margin: number
  readonly sentence: string
  /** Nodes that count as evidence, e.g. "read more" links. */
  readonly evidence: readonly NodeId[]
}

/** Line data of extractors that process source lines. Arrays have one entry per counted line. */
export interface LineData {
  /** Offsets into `PageModel.html`, end exclusive. */
  readonly start: Int32Array
  readonly end: Int32Array
  /** Measures per line by id, such as `x`, `y`, `ratio`, `smoothed`, `cluster`. */
  readonly measures: Readonly<Record<string, Float64Array>>
  /** 1 for content lines. */
  readonly content: Uint8Array
}

/** A candidate for the content node, with its score. */
export interface Candidate {
  readonly node: NodeId
  readonly score: number
  readonly terms: readonly { readonly label: string; readonly value: number }[]
  /** Set if the candidate was chosen. If no candidate has this mark, the candidate with the largest score was chosen. */
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
  /** Per node, the index into `REMOVALS`, if the run measured nodes that the usual tree omits. */
  readonly removal?: Uint8Array
  /** The exact text that a library or program returned. Scores and copies use this text; `selected` only locates the text on the page. */
  readonly given?: string
  /** Measures per node by id; NaN for a node without the measure. */
  readonly measures: Readonly<Record<string, Float64Array>>
  /** Page values, such as `threshold`, `r`. */
  readonly values: Readonly<Record<string, number>>
  readonly lines?: LineData
  readonly verdict?: Verdict
  /** At most 10 candidates, best first. */
  readonly candidates?: readonly Candidate[]
  /** Class per node for display, such as CUTER's classes. `of`: index into `names`. */
  readonly classes?: { readonly names: readonly string[]; readonly of: Uint8Array }
  readonly media?: readonly Media[]
  /** The reason why the extractor failed on the page and selected nothing. */
  readonly brokeDown?: string
  readonly warnings: readonly string[]
}

/** Description of an extractor for windows, lists and forms; plain data. */
export interface ExtractorInfo<P extends ParamSpecs = ParamSpecs> {
  /** Permanent name: `cectd-ds`. */
  readonly id: string
  readonly title: string
  /** Long form of the title, at most four words; missing if the title is clear. */
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
  /** Runs the algorithm: pure, linear, without recursion over nodes. An empty page gives an empty selection and a warning. */
  run(page: PageModel, params: ParamValues<P>, probe: Probe): ExtractionCore
}

type Described<P extends ParamSpecs> = Omit<ExtractorInfo<P>, 'pseudocode' | 'needsSource'> &
  Partial<Pick<ExtractorInfo, 'pseudocode' | 'needsSource'>>

/** Returns a description with the type of its parameters. Default: no pseudocode and no source positions. */
export function describeExtractor<const P extends ParamSpecs>(description: Described<P>): ExtractorInfo<P> {
  return { pseudocode: [], needsSource: false, ...description }
}

export function extractorInfo(extractor: Extractor): ExtractorInfo {
  const info: Partial<Extractor> = { ...extractor }
  delete info.run
  return info as ExtractorInfo
}
