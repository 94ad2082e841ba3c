/** Style of all plots: axes, round ticks, colours. */

const TEXT = { fontSize: 11, fill: 'var(--muted)' } as const

export const AXIS = { tick: TEXT, stroke: 'var(--line)', tickLine: { stroke: 'var(--line)' } } as const

export const nameBelow = (value: string) => ({ ...TEXT, value, position: 'insideBottom', offset: -4 }) as const

export const nameBeside = (value: string) =>
  ({ ...TEXT, value, angle: -90, position: 'insideLeft', offset: 6, style: { textAnchor: 'middle' } }) as const

interface Range {
  readonly domain: [number, number]
  readonly ticks: number[]
}

export const UNIT: Range = { domain: [0, 1], ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] }

export const SERIES = 8

/** Colour of a series by its index; the ninth series has the colour of the first. */
export const seriesColour = (place: number): string => `var(--series-${place % SERIES})`

/** Shapes of points, which distinguish groups without colour. */
export type Shape = 'circle' | 'square' | 'diamond' | 'triangle'
const SHAPES: readonly Shape[] = ['circle', 'square', 'diamond', 'triangle']
export const shapeOf = (place: number): Shape => SHAPES[place % SHAPES.length] ?? 'circle'

/** Minimum range of an axis of scores: small differences must not look large. */
const LEAST = 0.05

/**
 * Returns a range of round numbers around values, with ticks: about `count` steps of 1, 2 or 5 times a power of ten.
 * @param least minimum size of the range
 */
export function roundRange(values: readonly number[], { count = 5, least = LEAST } = {}): Range {
  const [smallest, largest] = [Math.min(...values), Math.max(...values)]
  if (!Number.isFinite(smallest) || !Number.isFinite(largest)) return UNIT
  const spare = Math.max(0, least - (largest - smallest)) / 2
  const [low, high] = [smallest - spare, largest + spare]
  const rough = Math.max(high - low, 1e-9) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((one) => one * power >= rough) ?? 10) * power
  const from = Math.floor(low / step + 1e-9)
  const to = Math.max(from + 1, Math.ceil(high / step - 1e-9))
  const ticks = Array.from({ length: to - from + 1 }, (_, i) => Number(((from + i) * step).toPrecision(12)))
  return { domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1], ticks }
}

export interface LegendItem {
  readonly label: string
  readonly colour: string
  readonly kind?: 'line' | 'area'
  readonly dash?: string
}
