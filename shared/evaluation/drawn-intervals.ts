import { valueAt } from '../base/once'
import type { Pieces } from '../base/pieces'
import { percentileInterval, resampledSums, type Interval } from '../metrics/bootstrap'
import type { Units } from './page-units'
import type { Figure } from './score-sums'

export interface DrawOptions {
  readonly seed: number
  readonly resamples: number
}

const AT_ONCE = 128

/** Returns a bootstrap interval per cell by drawing units with replacement. Null as in `percentileInterval`. */
export function* drawnIntervals(
  { count, width, values }: Units,
  cells: readonly { readonly figure: Figure; readonly slot: number }[],
  options: DrawOptions,
): Pieces<(Interval | null)[]> {
  const byPages = new Map<string, { readonly counted: readonly number[]; readonly members: number[] }>()
  for (const [i, { slot }] of cells.entries()) {
    const counted: number[] = []
    for (let unit = 0; unit < count; unit++) if (values[unit * width + slot] !== 0) counted.push(unit)
    valueAt(byPages, counted.length === count ? '' : counted.join(), () => ({ counted, members: [] })).members.push(i)
  }
  const intervals: (Interval | null)[] = cells.map(() => null)
  for (const { counted, members } of byPages.values()) {
    const numbers = (slot: number): Float64Array => Float64Array.from(counted, (unit) => values[unit * width + slot] as number)
    for (let from = 0; from < members.length;) {
      const block: { readonly cell: number; readonly columns: readonly Float64Array[] }[] = []
      let size = 0
      for (; from < members.length && size < AT_ONCE; from++) {
        const cell = members[from] as number
        const { figure, slot } = cells[cell] as (typeof cells)[number]
        const columns = Array.from({ length: figure.size + 1 }, (_, part) => numbers(slot + part))
        block.push({ cell, columns })
        size += columns.length
      }
      const sums = yield* resampledSums(
        block.flatMap(({ columns }) => columns),
        options,
      )
      let place = 0
      for (const { cell, columns } of block) {
        const { figure } = cells[cell] as (typeof cells)[number]
        const [pages, ...parts] = sums.slice(place, place + columns.length)
        place += columns.length
        const part = new Float64Array(parts.length)
        const drawn = (pages ?? new Float64Array()).map((drawnPages, round) => {
          for (let i = 0; i < parts.length; i++) part[i] = parts[i]?.[round] ?? 0
          return figure.of(part, drawnPages) ?? Number.NaN
        })
        intervals[cell] = percentileInterval(drawn)
        yield
      }
    }
  }
  return intervals
}
