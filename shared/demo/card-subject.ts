import type { MeasureSpec } from '../extractors/core/extractor'
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
}

/**
 * The measure and the subject of a moment: what was picked, else the one that the moment is about, else the one with the largest
 * value known so far.
 */
export function cardSubject(run: DemoRun, frame: Frame, picked: Picked | null = null): CardSubject {
  const lines = lineTopic(run, frame)
  const perLine = picked ? picked.kind === 'line' : lines !== null
  const order = frame.topic === null ? frame.measures : [frame.topic, ...frame.measures]
  const measure = order.flatMap((id) => run.info.measures.filter((m) => m.id === id && (m.per === 'line') === perLine))[0] ?? null
  if (picked) return { measure, perLine, subject: picked.kind === 'line' ? picked.line : elementAt(run.page, picked.node) }
  if (lines !== null) {
    const line = frame.decision && frame.decision.line >= 0 ? frame.decision.line : largestKnown(run, frame, lines)
    return { measure, perLine, subject: line }
  }
  if (frame.node >= 0) {
    return { measure, perLine, subject: elementAt(run.page, frame.node) }
  }
  return { measure, perLine, subject: measure ? largestKnown(run, frame, measure.id) : -1 }
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
