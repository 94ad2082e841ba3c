/** Means with their intervals in the rows of a table on one scale. */
import type { ResultTable } from '../../../shared/evaluation/result-table'

interface StripRange {
  /** Head of the column: the metric and its range. */
  readonly head: string
  readonly low: number
  readonly high: number
  readonly values: ReadonlyMap<number, { readonly value: number; readonly low: number; readonly high: number }>
}

/** Returns the scale of a column: multiples of 0.05 around all intervals; null without a value. */
export function stripRange({ columns, rows }: ResultTable, column: string): StripRange | null {
  const at = columns.findIndex(({ id }) => id === column)
  const values = new Map(
    rows.flatMap(({ configuration, cells }) => {
      const { value, interval } = cells[at] ?? {}
      return value === null || value === undefined
        ? []
        : [[configuration, { value, low: interval?.low ?? value, high: interval?.high ?? value }] as const]
    }),
  )
  if (values.size === 0) return null
  const all = [...values.values()]
  const low = Math.floor(Math.min(...all.map((one) => one.low)) * 20) / 20
  const high = Math.max(low + 0.05, Math.ceil(Math.max(...all.map((one) => one.high)) * 20) / 20)
  return { head: `${columns[at]?.label ?? ''}, ${low.toFixed(2)} to ${high.toFixed(2)}`, low, high, values }
}

const WIDTH = 104

export function IntervalStrip({ range, configuration }: { readonly range: StripRange; readonly configuration: number }) {
  const own = range.values.get(configuration)
  if (!own) return null
  const x = (value: number): number => 5 + ((value - range.low) / (range.high - range.low)) * (WIDTH - 10)
  return (
    <svg width={WIDTH} height="14" aria-hidden="true">
      <path d={`M${x(own.low)} 7H${x(own.high)}`} stroke="var(--muted)" strokeWidth="2" />
      <circle cx={x(own.value)} cy="7" r="4" fill="var(--text)" />
    </svg>
  )
}
