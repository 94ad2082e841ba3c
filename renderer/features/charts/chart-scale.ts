/** The vertical scale of a chart: a plain number line, or powers of ten. Values are transformed before drawing, so both look alike to the plot. */

import { niceTicks } from '../../../shared/base/nice-ticks'

export interface Scale {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
  /** From a value to the scale; infinite values are drawn at the edge, NaN stays. */
  transform(value: number): number
  /** From a tick to the value written beside it. */
  invert(position: number): number
}

export interface Extent {
  readonly min: number
  readonly max: number
  readonly leastPositive: number
}

/** A linear scale that begins at 0 unless values are negative. */
export function linearScale(extent: Extent): Scale {
  const ticks = niceTicks(Math.min(0, extent.min), Math.max(extent.max, extent.min + 1e-9), 4)
  const min = ticks[0] ?? 0
  const max = ticks[ticks.length - 1] ?? 1
  return { min, max, ticks, transform: (v) => Math.min(max, Math.max(min, v)), invert: (p) => p }
}

/** Powers of ten from the least positive value on (at most twelve of them); zero and less lie on the floor. */
export function logScale(extent: Extent): Scale {
  const top = Math.ceil(Math.log10(Math.max(extent.max, extent.leastPositive)) - 1e-9)
  const floor = Math.min(top - 1, Math.max(top - 12, Math.floor(Math.log10(extent.leastPositive))))
  const every = Math.max(1, Math.ceil((top - floor) / 6))
  const ticks: number[] = []
  for (let e = floor; e <= top; e += every) ticks.push(e)
  return {
    min: floor,
    max: top,
    ticks,
    transform: (v) => (Number.isNaN(v) ? v : v <= 0 ? floor : Math.min(top, Math.max(floor, Math.log10(v)))),
    invert: (p) => 10 ** p,
  }
}
