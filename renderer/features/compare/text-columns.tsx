import { memo, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { coverageWarning, visibleCoverage } from '../../../shared/explain/coverage'
import { countWords } from '../../../shared/page/text'
import type { PageModel } from '../../../shared/page/page-model'
import { formatNumber, formatShare } from '../../components/number-format'
import { PanelButton } from '../../components/panel/panel'
import { actions, useTab } from '../../stores/workspace'
import { isFinished, type Contestant, type Finished } from './contestants'
import { MiniMap } from './mini-map'
import { textPieces } from './text-pieces'

/** The texts side by side, each with a small map of the page. */
export function TextColumns({ model, contestants }: { readonly model: PageModel; readonly contestants: readonly Contestant[] }) {
  const finished = contestants.filter(isFinished)
  return (
    <div className="columns">
      {contestants.map((contestant) => (
        <article key={contestant.info.id} className="column" aria-label={contestant.info.title}>
          <header className="column-head">
            <h2>{contestant.info.title}</h2>
            {contestant.own ? <span className="compare-quiet">as set in Inspect</span> : null}
          </header>
          {isFinished(contestant) ? (
            <Column model={model} contestant={contestant} others={finished.filter((c) => c !== contestant)} />
          ) : (
            <p className="compare-quiet" role="status">
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
  const words = useMemo(() => countWords(extraction.text), [extraction])
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

const FIRST_CHARACTERS = 60_000

/** The text; what none of the others keeps is marked, and every piece leads to its node. */
const ColumnText = memo(function ColumnText({
  contestant,
  others,
}: {
  readonly contestant: Finished
  readonly others: readonly Finished[]
}) {
  const host = useRef<HTMLDivElement>(null)
  const [all, setAll] = useState(false)
  const { extraction } = contestant.result
  const long = extraction.text.length > FIRST_CHARACTERS
  const lines = useMemo(
    () =>
      textPieces(
        extraction,
        others.map((other) => other.result.extraction.selected),
        all ? Number.POSITIVE_INFINITY : FIRST_CHARACTERS,
      ),
    [extraction, others, all],
  )
  return (
    <div className="column-text" ref={host} tabIndex={0} role="region" aria-label={`Text of ${contestant.info.title}`}>
      {lines.map((line, i) => (
        <p key={i}>
          {line.map((piece, k) => (
            <span
              key={k}
              data-node={piece.node}
              className={
                piece.keepers === 0 && others.length > 0
                  ? 'piece piece-alone'
                  : piece.keepers < others.length
                    ? 'piece piece-disputed'
                    : 'piece'
              }
              onClick={() => actions.select(piece.node)}
            >
              {piece.text}
            </span>
          ))}
        </p>
      ))}
      {extraction.text === '' ? <p className="compare-quiet">Nothing was kept.</p> : null}
      {long && !all ? (
        <PanelButton onClick={() => setAll(true)}>
          Show the remaining {formatNumber(extraction.text.length - FIRST_CHARACTERS)} characters
        </PanelButton>
      ) : null}
      <SelectedMark host={host} lines={lines} />
    </div>
  )
})

/** Marks the selected node's pieces, and scrolls to them, without drawing the text again. */
function SelectedMark({ host, lines }: { readonly host: RefObject<HTMLDivElement | null>; readonly lines: unknown }) {
  const selected = useTab((tab) => tab.selected)
  useEffect(() => {
    const element = host.current
    if (!element || selected === null) return
    const pieces = element.querySelectorAll(`[data-node="${selected}"]`)
    for (const piece of pieces) piece.classList.add('piece-selected')
    const first = pieces[0]?.getBoundingClientRect()
    const box = element.getBoundingClientRect()
    if (first && (first.top < box.top || first.bottom > box.bottom)) element.scrollTop += first.top - box.top - box.height / 3
    return () => {
      for (const piece of pieces) piece.classList.remove('piece-selected')
    }
  }, [host, lines, selected])
  return null
}
