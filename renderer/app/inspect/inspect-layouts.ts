/** Where the panes of the inspect workspace stand in each named layout. */
import type { LayoutId, Pane } from '../../window/inspect-layout'

/** Panes beside or above each other; sizes in per cent, least sizes in pixels. */
export interface LayoutSplit {
  readonly id: string
  /** What a screen reader calls the handle before it: “Resize page and tree”. */
  readonly name: string
  readonly orientation: 'horizontal' | 'vertical'
  readonly parts: readonly LayoutPart[]
}

interface LayoutPart {
  readonly part: Pane | LayoutSplit
  readonly size: number
  readonly min: number
}

const across = (id: string, name: string, parts: readonly LayoutPart[]): LayoutSplit => ({ id, name, orientation: 'horizontal', parts })
const down = (id: string, name: string, parts: readonly LayoutPart[]): LayoutSplit => ({ id, name, orientation: 'vertical', parts })
const of = (part: Pane | LayoutSplit, size: number, min: number): LayoutPart => ({ part, size, min })

const SIDE = down('side', 'reasons and parameters', [of('why', 55, 80), of('parameters', 45, 80)])

export const PLACES: Readonly<Record<LayoutId, LayoutSplit>> = {
  debug: across('inspect', 'Inspect', [
    of(
      down('left', 'page, tree, chart and text', [
        of(across('above', 'page and tree', [of('page', 60, 200), of('tree', 40, 200)]), 66, 120),
        of(across('below', 'chart and text', [of('chart', 60, 160), of('text', 40, 160)]), 34, 80),
      ]),
      74,
      400,
    ),
    of(SIDE, 26, 200),
  ]),
  'page-and-chart': across('page-and-chart', 'Inspect', [
    of(down('page-above-chart', 'page and chart', [of('page', 70, 160), of('chart', 30, 120)]), 76, 400),
    of(down('side-of-chart', 'parameters and reasons', [of('parameters', 50, 80), of('why', 50, 80)]), 24, 220),
  ]),
  teach: across('teach', 'Inspect', [
    of('page', 62, 300),
    of(down('side-of-lecture', 'reasons and parameters', [of('why', 60, 80), of('parameters', 40, 80)]), 38, 280),
  ]),
  figure: across('figure', 'Inspect', [of('page', 55, 300), of('chart', 45, 280)]),
}

/** A layout without the panes that are folded away; a split of none of its panes goes too, one of a single pane stays, so that what it shows does not begin anew. */
export function withoutPanes(split: LayoutSplit, folded: readonly Pane[]): LayoutSplit | null {
  const parts = split.parts.flatMap((entry): LayoutPart[] => {
    if (typeof entry.part === 'string') return folded.includes(entry.part) ? [] : [entry]
    const inner = withoutPanes(entry.part, folded)
    return inner ? [{ ...entry, part: inner }] : []
  })
  return parts.length === 0 ? null : { ...split, parts }
}

/** The panes of a layout, in reading order. */
export function panesOf(split: LayoutSplit): readonly Pane[] {
  return split.parts.flatMap(({ part }) => (typeof part === 'string' ? [part] : panesOf(part)))
}
