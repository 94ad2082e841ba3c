import { X } from 'lucide-react'
import { memo, type ComponentProps, type ReactNode, useEffect } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { IconButton, Button } from '../../components/button'
import { useMedia } from '../../components/hooks'
import { PaneTabs } from '../../components/tab-list'
import { PageView } from '../../features/page-view/page-view'
import { readText, writeText } from '../../window/host/storage'
import { actions, useTab, useWindow, useCurrentExtractor, isSeenComing } from '../../window/window'
import { BESIDE_TREE, DRAWER_PANELS, panelOf, PANELS, showPanel, toggleDrawer, useDrawer, useWide } from './panels'
import { RunLine } from './run-line'
import { closeTourOffer, chooseTour, useTourOffer } from '../../features/demo/state/demo-state'
import { focusField } from '../actions/action'
import './inspect.css'

function FirstCard() {
  const isOpen = useTourOffer((state) => state.open)
  const isPublished = useWindow((state) => state.host?.published !== undefined)
  const hasResult = useTab((tab) => tab.result !== null)
  const hasSelection = useTab((tab) => tab.selected !== null)
  const isSample = useTab((tab) => tab.source?.kind === 'sample')
  const extractor = useCurrentExtractor()
  useEffect(() => {
    if (hasSelection) closeTourOffer()
  }, [hasSelection])
  if (!isOpen || isPublished || !hasResult || !isSample || !extractor) return null
  return (
    <section
      className="stack first-card"
      aria-label="First steps"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        closeTourOffer()
      }}
    >
      <p>
        <strong>Extractors keep the article and drop the rest.</strong> Green text was kept by {extractor.title}. Click anything to see why.
      </p>
      <div className="row">
        <Button
          label="Open my page"
          tone="strong"
          onClick={() => {
            closeTourOffer()
            focusField('address')
          }}
        />
        <Button label="Take a tour" onClick={() => chooseTour(true)} />
      </div>
    </section>
  )
}

const COMPACT = '(max-width: 799px), (max-height: 479px)'

const SIZES = { getItem: readText, setItem: writeText }

type PanelsProps = Omit<ComponentProps<typeof PaneTabs>, 'tabs' | 'children'> & { readonly panels: readonly string[] }

function Panels({ label, panels, active, ...head }: PanelsProps) {
  const comes = useTab(isSeenComing)
  const shown = panelOf(panels.includes(active) ? active : (panels[0] ?? 'page'))
  return (
    <PaneTabs label={label} tabs={panels.map(panelOf)} active={shown.id} inert={comes && shown.id !== 'page'} {...head}>
      <shown.Component />
    </PaneTabs>
  )
}

const SIDE = ['inspector', 'text', 'verdict']

const Side = memo(function Side() {
  const active = useWindow((state) => state.panels.side ?? 'inspector')
  return <Panels label="Result" panels={SIDE} active={active} onActivate={showPanel} />
})

const PagePane = memo(function PagePane() {
  return (
    <section className="column pane" aria-label="Page" data-panel="page">
      <RunLine />
      <div className="fill pane-body">
        <PageView />
        <FirstCard />
      </div>
    </section>
  )
})

function TreePane() {
  const comes = useTab(isSeenComing)
  const { title, Component } = panelOf('tree')
  return (
    <section className="column pane fill pane-body" aria-label={title} data-panel="tree" tabIndex={-1} inert={comes}>
      <Component />
    </section>
  )
}

function Drawer() {
  const { beside, last } = useDrawer()
  const wide = useWide()
  const close = <IconButton icon={X} label="Close drawer" onClick={toggleDrawer} />
  if (!wide) return <Panels label="Drawer" panels={DRAWER_PANELS} active={last} onActivate={showPanel} controls={close} />
  return (
    <Split id="drawer" orientation="horizontal" name="Chart and parameters" second={{ size: '47%', min: 240 }}>
      <TreePane />
      <Panels label="Beside the tree" panels={BESIDE_TREE} active={beside} onActivate={showPanel} controls={close} />
    </Split>
  )
}

interface SplitProps {
  readonly id: string
  readonly orientation: 'horizontal' | 'vertical'
  readonly name: string
  readonly second: { readonly size: number | string; readonly min: number }
  readonly children: readonly [ReactNode, ReactNode]
}

function Split({ id, orientation, name, second, children: [first, other] }: SplitProps) {
  const hasBoth = other !== null
  const layout = useDefaultLayout({ id: `boilerscope.${id}`, panelIds: hasBoth ? [`${id}-1`, `${id}-2`] : [`${id}-1`], storage: SIZES })
  return (
    <Group id={id} orientation={orientation} defaultLayout={layout.defaultLayout} onLayoutChanged={layout.onLayoutChanged}>
      <Panel id={`${id}-1`} minSize={160} className="inspect-part">
        {first}
      </Panel>
      {hasBoth ? <Separator className="separator" aria-label={`Resize ${name}`} /> : null}
      {hasBoth ? (
        <Panel
          id={`${id}-2`}
          defaultSize={second.size}
          minSize={second.min}
          groupResizeBehavior="preserve-pixel-size"
          className="inspect-part"
        >
          {other}
        </Panel>
      ) : null}
    </Group>
  )
}

const COMPACT_PANELS = PANELS.map(({ id }) => id)

export function Inspect() {
  const compact = useMedia(COMPACT)
  const front = useWindow((state) => state.panels.compact ?? 'page')
  const isDrawerOpen = useDrawer(({ isOpen }) => isOpen)
  if (compact)
    return (
      <div className="column inspect">
        <RunLine />
        <Panels label="Panels" panels={COMPACT_PANELS} active={front} onActivate={(id) => actions.showPanel('compact', id)} />
      </div>
    )
  return (
    <div className="column inspect">
      <Split id="inspect-rows" orientation="vertical" name="drawer" second={{ size: 300, min: 160 }}>
        <Split id="inspect-columns" orientation="horizontal" name="Why" second={{ size: 368, min: 280 }}>
          <PagePane />
          <Side />
        </Split>
        {isDrawerOpen ? <Drawer /> : null}
      </Split>
    </div>
  )
}
