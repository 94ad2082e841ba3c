/** From a chart's data to what is drawn of it: one view, or raw above smoothed. */
import type { Axis } from '../../../shared/scene/binning'
import { scaleOf, type Scale } from '../../../shared/scene/scale'
import { stackedData, type ChartData } from './chart-data'
import type { ChartView } from './chart-scene'

export interface HeldScale {
  readonly scale: Scale
  readonly log: boolean
}

/** Views but for the part of the axis that is shown, the last of which has the axis; and whether they are logarithmic. */
export interface ChartViews {
  readonly views: readonly Omit<ChartView, 'window'>[]
  readonly log: boolean
}

/**
 * @param chosenLog what a person chose; until then the scale is logarithmic where the threshold would lie on the axis
 * @param held the scale while the threshold is held: it must not move away under the hand
 */
export function chartViews(
  data: ChartData,
  axis: Axis,
  choices: { readonly sorted: boolean; readonly chosenLog: boolean | null; readonly isStacked: boolean; readonly held: HeldScale | null },
): ChartViews {
  const { sorted, chosenLog, isStacked, held } = choices
  const stack = isStacked ? stackedData(data) : null
  const main = stack?.smoothed ?? data
  const { scale, log } = held ?? scaleOf(axis, main.series, data.threshold, chosenLog)
  const across = data.across ? { series: data.across, scale: scaleOf(axis, [data.across], null, log).scale } : undefined
  const whole = { data: main, axis, scale, sorted, across }
  if (!stack) return { views: [whole], log }
  // By a scale of its own: a wide kernel would leave the smoothed values flat on that of the raw ones.
  const raw = { data: stack.raw, axis, scale: scaleOf(axis, stack.raw.series, null, log).scale, sorted, first: 1 }
  return { views: [raw, whole], log }
}
