import { useEffect, useRef, useState } from 'react'
import type { StoreApi } from 'zustand'
import { chartBetween, eased, type StageChart } from '../../../../shared/demo/stage-chart'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'

export interface StageView {
  readonly run: DemoRun
  readonly frame: Frame
  readonly sweep: Sweep
}

const MOVE = 500
const SWEEP = 1100

const still = typeof matchMedia === 'undefined' ? { matches: true } : matchMedia('(prefers-reduced-motion: reduce)')

/** Current value of a moving threshold; null without a movement. */
export type Sweep = StoreApi<number | null>

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
