/** How the inspect workspace is laid out: the named layout in force, the panes folded away in each, and the pane that fills the workspace for now. */
import { create } from 'zustand'
import { z } from 'zod'
import { readValue, writeValue } from './host/storage'

export type Pane = 'page' | 'tree' | 'chart' | 'text' | 'why' | 'parameters'

/** Named layouts, in the order of the menu. */
export const LAYOUTS = [
  { id: 'debug', title: 'Everything', about: 'All panes: page, tree, chart, text, reasons and parameters' },
  { id: 'page-and-chart', title: 'Page and chart', about: 'The page large, the chart below it, parameters beside' },
  { id: 'teach', title: 'Teach', about: 'The page with its reasons and parameters, for a lecture' },
  { id: 'figure', title: 'Figure', about: 'The page and the chart side by side, for a picture' },
] as const
export type LayoutId = (typeof LAYOUTS)[number]['id']

interface InspectLayout {
  readonly layout: LayoutId
  /** Panes folded away, by layout. */
  readonly folded: Readonly<Partial<Record<LayoutId, readonly Pane[]>>>
  /** The pane that fills the workspace; null for none. */
  readonly maximised: Pane | null
}

const KEY = 'boilerscope.inspect-layout'
const PANE = z.enum(['page', 'tree', 'chart', 'text', 'why', 'parameters'])
const LAYOUT = z.enum(['debug', 'page-and-chart', 'teach', 'figure'])
const Stored = z.object({ layout: LAYOUT.catch('debug'), folded: z.partialRecord(LAYOUT, z.array(PANE)).catch({}) })

const stored = readValue(KEY, Stored)

export const useInspectLayout = create<InspectLayout>()(() => ({
  layout: stored?.layout ?? 'debug',
  folded: stored?.folded ?? {},
  maximised: null,
}))

const { getState, setState } = useInspectLayout

function keep(change: Partial<InspectLayout>): void {
  setState(change)
  const { layout, folded } = getState()
  writeValue(KEY, { layout, folded })
}

const NONE: readonly Pane[] = []

/** Panes folded away in the layout in force. */
export const foldedPanes = ({ layout, folded }: Pick<InspectLayout, 'layout' | 'folded'>): readonly Pane[] => folded[layout] ?? NONE

export const layoutActions = {
  choose(layout: LayoutId): void {
    keep({ layout, maximised: null })
  },
  /** Folds a pane away, or brings it back. */
  fold(pane: Pane, isFolded: boolean): void {
    const { layout, folded, maximised } = getState()
    const others = foldedPanes(getState()).filter((other) => other !== pane)
    keep({
      folded: { ...folded, [layout]: isFolded ? [...others, pane] : others },
      maximised: maximised === pane && isFolded ? null : maximised,
    })
  },
  /** Lets a pane fill the workspace, or gives the others their places back. */
  maximise(pane: Pane): void {
    setState({ maximised: getState().maximised === pane ? null : pane })
  },
  restore(): void {
    setState({ maximised: null })
  },
}
