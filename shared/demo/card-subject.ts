import type { MeasureSpec } from '../extractors/core/extractor'
import { ELEMENT, type NodeId, type PageModel } from '../page/page-model'
import { lineTopic, shownNode, type DemoRun, type Frame, isDropped, nodeTopic } from './demo-run'
import { nodeLabel } from '../explain/node-label'
import { once } from '../base/once'
import { KEPT } from '../page/output'

/** A node, or a line of the source by its index. */
export interface Picked {
  readonly per: MeasureSpec['per']
  readonly subject: number
}

export const nameOfSubject = (page: PageModel, { per, subject }: Picked): string =>
  per === 'line' ? `line ${subject + 1}` : nodeLabel(page, subject)

/** Returns a picked node or a picked line; -1 if nothing, or a subject of another kind, is picked. */
export const pickedAs = (per: Picked['per'], picked: Picked | null): number => (picked?.per === per ? picked.subject : -1)

/**
 * Returns the measure of the card and the node or line of the measure. The subject is the first that exists: the picked subject; the
 * subject of the moment; at the end, the node of `shownNode`; the subject with the largest value. For a decision with an `ofParent` rule,
 * the subject of the moment is the parent of the decision's element.
 */
export function cardSubject(run: DemoRun, frame: Frame, picked: Picked | null = null) {
  const lines = lineTopic(run, frame)
  const per = picked?.per ?? (lines === null ? 'node' : 'line')
  const order = frame.topic === null ? frame.measures : [frame.topic, ...frame.measures]
  const measure = order.flatMap((id) => run.info.measures.filter((m) => m.id === id && m.per === per))[0] ?? null
  const rule = frame.decision && run.info.rules.find((r) => r.id === frame.decision?.rule)
  const compared = !picked && rule && rule.measure === undefined && rule.quantity !== '' && rule.relation !== '' ? rule : null
  const findSubject = (): number => {
    if (picked) return per === 'line' ? picked.subject : elementAt(run.page, picked.subject)
    if (lines !== null) return frame.decision && frame.decision.line >= 0 ? frame.decision.line : findLargest(run, frame, lines)
    if (frame.node >= 0) {
      // A library may measure a text node, for example because the library wraps the text in an element.
      const measured = measure !== null && Number.isFinite(run.valuesOf(measure.id)?.[frame.node])
      const element = measured ? frame.node : elementAt(run.page, frame.node)
      return rule?.ofParent ? (run.page.parent[element] ?? -1) : element
    }
    if (measure === null) return -1
    const shown = elementAt(run.page, shownNode(run, frame))
    return Number.isFinite(run.valueIn(frame, measure.id, shown)) ? shown : findLargest(run, frame, measure.id)
  }
  return {
    measure,
    per,
    /** Node or line of the measure; -1 if missing. */
    subject: findSubject(),
    /**
     * The rule that the card shows instead of the measure: the rule of the decision, if this rule compares a quantity that is not a measure.
     * Null for other rules, without a decision, and for a picked subject.
     */
    compared,
  }
}

/**
 * Returns the element that tree and chart mark: the element of the card or, if the card shows a line or a rule, the element of the moment.
 * Returns -1 at a moment without a node, except at the last moment.
 */
export function markedNode(run: DemoRun, frame: Frame): NodeId {
  if (frame.node < 0 && frame.moment < run.timeline.length - 1) return -1
  const { subject, per, compared } = cardSubject(run, frame)
  return elementAt(run.page, per === 'line' || compared ? frame.node : subject)
}

/** Returns an element, or the parent of a text node; -1 if missing. */
export function elementAt(page: PageModel, node: NodeId): NodeId {
  return page.kind[node] === ELEMENT ? node : (page.parent[node] ?? -1)
}

function findLargest(run: DemoRun, frame: Frame, id: string): number {
  const values = run.valuesOf(id)
  let best = -1
  if (!values) return best
  for (let s = 0; s < values.length; s++) {
    if (!run.isComputed(frame, id, s) || !Number.isFinite(values[s])) continue
    if (best < 0 || (values[s] ?? 0) > (values[best] ?? 0)) best = s
  }
  return best
}

export interface SumTerm {
  /** The node or line of the term; -1 if the term is the node's direct content. */
  readonly subject: number
  readonly label: string
  readonly value: number
}

export type WorkedSum = NonNullable<ReturnType<typeof workedSum>>

const ROUNDING = 1e-9

/** Returns the terms of a sum or a mean; null for other measures, and for a subject without a value or terms. */
export function workedSum(run: DemoRun, frame: Frame, measure: MeasureSpec, subject: number) {
  const { sum } = measure
  const total = subject < 0 ? Number.NaN : run.valueIn(frame, measure.id, subject)
  if (!sum || Number.isNaN(total)) return null
  if (sum.over === 'window') {
    const radius = Number(run.extraction.params[sum.radius])
    const count = run.valuesOf(sum.of)?.length ?? 0
    const terms: SumTerm[] = []
    for (let line = Math.max(0, subject - radius); line <= Math.min(count - 1, subject + radius); line++)
      terms.push({ subject: line, label: `line ${line + 1}`, value: run.valueIn(frame, sum.of, line) })
    return { terms, divisor: terms.length, total }
  }
  const terms: SumTerm[] = []
  let added = 0
  for (const child of childElements(run.page, run.valuesOf(sum.of), subject)) {
    const value = run.valueIn(frame, sum.of, child)
    if (Number.isNaN(value)) continue
    terms.push({ subject: child, label: nodeLabel(run.page, child), value })
    added += value
  }
  if (terms.length === 0) return null
  const rest = total - added
  if (Math.abs(rest) > ROUNDING * Math.max(1, Math.abs(total))) terms.push({ subject: -1, label: sum.rest, value: rest })
  return { terms, divisor: 1, total }
}

/** Yields the measured children of a node. Replaces a child without a value, such as an unwrapped form, with the children of this child. */
function* childElements({ kind, subtreeEnd }: PageModel, values: Float64Array | null, node: number): Generator<number> {
  const end = subtreeEnd[node] as number
  for (let n = node + 1; n < end;) {
    const isChild = kind[n] === ELEMENT && !Number.isNaN(values?.[n] ?? Number.NaN)
    if (isChild) yield n
    n = isChild ? (subtreeEnd[n] as number) : n + 1
  }
}

/** Returns the marks of the page at a moment. @param level value of a moving threshold; null for the threshold of the step */
export function pageMarks(run: DemoRun, frame: Frame, level: number | null = null) {
  const { decision, node, chapter } = frame
  const verdict = decision === null ? 'none' : isDropped(decision) ? 'dropped' : 'passed'
  return {
    /** Values of the measure that nodes show; null if a node is kept, and without such a measure. */
    heat: frame.selected.includes(KEPT) ? null : heatOf(run, frame, level),
    /**
     * At a decision: the element whose value the rule compared, unless `current` is this element or a text directly in this element. At
     * other moments: the path of the step.
     */
    way: decision ? comparedAround(run, frame) : (chapter.step.way ?? []),
    current: node < 0 ? null : ({ node, verdict } as const),
  }
}

/** Whether the page shows kept and dropped nodes: while a node is kept, and at the end of a run with decisions. */
export const isPageDecided = (run: DemoRun, frame: Frame): boolean =>
  frame.selected.includes(KEPT) || (frame.decided > 0 && frame.moment === run.timeline.length - 1)

function comparedAround(run: DemoRun, frame: Frame): readonly NodeId[] {
  const marked = markedNode(run, frame)
  return marked < 0 || marked === elementAt(run.page, frame.node) ? [] : [marked]
}

/** `shown`: known values that reach the threshold, only of elements with direct text. */
function heatOf(run: DemoRun, frame: Frame, level: number | null) {
  const id = nodeTopic(run, frame)
  const all = id === null ? null : run.valuesOf(id)
  if (!all || id === null) return null
  const has = hasOwnText(run.page)
  const { threshold = '' } = run.info.charts.find((chart) => chart.threshold !== undefined && chart.series.includes(id)) ?? {}
  const limit = frame.chapter.step.values?.[threshold]
  const least = limit === undefined ? Number.NEGATIVE_INFINITY : (level ?? limit)
  const shown = all.map((value, n) => (has[n] === 1 && value >= least && run.isComputed(frame, id, n) ? value : Number.NaN))
  return { shown, all, share: run.measureOf(id)?.share ?? false }
}

const hasOwnText = once((page: PageModel): Uint8Array => {
  const has = new Uint8Array(page.count)
  for (let n = 1; n < page.count; n++) if (page.kind[n] !== ELEMENT && /[^ \t\n\f\r]/.test(page.text[n] ?? '')) has[page.parent[n] ?? 0] = 1
  return has
})
