import { Component, lazy, Suspense, type ReactNode } from 'react'
import { failure as failureOf, type Failure } from '../../shared/base/failure'
import { Button } from '../components/button'
import { FailureNote } from '../components/panel/panel'
import { isLimitFailure } from '../window/page/page-options'
import { actions, useTab, useVisit, useWindow, useTabFields } from '../window/window'
import { performAction } from './actions/actions'
import './states.css'

const ArchiveList = lazy(() => import('./dialogs/archive-list'))

function FailureBox({ title, failure, children }: { readonly title: string; readonly failure: Failure; readonly children?: ReactNode }) {
  return (
    <div className="pane state-screen">
      <div className="failure" role="alert">
        <h1>{title}</h1>
        <p>{failure.message}</p>
        <p className="dim">{failure.next}</p>
        <div className="row">{children}</div>
        <p className="dim failure-code">{failure.code}</p>
      </div>
    </div>
  )
}

const LimitsButton = ({ failure }: { readonly failure: Failure }) =>
  isLimitFailure(failure.code) ? <Button label="Raise the limit" onClick={() => performAction('settings')} /> : null

export function TabFailure() {
  const { failure, source } = useTabFields('failure', 'source')
  const visit = useVisit()
  const canGoBack = useTab((tab) => tab.visit > 0)
  if (!failure) return null
  if (failure.code === 'archive.choose' && source)
    return (
      <Suspense fallback={<div className="pane state-screen" aria-busy="true" />}>
        <ArchiveList key={visit} source={source} />
      </Suspense>
    )
  return (
    <FailureBox title="This page could not be opened" failure={failure}>
      {source ? <Button label="Try again" tone="strong" onClick={() => actions.reload()} /> : null}
      <LimitsButton failure={failure} />
      {canGoBack ? <Button label="Back" onClick={() => actions.back()} /> : null}
      <Button label="Open another page" onClick={() => performAction('focus-address')} />
    </FailureBox>
  )
}

export function StartFailure({ failure }: { readonly failure: Failure }) {
  return (
    <FailureBox
      title={failure.code === 'client.not-admitted' ? 'This link cannot be opened here yet' : 'Boilerscope could not start'}
      failure={failure}
    >
      <Button label="Try again" tone="strong" onClick={startAgain} />
    </FailureBox>
  )
}

const startAgain = (): void => location.reload()

export class WorkspaceBoundary extends Component<{ readonly title: string; readonly children: ReactNode }, { readonly reason?: string }> {
  override state: { readonly reason?: string } = {}

  static getDerivedStateFromError(error: unknown): { readonly reason: string } {
    return { reason: error instanceof Error ? error.message : String(error) }
  }

  override render(): ReactNode {
    const { reason } = this.state
    if (reason === undefined) return this.props.children
    const next = 'Other workspaces still work. If the connection to the host was lost, start Boilerscope again, then reload this window.'
    return (
      <FailureBox title={`${this.props.title} cannot be shown`} failure={failureOf('window.workspace', reason, next)}>
        <Button label="Reload the window" tone="strong" onClick={startAgain} />
      </FailureBox>
    )
  }
}

export function LostHost() {
  const lost = useWindow((state) => state.lost)
  if (!lost) return null
  return (
    <div className="notice-bar lost" role="alert">
      <span>
        The connection to Boilerscope’s host was lost. Open pages stay readable, and this window stores your labels. Start Boilerscope again
        to continue.
      </span>
      <Button label="Reconnect" onClick={startAgain} />
    </div>
  )
}

function FailureStrip({ failure, retry, onRetry }: { readonly failure: Failure; readonly retry: string; readonly onRetry: () => void }) {
  return (
    <div className="notice-bar failure-bar">
      <FailureNote failure={failure} />
      <Button label={retry} onClick={onRetry} />
      <LimitsButton failure={failure} />
    </div>
  )
}

export function ExtractionFailure() {
  const failure = useTab((tab) => (tab.status === 'ready' ? tab.extractionFailure : null))
  return failure ? <FailureStrip failure={failure} retry="Try again" onRetry={() => actions.extractAgain()} /> : null
}

export function captureTime(capturedAt: string): string {
  const at = new Date(capturedAt)
  const time = at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return at.toDateString() === new Date().toDateString() ? time : `${at.toLocaleDateString([], { dateStyle: 'medium' })}, ${time}`
}

export function KeptCapture() {
  const page = useTab((tab) => tab.page)
  const failure = useTab((tab) => (tab.status === 'ready' ? (tab.failure ?? tab.page?.kept?.reason ?? null) : null))
  if (!failure || !page) return null
  const message = `This page could not be loaded again. ${failure.message}`
  const next = `${failure.next} The page in view was captured at ${captureTime(page.capturedAt)}.`
  return <FailureStrip failure={{ ...failure, message, next }} retry="Load again" onRetry={() => actions.reload()} />
}

export function LoadingStrip() {
  const progress = useTab((tab) => tab.load?.progress)
  if (!progress) return null
  return (
    <div className="loading-strip" role="status">
      <progress aria-label="Loading" value={progress.done ?? undefined} />
      <div className="bar loading-note">
        <span className="dim space cut">{progress.message}</span>
        <Button label="Cancel" small aria-label="Cancel loading" onClick={() => actions.cancel()} />
      </div>
    </div>
  )
}
