import { describeSource } from '../../shared/contract/capture'
import { Button } from '../components/button'
import { PageSkeleton } from '../features/page-view/page-view'
import { recentPages } from '../window/page/recent'
import { actions, useTab, useWindow, type WindowState } from '../window/window'
import { performAction } from './actions/actions'
import './states.css'

export interface Choice {
  readonly key: string
  readonly title: string
  readonly note: string
  readonly date?: string | undefined
  readonly open: () => void
}

export const recentChoices = (most: number): Choice[] =>
  recentPages()
    .slice(0, most)
    .map(({ source, mode, label }) => {
      const address = describeSource(source)
      return { key: address, title: label, note: address, open: () => actions.openSource(source, mode) }
    })

export const sampleChoices = ({ samples }: Pick<WindowState, 'samples'>): Choice[] =>
  samples.map(({ id, mode, title, description }) => ({
    key: id,
    title,
    note: description,
    open: () => actions.openSource({ kind: 'sample', id }, mode),
  }))

export function PageChoice({ pages, className, label }: { pages: readonly Choice[]; className: string; label?: string }) {
  return (
    <ul className={className} aria-label={label}>
      {pages.map(({ key, title, note, date, open }) => (
        <li key={key}>
          <Button tone="row" onClick={open}>
            <span className="start-sample-title">{title}</span>
            <span className="quiet">{note}</span>
            {date === undefined ? null : <span className="dim">{date}</span>}
          </Button>
        </li>
      ))}
    </ul>
  )
}

export function StartScreen() {
  const loading = useTab((tab) => tab.status === 'loading')
  const samples = useWindow((state) => state.samples)
  const started = useWindow((state) => state.host !== null)
  if (loading || !started)
    return (
      <div className="column pane start-skeleton" aria-busy="true">
        <PageSkeleton />
      </div>
    )
  const recent = recentChoices(6)
  return (
    <div className="pane state-screen">
      <div className="start">
        <h1>Open a page</h1>
        <p className="dim">
          Type an address or a file path above, drop a saved page (HTML, MHTML, WARC, WACZ) on this window, or open a sample.
        </p>
        <div className="row">
          <Button label="Open file …" tone="strong" onClick={() => performAction('open-file')} />
          <Button label="Paste HTML …" onClick={() => performAction('paste-html')} />
        </div>
        {recent.length > 0 ? (
          <>
            <h2 className="quiet start-heading">Recent</h2>
            <PageChoice className="start-recent" pages={recent} />
          </>
        ) : null}
        <h2 className="quiet start-heading">Samples</h2>
        <PageChoice className="start-samples" pages={sampleChoices({ samples })} />
      </div>
    </div>
  )
}
