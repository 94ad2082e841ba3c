import { memo, Suspense, useEffect, type ReactNode } from 'react'
import { useTab, useWindow, type Tab } from '../window/window'
import { isSeenComing, isSeenLoading, tabTitle } from '../window/window-state'
import { prepareHiddenPanels } from './inspect/panels'
import { useDropTarget } from './actions/file-actions'
import { later } from '../components/hooks'
import { listenForShortcuts } from './actions/shortcuts'
import { ExtractionFailure, KeptCapture, LoadingStrip, TabFailure, StartFailure, LostHost, TourChoice } from './states'
import { StatusBar } from './status-bar'
import { TopBar } from './head/top-bar'
import { isEmbedded } from './start'
import { StartScreen } from './start-screen'
import { WORKSPACES, type WorkspaceEntry } from './workspaces'
import './app.css'

const [Overlays, prepareOverlays] = later(async () => (await import('./dialogs/overlays')).Overlays)

/** Returns the state of the tab in front, for styles and tests: ready once its extraction is there or has failed. */
function stateOf(tab: Tab): string {
  if (tab.status !== 'ready') return tab.status
  return tab.result || tab.extractionFailure ? 'ready' : 'extracting'
}

function useWorkspace(): WorkspaceEntry | undefined {
  const shown = useWindow((s) => s.workspace)
  return WORKSPACES.find(({ id }) => id === shown) ?? WORKSPACES[0]
}

/** The whole window; each part reads its own state. */
export function App() {
  return (
    <Frame>
      <Head />
      <Main />
      <Foot />
    </Frame>
  )
}

/** Separate from its children, so that changes of the window's state do not redraw them. */
function Frame({ children }: { readonly children: ReactNode }) {
  const state = useTab(stateOf)
  const title = useTab(tabTitle)
  const started = useWindow((s) => s.host !== null)
  const running = useTab((tab) => tab.running)
  const workspace = useWorkspace()
  const shown = workspace?.ownPages === true ? workspace.title : title
  useEffect(listenForShortcuts, [])
  // Load the dialogs after the first drawing: the first dialog then opens at once and receives the next keys.
  useEffect(() => {
    if (state !== 'ready') return
    prepareOverlays()
    prepareHiddenPanels()
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
  const hasOwnPages = useWorkspace()?.ownPages === true
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
    <main className="workspace" data-stale={isStale || undefined}>
      {isEmbedded ? <h1 className="visually-hidden">Boilerscope</h1> : null}
      <LoadingStrip />
      {startFailure ? (
        <StartFailure failure={startFailure} />
      ) : workspace && workspace.pageless && started ? (
        <CurrentWorkspace entry={workspace} />
      ) : hasFailed ? (
        <TabFailure />
      ) : hasPage && workspace ? (
        // The previous page is outdated but still visible. In Inspect the new page appears in its frame before the rest.
        <div className="workspace-page" inert={waits && !(comes && workspace.id === 'inspect')}>
          <CurrentWorkspace entry={workspace} />
        </div>
      ) : (
        <StartScreen />
      )}
      {dropping ? <div className="drop-hint">Drop a page here to open it, or the file of a custom extractor to add it</div> : null}
    </main>
  )
}

const CurrentWorkspace = memo(function CurrentWorkspace({ entry }: { readonly entry: WorkspaceEntry }) {
  const shown = (
    <Suspense fallback={<p className="quiet-note">Opening …</p>}>
      <entry.Component />
    </Suspense>
  )
  return entry.hasPanes ? shown : <div className="column card">{shown}</div>
})

function Foot() {
  const hasOverlay = useWindow((s) => s.overlay !== null)
  return (
    <>
      {isEmbedded ? null : <StatusBar />}
      <LostHost />
      <TourChoice />
      {hasOverlay ? <Overlays /> : null}
    </>
  )
}
