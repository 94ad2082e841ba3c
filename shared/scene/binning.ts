/**
 * Returns the subjects (nodes or lines) whose main value is not NaN, in document order; if `sorted`, largest value first. `position` is the
 * position by subject; -1 if the chart omits the subject.
 */
export function chartAxis(main: Float64Array, sorted: boolean) {
  let size = 0
  const all = new Int32Array(main.length)
  for (let i = 0; i < main.length; i++) if (!Number.isNaN(main[i])) all[size++] = i
  const subject = all.slice(0, size)
  if (sorted) {
    subject.sort((a, b) => {
      const x = main[a] as number
      const y = main[b] as number
      return x === y ? a - b : y > x ? 1 : -1
    })
  }
  const position = new Int32Array(main.length).fill(-1)
  for (let i = 0; i < size; i++) position[subject[i] as number] = i
  return { subject, position }
}
export type Axis = Readonly<ReturnType<typeof chartAxis>>

/** A window of positions, `from` inclusive, `to` exclusive. */
export type Window = Readonly<Record<'from' | 'to', number>>

/** Returns `each column: highest of up to 135 nodes`; '' if each column has at most one position. */
export function columnWords(positions: number, columns: number, per: 'node' | 'line'): string {
  const inColumn = Math.ceil(positions / Math.max(1, Math.floor(columns)))
  return inColumn > 1 ? `each column: highest of up to ${inColumn} ${per}s` : ''
}

export function binStart(window: Window, count: number, i: number): number {
  return window.from + Math.floor((i * (window.to - window.from)) / count)
}

export function binOf(window: Window, count: number, position: number): number {
  const size = window.to - window.from
  let i = Math.min(count - 1, Math.max(0, Math.floor(((position - window.from) * count) / size)))
  while (i + 1 < count && binStart(window, count, i + 1) <= position) i++
  while (i > 0 && binStart(window, count, i) > position) i--
  return i
}

/**
 * Divides a series into bins: one bin per column, or one bin per position if the window has fewer positions than columns. Bin i begins at
 * position `start[i]`. `peak[i]` is the position of its first largest value; -1 if the bin has no number.
 */
export function bin(axis: Axis, values: Float64Array, window: Window, columns: number) {
  const size = Math.max(0, window.to - window.from)
  const count = Math.min(size, Math.max(1, Math.floor(columns)))
  const start = new Int32Array(count)
  const peak = new Int32Array(count).fill(-1)
  const max = new Float64Array(count).fill(Number.NaN)
  const min = new Float64Array(count).fill(Number.NaN)
  for (let b = 0; b < count; b++) {
    const first = binStart(window, count, b)
    const end = b + 1 === count ? window.to : binStart(window, count, b + 1)
    start[b] = first
    let high = Number.NaN
    let low = Number.NaN
    let at = -1
    for (let p = first; p < end; p++) {
      const v = values[axis.subject[p] as number] as number
      if (Number.isNaN(v)) continue
      if (at < 0 || v > high) {
        high = v
        at = p
      }
      if (!(v >= low)) low = v
    }
    peak[b] = at
    max[b] = high
    min[b] = low
  }
  return { count, start, peak, max, min }
}
export type Bins = ReturnType<typeof bin>

/**
 * Returns the range of the finite values of several series, and the smallest finite value above 0 (1 if missing). Without a finite value,
 * the range is 0 to 1.
 */
export function extent(axis: Axis, ...series: readonly Float64Array[]): { max: number; min: number; leastPositive: number } {
  let max = Number.NEGATIVE_INFINITY
  let min = Number.POSITIVE_INFINITY
  let leastPositive = Number.POSITIVE_INFINITY
  for (const values of series)
    for (const s of axis.subject) {
      const v = values[s] as number
      if (!Number.isFinite(v)) continue
      if (v > max) max = v
      if (v < min) min = v
      if (v > 0 && v < leastPositive) leastPositive = v
    }
  if (max < min) return { max: 1, min: 0, leastPositive: 1 }
  return { max, min, leastPositive: Number.isFinite(leastPositive) ? leastPositive : 1 }
}

/** Returns runs of adjacent bins with a marked position, as `[first bin, bin after the last]`. */
export function markedRuns(axis: Axis, window: Window, count: number, marked: (subject: number) => boolean): [number, number][] {
  const runs: [number, number][] = []
  for (let b = 0; b < count; b++) {
    const end = b + 1 === count ? window.to : binStart(window, count, b + 1)
    let any = false
    for (let p = binStart(window, count, b); p < end && !any; p++) any = marked(axis.subject[p] as number)
    if (!any) continue
    const last = runs[runs.length - 1]
    if (last && last[1] === b) last[1] = b + 1
    else runs.push([b, b + 1])
  }
  return runs
}

const SMALLEST_WINDOW = 8

/** Zooms around the position `about`. A factor below 1 makes the window narrower. */
export function zoom(window: Window, size: number, about: number, factor: number): Window {
  const width = window.to - window.from
  const next = Math.min(size, Math.max(Math.min(SMALLEST_WINDOW, size), Math.round(width * factor)))
  const share = width === 0 ? 0.5 : (about - window.from) / width
  return clampWindow(Math.round(about - share * next), next, size)
}

export function pan(window: Window, size: number, by: number): Window {
  return clampWindow(window.from + Math.round(by), window.to - window.from, size)
}

export function windowBetween(a: number, b: number, size: number): Window {
  const from = Math.floor(Math.min(a, b))
  const width = Math.max(Math.min(SMALLEST_WINDOW, size), Math.ceil(Math.abs(b - a)))
  return clampWindow(from, width, size)
}

/** Centres the window on a position if the window does not contain the position. */
export function reveal(window: Window, size: number, position: number): Window {
  if (position >= window.from && position < window.to) return window
  const width = window.to - window.from
  return clampWindow(position - (width >> 1), width, size)
}

function clampWindow(from: number, width: number, size: number): Window {
  const w = Math.min(width, size)
  const f = Math.min(Math.max(0, from), size - w)
  return { from: f, to: f + w }
}
