import { bin, type Axis, type Bins, type Window } from './binning'
import type { Scale } from './scale'

export interface PlotBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export function yOf(scale: Scale, box: PlotBox, value: number): number {
  return box.top + box.height * (1 - (scale.transform(value) - scale.min) / (scale.max - scale.min || 1))
}

export function valueAtHeight(scale: Scale, box: PlotBox, y: number): number {
  const share = Math.min(1, Math.max(0, 1 - (y - box.top) / box.height))
  return scale.invert(scale.min + share * (scale.max - scale.min))
}

export interface PlotData {
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

export interface PlotPaths {
  /** A stepped line per series; `null` if areas of clusters replace the line. */
  readonly lines: readonly (string | null)[]
  readonly area: string
  /** The area from 0 to the smallest value of the first series in each bin; '' with clusters. */
  readonly reached: string
  readonly clusters: readonly string[]
}

/** Returns the paths of all series, with one step per bin. @param fine bins per unit of width; 1 for pixels */
export function plotPaths({ data, axis, window, scale }: PlotView, box: PlotBox, fine = 1): PlotPaths {
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
    lines: binned.map((bins, i) => (i === 0 && cluster ? null : stepped(bins, () => true, false))),
    area: cluster ? '' : stepped(main, () => true, true),
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
