/** What the parts of one stage share: its run and moment, and what moves from one moment to the next. */
import { useEffect, useRef, useState } from 'react'
import type { StoreApi } from 'zustand'
import { chartBetween, eased } from '../../../../shared/demo/motion'
import type { Rect } from '../../../../shared/scene/scene'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import type { StageChart } from '../../../../shared/demo/stage-chart'
import type { NodeId } from '../../../../shared/page/page-model'
import { clipped } from '../../../page-frame/geometry'

/** What each part of a stage shows. */
export interface StageView {
  readonly run: DemoRun
  readonly frame: Frame
  readonly sweep: Sweep
  readonly places: StagePlaces
}

/** Milliseconds that a chart takes to its next moment, and that a new threshold takes to sweep down. */
const MOVE = 500
const SWEEP = 1100

const still = typeof matchMedia === 'undefined' ? { matches: true } : matchMedia('(prefers-reduced-motion: reduce)')

/** Whether somebody wants nothing to move. */
export const isStill = (): boolean => still.matches

/** How far down the threshold has swept, for the page that lights up meanwhile; null where nothing sweeps. */
export type Sweep = StoreApi<number | null>

/** The chart on its way to the one of the moment; at once where motion is unwanted. */
export function useMovingChart(target: StageChart | null, sweep: Sweep): StageChart | null {
  const [shown, setShown] = useState(target)
  const latest = useRef(target)
  useEffect(() => {
    const from = latest.current
    if (isStill() || !from || !target || from === target) {
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

/** A block on the stage's page, as far as it is in sight, and how large its letters are there. */
export interface PlacedBlock {
  readonly rect: Rect
  readonly font: number
}

/**
 * Where the parts of one stage show what flies between them, in coordinates of the window. Each part puts its own answer in while it
 * is shown; null, and an answer of null, for what is not in sight.
 */
export interface StagePlaces {
  block: ((node: NodeId) => PlacedBlock | null) | null
  /** The chart of the moment, and the part of a column of it between two values. */
  chart: { readonly drawn: StageChart; readonly bar: (column: number, from: number, to: number) => Rect | null } | null
}

/** The part of a rectangle inside another; null where they share too little to be seen. */
export function seenPart(rect: Rect, within: Rect): Rect | null {
  const part = clipped(rect, within)
  return part.width < 6 || part.height < 4 ? null : part
}
