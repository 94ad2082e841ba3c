import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { useSyncExternalStore, type ReactNode } from 'react'
import { PaneTabs } from '../components/pane-tabs'
import { readText, writeText } from '../window/storage'
import { actions, useWorkspace } from '../window/workspace'
import { PANELS, panelsOf, type Pane, type PanelEntry } from './panels'

/** Below this the panes would be too small to use: at 200 % zoom, or in a narrow window, panels stand behind one row of tabs. */
const COMPACT = window.matchMedia('(max-width: 959px), (max-height: 479px)')

function useCompact(): boolean {
  return useSyncExternalStore(
    (changed) => {
      COMPACT.addEventListener('change', changed)
      return () => COMPACT.removeEventListener('change', changed)
    },
    () => COMPACT.matches,
  )
}

/** Where the sizes of the panes are kept. */
const LAYOUTS = { getItem: readText, setItem: writeText }

const NAMES: Readonly<Record<Pane, string>> = {
  page: 'Page',
  tree: 'Tree',
  chart: 'Chart',
  text: 'Text and source',
  why: 'Why',
  parameters: 'Parameters',
}

function PaneOf({ id, label, panels }: { readonly id: string; readonly label: string; readonly panels: readonly PanelEntry[] }) {
  const shown = useWorkspace((state) => state.panels[id])
  const active = panels.find((panel) => panel.id === shown) ?? panels[0]
  if (!active) return null
  return (
    <PaneTabs label={label} tabs={panels} active={active.id} onActivate={(panel) => actions.showPanel(id, panel)}>
      <active.Component />
    </PaneTabs>
  )
}

interface Slot {
  readonly id: string
  /** What a screen reader calls the handle before it: “Resize Tree”. */
  readonly name: string
  readonly size: number
  readonly min: number
  readonly content: ReactNode
}

/** Panes beside or above each other, with sizes that are remembered. */
function Split({
  id,
  orientation,
  slots,
}: {
  readonly id: string
  readonly orientation: 'horizontal' | 'vertical'
  readonly slots: readonly Slot[]
}) {
  const layout = useDefaultLayout({ id: `boilerscope.${id}`, panelIds: slots.map((slot) => slot.id), storage: LAYOUTS })
  return (
    <Group id={id} orientation={orientation} defaultLayout={layout.defaultLayout} onLayoutChanged={layout.onLayoutChanged}>
      {slots.flatMap((slot, index) => [
        ...(index > 0 ? [<Separator key={`before-${slot.id}`} className="separator" aria-label={`Resize ${slot.name}`} />] : []),
        <Panel key={slot.id} id={slot.id} defaultSize={`${slot.size}%`} minSize={slot.min}>
          {slot.content}
        </Panel>,
      ])}
    </Group>
  )
}

function slot(pane: Pane, size: number, min: number): Slot[] {
  const panels = panelsOf(pane)
  return panels.length > 0
    ? [{ id: pane, name: NAMES[pane], size, min, content: <PaneOf id={pane} label={NAMES[pane]} panels={panels} /> }]
    : []
}

/** The inspect workspace: page, tree, chart, text, reasons and parameters side by side. */
export function Inspect() {
  const compact = useCompact()
  if (compact) return <PaneOf id="compact" label="Panels" panels={PANELS} />
  const above = <Split id="above" orientation="horizontal" slots={[...slot('page', 54, 200), ...slot('tree', 46, 200)]} />
  const below = <Split id="below" orientation="horizontal" slots={[...slot('chart', 54, 160), ...slot('text', 46, 160)]} />
  const left: Slot = {
    id: 'left',
    name: 'page and tree',
    size: 74,
    min: 400,
    content: (
      <Split
        id="left"
        orientation="vertical"
        slots={[
          { id: 'above', name: 'page and tree', size: 64, min: 120, content: above },
          { id: 'below', name: 'chart and text', size: 36, min: 80, content: below },
        ]}
      />
    ),
  }
  const side = [...slot('why', 60, 80), ...slot('parameters', 40, 80)]
  return (
    <Split
      id="inspect"
      orientation="horizontal"
      slots={[
        left,
        ...(side.length > 0
          ? [
              {
                id: 'side',
                name: 'reasons and parameters',
                size: 26,
                min: 200,
                content: <Split id="side" orientation="vertical" slots={side} />,
              },
            ]
          : []),
      ]}
    />
  )
}
