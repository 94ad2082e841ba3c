// What "boilerscope/extractor" gives. Made by Boilerscope from its sources; a change of yours would be written over.

declare module 'boilerscope/extractors/core/define' {
  /** Defines an extractor: its measures and rules, whose names the compiler checks, and its algorithm. */
  import { type ContentTree } from 'boilerscope/page/content-tree';
  import type { NodeId, PageModel } from 'boilerscope/page/page-model';
  import type { AdditiveSpec, ChartSpec, Computed, ExtractionCore, Extractor, ExtractorInfo, LineData, MeasureSpec, RuleSpec, ValueSpec } from 'boilerscope/extractors/core/extractor';
  import { type BooleanParam, type ParamSpecs, type ParamValues } from 'boilerscope/extractors/core/params';
  import type { Choice, Outcome, StepState } from 'boilerscope/extractors/core/probe';
  /** A measure; its key is its name. Without `tex` the measure is a plain count; without `unit` it has no unit. */
  export type MeasureText = Omit<MeasureSpec, 'id' | 'per' | 'tex' | 'unit'> & {
      readonly tex?: string;
      readonly unit?: string;
  };
  /** A rule; its key is its name. `measure` is the name of the compared measure, if any. A rule without a comparison omits `relation`. */
  export type RuleText<M extends string = string> = Omit<RuleSpec, 'id' | 'measure' | keyof Compared> & Partial<Compared> & {
      readonly measure?: M;
  };
  type Compared = Pick<RuleSpec, 'relation' | 'quantity' | 'unit'>;
  /** Returns the text of a rule that compares a quantity with a limit. */
  export const compared: <const T extends Omit<RuleText, 'label' | 'relation' | 'quantity'>>(label: string, relation: RuleSpec['relation'], quantity: string, text: T) => {
      label: string;
      relation: "" | "<" | "=" | ">" | "≤" | "≥";
      quantity: string;
  } & T;
  export type Measures = Readonly<Record<string, MeasureText>>;
  export type Rules<M extends string = string> = Readonly<Record<string, RuleText<M>>>;
  type Key<T> = Extract<keyof T, string>;
  /** Data of a step in addition to its decisions; see `StepState`. */
  export interface StepNotes<M extends string, L extends string> extends Omit<StepState, 'measures' | 'pseudocode' | 'node' | 'way' | 'choice'> {
      readonly measures?: readonly M[];
      readonly entry?: number;
      /** Entries on the path that the step follows. */
      readonly way?: readonly number[];
      /** The subtree in which the step's entry was chosen. */
      readonly choice?: Choice<number>;
      readonly lines?: readonly L[];
  }
  /** Reports a run with measures `M`, rules `R`, lines of pseudocode `L`. Put `if (active)` before loops that only report. */
  export interface RunReporter<M extends string = string, R extends string = string, L extends string = string> {
      readonly active: boolean;
      /** Begins a named step; the decisions that follow belong to the step. The caption is a sentence that a student understands. */
      step(this: void, name: string, caption: string, notes?: StepNotes<M, L>): void;
      /** Records that `rule` compared `value` of an entry with `limit`. */
      decide(this: void, entry: number, outcome: Outcome, rule: R, value: number, limit: number): void;
      /** Records a decision about a node of the page, which need not be in the tree. */
      decideNode(this: void, node: NodeId, outcome: Outcome, rule: R, value: number, limit: number): void;
      /** Records a decision about a line of the source, by its index in the result's lines. */
      decideLine(this: void, line: number, outcome: Outcome, rule: R, value: number, limit: number): void;
  }
  /** Input of an algorithm. */
  export interface Run<P, M extends string, R extends string, L extends string> extends RunReporter<M, R, L> {
      readonly page: PageModel;
      /** The cleaned page. It has text, unless the extractor has measures of lines. */
      readonly tree: ContentTree;
      readonly p: P;
      /** Adds a warning for the user, as a sentence. */
      warn(this: void, sentence: string): void;
  }
  /** A measure that only some entries have. The runner maps it to nodes when it is first read. */
  export interface SparseValues {
      readonly entries: Int32Array;
      /** Returns the value of the k-th entry in `entries`. */
      value(this: void, k: number): number;
  }
  /** Result of an algorithm, as arrays over entries; the runner maps them to nodes. */
  export interface Findings<N, L> extends Omit<ExtractionCore, 'selected' | 'measures' | 'warnings' | 'values' | 'lines'> {
      /** 1 per kept entry; or 1 per kept text (`texts`), which keeps elements whose texts are all kept. */
      readonly kept: Uint8Array | {
          readonly texts: Uint8Array;
      };
      readonly measures: {
          readonly [K in keyof N]: ArrayLike<number> | SparseValues;
      };
      readonly values?: Readonly<Record<string, number>>;
      readonly lines?: Omit<LineData, 'measures'> & {
          readonly measures: {
              readonly [K in keyof L]: Float64Array;
          };
      };
  }
  type WithHidden<P extends ParamSpecs> = ParamValues<P & {
      readonly dropHidden: BooleanParam;
  }>;
  export interface Definition<P extends ParamSpecs, N extends Measures, LM extends Measures, R extends Readonly<Record<string, RuleText<NoInfer<Key<N> | Key<LM>>>>>, S extends Readonly<Record<string, string>>> extends Pick<ExtractorInfo, 'id' | 'title' | 'fullName' | 'family' | 'paper' | 'summary'> {
      /** Parameters. Every extractor also has `dropHidden`; a parameter of this name replaces its description. */
      readonly params: P;
      /** Measures of nodes by name, as the paper names them: `C`, `T`, `density`. */
      readonly measures: N;
      /** Measures of lines by name, for an extractor that processes lines of the source. */
      readonly lineMeasures?: LM;
      readonly rules: R;
      readonly charts: readonly (Omit<ChartSpec, 'series' | 'cluster'> & {
          readonly series: readonly NoInfer<Key<N> | Key<LM>>[];
          readonly cluster?: NoInfer<Key<N> | Key<LM>>;
      })[];
      /** The measure that the tree shows as a bar. */
      readonly mainMeasure: NoInfer<Key<N>>;
      /** Set if the score is a sum of terms. */
      readonly additive?: AdditiveSpec;
      /** The paper's pseudocode: per key, one line. A line `# …` is a title with the source; numbering restarts after it. */
      readonly pseudocode?: S;
      /** The line of each rule's decision, and the values that lines compute. The player uses them to follow the pseudocode line by line. */
      readonly code?: {
          readonly decided?: {
              readonly [K in NoInfer<Key<R>> | `${NoInfer<Key<R>>} ${Outcome}`]?: NoInfer<Key<S>>;
          };
          readonly tested?: {
              readonly [K in NoInfer<Key<R>> | `${NoInfer<Key<R>>} ${Outcome}`]?: NoInfer<Key<S>>;
          };
          readonly computes?: {
              readonly [K in NoInfer<Key<S>>]?: Computed;
          };
          readonly branch?: {
              readonly on: string;
              readonly zero: NoInfer<Key<S>>;
              readonly other: NoInfer<Key<S>>;
          };
      };
      /** Names of the page values. */
      readonly values?: Readonly<Record<string, ValueSpec>>;
      /** Whether the algorithm reads source positions. True for extractors with measures of lines. */
      readonly needsSource?: boolean;
      /** Cleaning that differs from the default, and its caption. */
      readonly clean?: {
          readonly name?: string;
          readonly caption?: string | ((p: NoInfer<WithHidden<P>>) => string);
          readonly measures?: readonly NoInfer<Key<N>>[];
          readonly lines?: readonly NoInfer<Key<S>>[];
          /** Builds the tree. Its warnings precede other warnings. */
          readonly tree?: (page: PageModel, p: NoInfer<WithHidden<P>>, warn: (sentence: string) => void) => ContentTree;
      };
      /** The step that writes the result, for extractors that do not record it. It is recorded after the algorithm. */
      readonly output?: {
          readonly caption: string;
          readonly lines?: readonly NoInfer<Key<S>>[];
      };
      /** Runs the algorithm: linear in nodes (or lines and words), without recursion over nodes, and with equal results for equal pages. */
      run(this: void, run: Run<NoInfer<WithHidden<P>>, NoInfer<Key<N> | Key<LM>>, NoInfer<Key<R>>, NoInfer<Key<S>>>): Findings<NoInfer<N>, NoInfer<LM>>;
  }
  /**
   * Creates an extractor. The compiler checks references to measures, rules and lines. Adds the common parts: cleaning, pages without text,
   * mapping of entries to nodes, `dropHidden`, first and last step.
   */
  export function defineExtractor<const P extends ParamSpecs, const N extends Measures, const R extends Readonly<Record<string, RuleText<NoInfer<Key<N> | Key<LM>>>>>, const LM extends Measures = Record<never, never>, const S extends Readonly<Record<string, string>> = Record<never, never>>(definition: Definition<P, N, LM, R, S>): Extractor;
  export {};
}

declare module 'boilerscope/extractors/core/extractor' {
  import type { NodeId, PageModel } from 'boilerscope/page/page-model';
  import type { QuotationId } from 'boilerscope/extractors/quotations';
  import type { ParamSpecs, ParamValues } from 'boilerscope/extractors/core/params';
  import type { Probe } from 'boilerscope/extractors/core/probe';
  export interface Paper {
      readonly authors: string;
      readonly title: string;
      readonly venue: string;
      readonly year: number;
      /** Digital object identifier, if the paper has one. */
      readonly doi?: string;
      /** Difference between the preset "as printed" and the paper, as words after "except". */
      readonly except?: string;
  }
  export type ValueNames = Readonly<Record<number, string>>;
  export interface MeasureSpec {
      /** Name in results, as in the specification: `C`, `T`, `density`. */
      readonly id: string;
      readonly label: string;
      readonly unit: string;
      readonly per: 'node' | 'line';
      /** The formula in TeX. `@{id}` is a measure of the node or page, shown first as symbol, then as number. Empty for a plain count. */
      readonly tex: string;
      /** One sentence with the source: paper, section, equation. */
      readonly description: string;
      /** Quotations of the paper that prove the description. */
      readonly cites?: readonly QuotationId[];
      /** TeX of the symbol, if it differs from the id. */
      readonly symbol?: string;
      /** Whether the value is a share in [0,1], displayed as a percentage. */
      readonly share?: boolean;
      /** Names of special values that are not amounts: `{ 60: 'none' }`. */
      readonly names?: ValueNames;
      /** The terms of a sum or mean, for a calculation step by step. */
      readonly sum?: SumSpec;
  }
  /** Terms of a measure: `of` per child element plus `rest` of the node; or the mean of `of` over lines within the parameter `radius`. */
  type SumSpec = {
      readonly over: 'children';
      readonly of: string;
      readonly rest: string;
  } | {
      readonly over: 'window';
      readonly of: string;
      readonly radius: string;
  };
  export interface RuleSpec {
      readonly id: string;
      readonly label: string;
      /** The relation of value and limit if the test holds; '' if the rule compares nothing. */
      readonly relation: '<' | '≤' | '>' | '≥' | '=' | '';
      /** The compared quantity, e.g. "text density". */
      readonly quantity: string;
      readonly unit: string;
      /** The compared measure, if the value is a measure. Demo and chart then show this measure. */
      readonly measure?: string;
      /** Whether value and limit are shares in [0,1], displayed as percentages. */
      readonly share?: boolean;
      /** Whether the value was measured on the element around the subject. */
      readonly ofParent?: boolean;
      /** Explains the value in one sentence if the value is not a measure. */
      readonly how?: string;
      /**
       * Explains the decision, with `{value}`, `{limit}` and `{note}`. A rule that chooses the largest of a subtree also has the subtree's root
       * `{within}`, the value `{reached}` that admitted it, and its threshold `{bar}`; the runner-up is appended.
       */
      readonly sentence: string;
      /** Replaces `sentence` if the node was chosen in its own subtree. */
      readonly ofItself?: string;
  }
  /** The result of a line: a measure or page value, the found node with its measure, or a comparison of two page values. */
  export type Computed = string | {
      readonly finds: string;
  } | {
      readonly compares: string;
      readonly relation: RuleSpec['relation'];
      readonly limit: string;
  };
  /** Data for following the pseudocode line by line. Line numbers start at 1. */
  export interface CodeNotes {
      /** Line of a rule's decision: by rule and outcome (`text-percentage fail`), else by rule. */
      readonly decided: Readonly<Record<string, number>>;
      /** Line of a rule's comparison, if it differs from the line in `decided`. */
      readonly tested: Readonly<Record<string, number>>;
      readonly computes: Readonly<Record<number, Computed>>;
      /** Two alternative lines: if the measure is 0, line `zero` runs, otherwise line `other`. */
      readonly branch?: {
          readonly on: string;
          readonly zero: number;
          readonly other: number;
      };
  }
  /** Name and unit of a page value. Unit `node`: the value is a node number. */
  export interface ValueSpec {
      readonly label: string;
      readonly unit?: string;
      readonly node?: boolean;
  }
  /** Describes over which neighbours along a chart's axis a smoothed value is the mean. */
  export interface SmoothingSpec {
      /** Number of neighbours per side: key of `Extraction.values`, or a number parameter. */
      readonly halfWidth: string;
      /** Standard deviation of a Gaussian in neighbours: key of `Extraction.values`. Without it, all neighbours have the same weight. */
      readonly sigma?: string;
  }
  export interface ChartSpec {
      readonly id: string;
      readonly title: string;
      readonly per: 'node' | 'line';
      /** Measures to draw; the first is the main measure. */
      readonly series: readonly string[];
      /** Key of `Extraction.values` whose value is a horizontal line. */
      readonly threshold?: string;
      /** Number parameter in proportion to the threshold: moving the line changes this parameter. */
      readonly movedBy?: string;
      /** Measure of the horizontal axis. Subjects are points; the first of `series` is the vertical axis. */
      readonly across?: string;
      /** Measure with the cluster number of a node or line, which sets the colour. */
      readonly cluster?: string;
      /** Set if the first of `series` is the second, smoothed over neighbours along the axis. The chart can draw both. */
      readonly smoothing?: SmoothingSpec;
      /** Whether the chart sorts by value, largest first. */
      readonly sorted?: boolean;
      /** The figure of the paper that the chart reproduces. */
      readonly figure?: string;
  }
  /** One term of a score that is a sum. The measure's value selects a step, and the step gives the points. */
  export interface AdditiveTerm {
      readonly measure: string;
      /** Measure with the points of the term. */
      readonly earned: string;
      /** Limits of the steps, ascending. Step k contains the values from cuts[k − 1] up to, but not including, cuts[k]. */
      readonly cuts: readonly number[];
      /** Points per step; one more than `cuts`. */
      readonly points: readonly number[];
  }
  /** A score that is a sum of terms, so that all points can be shown. */
  export interface AdditiveSpec {
      /** Key of `Extraction.values` with the initial value of the sum. */
      readonly intercept: string;
      /** Measures with the sum, and with its probability. */
      readonly score: string;
      readonly probability: string;
      /** Key of `Extraction.values` with the minimum probability of kept blocks. */
      readonly cut: string;
      readonly terms: readonly AdditiveTerm[];
  }
  /** Origin: a paper's system, our own extractor, a baseline (CETD's Table 4), a library, or a custom extractor. */
  type Family = 'system' | 'own' | 'baseline' | 'peer' | 'yours';
  export interface Verdict {
      readonly pageType: 'article' | 'overview';
      /** The quantity of the value; default: net text. */
      readonly quantity?: string;
      readonly value: number;
      readonly limit: number;
      /** value − limit. */
      readonly margin: number;
      readonly sentence: string;
      /** Nodes that count as evidence, e.g. "read more" links. */
      readonly evidence: readonly NodeId[];
  }
  /** Line data of extractors that process source lines. Arrays have one entry per counted line. */
  export interface LineData {
      /** Offsets into `PageModel.html`, end exclusive. */
      readonly start: Int32Array;
      readonly end: Int32Array;
      /** Measures per line by id, such as `x`, `y`, `ratio`, `smoothed`, `cluster`. */
      readonly measures: Readonly<Record<string, Float64Array>>;
      /** 1 for content lines. */
      readonly content: Uint8Array;
  }
  /** A node that competed to become the content node, with its score. */
  export interface Candidate {
      readonly node: NodeId;
      readonly score: number;
      readonly terms: readonly {
          readonly label: string;
          readonly value: number;
      }[];
      /** Set if the candidate was chosen. If no candidate has this mark, the candidate with the largest score was chosen. */
      readonly chosen?: true;
  }
  export interface Media {
      readonly node: NodeId;
      readonly kind: string;
      readonly source: string;
      readonly alternative: string;
  }
  /** Result of a run, as plain data that threads can transfer. */
  export interface ExtractionCore {
      /** `OUT`, `KEPT` or `PATH` per node. Only nodes of body are kept. */
      readonly selected: Uint8Array;
      /** Per node the index into `REMOVALS`, if the run measured nodes that the usual tree omits. */
      readonly removal?: Uint8Array;
      /** The exact text of an external program. Scores and copies use this text; `selected` only locates it on the page. */
      readonly given?: string;
      /** Measures per node by id; NaN if missing (text nodes, removed nodes). */
      readonly measures: Readonly<Record<string, Float64Array>>;
      /** Page values, such as `threshold`, `r`. */
      readonly values: Readonly<Record<string, number>>;
      readonly lines?: LineData;
      readonly verdict?: Verdict;
      /** At most 10 candidates, best first. */
      readonly candidates?: readonly Candidate[];
      /** Class per node for display, such as CUTER's: index into `names`. */
      readonly classes?: {
          readonly names: readonly string[];
          readonly of: Uint8Array;
      };
      readonly media?: readonly Media[];
      /** The reason for a missing selection, if the extractor failed on the page. */
      readonly brokeDown?: string;
      readonly warnings: readonly string[];
  }
  /** Description of an extractor for windows, lists and forms; plain data. */
  export interface ExtractorInfo<P extends ParamSpecs = ParamSpecs> {
      /** Permanent name: `cectd-ds`. */
      readonly id: string;
      readonly title: string;
      /** Long form of the title, at most four words; missing if the title is clear. */
      readonly fullName?: string;
      readonly family: Family;
      readonly paper: Paper;
      /** One line that helps users to choose an extractor. */
      readonly summary: string;
      readonly params: P;
      readonly measures: readonly MeasureSpec[];
      readonly rules: readonly RuleSpec[];
      readonly charts: readonly ChartSpec[];
      /** The measure that the tree shows as a bar. */
      readonly mainMeasure: string;
      /** Set if the score is a sum of terms. */
      readonly additive?: AdditiveSpec;
      /** The paper's pseudocode for the demo: one line per entry. */
      readonly pseudocode: readonly string[];
      readonly code?: CodeNotes;
      /** Names of page values, by id. */
      readonly values?: Readonly<Record<string, ValueSpec>>;
      /** Whether `run` reads source positions. */
      readonly needsSource: boolean;
  }
  export interface Extractor<P extends ParamSpecs = ParamSpecs> extends ExtractorInfo<P> {
      /** Runs the algorithm: pure, linear, without recursion over nodes. An empty page gives an empty selection and a warning. */
      run(page: PageModel, params: ParamValues<P>, probe: Probe): ExtractionCore;
      /** Starts work that `run` needs, such as an external program. Called before the first run on a page. */
      ahead?(page: PageModel, params: ParamValues<P>): void;
  }
  type Described<P extends ParamSpecs> = Omit<ExtractorInfo<P>, 'pseudocode' | 'needsSource'> & Partial<Pick<ExtractorInfo, 'pseudocode' | 'needsSource'>>;
  /** Returns a description with the type of its parameters. Default: no pseudocode and no source positions. */
  export function describeExtractor<const P extends ParamSpecs>(description: Described<P>): ExtractorInfo<P>;
  export function extractorInfo(extractor: Extractor): ExtractorInfo;
  export {};
}

declare module 'boilerscope/extractors/core/params' {
  import type { Cited } from 'boilerscope/extractors/quotations';
  type ParamText = {
      readonly label: string;
      /** Name of the parameter in words, if its label is a symbol. */
      readonly word?: string;
      /** One sentence about the effect, with the statement of the paper and the location of quotations. */
      readonly description: string;
      /** The parameter applies only if another parameter has one of these values. Default: always. */
      readonly onlyWith?: {
          readonly param: string;
          readonly values: readonly ParamValue[];
      };
  };
  type ParamBase = Cited & ParamText;
  type NumberSpec = ParamBase & {
      readonly default: number;
      /** Value in the preset `as-printed`, if it differs from the default. */
      readonly asPrinted?: number;
      readonly min: number;
      readonly max: number;
      /** Step of the value. If it is 1 and the limits are integers, only integers are allowed. */
      readonly step: number;
  };
  type BooleanSpec = ParamBase & {
      readonly default: boolean;
      readonly asPrinted?: boolean;
  };
  type ChoiceSpec<V extends string> = ParamBase & {
      readonly default: V;
      readonly asPrinted?: V;
      readonly options: readonly {
          readonly value: V;
          readonly label: string;
      }[];
  };
  export type NumberParam = {
      readonly kind: 'number';
  } & NumberSpec;
  export type BooleanParam = {
      readonly kind: 'boolean';
  } & BooleanSpec;
  export type ChoiceParam<V extends string = string> = {
      readonly kind: 'choice';
  } & ChoiceSpec<V>;
  export type ParamSpec = NumberParam | BooleanParam | ChoiceParam;
  export type ParamSpecs = Readonly<Record<string, ParamSpec>>;
  export type ParamValue = number | boolean | string;
  /** The values of a set of parameter specifications. */
  export type ParamValues<P extends ParamSpecs> = {
      readonly [K in keyof P]: P[K] extends NumberParam ? number : P[K] extends BooleanParam ? boolean : P[K] extends ChoiceParam<infer V> ? V : never;
  };
  export const PRESETS: readonly ['default', 'as-printed'];
  export type Preset = (typeof PRESETS)[number];
  /** Defines a number with a range; see `NumberParam`. */
  export function number(spec: NumberSpec): NumberParam;
  /** Defines a number from `min` to `max`. */
  export const numberIn: (min: number, max: number, step: number, spec: ParamBase & Pick<NumberSpec, 'default' | 'asPrinted'>) => NumberParam;
  /** Defines a number from 0 to 1 in steps of 0.01: a share, a threshold of a share, or a probability. */
  export function proportion(spec: ParamBase & Pick<NumberSpec, 'default' | 'asPrinted'>): NumberParam;
  /** Defines a switch; see `BooleanParam`. */
  export function boolean(spec: BooleanSpec): BooleanParam;
  /** Defines a switch for a step of the paper, which is on by default. */
  export const paperSwitch: (spec: ParamText & Pick<Extract<Cited, {
      origin: 'paper';
  }>, 'cites'>) => BooleanParam;
  /** Defines a choice among named values; see `ChoiceParam`. */
  export function choice<const V extends string>(spec: ChoiceSpec<V>): ChoiceParam<V>;
  /** Whether a parameter applies with these values of all parameters. */
  export function isApplied({ onlyWith }: ParamSpec, values: Readonly<Record<string, ParamValue>>): boolean;
  /** Returns the values of a preset: the defaults, or the values as the paper prints them. */
  export function presetValues<P extends ParamSpecs>(specs: P, preset: Preset): ParamValues<P>;
  /** Whether a parameter allows only integers, such as a number of lines or clusters. */
  export function isWhole({ step, min, default: usual, asPrinted }: NumberParam): boolean;
  /** Returns the allowed values of a parameter as text. */
  export function rangeOf(spec: ParamSpec): string;
  export {};
}

declare module 'boilerscope/extractors/core/probe' {
  import type { NodeId } from 'boilerscope/page/page-model';
  /** Sends a recorded run to another probe. */
  export function replayTrace({ steps, rules, decisionCount, ...decisions }: Trace, probe: Probe): void;
  /**
   * Effects of decisions, from which a run can be replayed. `keep`/`drop` apply to the subtree, `keepNode`/`dropNode` to the node and its
   * direct text. `path` marks an ancestor of kept text. `pass`/`fail` record a test without effect.
   */
  export const OUTCOMES: readonly ['fail', 'pass', 'keep', 'drop', 'keepNode', 'dropNode', 'path'];
  export type Outcome = (typeof OUTCOMES)[number];
  /** One component (bell curve) of a Gaussian mixture. */
  export interface Curve {
      readonly weight: number;
      readonly mean: number;
      readonly variance: number;
  }
  /** Describes how the largest node of a subtree was chosen, for a step whose decision is about the chosen node. */
  export interface Choice<N = NodeId> {
      /** Root of the searched subtree. */
      readonly within: N;
      /** The value that admitted the subtree; `limit` is NaN without a limit. */
      readonly value: number;
      readonly limit: number;
      /** The node with the second largest value; missing if there is only one node. */
      readonly runnerUp?: N;
  }
  /** Data of a step in addition to its decisions. */
  export interface StepState {
      /** Measures that are complete after this step. */
      readonly measures?: readonly string[];
      /** Page values, such as `{ threshold: 44.56 }`. */
      readonly values?: Readonly<Record<string, number>>;
      /** The node of the step, such as the target. */
      readonly node?: NodeId;
      /** An intermediate value of the step, one number per node or line (`per`), such as the clusters of a k-means round. */
      readonly series?: {
          readonly per: 'node' | 'line';
          readonly label: string;
          readonly data: Float64Array;
      };
      /** Cluster centres, for k-means and EM. */
      readonly centres?: readonly (readonly number[])[];
      /** Components among which values are divided, in ascending order of their means. */
      readonly curves?: readonly Curve[];
      /** Nodes on the path of a search through the tree, from its start. The step's node is the result. */
      readonly way?: readonly NodeId[];
      /** The choice of the step's node. The decision has the node's value, and the runner-up's value as limit. */
      readonly choice?: Choice;
      /** Measures of the two coordinates of two-dimensional centres. */
      readonly plane?: readonly [string, string];
      /** Numbers of the pseudocode lines that this step runs, from 1. */
      readonly pseudocode?: readonly number[];
  }
  /** Receives the events of a run. Put `if (probe.active)` before loops that only report, so that a run without a probe takes no more time. */
  export interface Probe {
      readonly active: boolean;
      /** Begins a named step; the decisions that follow belong to the step. The caption is a sentence that a student understands. */
      step(name: string, caption: string, state?: StepState): void;
      /** Records that `rule` compared `value` of `node` with `limit`. @param note replaces `{note}` in the sentence, such as a matched word */
      decide(node: NodeId, outcome: Outcome, rule: string, value: number, limit: number, note?: string): void;
      /** Records a decision about a source line (its index in the extraction's lines, from 0). */
      decideLine(line: number, outcome: Outcome, rule: string, value: number, limit: number): void;
  }
  export const NO_PROBE: Probe;
  export interface TraceStep extends StepState {
      readonly name: string;
      readonly caption: string;
      /** Index of the first decision of the step. The last decision is before the next step's first. */
      readonly firstDecision: number;
  }
  /** A recorded run: steps, and decisions as parallel arrays. Plain data that threads transfer. */
  export interface Trace {
      readonly steps: readonly TraceStep[];
      /** Rule ids, which `rule` indexes. */
      readonly rules: readonly string[];
      readonly decisionCount: number;
      /** Node id, or line index if `perLine` is 1. */
      readonly subject: Int32Array;
      readonly perLine: Uint8Array;
      /** Index into `OUTCOMES`. */
      readonly outcome: Uint8Array;
      readonly rule: Uint16Array;
      readonly value: Float64Array;
      readonly limit: Float64Array;
      /** Notes by index of the decision; missing without notes. */
      readonly notes?: Readonly<Record<number, string>>;
  }
  /** Records a run in growing typed arrays. Needs 24 bytes per decision. */
  export class RecordingProbe implements Probe {
      #private;
      readonly active = true;
      step(name: string, caption: string, state?: StepState): void;
      decide(node: NodeId, outcome: Outcome, rule: string, value: number, limit: number, note?: string): void;
      decideLine(line: number, outcome: Outcome, rule: string, value: number, limit: number): void;
      /** Returns the recording so far. */
      trace(): Trace;
  }
}

declare module 'boilerscope/extractors/core/run' {
  import type { PageModel } from 'boilerscope/page/page-model';
  import type { ExtractionCore, Extractor, ExtractorInfo } from 'boilerscope/extractors/core/extractor';
  import { type ParamValue, type Preset } from 'boilerscope/extractors/core/params';
  import { type Probe, type Trace } from 'boilerscope/extractors/core/probe';
  /** Extractors, or their descriptions, by id. */
  export interface Registry<E> {
      /** Returns the entries in order of registration; the first is the default. */
      list(): readonly E[];
      get(id: string): E | undefined;
      /** Adds an extractor. @throws Error if the id exists or is malformed */
      register(entry: E): void;
  }
  /** Creates a registry with unique ids of lower-case letters, digits and dashes, and `@version` for libraries. */
  export function createRegistry<E extends {
      readonly id: string;
  }>(entries: readonly E[]): Registry<E>;
  /** Finds an extractor; the error lists the existing ids. @throws FailureError `extractor.unknown`. */
  export function findExtractor<E extends {
      readonly id: string;
  }>(known: readonly E[] | Pick<Registry<E>, 'list'>, id: string): E;
  /** The full result of a run: the findings of the extractor, and their text. */
  export interface Extraction extends ExtractionCore {
      readonly extractor: string;
      readonly params: Readonly<Record<string, ParamValue>>;
      /** Text of the kept nodes. Scores, files and copies use `extractedText`. */
      readonly text: string;
      /** Source node of each part of `text`, see `OutputText`. */
      readonly spans: Int32Array;
  }
  /** Returns the extracted text: the exact text of an external program, else the text of the kept nodes. */
  export function extractedText({ given, text }: Pick<Extraction, 'given' | 'text'>): string;
  /** Checks and completes parameter values. @throws FailureError `params.invalid` with the parameter and its range */
  export function resolveParams(extractor: ExtractorInfo, preset: Preset, values: Readonly<Record<string, unknown>>): Record<string, ParamValue>;
  /** Runs an extractor and writes its text. */
  export function runExtractor(page: PageModel, extractor: Pick<Extractor, 'id' | 'run'>, params: Readonly<Record<string, ParamValue>>, probe?: Probe): Extraction;
  /** Runs an extractor with a recording probe. */
  export function traceExtractor(page: PageModel, extractor: Pick<Extractor, 'id' | 'run'>, params: Readonly<Record<string, ParamValue>>): {
      extraction: Extraction;
      trace: Trace;
  };
}

declare module 'boilerscope/extractors/kit/k-means' {
  export interface Clustering {
      /** Cluster per point. */
      readonly of: Int32Array;
      /** Centres after the last round, one vector per cluster. */
      readonly centres: readonly (readonly number[])[];
      readonly rounds: number;
  }
  export interface KMeansOptions {
      readonly maxRounds: number;
      /** Number of centres, from the first, that never move. Default 0. */
      readonly pinned?: number;
      /** Called after each round with its number from 1, the clusters, the centres, and whether a cluster changed. */
      readonly onRound?: ((round: number, of: Int32Array, centres: readonly (readonly number[])[], changed: boolean) => void) | undefined;
  }
  /**
   * Runs Lloyd's k-means from given centres until it is stable, at most `maxRounds`. The first of equally near centres counts. Empty centres do not move.
   * @param points vectors of `dimensions` numbers, one after another
   */
  export function kMeans(points: Float64Array, dimensions: number, start: readonly (readonly number[])[], { maxRounds, pinned, onRound }: KMeansOptions): Clustering;
}

declare module 'boilerscope/extractors/kit/top-ten' {
  import type { ContentTree } from 'boilerscope/page/content-tree';
  /**
   * Returns at most ten candidates, best first, for runner-up boards: the best, at most four outside previous ones (otherwise the parts
   * of a large article would fill the board), then the largest others. Linear. @param value NaN and -Infinity are omitted
   */
  export function contest({ size, end, parent }: Pick<ContentTree, 'size' | 'end' | 'parent'>, value: (entry: number) => number): number[];
  /** Returns the indices of the ten largest values, without NaN and -Infinity. The last index is the best `chosen` one if none is among them. */
  export function topTen(count: number, value: (index: number) => number, chosen?: (index: number) => boolean): number[];
}

declare module 'boilerscope/extractor' {
  /** Exports of `boilerscope/extractor`: functions to define and test custom extractors. */
  import type { Extractor } from 'boilerscope/extractors/core/extractor';
  import type { ParamValue } from 'boilerscope/extractors/core/params';
  import { type Extraction } from 'boilerscope/extractors/core/run';
  import type { Trace } from 'boilerscope/extractors/core/probe';
  import type { PageModel } from 'boilerscope/page/page-model';
  export { compared, defineExtractor, type Definition, type Findings, type MeasureText, type Measures, type Rules, type Run, type RunReporter, } from 'boilerscope/extractors/core/define';
  export type { Candidate, ChartSpec, Extractor, LineData, MeasureSpec, Media, Paper, RuleSpec, Verdict } from 'boilerscope/extractors/core/extractor';
  export { boolean, choice, number, numberIn, paperSwitch, proportion, type ParamValue, type ParamValues } from 'boilerscope/extractors/core/params';
  export type { Outcome } from 'boilerscope/extractors/core/probe';
  export type { Extraction } from 'boilerscope/extractors/core/run';
  export { sumUp, type ContentTree } from 'boilerscope/page/content-tree';
  export { attribute, attributesOf, children, ELEMENT, tagName, TEXT, type NodeId, type PageModel } from 'boilerscope/page/page-model';
  export { parsePage } from 'boilerscope/page/parse-page';
  export { INLINE_TAGS, LINK_TAGS, tagTable } from 'boilerscope/page/tags';
  export { countWords, words } from 'boilerscope/page/text';
  export { kMeans } from 'boilerscope/extractors/kit/k-means';
  export { topTen } from 'boilerscope/extractors/kit/top-ten';
  /** Runs an extractor on HTML for a test; returns text, selection, measures, decisions. @throws FailureError `params.invalid`. */
  export function extract(extractor: Extractor, html: string, params?: Readonly<Record<string, ParamValue>>): Extraction & {
      readonly page: PageModel;
      readonly trace: Trace;
  };
}

declare module 'boilerscope/extractors/quotations' {
  /** Exact quotations of the papers, the only source of the mark “paper, §…”. A test finds each quotation in the paper's text, under its section. */
  /** The papers at hand. TTR's is the talk's slides, with the first page of the printed paper on one of them. */
  export type PaperId = 'cetd' | 'ttr' | 'ttr-print' | 'cuter' | 'contentex' | 'textsweeper';
  /** A passage. */
  export interface Quotation {
      readonly paper: PaperId;
      /** `§4.2`; of slides their heading: `Methodology [1]`. */
      readonly section: string;
      /** The words; ` … ` marks an omission. */
      readonly quotation: string;
      /** Part of the section: `Algorithm 2`, `equation 1`, `Figure 3, lines 2–16`. */
      readonly part?: string;
  }
  export const QUOTATIONS: {
      readonly 'cetd-link-quota': Quotation;
      readonly 'cetd-figure-1': Quotation;
      readonly 'cetd-example-1': Quotation;
      readonly 'cetd-scripts': Quotation;
      readonly 'cetd-characters': Quotation;
      readonly 'cetd-count': Quotation;
      readonly 'cetd-example-2': Quotation;
      readonly 'cetd-density': Quotation;
      readonly 'cetd-figure-3': Quotation;
      readonly 'cetd-links': Quotation;
      readonly 'cetd-composite': Quotation;
      readonly 'cetd-body-share': Quotation;
      readonly 'cetd-zeros': Quotation;
      readonly 'cetd-figure-4': Quotation;
      readonly 'cetd-body-threshold': Quotation;
      readonly 'cetd-sum': Quotation;
      readonly 'cetd-target': Quotation;
      readonly 'cetd-path-threshold': Quotation;
      readonly 'cetd-mark': Quotation;
      readonly 'cetd-descend': Quotation;
      readonly 'cetd-buttons': Quotation;
      readonly 'cetd-smoothing': Quotation;
      readonly 'cetd-lambda': Quotation;
      readonly 'cetd-lambda-figure': Quotation;
      readonly 'cetd-lambda-limit': Quotation;
      readonly 'cetd-lambda-zero': Quotation;
      readonly 'cetd-hidden-results': Quotation;
      readonly 'cetd-hidden': Quotation;
      readonly 'ttr-lines': Quotation;
      readonly 'ttr-remove': Quotation;
      readonly 'ttr-counts': Quotation;
      readonly 'ttr-ratio': Quotation;
      readonly 'ttr-histogram': Quotation;
      readonly 'ttr-worst': Quotation;
      readonly 'ttr-blurring': Quotation;
      readonly 'ttr-smoothing': Quotation;
      readonly 'ttr-clusters': Quotation;
      readonly 'ttr-threshold': Quotation;
      readonly 'ttr-prediction': Quotation;
      readonly 'cuter-pages': Quotation;
      readonly 'cuter-media': Quotation;
      readonly 'cuter-title': Quotation;
      readonly 'cuter-sizes': Quotation;
      readonly 'cuter-LP': Quotation;
      readonly 'cuter-TP': Quotation;
      readonly 'cuter-navigation': Quotation;
      readonly 'cuter-high-TP': Quotation;
      readonly 'cuter-omit': Quotation;
      readonly 'cuter-maxLP': Quotation;
      readonly 'cuter-near': Quotation;
      readonly 'cuter-largest': Quotation;
      readonly 'cuter-rest': Quotation;
      readonly 'cuter-empty': Quotation;
      readonly 'cuter-subtrees': Quotation;
      readonly 'cuter-depth-first': Quotation;
      readonly 'cuter-valid': Quotation;
      readonly 'cuter-merge': Quotation;
      readonly 'cuter-first': Quotation;
      readonly 'cuter-minTP': Quotation;
      readonly 'cuter-AL': Quotation;
      readonly 'contentex-forms': Quotation;
      readonly 'contentex-scripts': Quotation;
      readonly 'contentex-xhtml': Quotation;
      readonly 'contentex-statements': Quotation;
      readonly 'contentex-filters': Quotation;
      readonly 'contentex-link-tables': Quotation;
      readonly 'contentex-words': Quotation;
      readonly 'contentex-links': Quotation;
      readonly 'contentex-score': Quotation;
      readonly 'contentex-found': Quotation;
      readonly 'contentex-climb': Quotation;
      readonly 'contentex-delete': Quotation;
      readonly 'contentex-patterns': Quotation;
      readonly 'contentex-time': Quotation;
      readonly 'contentex-ip': Quotation;
      readonly 'contentex-colon': Quotation;
      readonly 'contentex-copyright': Quotation;
      readonly 'contentex-repeated': Quotation;
      readonly 'textsweeper-remove': Quotation;
      readonly 'textsweeper-activities': Quotation;
      readonly 'textsweeper-weights': Quotation;
      readonly 'textsweeper-links': Quotation;
      readonly 'textsweeper-ratio': Quotation;
      readonly 'textsweeper-best': Quotation;
      readonly 'textsweeper-tolerance': Quotation;
      readonly 'textsweeper-path': Quotation;
      readonly 'textsweeper-cleanup': Quotation;
      readonly 'textsweeper-verdict': Quotation;
  };
  export type QuotationId = keyof typeof QUOTATIONS;
  /** The places of quotations, one after the other: `§3.2, Figure 3; §3.3, Figure 4`; several parts of a section name it once. */
  export function placesOf(cites: readonly QuotationId[]): string;
  /** Where a value or a rule comes from: the paper says so; taken from the authors' program; a library's own option; our choice; a person's. */
  export type Origin = 'paper' | 'authors' | 'library' | 'ours' | 'yours';
  /** A statement of a paper cites the paper; another statement may quote it. The texts of the baselines' papers are not available. */
  export type Cited = {
      readonly origin: 'paper';
      readonly cites: readonly QuotationId[] | 'not at hand';
  } | {
      readonly origin: Exclude<Origin, 'paper'>;
      readonly cites?: readonly QuotationId[];
  };
  /** Where something comes from, in words: `paper`, `slides`, `authors’ program`, `our choice`, `yours`. */
  export function originWords({ origin, cites }: Cited): string;
}

declare module 'boilerscope/page/attributes' {
  /** Marks an `iframe`, or the `noframes` after a `frame`, whose raw text is the document of the frame. */
  export const FRAME_MARK = "data-boilerscope-frame";
  /** `[name, value]` pairs in source order. */
  export type Attributes = readonly (readonly [name: string, value: string])[];
  /**
   * Attributes of all elements in document order; within an element in source order. The table has no object per element: such objects would
   * be the largest part of a page with 100,000 nodes.
   */
  export interface AttributeTable {
      /** Per node, plus one entry: the attributes of node `n` are `first[n]` … `first[n + 1] − 1`. */
      readonly first: Int32Array;
      /** Per attribute, the index of its name in `names`. */
      readonly name: Int32Array;
      /** Distinct names, in order of appearance. */
      readonly names: readonly string[];
      /** Per attribute, plus one entry: its value is `values` from `start[a]` to `start[a + 1]`, in UTF-16 code units. */
      readonly start: Int32Array;
      /** All values, concatenated. */
      readonly values: string;
  }
  export function attributeValue({ start, values }: AttributeTable, at: number): string;
  /** Builds a table, node by node in document order. */
  export class AttributeWriter {
      #private;
      /** @param nodes expected number of nodes */
      constructor(nodes: number);
      /** Begins the next node. */
      node(): void;
      /** Adds an attribute to the current node. */
      add(name: string, value: string): void;
      /** Returns the finished table. Do not write afterwards. */
      end(): AttributeTable;
  }
}

declare module 'boilerscope/page/content-tree' {
  import { type NodeId, type PageModel } from 'boilerscope/page/page-model';
  /** Reasons why nodes are not measured (extractors §0, "Removed before measuring"). */
  export const REMOVALS: readonly ['kept', 'outside body', 'never content', 'hidden attribute', 'inline display:none', 'hidden input', 'computed display:none', 'form control', 'non-content tag', 'shadow root or frame'];
  export type Removal = (typeof REMOVALS)[number];
  export const WITHOUT_TEXT: ReadonlySet<string>;
  export interface CleanOptions {
      /** Removes hidden elements: by attribute, inline style, input type or, if the capture has layout, computed display. Default true. */
      readonly dropHidden?: boolean;
      /** Returns whether an element stays although an attribute or inline style hides it. Default: never. */
      readonly reveals?: (element: NodeId) => boolean;
      /** Additional tags that are removed with their subtrees. */
      readonly remove?: ReadonlySet<string>;
      /** The reason recorded for `remove`. Default 'form control'. */
      readonly removal?: Removal;
      /** Tags that are replaced by their children. Default: `form`. */
      readonly unwrap?: ReadonlySet<string>;
      /** Tags of `never content` that stay. Default: none. */
      readonly keep?: ReadonlySet<string>;
  }
  /**
   * The measured tree: body without removed nodes, in preorder. Children replace `form`, shadow roots and frame documents. Entry 0 is body.
   * Omits text nodes of white space, which have no characters.
   */
  export interface ContentTree {
      readonly page: PageModel;
      /** Number of entries; 0 if the page has no body. */
      readonly size: number;
      /** Page node per entry. */
      readonly node: Int32Array;
      /** Parent entry per entry, -1 for body. */
      readonly parent: Int32Array;
      readonly end: Int32Array;
      readonly isText: Uint8Array;
      /** Characters per text entry (extractors §0), 0 for elements. */
      readonly length: Int32Array;
      /** Per page node, the index into `REMOVALS`. */
      readonly removal: Uint8Array;
  }
  export const DISPLAY_NONE: RegExp;
  /** Returns `html` or `body` if it hides the whole page, with the index into `REMOVALS`; null if neither does. */
  export function hiddenRoot(page: PageModel): {
      readonly node: NodeId;
      readonly reason: number;
  } | null;
  /** Lists the nodes that are measured. Linear in nodes. */
  export function contentTree(page: PageModel, options?: CleanOptions): ContentTree;
  /** Returns the tree that most extractors measure, cached per page and read-only. @param dropHidden see `CleanOptions` */
  export const usualTree: (page: PageModel, dropHidden?: boolean) => ContentTree;
  /** Copies a measure from the entries' elements to page nodes; other nodes have NaN. */
  export function scatter(tree: ContentTree, values: ArrayLike<number>): Float64Array;
  /** Sums values per entry, or per node of a page, over subtrees in place. */
  export function sumUp({ parent }: {
      readonly parent: Int32Array;
  }, values: Float64Array | Int32Array): void;
  export function pageNode(tree: ContentTree, entry: number): NodeId;
}

declare module 'boilerscope/page/page-model' {
  import { type Attributes, type AttributeTable } from 'boilerscope/page/attributes';
  /** Progress of a load when the browser measures the layout. From then on, the window can load the model. */
  export const MEASURING = 0.8;
  /** A page model for the transfer between threads. Its texts are one string, which makes the transfer several times as fast. */
  export interface PackedModel extends Omit<PageModel, 'text'> {
      readonly texts: string;
      /** Per node, the length of its text in UTF-16 code units. */
      readonly textLength: Int32Array;
  }
  export function packModel({ text, ...page }: PageModel): PackedModel;
  /** Returns the page model that was packed. Linear in the nodes. */
  export function unpackModel({ texts, textLength, ...page }: PackedModel): PageModel;
  /**
   * Returns paths like `body>div[0]>p[2]`: index among element siblings; texts end in `#text[i]`, i among text siblings. Shadow roots and
   * frames have no number: `body>x-card[0]>#shadow-root>p[1]`. Prepared in one pass, so that each path costs only its output.
   */
  export function nodePaths(page: PageModel): (node: NodeId) => string;
  /**
   * The page model: the parse tree as flat arrays in preorder. Each element and text has a node id (comments, doctype and `template`
   * contents have none). Shadow roots and frames are nodes `#shadow-root` and `#document`; a shadow root precedes its host's children.
   * A subtree is the half-open range `[i, subtreeEnd[i])`: subtree sums are one reverse loop, and nothing recurses.
   */
  const flavour: unique symbol;
  type Flavoured<Name extends string> = number & {
      readonly [flavour]?: Name;
  };
  /** Preorder index of an element or text node. */
  export type NodeId = Flavoured<'NodeId'>;
  export const ELEMENT = 1;
  export const TEXT = 2;
  /** Tag name of a shadow root's node: the first child of its host, with `mode` among its attributes. */
  export const SHADOW_ROOT = "#shadow-root";
  /** Tag name of a frame document's node: the only child of the frame, with `url` among its attributes if known. */
  export const FRAME_DOCUMENT = "#document";
  export const LAYOUT_DISPLAYED = 1;
  export const LAYOUT_VISIBLE = 2;
  /** Values of `LayoutStyles.position`: the computed CSS property. */
  export const POSITION_STATIC = 0;
  export const POSITION_RELATIVE = 1;
  export const POSITION_ABSOLUTE = 2;
  /** Stays in place when the page is scrolled. */
  export const POSITION_FIXED = 3;
  /** Scrolls with the page until it would leave its container, then stays in place. */
  export const POSITION_STICKY = 4;
  /**
   * Computed styles per node at capture time; texts and unknown elements have their parent's styles. Meaningless for elements that are
   * hidden by `PageLayout.flags`. See `shared/page/place-layout.ts` for derived data.
   */
  export interface LayoutStyles {
      /** Computed `font-size` in CSS pixels, before any zoom or transform; NaN if missing. */
      readonly fontSize: Float32Array;
      /** Computed `font-weight`, 1 to 1000: 400 is normal, 700 bold; 0 if missing. */
      readonly fontWeight: Uint16Array;
      /** `POSITION_STATIC` … `POSITION_STICKY`. */
      readonly position: Uint8Array;
      /** 1 if the element creates a stacking context. Not detected: `will-change`, `contain`, and masks or clip paths without other causes. */
      readonly stacks: Uint8Array;
      /** Computed `z-index`; 0 for auto. Meaningful if `stacks` is 1. */
      readonly zIndex: Int32Array;
  }
  /** Layout per node at capture time; texts have their parent's flags. Boxes in frames are where the frame shows them, or hidden. */
  export interface PageLayout {
      /** Bit set: `LAYOUT_DISPLAYED` (no computed `display: none` on the element or an ancestor) and `LAYOUT_VISIBLE`. */
      readonly flags: Uint8Array;
      /**
       * x, y, width and height per node in CSS pixels: border boxes in coordinates of the unscrolled document (fixed boxes: as displayed).
       * NaN for text nodes and for elements without a box.
       */
      readonly boxes: Float32Array;
      /** Null for captures of older versions. */
      readonly styles: LayoutStyles | null;
      /** Size in CSS pixels. */
      readonly viewport: {
          readonly width: number;
          readonly height: number;
      };
  }
  export interface PageModel {
      readonly html: string;
      /** Number of nodes; the arrays below have this length. */
      readonly count: number;
      /** `ELEMENT` or `TEXT`. */
      readonly kind: Uint8Array;
      /** Index into `tagNames`; 0 (`#text`) for text nodes. */
      readonly tag: Uint16Array;
      readonly tagNames: readonly string[];
      /** Parent per node; -1 for the root, which is node 0. */
      readonly parent: Int32Array;
      readonly subtreeEnd: Int32Array;
      /** Text of text nodes, empty for elements. */
      readonly text: readonly string[];
      /** Read it through `attribute` and `attributesOf`. */
      readonly attributes: AttributeTable;
      /** The body element: `body`, or a `frameset` whose frames were captured; -1 if missing. */
      readonly body: NodeId;
      /** Offsets of the node in `html`, end exclusive; -1 if the parser created the node, or positions were not requested. */
      readonly sourceStart: Int32Array;
      readonly sourceEnd: Int32Array;
      /** Line of `sourceStart`, from 1; 0 if unknown. */
      readonly line: Int32Array;
      readonly hasSource: boolean;
      /** Whether the page's scripts ran. If so, `noscript` contains hidden text; otherwise it is shown like other elements. */
      readonly scripting: boolean;
      /** Whether the contents of shadow roots and frames are read like the rest of the page. It does not change node ids. */
      readonly composed: boolean;
      /** Number of streamed segments moved to their place (`StreamedContent`). The preorder is the order after the moves. */
      readonly streamed: number;
      readonly layout: PageLayout | null;
      readonly url: string | null;
      readonly title: string;
  }
  /** Returns the tag name of a node, `#text` for text nodes. */
  export function tagName(page: PageModel, node: NodeId): string;
  /** Whether a tag name belongs to a shadow root or a frame's document; no element has such a name. */
  export function isRootName(name: string): boolean;
  /** Returns the value of an attribute; null if the element does not have it. Linear in the element's attributes. */
  export function attribute(page: PageModel, node: NodeId, name: string): string | null;
  /** Returns all attributes of a node, in source order; none for text. */
  export function attributesOf({ attributes }: PageModel, node: NodeId): Attributes;
  /** Whether `node` is `ancestor` or lies below it. */
  export function isWithin(page: PageModel, node: NodeId, ancestor: NodeId): boolean;
  /** Returns the ancestors of a node, nearest first, without the node. */
  export function ancestors(page: PageModel, node: NodeId): NodeId[];
  /** Returns the child nodes (elements and text) of a node, in document order. */
  export function children(page: PageModel, node: NodeId): NodeId[];
  export {};
}

declare module 'boilerscope/page/parse-page' {
  import { type PageLayout, type PageModel } from 'boilerscope/page/page-model';
  import { type CapturedLayout } from 'boilerscope/page/place-layout';
  /** Returns the first `<title>` of a page's beginning, decoded and collapsed, at most 300 characters; null if empty. */
  export function titleOfSource(beginning: string): string | null;
  /** Whether a page's source has fewer than `FEW_WORDS` words of text. Does not parse; stops after `FEW_WORDS` words. */
  export function hasAlmostNoText(source: string): boolean;
  export interface ParseOptions {
      /** Requests source positions, for line-based extractors and source view; nearly doubles parsing time. Default false. */
      readonly sourcePositions?: boolean;
      /** Parses as a browser with scripts (`noscript` contains hidden text). Use the mode of the capture. Default false. */
      readonly scriptingEnabled?: boolean;
      /** See `PageModel.composed`. Default: whether scripts ran, because most shadow roots are empty before the scripts run. */
      readonly composed?: boolean;
      /** Reads streamed content at the place where the page's scripts put it (`StreamedContent`). Default: if no scripts ran. */
      readonly streamed?: boolean;
      /** Default `DEFAULT_MAX_NODES`. */
      readonly maxNodes?: number;
      readonly url?: string | null;
      /** By node id, or as captured (`parsePage` maps it to node ids). */
      readonly layout?: PageLayout | CapturedLayout | null;
  }
  /** Parses any HTML string into a page model (HTML Standard, by parse5). Linear. @throws `page.too-many-nodes` above `maxNodes`. */
  export function parsePage(html: string, options?: ParseOptions): PageModel;
}

declare module 'boilerscope/page/place-layout' {
  import { type LayoutStyles, type PageLayout, type PageModel, type NodeId } from 'boilerscope/page/page-model';
  /** Returns the outermost elements that stay in view while the page scrolls, in document order. Linear in nodes, cached per page. */
  export const pinnedNodes: (of: PageModel) => readonly NodeId[];
  /** Returns the font size of each visible text in CSS pixels; NaN for other nodes and without stored styles. Linear. */
  export function textSizes(page: PageModel): Float32Array;
  /** Visibility, boxes and styles from the browser. Elements are in preorder, with `#shadow-root` and `#document` as in the model. */
  export interface CapturedLayout {
      /** Index into `tagNames`, one per element. */
      readonly tags: Uint16Array;
      readonly tagNames: readonly string[];
      /** Index of the parent element, -1 for the root. */
      readonly parents: Int32Array;
      /** As in `PageLayout`. */
      readonly flags: Uint8Array;
      /** Four numbers per element in CSS pixels: x, y, width, height in document coordinates. */
      readonly boxes: Float32Array;
      /** As in `PageLayout`, one entry per element; null or missing in captures of older versions. */
      readonly styles?: LayoutStyles | null;
      readonly viewport: {
          readonly width: number;
          readonly height: number;
      };
  }
  export interface LayoutFit {
      /** Elements of the model that are missing in the browser at this place. They get the display of their parent. */
      readonly unmatched: number;
      /** Elements of the browser that are missing in the model. */
      readonly lost: number;
      /** Elements that exist in both trees below different parents. */
      readonly moved: number;
  }
  /**
   * Maps a captured layout to node ids: compares both sequences of tag names in step. After a difference, continues at the nearest place
   * where two successive tags match. Linear.
   */
  export function placeLayout(page: Pick<PageModel, 'count' | 'kind' | 'tag' | 'tagNames' | 'parent' | 'subtreeEnd'>, captured: CapturedLayout): {
      readonly layout: PageLayout;
      readonly fit: LayoutFit;
  };
  /** Describes the differences of the trees, one sentence each; empty if they are equal. */
  export function describeFit(fit: LayoutFit): string[];
}

declare module 'boilerscope/page/tags' {
  /** Inline tags; every other element is a block. */
  export const INLINE_TAGS: ReadonlySet<string>;
  /** Replaced elements: visible inline content that separates the words around it. Only for output, not for measures. */
  export const REPLACED_TAGS: ReadonlySet<string>;
  /** Elements that do not break the line in written text; only for output, never for measures. */
  export const LINE_TAGS: ReadonlySet<string>;
  /** Form controls, whose text is a choice or a button. */
  export const FORM_CONTROLS: ReadonlySet<string>;
  /** Elements whose first line feed the parser drops, because it is not part of the text. */
  export const DROPS_LINE_FEED: ReadonlySet<string>;
  export const VOID_TAGS: ReadonlySet<string>;
  /** Elements whose text is link text in CETD: hyperlinks, buttons and drop-down lists (§3.3 and the authors' program). */
  export const LINK_TAGS: ReadonlySet<string>;
  /** Elements with invisible text: `noscript` only if scripts ran, shadow roots and frames only if the page is read without them. */
  export const unreadTags: (of: {
      readonly scripting: boolean;
      readonly composed: boolean;
  }) => ReadonlySet<string>;
  /** Returns a table over `page.tagNames`: 1 if the tag is in the set. Saves a string comparison per node. */
  export function tagTable(tagNames: readonly string[], set: ReadonlySet<string>): Uint8Array;
}

declare module 'boilerscope/page/text' {
  /** Whether a character is HTML white space: tab, line feed, form feed, carriage return, space. A no-break space is not. */
  export function isHtmlSpace(code: number): boolean;
  /** Returns the length of `collapse(text)` in UTF-16 code units. */
  export function collapsedLength(text: string): number;
  /** Returns `text` with white-space runs collapsed to one space and both ends trimmed. */
  export function collapse(text: string): string;
  /** Returns the collapsed text of a node. Stores it, because every output of a page needs it. */
  export const collapsedTexts: (of: {
      readonly text: readonly string[];
  }) => (node: number) => string;
  /** Characters that are words by themselves, in scripts without spaces between words. */
  export const ONE_CHARACTER_WORD: RegExp;
  /** The words of a text: runs of letters, digits and marks with inner apostrophes and hyphens; each Han, Hiragana, Katakana or Thai character is a word. */
  export function words(text: string): string[];
  /** Returns the number of words of a text, see `words`. */
  export function countWords(text: string): number;
  /** Returns the bytes of a string in UTF-8; a lone surrogate counts 3, as the replacement character does. */
  export function utf8Length(text: string): number;
}
