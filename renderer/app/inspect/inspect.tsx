import { Maximize2, Minimize2, Minus, PanelRightOpen } from 'lucide-react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { memo, useSyncExternalStore } from 'react'
import { Button, IconButton } from '../../components/button'
import { PaneTabs } from '../../components/tab-list'
import { FoldedEvidence } from '../../components/evidence'
import { ParameterStrip } from '../../features/parameters/parameter-panel'
import { readText, writeText } from '../../window/host/storage'
import { actions, useTab, useWindow } from '../../window/window'
import { isSeenComing } from '../../window/window-state'
import { foldedPanes, layoutActions, panesOf, PLACES, useInspectLayout, withoutPanes, type LayoutSplit, type Pane } from './inspect-layouts'
import { PANELS, panelsOf, type PanelEntry } from './panels'
import './inspect.css'

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
const SIZES = { getItem: readText, setItem: writeText }

const NAMES: Readonly<Record<Pane, string>> = {
  page: 'Page',
  tree: 'Tree',
  chart: 'Chart',
  text: 'Text and source',
  why: 'Why',
  parameters: 'Parameters',
}

/** A pane with its panels; its head maximises it, and folds it away. Drawn anew for what it shows, not whenever sizes are kept. */
const PaneOf = memo(function PaneOf({ pane }: { readonly pane: Pane }) {
  const isMaximised = useInspectLayout(({ maximised }) => maximised === pane)
  const name = NAMES[pane]
  return (
    <div
      className="inspect-pane"
      role="region"
      aria-label={`${pane === 'text' ? 'Text' : name} pane`}
      data-pane={pane}
      data-maximised={isMaximised || undefined}
    >
      <Panels
        id={pane}
        label={name}
        panels={panelsOf(pane)}
        onMaximise={() => layoutActions.maximise(pane)}
        controls={
          <>
            <IconButton icon={Minus} label={`Fold ${name} away`} onClick={() => layoutActions.fold(pane, true)} />
            <IconButton
              icon={isMaximised ? Minimize2 : Maximize2}
              label={isMaximised ? `Give ${name} its place back` : `Let ${name} fill the workspace`}
              onClick={() => layoutActions.maximise(pane)}
            />
          </>
        }
      />
    </div>
  )
})

interface PanelsProps {
  readonly id: string
  readonly label: string
  readonly panels: readonly PanelEntry[]
  readonly onMaximise?: () => void
  readonly controls?: React.ReactNode
}

function Panels({ id, label, panels, ...head }: PanelsProps) {
  const shown = useWindow((state) => state.panels[id])
  const comes = useTab(isSeenComing)
  const active = panels.find((panel) => panel.id === shown) ?? panels[0]
  if (!active) return null
  return (
    <PaneTabs
      label={label}
      tabs={panels}
      active={active.id}
      onActivate={(panel) => actions.showPanel(id, panel)}
      inert={comes && active.id !== 'page'}
      {...head}
    >
      <active.Component />
    </PaneTabs>
  )
}

/** Panes beside or above each other, with sizes that are remembered. */
function Split({ split }: { readonly split: LayoutSplit }) {
  const parts = split.parts.map(({ part, size, min }) => ({
    id: typeof part === 'string' ? part : part.id,
    name: typeof part === 'string' ? NAMES[part] : part.name,
    part,
    size,
    min,
  }))
  const layout = useDefaultLayout({ id: `boilerscope.${split.id}`, panelIds: parts.map(({ id }) => id), storage: SIZES })
  return (
    <Group id={split.id} orientation={split.orientation} defaultLayout={layout.defaultLayout} onLayoutChanged={layout.onLayoutChanged}>
      {parts.flatMap(({ id, name, part, size, min }, index) => [
        ...(index > 0 ? [<Separator key={`before-${id}`} className="separator" aria-label={`Resize ${name}`} />] : []),
        <Panel key={id} id={id} defaultSize={`${size}%`} minSize={min}>
          {typeof part === 'string' ? <PaneOf pane={part} /> : <Split split={part} />}
        </Panel>,
      ])}
    </Group>
  )
}

/** The inspect workspace: page, tree, chart, text, reasons and parameters, in the layout that was chosen. */
export function Inspect() {
  const compact = useCompact()
  const layout = useInspectLayout((state) => state.layout)
  const folded = useInspectLayout(foldedPanes)
  const maximised = useInspectLayout((state) => state.maximised)
  if (compact)
    return (
      <div className="column inspect" data-strip>
        <div className="inspect-panes">
          <Panels id="compact" label="Panels" panels={PANELS} />
        </div>
        <ParameterStrip />
      </div>
    )
  const places = PLACES[layout]
  const shown = withoutPanes(places, folded)
  const away = panesOf(places).filter((pane) => folded.includes(pane))
  const hasParameters = shown !== null && panesOf(shown).includes('parameters') && (maximised === null || maximised === 'parameters')
  return (
    <div className="column inspect" data-layout={layout}>
      <div className="inspect-panes" data-maximised={maximised !== null || undefined}>
        {shown ? (
          <FoldedEvidence value={layout === 'reading'}>
            <Split key={layout} split={shown} />
          </FoldedEvidence>
        ) : (
          <p className="quiet-note">All panes are folded away; bring one back at the side.</p>
        )}
        {away.length > 0 && maximised === null ? (
          <div className="inspect-shelf" role="toolbar" aria-label="Panes folded away" aria-orientation="vertical">
            {away.map((pane) => (
              <Button key={pane} tone="bare" onClick={() => layoutActions.fold(pane, false)} title={`Bring ${NAMES[pane]} back`}>
                <PanelRightOpen size={14} aria-hidden="true" />
                <span>{NAMES[pane]}</span>
              </Button>
            ))}
          </div>
        ) : null}
      </div>
      {hasParameters ? null : <ParameterStrip />}
    </div>
  )
}
