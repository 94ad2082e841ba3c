import { useMemo } from 'react'
import { coverageWarning, visibleCoverage } from '../../../shared/explain/coverage'
import type { PageModel } from '../../../shared/page/page-model'
import { formatNumber, formatShare } from '../../components/number-format'
import { keptWords } from '../../window/kept-words'
import { ColumnText } from './column-text'
import { isFinished, type Contestant, type Finished } from './contestants'
import { MiniMap } from './mini-map'

/** The texts side by side, each with a small map of the page. */
export function TextColumns({ model, contestants }: { readonly model: PageModel; readonly contestants: readonly Contestant[] }) {
  const finished = contestants.filter(isFinished)
  return (
    <div className="columns">
      {contestants.map((contestant) => (
        <article key={contestant.info.id} className="column" aria-label={contestant.info.title}>
          <header className="column-head">
            <h2>{contestant.info.title}</h2>
            {contestant.own ? <span className="quiet">as set in Inspect</span> : null}
          </header>
          {isFinished(contestant) ? (
            <Column model={model} contestant={contestant} others={finished.filter((c) => c !== contestant)} />
          ) : (
            <p className="quiet" role="status">
              {contestant.failure ? `${contestant.failure.message} ${contestant.failure.next}` : 'Running …'}
            </p>
          )}
        </article>
      ))}
    </div>
  )
}

function Column({
  model,
  contestant,
  others,
}: {
  readonly model: PageModel
  readonly contestant: Finished
  readonly others: readonly Finished[]
}) {
  const { extraction, timings } = contestant.result
  const coverage = useMemo(() => visibleCoverage(model, extraction.selected), [model, extraction])
  const words = keptWords(extraction)
  const warning = coverageWarning(coverage)
  return (
    <>
      <p className="column-figures">
        {formatNumber(words)} words, {formatShare(coverage.share)} of the text seen, {formatNumber(Number(timings.extract.toFixed(1)))} ms
        {warning ? <span className="column-warning">{warning}</span> : null}
      </p>
      <div className="column-body">
        <MiniMap model={model} selected={extraction.selected} title={contestant.info.title} />
        <ColumnText contestant={contestant} others={others} />
      </div>
    </>
  )
}
