import { useMemo, useState } from 'react'
import { shownNode, type DemoRun } from '../../../../shared/demo/demo-run'
import { narrate } from '../../../../shared/demo/narration'
import { formatNumber } from '../../../components/number-format'
import { Sweep } from './chart-motion'
import { CodeCard } from './code-card'
import { FlightLayer } from './flight-layer'
import { FormulaCard } from './formula-card'
import { StageChartView } from './stage-chart-view'
import { StagePage } from './stage-page'
import type { StagePlaces } from './stage-places'
import { StageRowsView } from './stage-rows'
import styles from './stage.module.css'

/** One run on the stage: page, tree, chart, formula and pseudocode, all at the same moment. */
export function Stage({
  run,
  name,
  moment,
  page,
  compact,
  large,
  quiet,
  look,
  spotlight,
}: {
  readonly run: DemoRun
  /** What this run is called beside the other. */
  readonly name: string
  readonly moment: number
  readonly page: string
  /** Without tree and pseudocode, for two at once. */
  readonly compact: boolean
  readonly large: boolean
  /** Captions are not announced while the film plays. */
  readonly quiet: boolean
  readonly look: string | undefined
  /** The part that takes most of the stage. */
  readonly spotlight: string | null
}) {
  const frame = useMemo(() => run.frameAt(moment), [run, moment])
  const [sweep] = useState(() => new Sweep())
  const [places] = useState((): StagePlaces => ({ block: null, chart: null }))
  const part = (name: string) => ({ 'data-part': name, 'data-look': look === name })
  return (
    <div
      className={styles.stage}
      data-compact={compact}
      data-spotlight={compact ? undefined : (spotlight ?? undefined)}
      role="group"
      aria-label={name}
    >
      <p className={styles.caption} aria-live={quiet ? 'off' : 'polite'}>
        <strong>
          {compact ? `${name} · ` : ''}
          {frame.chapter.step.name}
        </strong>{' '}
        {narrate(run, frame, formatNumber)}
      </p>
      <div className={styles.cell} data-node={shownNode(run, frame)} {...part('page')}>
        <StagePage run={run} frame={frame} page={page} label={`Page, ${name}`} sweep={sweep} places={places} />
      </div>
      {compact ? null : (
        <div className={styles.cell} {...part('tree')}>
          <StageRowsView run={run} frame={frame} large={large} />
        </div>
      )}
      <div className={styles.cell} {...part('chart')}>
        <StageChartView run={run} frame={frame} large={large} sweep={sweep} places={places} />
      </div>
      {compact ? null : (
        <div className={styles.cards}>
          <div className={styles.cell} {...part('formula')}>
            <FormulaCard run={run} frame={frame} />
          </div>
          <div className={styles.cell} {...part('code')}>
            <CodeCard run={run} frame={frame} />
          </div>
        </div>
      )}
      <FlightLayer run={run} frame={frame} places={places} />
    </div>
  )
}
