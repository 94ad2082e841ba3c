import { memo, Suspense, useEffect, type ReactNode } from 'react'
import { useTab, useWindow, type Tab, actions, isSeenComing, isSeenLoading, tabTitle, liveResult } from '../window/window'
import { useDropTarget } from './actions/file-actions'
import { later, prepareSoon } from '../components/hooks'
import { useDemo, useTourOffer } from '../features/demo/state/demo-state'
import { listenForShortcuts } from './actions/shortcuts'
import { ExtractionFailure, KeptCapture, LoadingStrip, TabFailure, StartFailure, LostHost, WorkspaceBoundary, captureTime } from './states'
import { TopBar } from './head/top-bar'
import { isEmbedded } from './start'
import { StartScreen } from './start-screen'
import { WORKSPACES, type WorkspaceEntry, showsOwnPages } from './workspaces'
import { Button } from '../components/button'
import { keysOf, performAction } from './actions/actions'
import { DRAWER_PANELS, panelOf, shownPanels, toggleInDrawer, useDrawer, useWide } from './inspect/panels'
import './app.css'

function StatusBar() {
  const isEditing = useDemo((state) => state.editing !== null)
  const isElsewhere = useWindow((state) => showsOwnPages(state) || (isEditing && state.workspace === 'demonstrate'))
  const hasDrawer = useWindow((state) => state.workspace === 'inspect')
  const page = useTab((tab) => (isElsewhere ? null : tab.page))
  const result = useTab((tab) => (isElsewhere ? null : liveResult(tab)))
  const warnings = [...(page?.log ?? []), ...(result?.extraction.warnings ?? [])]
  return (
    <footer className="bar tabular status-bar" aria-label="Status">
      {hasDrawer && page ? <DrawerButtons /> : null}
      <span className="space" />
      {page?.kept ? (
        <Button
          label={`captured ${captureTime(page.capturedAt)} · Load again`}
          tone="bare"
          title="The view shows an earlier capture. Load the page again."
          onClick={() => actions.reload()}
        />
      ) : null}
      {warnings.length > 0 ? (
        <Button tone="bare" className="cut status-warning" title={warnings.join('\n')} onClick={() => performAction('capture-report')}>
          {warnings[0]}
          {warnings.length > 1 ? ` (+${warnings.length - 1})` : ''}
        </Button>
      ) : null}
      <Notice />
    </footer>
  )
}

function DrawerButtons() {
  const drawer = useDrawer()
  const wide = useWide()
  const shown = drawer.isOpen ? shownPanels(drawer, wide) : []
  return (
    <div className="bar drawer-buttons" role="group" aria-label="Drawer">
      {DRAWER_PANELS.map((id) => (
        <Button key={id} label={panelOf(id).title} tone="bare" aria-pressed={shown.includes(id)} onClick={() => toggleInDrawer(id)} />
      ))}
      <kbd aria-hidden="true">{keysOf('drawer')}</kbd>
    </div>
  )
}

const NOTICE = 8000

function Notice() {
  const notice = useWindow((state) => state.notice)
  useEffect(() => {
    if (notice === '') return
    const timer = setTimeout(() => actions.notify(''), NOTICE)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <span className="status-notice" role="status">
      {notice}
    </span>
  )
}

const TourDialog = later(async () => (await import('../features/demo/tours/tour-dialog')).default)
const Overlays = later(async () => (await import('./dialogs/overlays')).Overlays, 'soon')

function stateOf(tab: Tab): string {
  if (tab.status !== 'ready') return tab.status
  return tab.result || tab.extractionFailure ? 'ready' : 'extracting'
}

function useWorkspace(): WorkspaceEntry | undefined {
  const shown = useWindow((s) => s.workspace)
  return WORKSPACES.find(({ id }) => id === shown) ?? WORKSPACES[0]
}

export function App() {
  return (
    <Frame>
      <Head />
      <Main />
      <Foot />
    </Frame>
  )
}

/** A separate component, so that a change of the attributes of `.app` does not render the children again. */
function Frame({ children }: { readonly children: ReactNode }) {
  const state = useTab(stateOf)
  const title = useTab(tabTitle)
  const started = useWindow((s) => s.host !== null)
  const running = useTab((tab) => tab.running)
  const workspace = useWorkspace()
  const shown = workspace?.ownPages ? workspace.title : title
  useEffect(listenForShortcuts, [])
  // When the page is ready, load the code of dialogs and hidden panels, so that dialogs and panels open without delay.
  useEffect(() => {
    if (state !== 'ready') return
    prepareSoon()
  }, [state])
  useEffect(() => {
    document.title = started ? `${shown} – Boilerscope` : 'Boilerscope'
  }, [shown, started])
  return (
    <div
      className="column app"
      data-state={started ? state : 'starting'}
      data-running={running || undefined}
      data-embedded={isEmbedded || undefined}
    >
      {children}
    </div>
  )
}

function Head() {
  const hasOwnPages = useWindow(showsOwnPages)
  return (
    <>
      {isEmbedded ? null : <TopBar />}
      <ExtractionFailure />
      {hasOwnPages ? null : <KeptCapture />}
    </>
  )
}

function Main() {
  const hasFailed = useTab((tab) => stateOf(tab) === 'failed')
  const waits = useTab(isSeenLoading)
  const comes = useTab(isSeenComing)
  const hasPage = useTab((tab) => tab.page !== null)
  const isStale = useTab((tab) => tab.extractionFailure !== null && tab.result !== null)
  const started = useWindow((s) => s.host !== null)
  const startFailure = useWindow((s) => s.startFailure)
  const workspace = useWorkspace()
  const dropping = useDropTarget()
  return (
    <main className="fill workspace" data-stale={isStale || undefined}>
      {isEmbedded ? <h1 className="visually-hidden">Boilerscope</h1> : null}
      <LoadingStrip />
      {startFailure ? (
        <StartFailure failure={startFailure} />
      ) : workspace?.ownPages && started ? (
        <CurrentWorkspace entry={workspace} />
      ) : hasFailed ? (
        <TabFailure />
      ) : hasPage && workspace ? (
        // While a new page loads, the previous page stays visible but inert. In Inspect, the frame can already show the new page.
        <div className="workspace-page" inert={waits && !(comes && workspace.id === 'inspect')}>
          <CurrentWorkspace entry={workspace} />
        </div>
      ) : (
        <StartScreen />
      )}
      {dropping ? <div className="drop-hint">Drop a page, a session or a custom extractor here</div> : null}
    </main>
  )
}

const CurrentWorkspace = memo(function CurrentWorkspace({ entry }: { readonly entry: WorkspaceEntry }) {
  return (
    <WorkspaceBoundary key={entry.id} title={entry.title}>
      <Suspense fallback={<p className="quiet-note">Opening …</p>}>
        <entry.Component />
      </Suspense>
    </WorkspaceBoundary>
  )
})

function Foot() {
  const hasOverlay = useWindow((s) => s.overlay !== null)
  const isChoosingTour = useTourOffer((s) => s.choosing)
  return (
    <>
      {isEmbedded ? null : <StatusBar />}
      <LostHost />
      {isChoosingTour ? <TourDialog /> : null}
      {hasOverlay ? <Overlays /> : null}
    </>
  )
}
