import type { DemoRun, Frame } from './demo-run'

/** The threshold of a measure that a moment's step has set, above which the page is lit; -∞ where it sets none. */
export function limitSet({ info }: DemoRun, { chapter }: Frame, measure: string): number {
  const threshold = info.charts.find((chart) => chart.threshold !== undefined && chart.series.includes(measure))?.threshold
  return (threshold === undefined ? undefined : chapter.step.values?.[threshold]) ?? Number.NEGATIVE_INFINITY
}
