import { useMemo, useState } from 'react'
import { createStore } from 'zustand'
import { shownNode, type DemoRun } from '../../../../shared/demo/demo-run'
import { describeFrame } from '../../../../shared/demo/narration'
import type { StagePart } from '../../../../shared/demo/tours/tour'
import { useMedia } from '../../../components/hooks'
import { formatNumber } from '../../../components/number-format'
import { useDemo } from '../state/demo'
import type { Demo } from '../state/demo-state'
import { CodeCard } from './code-card'
import { FormulaCard } from './formula-card'
import { StageChartView, type StageView } from './stage-chart-view'
import { StagePage } from './stage-page'
import { StageRowsView } from './stage-rows'
import styles from './stage.module.css'

/** The style sheets use the same limit. */
const LOW_WINDOW = '(max-height: 960px)'

/** For a question about an element, returns the page, because the user clicks on the page. */
function viewOf({ tour, run }: Demo): StagePart | undefined {
  const stop = tour?.tour.stops[tour.stop]
  return tour?.hasQuestion && stop?.quiz && run?.extraction.lines === undefined ? 'page' : stop?.view
}

interface StageProps {
  readonly run: DemoRun
  readonly name: string
  readonly moment: number
  readonly page: string
  /** Screen readers do not announce the captions of the second run. */
  readonly isSecond?: boolean
}

export function Stage({ run, name, moment, page, isSecond = false }: StageProps) {
  const compact = useDemo((s) => isSecond || s.beside !== null)
  const quiet = useDemo((s) => isSecond || s.playing)
  const stageView = useDemo(viewOf)
  const low = useMedia(LOW_WINDOW)
  const large = useDemo((s) => {
    const spoken = viewOf(s)
    if (s.lecture) return spoken ?? 'page'
    return low || s.tour?.hasQuestion === true || spoken === 'formula' || spoken === 'code' ? spoken : undefined
  })
  const frame = useMemo(() => run.frameAt(moment), [run, moment])
  const [sweep] = useState((): StageView['sweep'] => createStore<number | null>(() => null))
  const view = { run, frame, sweep }
  const enlarged = compact ? undefined : large
  const part = (name: StagePart) => ({
    className: `pane ${styles.cell}`,
    'data-part': name,
    'data-look': stageView === name,
    'data-large': enlarged === name,
  })
  return (
    <div className={styles.stage} data-compact={compact} data-enlarged={enlarged} role="group" aria-label={name}>
      <p className={`pane ${styles.caption}`} aria-live={quiet ? 'off' : 'polite'}>
        <strong>
          {compact ? `${name} · ` : ''}
          {frame.chapter.step.name}
        </strong>{' '}
        {describeFrame(run, frame, formatNumber)
          // Split at numbers, except in quoted words of the page.
          .split(/(\d(?:[\d,.]*\d)?)(?![^“]*”)/)
          .map((part, i) => (i % 2 === 1 ? <b key={i}>{part}</b> : part))}
      </p>
      <div data-node={shownNode(run, frame)} {...part('page')}>
        <StagePage {...view} page={page} label={`Page, ${name}`} />
      </div>
      {compact ? null : (
        <div {...part('tree')}>
          <StageRowsView run={run} frame={frame} />
        </div>
      )}
      <div {...part('chart')}>
        <StageChartView {...view} />
      </div>
      {compact ? null : (
        <div className={styles.cards}>
          <div {...part('formula')}>
            <FormulaCard run={run} frame={frame} />
          </div>
          <div {...part('code')}>
            <CodeCard run={run} frame={frame} />
          </div>
        </div>
      )}
    </div>
  )
}
