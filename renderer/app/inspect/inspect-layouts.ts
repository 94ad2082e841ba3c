/**
 * How the inspect workspace is laid out: where its panes stand in each named layout, which layout is in force, the panes folded away in
 * each, and the pane that fills the workspace for now.
 */
import { create } from 'zustand'
import { z } from 'zod'
import { readValue, writeValue } from '../../window/host/storage'

const PANE = z.enum(['page', 'tree', 'chart', 'text', 'why', 'parameters'])
export type Pane = z.infer<typeof PANE>

/** Named layouts, in the order of the menu. */
export const LAYOUTS = [
  { id: 'reading', title: 'Page and why', about: 'The page at reading width, and the reasons beside it' },
  { id: 'everything', title: 'Everything', about: 'All panes: page, tree, chart, text, reasons and parameters' },
  { id: 'method', title: 'Method', about: 'How the method works: tree, chart, parameters and reasons' },
] as const
const LAYOUT = z.enum(['reading', 'everything', 'method'])
export type LayoutId = z.infer<typeof LAYOUT>

interface InspectLayout {
  readonly layout: LayoutId
  /** Panes folded away, by layout. */
  readonly folded: Readonly<Partial<Record<LayoutId, readonly Pane[]>>>
  /** The pane that fills the workspace; null for none. */
  readonly maximised: Pane | null
}

const KEY = 'boilerscope.inspect-layout'
const Stored = z.object({ layout: LAYOUT.catch('everything'), folded: z.partialRecord(LAYOUT, z.array(PANE)).catch({}) })

const stored = readValue(KEY, Stored)

export const useInspectLayout = create<InspectLayout>()(() => ({
  layout: stored?.layout ?? 'reading',
  folded: stored?.folded ?? {},
  maximised: null,
}))

const { getState, setState } = useInspectLayout

function setAndStore(change: Partial<InspectLayout>): void {
  setState(change)
  const { layout, folded } = getState()
  writeValue(KEY, { layout, folded })
}

const NONE: readonly Pane[] = []

/** Panes folded away in the layout in force. */
export const foldedPanes = ({ layout, folded }: Pick<InspectLayout, 'layout' | 'folded'>): readonly Pane[] => folded[layout] ?? NONE

export const layoutActions = {
  choose(layout: LayoutId): void {
    setAndStore({ layout, maximised: null })
  },
  /** Folds a pane away, or brings it back. */
  fold(pane: Pane, isFolded: boolean): void {
    const { layout, folded, maximised } = getState()
    const others = foldedPanes(getState()).filter((other) => other !== pane)
    setAndStore({
      folded: { ...folded, [layout]: isFolded ? [...others, pane] : others },
      maximised: maximised === pane && isFolded ? null : maximised,
    })
  },
  /** Lets a pane fill the workspace, or gives the others their places back. */
  maximise(pane: Pane | null): void {
    setState({ maximised: getState().maximised === pane ? null : pane })
  },
  restore(): void {
    setState({ maximised: null })
  },
}

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
const sized = (part: Pane | LayoutSplit, size: number, min: number): LayoutPart => ({ part, size, min })

const SIDE = down('side', 'reasons and parameters', [sized('why', 55, 80), sized('parameters', 45, 80)])

export const PLACES: Readonly<Record<LayoutId, LayoutSplit>> = {
  reading: across('reading', 'Inspect', [sized('page', 77.5, 300), sized('why', 22.5, 280)]),
  everything: across('inspect', 'Inspect', [
    sized(
      down('left', 'page, tree, chart and text', [
        sized(across('above', 'page and tree', [sized('page', 60, 200), sized('tree', 40, 200)]), 66, 120),
        sized(across('below', 'chart and text', [sized('chart', 60, 160), sized('text', 40, 160)]), 34, 80),
      ]),
      74,
      400,
    ),
    sized(SIDE, 26, 200),
  ]),
  method: across('method', 'Inspect', [
    sized(down('tree-above-chart', 'tree and chart', [sized('tree', 55, 160), sized('chart', 45, 160)]), 70, 400),
    sized(down('side-of-method', 'parameters and reasons', [sized('parameters', 55, 80), sized('why', 45, 80)]), 30, 240),
  ]),
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
