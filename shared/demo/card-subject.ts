import type { MeasureSpec, RuleSpec } from '../extractors/core/extractor'
import { ELEMENT, type NodeId, type PageModel } from '../page/page-model'
import { lineTopic, type DemoRun, type Frame } from './demo-run'

/** What somebody asks about, whatever the moment is about. */
export type Picked = { readonly kind: 'node'; readonly node: NodeId } | { readonly kind: 'line'; readonly line: number }

/** What the formula card of a moment is about: a measure, and the node or line whose numbers are shown. */
export interface CardSubject {
  /** The measure that the moment is about; null before any is known. */
  readonly measure: MeasureSpec | null
  readonly perLine: boolean
  /** Node or line, -1 for none. */
  readonly subject: number
  /** The rule whose value is shown instead of the measure's: it compares something that is no measure. */
  readonly compared: RuleSpec | null
}

/**
 * The measure and the subject of a moment: what was picked, else the one that the moment is about, else the one with the largest
 * value known so far. A decision that compares what is no measure is about what it compares; one about the element around its
 * subject, about that element.
 */
export function cardSubject(run: DemoRun, frame: Frame, picked: Picked | null = null): CardSubject {
  const lines = lineTopic(run, frame)
  const perLine = picked ? picked.kind === 'line' : lines !== null
  const order = frame.topic === null ? frame.measures : [frame.topic, ...frame.measures]
  const measure = order.flatMap((id) => run.info.measures.filter((m) => m.id === id && (m.per === 'line') === perLine))[0] ?? null
  const rule = frame.decision && run.info.rules.find((r) => r.id === frame.decision?.rule)
  const compared = !picked && rule && rule.measure === undefined && rule.quantity !== '' && rule.relation !== '' ? rule : null
  if (picked) return { measure, perLine, subject: picked.kind === 'line' ? picked.line : elementAt(run.page, picked.node), compared }
  if (lines !== null) {
    const line = frame.decision && frame.decision.line >= 0 ? frame.decision.line : largestKnown(run, frame, lines)
    return { measure, perLine, subject: line, compared }
  }
  if (frame.node >= 0) {
    // A library may measure a text by itself: one that it wraps in an element of its own, for one.
    const measured = measure !== null && Number.isFinite(run.valuesOf(measure.id)?.[frame.node])
    const element = measured ? frame.node : elementAt(run.page, frame.node)
    return { measure, perLine, subject: rule?.ofParent ? (run.page.parent[element] ?? -1) : element, compared }
  }
  return { measure, perLine, subject: measure ? largestKnown(run, frame, measure.id) : -1, compared }
}

/** The element itself, or the one around a text. */
function elementAt(page: PageModel, node: NodeId): NodeId {
  return page.kind[node] === ELEMENT ? node : (page.parent[node] ?? -1)
}

function largestKnown(run: DemoRun, frame: Frame, id: string): number {
  const values = run.valuesOf(id)
  let best = -1
  if (!values) return best
  for (let s = 0; s < values.length; s++) {
    if (!run.isKnown(frame, id, s) || !Number.isFinite(values[s])) continue
    if (best < 0 || (values[s] ?? 0) > (values[best] ?? 0)) best = s
  }
  return best
}
