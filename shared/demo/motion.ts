/** The chart on its way from one moment to the next: columns of the same nodes or lines move. */
import type { StageChart, Column } from './stage-chart'

const between = (from: number, to: number, share: number): number => from + (to - from) * share

/** Slow, fast, slow. @param share 0 to 1 */
export function eased(share: number): number {
  return share * share * (3 - 2 * share)
}

const top = ({ ticks }: StageChart): number => ticks[ticks.length - 1] || 1

/**
 * The chart at a fraction of a transition. Columns of the same nodes or lines change from their old values: a new column grows from the
 * axis, or from the column behind it; another measure starts at the old height. A new threshold moves down from the top. Linear in
 * columns.
 * @param share 0 for `from`, 1 for `to`; `to` at the end, and if both have nothing in common
 */
export function chartBetween(from: StageChart | null, to: StageChart, share: number): StageChart {
  if (share >= 1 || !from || from.per !== to.per || from.columns.length !== to.columns.length) return to
  const scale = from.label === to.label ? 1 : top(to) / top(from)
  const columns = to.columns.map((column, c): Column => {
    if (Number.isNaN(column.value)) return column
    const before = from.columns[c]?.value ?? Number.NaN
    const behind = to.behind?.[c] ?? Number.NaN
    const start = !Number.isNaN(before) && from.label === to.label ? before : !Number.isNaN(behind) ? behind : before * scale
    return { ...column, value: between(Number.isNaN(start) ? 0 : start, column.value, share) }
  })
  const threshold = to.threshold === null ? null : between(from.threshold ?? top(to), to.threshold, share)
  const isAsMany = from.centres.length === to.centres.length
  const centres = isAsMany ? to.centres.map((centre, i) => between(from.centres[i] ?? centre, centre, share)) : to.centres
  return {
    ...to,
    columns,
    threshold,
    centres,
    ...(to.window && {
      window: {
        from: between((from.window ?? to.window).from, to.window.from, share),
        to: between((from.window ?? to.window).to, to.window.to, share),
      },
    }),
    ...(to.curves && {
      curves: to.curves.map((curve, i) => {
        const before = from.curves?.[i] ?? curve
        return {
          weight: between(before.weight, curve.weight, share),
          mean: between(before.mean, curve.mean, share),
          variance: between(before.variance, curve.variance, share),
        }
      }),
    }),
  }
}
