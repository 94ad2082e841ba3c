import { useEffect, useMemo, useRef, useState } from 'react'
import type { StoreApi } from 'zustand'
import { columnAt, columnShapes, planeShapes } from '../../../../shared/demo/chart-shapes'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { chartBetween, eased, stageChart, type StageChart, stagePlane } from '../../../../shared/demo/stage-chart'
import { formatOf } from '../../../../shared/explain/reason-sentence'
import { clusterStep, styleOfTable } from '../../../../shared/scene/scene'
import { useInnerSize } from '../../../components/hooks'
import { formatNumber } from '../../../components/number-format'
import { Scene } from '../../../components/scene'
import { demoActions, useDemo } from '../state/demo'
import { useFields } from '../../../window/store'
import styles from './stage.module.css'

export interface StageView {
  readonly run: DemoRun
  readonly frame: Frame
  readonly sweep: Sweep
}

const MOVE = 500
const SWEEP = 1100

const still = typeof matchMedia === 'undefined' ? { matches: true } : matchMedia('(prefers-reduced-motion: reduce)')

/** Current value of a moving threshold; null without a movement. */
type Sweep = StoreApi<number | null>

function useMovingChart(target: StageChart | null, sweep: Sweep): StageChart | null {
  const [shown, setShown] = useState(target)
  const latest = useRef(target)
  useEffect(() => {
    const from = latest.current
    if (still.matches || !from || !target || from === target) {
      latest.current = target
      setShown(target)
      sweep.setState(null, true)
      return
    }
    const sweeps = target.threshold !== null && from.threshold === null
    const length = sweeps ? SWEEP : MOVE
    const began = performance.now()
    const next = (now: number): void => {
      const share = Math.max(0, Math.min(1, (now - began) / length))
      const chart = chartBetween(from, target, eased(share))
      latest.current = chart
      setShown(chart)
      sweep.setState(sweeps && share < 1 ? chart.threshold : null, true)
      if (share < 1) request = requestAnimationFrame(next)
    }
    let request = requestAnimationFrame(next)
    return () => cancelAnimationFrame(request)
  }, [target, sweep])
  return shown
}

const faint = (colour: string, part: number): string => `color-mix(in oklab, var(${colour}) ${part}%, transparent)`

const HALO = { stroke: 'var(--surface-0)', strokeWidth: 3, paintOrder: 'stroke' } as const

const STYLES = styleOfTable({
  text: { fill: 'var(--text-dim)' },
  'text threshold': { ...HALO, fill: 'var(--extra)', fontWeight: 600 },
  'text centre': { ...HALO, fill: 'var(--accent)' },
  axis: { fill: 'none', stroke: 'var(--text-dim)' },
  grid: { stroke: 'var(--line)' },
  behind: { fill: faint('--text-dim', 26) },
  column: { fill: 'var(--density-5)' },
  kept: { fill: 'var(--kept)' },
  cluster: ({ rank = 0, ranks = 1 }) => ({ fill: `var(--density-${2 + clusterStep(rank, ranks, 8, 5)})` }),
  current: { fill: faint('--accent', 18), stroke: 'var(--accent)' },
  threshold: { stroke: 'var(--extra)', strokeWidth: 2, strokeDasharray: '6 4' },
  window: { fill: faint('--accent', 14), stroke: 'var(--accent)' },
  trail: { fill: 'none', stroke: 'var(--accent)', strokeOpacity: 0.55, strokeWidth: 1.5 },
  way: { fill: 'none', stroke: 'var(--kept)', strokeWidth: 2 },
  curve: { fill: 'none', stroke: 'var(--text)', strokeWidth: 1.5 },
  centre: { fill: 'var(--accent)' },
  level: { stroke: 'var(--accent)', strokeDasharray: '3 3' },
})

export function StageChartView({ run, frame, sweep }: StageView) {
  const host = useRef<HTMLDivElement>(null)
  const { width, height } = useInnerSize(host)
  const { picked, lecture: large } = useFields(useDemo, 'picked', 'lecture')
  const target = useMemo(() => stageChart(run, frame, Math.max(40, Math.floor((width - 56) / 2)), picked), [run, frame, width, picked])
  const chart = useMovingChart(target, sweep)
  const plane = useMemo(() => stagePlane(run, frame), [run, frame])
  const box = useMemo(
    () => ({ width, height, font: large ? Math.round(Math.min(34, Math.max(16, width / 22))) : 12 }),
    [width, height, large],
  )
  const format = useMemo(() => formatOf(run.measureOf(chart?.measure ?? ''), formatNumber), [run, chart?.measure])
  const shapes = useMemo(
    () => (plane ? planeShapes(plane, box, formatNumber) : chart ? columnShapes(chart, box, format) : null),
    [plane, box, chart, format],
  )
  const pick = (x: number): void => {
    const subject = plane || !chart ? -1 : (chart.columns[columnAt(chart, box, format, x)]?.subject ?? -1)
    if (chart && subject >= 0) demoActions.pick({ per: chart.per, subject })
  }
  return (
    <div className={styles.chart} ref={host}>
      {shapes ? (
        <svg
          width={width}
          height={height}
          fontSize={box.font}
          role="img"
          aria-label={plane?.title ?? `${chart?.title}: ${chart?.label}`}
          onClick={({ clientX, currentTarget }) => pick(clientX - currentTarget.getBoundingClientRect().left)}
        >
          <Scene shapes={shapes} styleOf={STYLES} />
        </svg>
      ) : (
        <p className="quiet">This extractor has no chart.</p>
      )}
    </div>
  )
}
