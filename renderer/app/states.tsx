/** What the window shows when it has no page to show: nothing yet, loading, failed, disconnected. */
import type { Failure } from '../../shared/base/failure'
import { Button } from '../components/button'
import { FailureNote } from '../components/failure-note'
import { isLimitFailure } from '../window/page/limits'
import { actions, useTab, useWindow } from '../window/window'
import { recentPages } from '../window/page/recent'
import { describeSource } from '../../shared/contract/source'
import { performAction } from './actions/actions'
import { ArchiveList } from './dialogs/archive-list'
import { startAgain } from './start'
import './states.css'

function FailureBox({
  title,
  failure,
  children,
}: {
  readonly title: string
  readonly failure: Failure
  readonly children?: React.ReactNode
}) {
  return (
    <div className="state-screen">
      <div className="failure" role="alert">
        <h1>{title}</h1>
        <p>{failure.message}</p>
        <p className="failure-next">{failure.next}</p>
        <div className="failure-actions">{children}</div>
        <p className="failure-code">{failure.code}</p>
      </div>
    </div>
  )
}

/** The page of this tab could not be opened. */
export function TabFailure() {
  const failure = useTab((tab) => tab.failure)
  const source = useTab((tab) => tab.source)
  const canGoBack = useTab((tab) => tab.visit > 0)
  if (!failure) return null
  if (failure.code === 'archive.choose' && source) return <ArchiveList source={source} />
  return (
    <FailureBox title="This page could not be opened" failure={failure}>
      <Button tone="strong" onClick={() => actions.reload()}>
        Try again
      </Button>
      {isLimitFailure(failure.code) ? <Button onClick={() => performAction('settings')}>Change the limits …</Button> : null}
      {canGoBack ? <Button onClick={() => actions.back()}>Back</Button> : null}
      <Button onClick={() => performAction('focus-address')}>Open another page</Button>
      {source ? <span className="failure-source">{describeSource(source)}</span> : null}
    </FailureBox>
  )
}

export function StartFailure({ failure }: { readonly failure: Failure }) {
  return (
    <FailureBox
      title={failure.code === 'client.not-admitted' ? 'This link cannot be opened here yet' : 'Boilerscope could not start'}
      failure={failure}
    >
      <Button tone="strong" onClick={startAgain}>
        Try again
      </Button>
    </FailureBox>
  )
}

/** Over everything once the host is gone: nothing works any more, and what is open can still be read. */
export function LostHost() {
  const lost = useWindow((state) => state.lost)
  if (!lost) return null
  return (
    <div className="lost" role="alert">
      <span>
        The connection to Boilerscope’s host was lost. What is open stays readable, and labels that you give are kept in this window; start
        Boilerscope again to go on.
      </span>
      <Button onClick={startAgain}>Reconnect</Button>
    </div>
  )
}

/** The page is there, its extraction failed: why, and a way to try again. */
export function ExtractionFailure() {
  const failure = useTab((tab) => (tab.status === 'ready' ? tab.extractionFailure : null))
  if (!failure) return null
  return (
    <div className="extraction-failure">
      <FailureNote failure={failure} />
      <Button onClick={() => actions.extractAgain()}>Try again</Button>
    </div>
  )
}

/** When a page was captured: the time of a capture of today, day and time of another. */
export function captureTime(capturedAt: string): string {
  const at = new Date(capturedAt)
  const time = at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
  return at.toDateString() === new Date().toDateString() ? time : `${at.toLocaleDateString([], { dateStyle: 'medium' })}, ${time}`
}

/** The page in view is as it was captured before: it could not be loaded again. */
export function KeptCapture() {
  const page = useTab((tab) => tab.page)
  const failure = useTab((tab) => (tab.status === 'ready' ? (tab.failure ?? tab.page?.kept?.reason ?? null) : null))
  if (!failure || !page) return null
  return (
    <div className="extraction-failure">
      <FailureNote
        failure={{
          ...failure,
          message: `This page could not be loaded again. ${failure.message}`,
          next: `${failure.next} What is shown was captured at ${captureTime(page.capturedAt)}.`,
        }}
      />
      <Button onClick={() => actions.reload()}>Load again</Button>
      {isLimitFailure(failure.code) ? <Button onClick={() => performAction('settings')}>Change the limits …</Button> : null}
    </div>
  )
}

/** How far the load is, with a way to stop it. */
export function LoadingStrip() {
  const progress = useTab((tab) => tab.load?.progress)
  if (!progress) return null
  return (
    <div className="loading-strip" role="status">
      <progress aria-label="Loading" value={progress.done ?? undefined} />
      <div className="loading-note">
        <span className="loading-message cut">{progress.message}</span>
        <Button small aria-label="Cancel loading" onClick={() => actions.cancel()}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function RecentPages() {
  const recent = recentPages()
    .filter((visit) => visit.source.kind !== 'sample')
    .slice(0, 6)
  if (recent.length === 0) return null
  return (
    <>
      <h2 className="start-heading">Opened lately</h2>
      <ul className="start-recent">
        {recent.map((visit) => (
          <li key={describeSource(visit.source)}>
            <Button tone="bare" onClick={() => actions.openSource(visit.source, visit.mode)}>
              <span className="start-sample-title">{visit.label}</span>
              <span className="start-sample-note">{describeSource(visit.source)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A tab without a page: how to open one. */
export function StartScreen() {
  const loading = useTab((tab) => tab.status === 'loading')
  const samples = useWindow((state) => state.samples)
  const started = useWindow((state) => state.host !== null)
  if (loading || !started) return <div className="state-screen" aria-busy="true" />
  return (
    <div className="state-screen">
      <div className="start">
        <h1>Open a page</h1>
        <p>Type an address or a file path above, drop a saved page (HTML, MHTML, WARC, WACZ) on this window, or begin with a sample.</p>
        <div className="start-actions">
          <Button tone="strong" onClick={() => performAction('open-file')}>
            Open file …
          </Button>
          <Button onClick={() => performAction('paste-html')}>Paste HTML …</Button>
        </div>
        <RecentPages />
        <h2 className="start-heading">Samples</h2>
        <ul className="start-samples">
          {samples.map((sample) => (
            <li key={sample.id}>
              <Button tone="bare" onClick={() => actions.openSource({ kind: 'sample', id: sample.id }, sample.mode)}>
                <span className="start-sample-title">{sample.title}</span>
                <span className="start-sample-note">{sample.description}</span>
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
