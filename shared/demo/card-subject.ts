import type { MeasureSpec } from '../extractors/core/extractor'
import { ELEMENT } from '../page/page-model'
import { lineTopic, type DemoRun, type Frame } from './demo-run'

/** What the formula card of a moment is about: a measure, and the node or line whose numbers are shown. */
export interface CardSubject {
  /** The measure that the moment is about; null before any is known. */
  readonly measure: MeasureSpec | null
  readonly perLine: boolean
  /** Node or line, -1 for none. */
  readonly subject: number
}

/** The measure and the subject of a moment: the one that the moment is about, else the one with the largest value known so far. */
export function cardSubject(run: DemoRun, frame: Frame): CardSubject {
  const lines = lineTopic(run, frame)
  const perLine = lines !== null
  const order = frame.topic === null ? frame.measures : [frame.topic, ...frame.measures]
  const measure = order.flatMap((id) => run.info.measures.filter((m) => m.id === id && (m.per === 'line') === perLine))[0] ?? null
  if (lines !== null) {
    const line = frame.decision && frame.decision.line >= 0 ? frame.decision.line : largestKnown(run, frame, lines)
    return { measure, perLine, subject: line }
  }
  if (frame.node >= 0) {
    const isElement = run.page.kind[frame.node] === ELEMENT
    return { measure, perLine, subject: isElement ? frame.node : (run.page.parent[frame.node] ?? -1) }
  }
  return { measure, perLine, subject: measure ? largestKnown(run, frame, measure.id) : -1 }
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
