/** What the parts of one stage share: its run and moment, and what moves from one moment to the next. */
import { useEffect, useRef, useState } from 'react'
import type { StoreApi } from 'zustand'
import { chartBetween, eased } from '../../../../shared/demo/motion'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import type { StageChart } from '../../../../shared/demo/stage-chart'

/** What each part of a stage shows. */
export interface StageView {
  readonly run: DemoRun
  readonly frame: Frame
  readonly sweep: Sweep
}

/** Milliseconds that a chart takes to its next moment, and that a new threshold takes to sweep down. */
const MOVE = 500
const SWEEP = 1100

const still = typeof matchMedia === 'undefined' ? { matches: true } : matchMedia('(prefers-reduced-motion: reduce)')

/** How far down the threshold has swept, for the page that lights up meanwhile; null where nothing sweeps. */
export type Sweep = StoreApi<number | null>

/** The chart on its way to the one of the moment; at once where motion is unwanted. */
export function useMovingChart(target: StageChart | null, sweep: Sweep): StageChart | null {
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
