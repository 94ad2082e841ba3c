import { useEffect } from 'react'
import { FailureBar } from '../../components/panel/panel'
import { evaluation, useEvaluation } from './state/evaluation'
import { RunForm } from './run-form'
import { RunList } from './run-list'
import { RunView } from './run-view'
import { useWindow } from '../../window/window'
import './evaluate.css'

/** Runs of extractors over pages with gold standards: tables, charts, and the way from a bad number to its page. */
export default function EvaluateWorkspace() {
  const selected = useEvaluation((state) => state.selected)
  const failure = useEvaluation((state) => state.failure)
  const isPublished = useWindow((state) => state.host?.published !== undefined)
  useEffect(() => void evaluation.open(), [])
  return (
    <section className="evaluate" aria-label="Evaluate" data-published={isPublished || undefined}>
      {isPublished ? null : <RunList />}
      <div className="evaluate-main">
        <FailureBar failure={failure} onDismiss={() => evaluation.dismiss()} />
        {selected !== null || isPublished ? <RunView /> : <RunForm />}
      </div>
    </section>
  )
}
