import { scatter, usualTree, type ContentTree } from '../../page/content-tree'
import type { NodeId, PageModel } from '../../page/page-model'
import { selectionOf } from '../../page/output'
import { selectionOfText } from '../kit/kept-text'
import { checkEntries, checkKept, emptyExtraction } from './results'
import type {
  AdditiveSpec,
  ChartSpec,
  CodeNotes,
  Computed,
  ExtractionCore,
  Extractor,
  ExtractorInfo,
  LineData,
  MeasureSpec,
  RuleSpec,
  ValueSpec,
} from './extractor'
import { boolean, type BooleanParam, type ParamSpecs, type ParamValue, type ParamValues } from './params'
import type { Choice, Outcome, Probe, StepState } from './probe'

export type MeasureText = Omit<MeasureSpec, 'id' | 'per' | 'tex' | 'unit'> & { readonly tex?: string; readonly unit?: string }
export type RuleText<M extends string = string> = Omit<RuleSpec, 'id' | 'measure' | keyof Compared> &
  Partial<Compared> & { readonly measure?: M }
type Compared = Pick<RuleSpec, 'relation' | 'quantity' | 'unit'>

export const compared = <const T extends Omit<RuleText, 'label' | 'relation' | 'quantity'>>(
  label: string,
  relation: RuleSpec['relation'],
  quantity: string,
  text: T,
) => ({ label, relation, quantity, ...text })

export type Measures = Readonly<Record<string, MeasureText>>
export type Rules<M extends string = string> = Readonly<Record<string, RuleText<M>>>

type Key<T> = Extract<keyof T, string>

export interface StepNotes<M extends string, L extends string> extends Omit<
  StepState,
  'measures' | 'pseudocode' | 'node' | 'way' | 'choice'
> {
  readonly measures?: readonly M[]
  readonly entry?: number
  readonly way?: readonly number[]
  readonly choice?: Choice<number>
  readonly lines?: readonly L[]
}

/** Reports a run. `M`, `R` and `L` are the names of measures, rules and pseudocode lines. Check `active` before loops that only report. */
export interface RunReporter<M extends string = string, R extends string = string, L extends string = string> {
  readonly active: boolean
  /** Begins a named step. The following decisions belong to the step. */
  step(this: void, name: string, caption: string, notes?: StepNotes<M, L>): void
  /** Records a decision about an entry. `rule` compared `value` with `limit`, unless the rule compares nothing. */
  decide(this: void, entry: number, outcome: Outcome, rule: R, value: number, limit: number): void
  /** Records a decision about a page node. The measured tree may omit the node. */
  decideNode(this: void, node: NodeId, outcome: Outcome, rule: R, value: number, limit: number): void
  /** Records a decision about a source line. `line` is an index into the lines of the result. */
  decideLine(this: void, line: number, outcome: Outcome, rule: R, value: number, limit: number): void
}

export interface Run<P, M extends string, R extends string, L extends string> extends RunReporter<M, R, L> {
  readonly page: PageModel
  /** The cleaned page. Only extractors with measures of lines also run on a tree without text. */
  readonly tree: ContentTree
  readonly p: P
  warn(this: void, sentence: string): void
}

/**
 * A measure of only some entries: `value(k)` returns the value of `entries[k]`. The runner calls `value` when the measure is first read.
 */
export interface SparseValues {
  readonly entries: Int32Array
  value(this: void, k: number): number
}

/** Result of an algorithm, as arrays over entries. */
export interface Findings<N, L> extends Omit<ExtractionCore, 'selected' | 'measures' | 'warnings' | 'values' | 'lines'> {
  /** 1 per kept entry, or 1 per kept text. With `texts`, the runner also keeps each element whose texts are all kept. */
  readonly kept: Uint8Array | { readonly texts: Uint8Array }
  readonly measures: { readonly [K in keyof N]: ArrayLike<number> | SparseValues }
  readonly values?: Readonly<Record<string, number>>
  readonly lines?: Omit<LineData, 'measures'> & { readonly measures: { readonly [K in keyof L]: Float64Array } }
}

export const dropHidden = boolean({
  label: 'Drop hidden elements',
  default: true,
  origin: 'ours',
  description:
    'Omit text that the browser does not display because of an attribute, an inline style or, if the capture has layout, a computed style.',
})

type WithHidden<P extends ParamSpecs> = ParamValues<P & { readonly dropHidden: BooleanParam }>

export interface Definition<
  P extends ParamSpecs,
  N extends Measures,
  LM extends Measures,
  R extends Readonly<Record<string, RuleText<NoInfer<Key<N> | Key<LM>>>>>,
  S extends Readonly<Record<string, string>>,
> extends Pick<ExtractorInfo, 'id' | 'title' | 'fullName' | 'family' | 'paper' | 'summary'> {
  /** Every extractor has the parameter `dropHidden`. A parameter of this name replaces the default definition. */
  readonly params: P
  readonly measures: N
  readonly lineMeasures?: LM
  readonly rules: R
  readonly charts: readonly (Omit<ChartSpec, 'series' | 'cluster'> & {
    readonly series: readonly NoInfer<Key<N> | Key<LM>>[]
    readonly cluster?: NoInfer<Key<N> | Key<LM>>
  })[]
  /** The measure that the tree shows as a bar. */
  readonly mainMeasure: NoInfer<Key<N>>
  readonly additive?: AdditiveSpec
  /** One pseudocode line per key. A line `# …` is a title. */
  readonly pseudocode?: S
  /** Links rules, values and branches to pseudocode lines, see `CodeNotes`. */
  readonly code?: {
    readonly decided?: { readonly [K in NoInfer<Key<R>> | `${NoInfer<Key<R>>} ${Outcome}`]?: NoInfer<Key<S>> }
    readonly tested?: { readonly [K in NoInfer<Key<R>> | `${NoInfer<Key<R>>} ${Outcome}`]?: NoInfer<Key<S>> }
    readonly computes?: { readonly [K in NoInfer<Key<S>>]?: Computed }
    readonly branch?: { readonly on: string; readonly zero: NoInfer<Key<S>>; readonly other: NoInfer<Key<S>> }
  }
  readonly values?: Readonly<Record<string, ValueSpec>>
  /** Whether the algorithm reads source positions. The default is true for extractors with measures of lines. */
  readonly needsSource?: boolean
  readonly clean?: {
    readonly name?: string
    readonly caption?: string | ((p: NoInfer<WithHidden<P>>) => string)
    readonly measures?: readonly NoInfer<Key<N>>[]
    readonly lines?: readonly NoInfer<Key<S>>[]
    readonly tree?: (page: PageModel, p: NoInfer<WithHidden<P>>, warn: (sentence: string) => void) => ContentTree
  }
  /** The step that writes the result, for extractors that do not record this step. The runner records the step after the algorithm. */
  readonly output?: { readonly caption: string; readonly lines?: readonly NoInfer<Key<S>>[] }
  /**
   * Runs the algorithm in almost linear time, without recursion over nodes. Equal pages with equal parameters must give equal results.
   */
  run(
    this: void,
    run: Run<NoInfer<WithHidden<P>>, NoInfer<Key<N> | Key<LM>>, NoInfer<Key<R>>, NoInfer<Key<S>>>,
  ): Findings<NoInfer<N>, NoInfer<LM>>
}

/** Creates an extractor. Adds cleaning, results for pages without text, the mapping of entries to nodes, and `dropHidden`. */
export function defineExtractor<
  const P extends ParamSpecs,
  const N extends Measures,
  const R extends Readonly<Record<string, RuleText<NoInfer<Key<N> | Key<LM>>>>>,
  const LM extends Measures = Record<never, never>,
  const S extends Readonly<Record<string, string>> = Record<never, never>,
>(definition: Definition<P, N, LM, R, S>): Extractor {
  const { id, title, fullName, family, paper, summary, mainMeasure, needsSource, clean = {}, output } = definition
  const lineMeasures: Measures = definition.lineMeasures ?? {}
  const byLine = definition.lineMeasures !== undefined
  const codeLines = Object.keys(definition.pseudocode ?? {})
  const numbers = (lines: readonly string[] | undefined): StepState =>
    lines === undefined ? {} : { pseudocode: lines.map((name) => codeLines.indexOf(name) + 1) }

  function run(page: PageModel, params: Readonly<Record<string, ParamValue>>, probe: Probe): ExtractionCore {
    const p = params as WithHidden<P>
    const warnings: string[] = []
    const warn = (sentence: string): void => void warnings.push(sentence)
    const caption = typeof clean.caption === 'function' ? clean.caption(p) : (clean.caption ?? cleanedCaption(p.dropHidden === true))
    probe.step(clean.name ?? 'clean', caption, { ...(clean.measures && { measures: clean.measures }), ...numbers(clean.lines) })
    const usual = usualTree(page)
    const tree = clean.tree?.(page, p, warn) ?? (p.dropHidden ? usual : usualTree(page, false))
    const measuresMore = tree !== usual && tree.removal.some((reason, n) => reason === 0 && usual.removal[n] !== 0)
    const hasText = tree.isText.includes(1)
    const empty = (): ExtractionCore => emptyExtraction(page, Object.keys(definition.measures))
    if (!hasText && !byLine) return empty()

    const found = definition.run({
      page,
      tree,
      p,
      warn,
      active: probe.active,
      step(name, text, { entry, way, choice, lines, ...state } = {}) {
        const nodes = {
          ...(entry !== undefined && { node: tree.node[entry] }),
          ...(way && { way: way.map((e) => tree.node[e]) }),
          ...(choice && {
            choice: {
              ...choice,
              within: tree.node[choice.within],
              ...(choice.runnerUp !== undefined && { runnerUp: tree.node[choice.runnerUp] }),
            },
          }),
        }
        probe.step(name, text, { ...state, ...nodes, ...numbers(lines) })
      },
      decide: (entry, outcome, rule, value, limit) => probe.decide(tree.node[entry], outcome, rule, value, limit),
      decideNode: (node, outcome, rule, value, limit) => probe.decide(node, outcome, rule, value, limit),
      decideLine: (line, outcome, rule, value, limit) => probe.decideLine(line, outcome, rule, value, limit),
    })
    const { kept, measures, values = {}, ...rest } = found
    if (!hasText) return { ...empty(), values, ...(rest.lines && { lines: rest.lines }) }
    if (output) probe.step('output', output.caption, numbers(output.lines))
    checkKept(kept instanceof Uint8Array ? kept : (kept as Partial<typeof kept> | undefined)?.texts, tree.size)
    const selected = kept instanceof Uint8Array ? selectionOf(tree, kept) : selectionOfText(tree, kept.texts)
    const spread: Record<string, Float64Array> = {}
    for (const name of Object.keys(definition.measures)) addMeasure(spread, name, tree, measures[name as keyof N])
    // Copy the array, because a thread transfers the result, but the cached tree still needs the array.
    return { ...rest, selected, ...(measuresMore && { removal: tree.removal.slice() }), measures: spread, values, warnings }
  }

  const measures = [...measureSpecs(lineMeasures, 'line'), ...measureSpecs(definition.measures, 'node')]
  return {
    id,
    title,
    ...(fullName !== undefined && { fullName }),
    family,
    paper,
    summary,
    params: { ...definition.params, dropHidden: definition.params.dropHidden ?? dropHidden },
    measures,
    rules: Object.entries<RuleText>(definition.rules).map(([name, rule]) => ruleSpec(name, rule, measures)),
    charts: definition.charts,
    mainMeasure,
    ...(definition.additive && { additive: definition.additive }),
    pseudocode: Object.values(definition.pseudocode ?? {}),
    ...(definition.code && { code: codeNotes(definition.code, codeLines) }),
    ...(definition.values && { values: definition.values }),
    needsSource: needsSource ?? byLine,
    run,
  }
}

function ruleSpec(id: string, rule: RuleText, measures: readonly MeasureSpec[]): RuleSpec {
  const isShare = measures.some((spec) => spec.id === rule.measure && spec.share === true)
  return { id, relation: '', quantity: '', unit: '', ...(isShare && { share: true }), ...rule }
}

function addMeasure(to: Record<string, Float64Array>, name: string, tree: ContentTree, measure?: ArrayLike<number> | SparseValues): void {
  let make: () => Float64Array
  if (!measure || !('value' in measure)) {
    checkEntries(name, measure, tree.size)
    // Copy the array, because an extractor may reuse the array in the next run.
    const values = new Float64Array(measure)
    make = () => scatter(tree, values)
  } else make = () => scatterSparse(tree, measure)
  let made: Float64Array | null = null
  Object.defineProperty(to, name, { enumerable: true, get: () => (made ??= make()) })
}

function scatterSparse({ page, node }: ContentTree, { entries, value }: SparseValues): Float64Array {
  const out = new Float64Array(page.count).fill(Number.NaN)
  for (let k = 0; k < entries.length; k++) out[node[entries[k]]] = value(k)
  return out
}

type CodeText = NonNullable<Definition<ParamSpecs, Measures, Measures, Rules, Record<string, string>>['code']>

function codeNotes({ decided = {}, tested = {}, computes = {}, branch }: CodeText, lines: readonly string[]): CodeNotes {
  const number = (name: string | undefined): number => lines.indexOf(name ?? '') + 1
  const numbered = (rules: Readonly<Record<string, string | undefined>>): Record<string, number> =>
    Object.fromEntries(Object.entries(rules).map(([rule, name]) => [rule, number(name)]))
  return {
    decided: numbered(decided),
    tested: numbered(tested),
    computes: Object.fromEntries(Object.entries(computes).flatMap(([name, id]) => (id === undefined ? [] : [[number(name), id]]))),
    ...(branch && { branch: { on: branch.on, zero: number(branch.zero), other: number(branch.other) } }),
  }
}

const cleanedCaption = (dropHidden: boolean): string =>
  `Scripts, styles${dropHidden ? ', comments and hidden elements' : ' and comments'} are removed. The page does not show their text.`

const measureSpecs = (measures: Measures, per: MeasureSpec['per']): MeasureSpec[] =>
  Object.entries(measures).map(([id, measure]) => ({ id, per, tex: '', unit: '', ...measure }))
