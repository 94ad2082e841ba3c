import { bin, extent, type Axis, type Bins, type Window } from './binning'

/** Returns about `count` ticks that cover a range, in steps of 1, 2 or 5 times a power of ten; one tick for an empty range. */
export function niceTicks(min: number, max: number, count: number): number[] {
  if (!(max > min)) return [min]
  const raw = (max - min) / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 5, 10].find((m) => m * power >= raw) ?? 10) * power
  const ticks: number[] = []
  for (let k = Math.floor(min / step); k <= Math.ceil(max / step - 1e-9); k++) ticks.push(Number((k * step).toPrecision(12)))
  return ticks
}

export interface Scale {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
  /** Returns the position of a value on the scale. Values outside the scale get the position of the edge; NaN stays NaN. */
  transform(value: number): number
  invert(position: number): number
}

type Extent = Readonly<ReturnType<typeof extent>>

export function linearScale(range: Extent): Scale {
  const ticks = niceTicks(Math.min(0, range.min), Math.max(0, range.max, range.min + 1e-9), 4)
  const min = ticks[0] ?? 0
  const max = ticks[ticks.length - 1] ?? 1
  return { min, max, ticks, transform: (v) => Math.min(max, Math.max(min, v)), invert: (p) => p }
}

const DECADES = 12

/**
 * Returns the scale sign(v) · ln(1 + |v| / c). c is a ninth of the threshold if the threshold is positive and finite; otherwise c is the
 * smallest positive value. c is at least 10⁻¹² of the largest absolute value.
 */
export function symlogScale({ min: least, max: most, leastPositive }: Extent, threshold: number | null = null): Scale {
  const top = Math.max(most, -least, Number.MIN_VALUE)
  const finest = threshold !== null && threshold > 0 && Number.isFinite(threshold) ? threshold / 9 : leastPositive
  const c = Math.max(finest, top * 10 ** -DECADES)
  const of = (v: number): number => Math.sign(v) * Math.log1p(Math.abs(v) / c)
  const max = of(Math.max(most, 0)) || of(c)
  const min = Math.min(0, of(least))
  const first = Math.ceil(Math.log10(c) - 1e-9)
  const last = Math.floor(Math.log10(top) + 1e-9)
  const every = Math.max(1, Math.ceil((last - first + 1) / 5))
  const powers: number[] = []
  for (let e = last; e >= first; e -= every) powers.push(10 ** e)
  const ticks = [...powers.map((v) => of(-v)), 0, ...powers.toReversed().map(of)].filter((p) => p >= min && p <= max)
  return {
    min,
    max,
    ticks,
    transform: (v) => (Number.isNaN(v) ? v : Math.min(max, Math.max(min, of(v)))),
    invert: (p) => Math.sign(p) * c * Math.expm1(Math.abs(p)),
  }
}

const SQUEEZED = 25

/** Whether a positive threshold is so small compared to the largest value that a linear scale would place the threshold near 0. */
export function isSqueezed({ max }: Extent, threshold: number | null): boolean {
  return threshold !== null && threshold > 0 && max / threshold > SQUEEZED
}

/** @param chosenLog whether the scale is logarithmic; null chooses a logarithmic scale only if `isSqueezed` */
export function scaleOf(
  axis: Axis,
  series: readonly { readonly values: Float64Array }[],
  threshold: number | null,
  chosenLog: boolean | null,
): { readonly scale: Scale; readonly log: boolean } {
  let range: Extent = extent(axis, ...series.map(({ values }) => values))
  const log = chosenLog ?? isSqueezed(range, threshold)
  if (threshold !== null && Number.isFinite(threshold)) range = { ...range, max: Math.max(range.max, threshold) }
  return { log, scale: log ? symlogScale(range, threshold) : linearScale(range) }
}

export type PlotBox = Readonly<Record<'left' | 'top' | 'width' | 'height', number>>

export function yOf(scale: Scale, box: PlotBox, value: number): number {
  return box.top + box.height * (1 - (scale.transform(value) - scale.min) / (scale.max - scale.min || 1))
}

export function valueAtHeight(scale: Scale, box: PlotBox, y: number): number {
  const share = Math.min(1, Math.max(0, 1 - (y - box.top) / box.height))
  return scale.invert(scale.min + share * (scale.max - scale.min))
}

interface PlotData {
  readonly series: readonly { readonly values: Float64Array }[]
  /** Rank of each subject's cluster, lowest mean first; null if the chart has no clusters. */
  readonly cluster: Uint8Array | null
  readonly clusters: number
}

export interface PlotView<Data extends PlotData = PlotData> {
  readonly data: Data
  readonly axis: Axis
  readonly window: Window
  readonly scale: Scale
}

/** Returns the paths of all series, with one step per bin. @param fine bins per unit of width; 1 for pixels */
export function plotPaths({ data, axis, window, scale }: PlotView, box: PlotBox, fine = 1) {
  const span = Math.max(1, window.to - window.from)
  const round = (place: number): number => Math.round(place * 10 * fine) / (10 * fine)
  const xOf = (position: number): number => round(box.left + ((position - window.from) / span) * box.width)
  const floor = round(yOf(scale, box, 0))
  const stepped = (bins: Bins, isDrawn: (bin: number) => boolean, closed: boolean, values = bins.max): string => {
    let path = ''
    let isOpen = false
    for (let b = 0; b < bins.count; b++) {
      const value = values[b] as number
      const isHere = !Number.isNaN(value) && isDrawn(b)
      const x = xOf(bins.start[b] as number)
      if (isHere) {
        const y = round(yOf(scale, box, value))
        path += isOpen ? `V${y}` : closed ? `M${x} ${floor}V${y}` : `M${x} ${y}`
        path += `H${xOf(b + 1 < bins.count ? (bins.start[b + 1] as number) : window.to)}`
      } else if (isOpen && closed) path += `V${floor}Z`
      isOpen = isHere
    }
    return isOpen && closed ? `${path}V${floor}Z` : path
  }
  const binned = data.series.map((series) => bin(axis, series.values, window, box.width * fine))
  const main = binned[0] as Bins
  const { cluster } = data
  const clusterOf = (b: number): number | undefined => cluster?.[axis.subject[main.peak[b] as number] as number]
  return {
    /** A stepped line per series; `null` if areas of clusters replace the line. */
    lines: binned.map((bins, i) => (i === 0 && cluster ? null : stepped(bins, () => true, false))),
    area: cluster ? '' : stepped(main, () => true, true),
    /** The area from 0 to the smallest value of the first series in each bin; '' with clusters. */
    reached: cluster ? '' : stepped(main, () => true, true, main.min),
    clusters: cluster ? Array.from({ length: data.clusters }, (_, rank) => stepped(main, (b) => clusterOf(b) === rank, true)) : [],
  }
}

/** Returns at most about eight round positions for the labels of the horizontal axis. */
export function xTicks(window: Window): number[] {
  const width = window.to - window.from
  const step = Math.max(1, 10 ** Math.floor(Math.log10(Math.max(1, width / 4))))
  const nice = [1, 2, 5, 10].map((m) => m * step).find((s) => width / s <= 8) ?? step * 10
  const ticks: number[] = []
  for (let t = Math.ceil(window.from / nice) * nice; t <= window.to; t += nice) ticks.push(t)
  return ticks
}
