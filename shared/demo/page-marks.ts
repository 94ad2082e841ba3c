/** What is drawn over the page at a moment, as data: for the window and for figures. */
import { once } from '../base/once'
import { ELEMENT, type NodeId, type PageModel } from '../page/page-model'
import { KEPT } from '../page/selection'
import { elementAt, markedNode } from './card-subject'
import { isDropped, limitSet, nodeTopic, type DemoRun, type Frame } from './demo-run'

export interface PageMarks {
  /**
   * The measure that appeared last on elements with text of their own, as far as it is known and reaches the threshold that is new,
   * NaN elsewhere; and all its values, by which it is scaled. Null once something is kept.
   */
  readonly heat: { readonly shown: Float64Array; readonly all: Float64Array; readonly share: boolean } | null
  /** The way that the step looks along, as frames within frames; or the element around `current` whose number was compared. */
  readonly way: readonly NodeId[]
  /** What the moment is about, and what was decided about it; null where it is about nothing. */
  readonly current: { readonly node: NodeId; readonly verdict: 'none' | 'dropped' | 'passed' } | null
}

/** @param level how far down a new threshold has swept: what it has passed lights up; null where nothing sweeps */
export function pageMarks(run: DemoRun, frame: Frame, level: number | null = null): PageMarks {
  const { decision, node, chapter } = frame
  const verdict = decision === null ? 'none' : isDropped(decision) ? 'dropped' : 'passed'
  return {
    heat: frame.selected.includes(KEPT) ? null : heatOf(run, frame, level),
    way: decision ? comparedAround(run, frame) : (chapter.step.way ?? []),
    current: node < 0 ? null : { node, verdict },
  }
}

/** The element that the card is about, where that is the one around what was decided about. */
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
  const shown = all.map((value, n) => (has[n] === 1 && value >= least && run.isKnown(frame, id, n) ? value : Number.NaN))
  return { shown, all, share: run.measureOf(id)?.share ?? false }
}

/** 1 for elements with text of their own: what is coloured by a measure. */
const hasOwnText = once((page: PageModel): Uint8Array => {
  const has = new Uint8Array(page.count)
  for (let n = 1; n < page.count; n++) if (page.kind[n] !== ELEMENT && /[^ \t\n\f\r]/.test(page.text[n] ?? '')) has[page.parent[n] ?? 0] = 1
  return has
})
