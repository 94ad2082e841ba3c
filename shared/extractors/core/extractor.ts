import type { NodeId, PageModel } from '../../page/page-model'
import type { QuotationId } from '../quotations'
import type { ParamSpecs, ParamValues } from './params'
import type { Probe } from './probe'

export interface Paper {
  readonly authors: string
  readonly title: string
  readonly venue: string
  readonly year: number
  /** Its digital object identifier, if it has one. */
  readonly doi?: string
  /** Exceptions of the preset "as printed" from the paper, after the word "except". */
  readonly except?: string
}

export type ValueNames = Readonly<Record<number, string>>

export interface MeasureSpec {
  /** Name in results, as in the specification: `C`, `T`, `density`. */
  readonly id: string
  readonly label: string
  readonly unit: string
  readonly per: 'node' | 'line'
  /** The formula in TeX; `@{id}` is a measure of the node or page, drawn as symbol, then as number. Empty for a plain count. */
  readonly tex: string
  /** One sentence with the source: paper, section, equation. */
  readonly description: string
  /** Passages of the paper behind the places and the quoted words of the sentence. */
  readonly cites?: readonly QuotationId[]
  /** TeX of the symbol, if it differs from the id. */
  readonly symbol?: string
  /** A share in [0,1], displayed as a percentage. */
  readonly share?: boolean
  /** Names of values that are no amounts: `{ 60: 'none' }`. */
  readonly names?: ValueNames
  /** The terms of a sum or mean, for a step-by-step calculation. */
  readonly sum?: SumSpec
}

/** The terms of a measure: `of` per child element, plus `rest` for the node; or the mean of `of` over lines within a parameter `radius`. */
type SumSpec =
  | { readonly over: 'children'; readonly of: string; readonly rest: string }
  | { readonly over: 'window'; readonly of: string; readonly radius: string }

export interface RuleSpec {
  readonly id: string
  readonly label: string
  /** The relation of value and limit when the test holds; '' if the rule compares nothing. */
  readonly relation: '<' | '≤' | '>' | '≥' | '=' | ''
  /** The compared quantity, e.g. "text density". */
  readonly quantity: string
  readonly unit: string
  /** The compared measure, if the value is a measure; demo and chart then show it. */
  readonly measure?: string
  /** Value and limit are shares in [0,1], displayed as percentages. */
  readonly share?: boolean
  /** The value was measured on the element around the subject. */
  readonly ofParent?: boolean
  /** Explains the value in one sentence, if it is not a measure. */
  readonly how?: string
  /**
   * The sentence of the explanation, with `{value}`, `{limit}` and `{note}`. Rules that choose the largest of a subtree also have its root
   * `{within}`, the admitting value `{reached}` and its threshold `{bar}`; the runner-up is appended.
   */
  readonly sentence: string
  /** The same if the node was chosen in its own subtree. */
  readonly ofItself?: string
}

/** Result of a line: a measure or page value, the found node with its measure, or a comparison of two page values. */
export type Computed =
  | string
  | { readonly finds: string }
  | { readonly compares: string; readonly relation: RuleSpec['relation']; readonly limit: string }

/** Data for following the pseudocode line by line; lines by their numbers, from 1. */
export interface CodeNotes {
  /** The line that ran when a rule decided: by rule and outcome (`text-percentage fail`), else by rule. */
  readonly decided: Readonly<Record<string, number>>
  /** The line of the comparison of a rule, if it is not the line in `decided`. */
  readonly tested: Readonly<Record<string, number>>
  readonly computes: Readonly<Record<number, Computed>>
  /** Two alternative lines: the first runs if the measure is 0. */
  readonly branch?: { readonly on: string; readonly zero: number; readonly other: number }
}

/** Name and unit of a page value; `node` for a node number. */
export interface ValueSpec {
  readonly label: string
  readonly unit?: string
  readonly node?: boolean
}

/** The neighbours along a chart's axis over which a smoothed value is the mean. */
export interface SmoothingSpec {
  /** Key of `Extraction.values`, or a number parameter: neighbours per side. */
  readonly halfWidth: string
  /** Key of `Extraction.values`: standard deviation of a Gaussian, in neighbours; without it all weigh alike. */
  readonly sigma?: string
}

export interface ChartSpec {
  readonly id: string
  readonly title: string
  readonly per: 'node' | 'line'
  /** Drawn measures; the first is the main measure. */
  readonly series: readonly string[]
  /** Key of `Extraction.values` drawn as a horizontal line. */
  readonly threshold?: string
  /** Number parameter that the threshold grows with in proportion: who moves the line moves it. */
  readonly movedBy?: string
  /** Measure along the other axis: subjects are points in a plane, the first of `series` upwards. */
  readonly across?: string
  /** Measure with the cluster number of a node or line; colours the marks. */
  readonly cluster?: string
  /** The first of `series` is the second, smoothed over its neighbours along the axis: both can be drawn, one above the other. */
  readonly smoothing?: SmoothingSpec
  /** Drawn sorted by value, largest first. */
  readonly sorted?: boolean
  /** The figure of the paper that the chart reproduces. */
  readonly figure?: string
}

/** One term of a score that is a sum: the points for the step with the measure's value. */
export interface AdditiveTerm {
  readonly measure: string
  /** Measure with the points of the term. */
  readonly earned: string
  /** Ascending; step k has the values from cuts[k − 1] up to, but not including, cuts[k]. */
  readonly cuts: readonly number[]
  /** Points of each step; one more than the cuts. */
  readonly points: readonly number[]
}

/** A score that is a sum of terms, so that all its points can be shown. */
export interface AdditiveSpec {
  /** Key of `Extraction.values`: the initial value of the sum. */
  readonly intercept: string
  /** Measures of the sum and of its probability. */
  readonly score: string
  readonly probability: string
  /** Key of `Extraction.values`: the least probability that is kept. */
  readonly cut: string
  readonly terms: readonly AdditiveTerm[]
}

/** Origin: a paper's system, our own, a baseline (CETD's Table 4), a library, or a custom extractor. */
type Family = 'system' | 'own' | 'baseline' | 'peer' | 'yours'

export interface Verdict {
  readonly pageType: 'article' | 'overview'
  /** The quantity of the value; net text by default. */
  readonly quantity?: string
  readonly value: number
  readonly limit: number
  /** value − limit. */
  readonly margin: number
  readonly sentence: string
  /** Nodes that count as evidence, e.g. "read more" links. */
  readonly evidence: readonly NodeId[]
}

/** Line data of extractors that work on source lines. Arrays have one entry per counted line. */
export interface LineData {
  /** Offsets into `PageModel.html`, end exclusive. */
  readonly start: Int32Array
  readonly end: Int32Array
  /** Measures per line by id, e.g. `x`, `y`, `ratio`, `smoothed`, `cluster`. */
  readonly measures: Readonly<Record<string, Float64Array>>
  /** 1 for content lines. */
  readonly content: Uint8Array
}

/** A value of the candidates' contest, for "one container won, its sibling lost by 3 %". */
export interface Candidate {
  readonly node: NodeId
  readonly score: number
  readonly terms: readonly { readonly label: string; readonly value: number }[]
  /** Whether the candidate was chosen. Without a mark, the candidate with the largest score was chosen. */
  readonly chosen?: true
}

export interface Media {
  readonly node: NodeId
  readonly kind: string
  readonly source: string
  readonly alternative: string
}

/** Result of a run, as plain data that can be transferred between threads. */
export interface ExtractionCore {
  /** One of `OUT`, `KEPT`, `PATH` for every node; only nodes of body are kept. */
  readonly selected: Uint8Array
  /** The exact text of an external program. Scores and copies use it; `selected` is only its location on the page. */
  readonly given?: string
  /** Measures per node by id; NaN if missing (text nodes, removed nodes). */
  readonly measures: Readonly<Record<string, Float64Array>>
  /** Page-level values, e.g. `threshold`, `r`. */
  readonly values: Readonly<Record<string, number>>
  readonly lines?: LineData
  readonly verdict?: Verdict
  /** Best candidates, best first, at most 10. */
  readonly candidates?: readonly Candidate[]
  /** Class of nodes for display, e.g. CUTER's: index into `names`. */
  readonly classes?: { readonly names: readonly string[]; readonly of: Uint8Array }
  readonly media?: readonly Media[]
  /** The reason for a missing selection, if the extractor failed on the page. */
  readonly brokeDown?: string
  readonly warnings: readonly string[]
}

/** All that a window, a list or a form needs to know of an extractor; plain data. */
export interface ExtractorInfo<P extends ParamSpecs = ParamSpecs> {
  /** Stable name: `cectd-ds`. */
  readonly id: string
  readonly title: string
  /** Long form of the title, in at most four words; missing if the title is clear. */
  readonly fullName?: string
  readonly family: Family
  readonly paper: Paper
  /** One line that helps to choose an extractor. */
  readonly summary: string
  readonly params: P
  readonly measures: readonly MeasureSpec[]
  readonly rules: readonly RuleSpec[]
  readonly charts: readonly ChartSpec[]
  /** The measure shown as a bar in the tree. */
  readonly mainMeasure: string
  /** Set if the score is a sum of terms. */
  readonly additive?: AdditiveSpec
  /** The paper's pseudocode, one line per entry, for the demo. */
  readonly pseudocode: readonly string[]
  readonly code?: CodeNotes
  /** Names of page-level values, by their ids. */
  readonly values?: Readonly<Record<string, ValueSpec>>
  /** Whether `run` reads source positions. */
  readonly needsSource: boolean
}

export interface Extractor<P extends ParamSpecs = ParamSpecs> extends ExtractorInfo<P> {
  /** Runs the algorithm: pure, linear, without recursion over nodes. An empty page gives an empty selection and a warning. */
  run(page: PageModel, params: ParamValues<P>, probe: Probe): ExtractionCore
  /** Starts work that `run` needs, such as an external program. Called before the first run on a page. */
  ahead?(page: PageModel, params: ParamValues<P>): void
}

type Described<P extends ParamSpecs> = Omit<ExtractorInfo<P>, 'pseudocode' | 'needsSource'> &
  Partial<Pick<ExtractorInfo, 'pseudocode' | 'needsSource'>>

/** Types a description by its parameters; without pseudocode and source positions by default. */
export function describeExtractor<const P extends ParamSpecs>(description: Described<P>): ExtractorInfo<P> {
  return { pseudocode: [], needsSource: false, ...description }
}

export function extractorInfo(extractor: Extractor): ExtractorInfo {
  const info: Partial<Extractor> = { ...extractor }
  delete info.run
  delete info.ahead
  return info as ExtractorInfo
}
