import { once } from '../base/once'
import { ELEMENT, type NodeId, type PageModel } from '../page/page-model'
import { KEPT } from '../page/output'
import { elementAt, markedNode } from './card-subject'
import { isDropped, limitSet, nodeTopic, type DemoRun, type Frame } from './demo-run'

interface PageMarks {
  /**
   * Values of the measure that nodes show; null if a node is kept, and without such a measure. `shown`: known values that reach the
   * threshold, only of elements with direct text.
   */
  readonly heat: { readonly shown: Float64Array; readonly all: Float64Array; readonly share: boolean } | null
  /**
   * At a decision: the element whose value the rule compared, unless `current` is this element or a text directly in this element. At other
   * moments: the path of the step.
   */
  readonly way: readonly NodeId[]
  readonly current: { readonly node: NodeId; readonly verdict: 'none' | 'dropped' | 'passed' } | null
}

/** Returns the marks of the page at a moment. @param level value of a moving threshold; null for the threshold of the step */
export function pageMarks(run: DemoRun, frame: Frame, level: number | null = null): PageMarks {
  const { decision, node, chapter } = frame
  const verdict = decision === null ? 'none' : isDropped(decision) ? 'dropped' : 'passed'
  return {
    heat: frame.selected.includes(KEPT) ? null : heatOf(run, frame, level),
    way: decision ? comparedAround(run, frame) : (chapter.step.way ?? []),
    current: node < 0 ? null : { node, verdict },
  }
}

/** Whether the page shows kept and dropped nodes: while a node is kept, and at the end of a run with decisions. */
export const isPageDecided = (run: DemoRun, frame: Frame): boolean =>
  frame.selected.includes(KEPT) || (frame.decided > 0 && frame.moment === run.timeline.length - 1)

function comparedAround(run: DemoRun, frame: Frame): readonly NodeId[] {
  const marked = markedNode(run, frame)
  return marked < 0 || marked === elementAt(run.page, frame.node) ? [] : [marked]
}

function heatOf(run: DemoRun, frame: Frame, level: number | null): PageMarks['heat'] {
  const id = nodeTopic(run, frame)
  const all = id === null ? null : run.valuesOf(id)
  if (!all || id === null) return null
  const has = hasOwnText(run.page)
  const limit = limitSet(run, frame, id)
  const least = limit === Number.NEGATIVE_INFINITY ? limit : (level ?? limit)
  const shown = all.map((value, n) => (has[n] === 1 && value >= least && run.isComputed(frame, id, n) ? value : Number.NaN))
  return { shown, all, share: run.measureOf(id)?.share ?? false }
}

const hasOwnText = once((page: PageModel): Uint8Array => {
  const has = new Uint8Array(page.count)
  for (let n = 1; n < page.count; n++) if (page.kind[n] !== ELEMENT && /[^ \t\n\f\r]/.test(page.text[n] ?? '')) has[page.parent[n] ?? 0] = 1
  return has
})
