import type { MeasureSpec } from '../extractors/core/extractor'
import { nodeLabel } from '../explain/node-label'
import { ELEMENT, type PageModel } from '../page/page-model'
import type { DemoRun, Frame } from './demo-run'

/** One term of a sum. */
export interface SumTerm {
  /** The node or line it comes from; -1 for what stands in the node itself. */
  readonly subject: number
  readonly label: string
  readonly value: number
}

/** A measure of one node or line, worked out: the sum of its terms, divided. */
export interface WorkedSum {
  readonly terms: readonly SumTerm[]
  /** 1 for a sum, the number of terms for a mean. */
  readonly divisor: number
  readonly total: number
}

/** A rest smaller than this part of the total is what rounding leaves. */
const ROUNDING = 1e-9

/**
 * Works a sum out, as far as its terms are known at a moment: child by child in document order, or line by line of the window.
 * Null where the measure is no sum, is not known yet, or has no terms but what stands in the node itself. Linear in the terms.
 */
export function workedSum(run: DemoRun, frame: Frame, measure: MeasureSpec, subject: number): WorkedSum | null {
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
  for (const child of childElements(run.page, subject)) {
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

function* childElements({ kind, subtreeEnd }: PageModel, node: number): Generator<number> {
  const end = subtreeEnd[node] as number
  for (let n = node + 1; n < end; n = subtreeEnd[n] as number) if (kind[n] === ELEMENT) yield n
}
