import { useEffect } from 'react'
import { formatCount } from '../../components/number-format'
import { FailureBar } from '../../components/panel/panel'
import { evaluation, useEvaluation } from './state/evaluation'
import { RunForm } from './run-form'
import { RunView } from './run-view'
import { isWebSite, useWindow, useFields } from '../../window/window'
import { Button } from '../../components/button'
import './evaluate.css'
import styles from './views.module.css'

export default function EvaluateWorkspace() {
  const { selected, failure } = useFields(useEvaluation, 'selected', 'failure')
  const isPublished = useWindow((state) => state.host?.published !== undefined)
  const onWebSite = useWindow(isWebSite)
  useEffect(() => void evaluation.open(), [])
  return (
    <section className="evaluate" aria-label="Evaluate" data-alone={onWebSite || undefined}>
      {onWebSite ? null : <RunList />}
      <div className="column evaluate-main">
        <FailureBar failure={failure} onDismiss={() => evaluation.set({ failure: null })} />
        {selected !== null || isPublished ? <RunView /> : <div className="column pane">{onWebSite ? NO_RUNS : <RunForm />}</div>}
      </div>
    </section>
  )
}

const NO_RUNS = (
  <p className="notice-bar">
    An evaluation reads pages from a disk, which this website cannot reach. Install Boilerscope to evaluate on your machine. On this
    website, Compare shows how extractors differ on a page, and scores them if you add a gold text.
  </p>
)

/** A run of another program sends no events, so the list is read repeatedly. */
const REREAD_MS = 3_000

const STATUS = { running: 'running', elsewhere: 'running elsewhere', cancelled: 'not finished', failed: 'failed', finished: '' } as const

function RunList() {
  const { runs, damaged, selected, going, removed } = useFields(useEvaluation, 'runs', 'damaged', 'selected', 'going', 'removed')
  useEffect(() => {
    if (!runs?.some(({ status }) => status === 'elsewhere')) return undefined
    const timer = setTimeout(() => void evaluation.refresh(), REREAD_MS)
    return () => clearTimeout(timer)
  }, [runs])
  return (
    <nav className={`pane ${styles.runs}`} aria-label="Runs">
      <div className="bar line-below pane-head">
        <h2 className="fill">Runs</h2>
        <Button label="New run" tone={selected === null ? 'plain' : 'strong'} onClick={() => evaluation.select(null)} />
      </div>
      {removed ? (
        <p role="status">
          “{removed.name}” was removed. <Button label="Undo" small tone="link" autoFocus onClick={() => void evaluation.restore()} />
        </p>
      ) : null}
      {runs === null ? (
        <p className="quiet">Reading …</p>
      ) : runs.length === 0 ? (
        <p className="quiet">No runs yet. Start one, for example on the samples.</p>
      ) : (
        <ul>
          {runs.map((run) => {
            const progress = going[run.id]
            return (
              <li key={run.id}>
                <Button tone="row" aria-current={run.id === selected} onClick={() => evaluation.select(run.id)}>
                  <span>{run.name}</span>
                  <span className="quiet">
                    {progress
                      ? progress.message
                      : [formatCount(run.pages, 'page'), formatCount(run.names.length, 'row'), STATUS[run.status]]
                          .filter(Boolean)
                          .join(' · ')}
                  </span>
                </Button>
              </li>
            )
          })}
        </ul>
      )}
      {damaged.length > 0 ? <p className="quiet">Unreadable runs: {damaged.join(', ')}</p> : null}
    </nav>
  )
}
