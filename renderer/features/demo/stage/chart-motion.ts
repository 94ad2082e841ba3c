import { useEffect, useRef, useState } from 'react'
import { chartBetween, eased } from '../../../../shared/demo/chart-motion'
import type { StageChart } from '../../../../shared/demo/stage-chart'

/** Milliseconds that a chart takes to its next moment, and that a new threshold takes to sweep down. */
const MOVE = 500
const SWEEP = 1100

const still = typeof matchMedia === 'undefined' ? { matches: true } : matchMedia('(prefers-reduced-motion: reduce)')

/** Whether somebody wants nothing to move. */
export const isStill = (): boolean => still.matches

/** How far down the threshold has swept, for the page that lights up meanwhile. */
export class Sweep {
  /** Null where nothing sweeps. */
  level: number | null = null
  readonly #listeners = new Set<() => void>()

  set(level: number | null): void {
    if (level === this.level) return
    this.level = level
    for (const tell of this.#listeners) tell()
  }

  /** Returns the way to stop listening. */
  listen(tell: () => void): () => void {
    this.#listeners.add(tell)
    return () => this.#listeners.delete(tell)
  }
}

/** The chart on its way to the one of the moment; at once where motion is unwanted. */
export function useMovingChart(target: StageChart | null, sweep: Sweep): StageChart | null {
  const [shown, setShown] = useState(target)
  const latest = useRef(target)
  useEffect(() => {
    const from = latest.current
    if (isStill() || !from || !target || from === target) {
      latest.current = target
      setShown(target)
      sweep.set(null)
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
      sweep.set(sweeps && share < 1 ? chart.threshold : null)
      if (share < 1) request = requestAnimationFrame(next)
    }
    let request = requestAnimationFrame(next)
    return () => cancelAnimationFrame(request)
  }, [target, sweep])
  return shown
}
