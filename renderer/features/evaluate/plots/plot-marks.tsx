import type { ComponentProps, ReactElement, SVGProps } from 'react'
import { Scatter } from 'recharts'

export interface Pointing {
  readonly current: number | null
  readonly on: (mark: number) => SVGProps<SVGGElement>
}

export const PATHS = {
  circle: (r: number) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
  square: (r: number) => `M${-r * 0.9} ${-r * 0.9}h${r * 1.8}v${r * 1.8}h${-r * 1.8}Z`,
  diamond: (r: number) => `M0 ${-r * 1.25}L${r * 1.25} 0L0 ${r * 1.25}L${-r * 1.25} 0Z`,
  triangle: (r: number) => `M0 ${-r * 1.2}L${r * 1.15} ${r * 0.9}H${-r * 1.15}Z`,
}
type Shape = keyof typeof PATHS

/** Returns a shape for recharts, which calls the shape of each point with untyped props. */
function shapeAt<T>(draw: (x: number, y: number, payload: T) => ReactElement) {
  return (props: unknown): ReactElement => {
    const { cx = 0, cy = 0, payload } = props as { readonly cx?: number; readonly cy?: number; readonly payload: T }
    return draw(cx, cy, payload)
  }
}

interface Marked {
  readonly mark: number
}

interface PointLook {
  readonly colour: string
  readonly shape?: Shape
  readonly radius?: number
  readonly opacity?: number
  readonly name?: (datum: Marked) => string
  readonly sideOf?: (datum: Marked) => Side
}

export type Side = 'right' | 'left' | 'above' | 'below'

function placeAt(side: Side, distance: number) {
  if (side === 'right') return { x: distance, y: 4, textAnchor: 'start' } as const
  if (side === 'left') return { x: -distance, y: 4, textAnchor: 'end' } as const
  return { y: side === 'above' ? -distance : distance + 7, textAnchor: 'middle' } as const
}

export const pointShape = (
  { current, on }: Pointing,
  { colour, shape = 'circle', radius = 4, opacity = 1, name, sideOf = () => 'right' }: PointLook,
) =>
  shapeAt((x, y, datum: Marked) => {
    const isCurrent = datum.mark === current
    const label = name?.(datum)
    return (
      <g transform={`translate(${x} ${y})`} {...on(datum.mark)}>
        <path d={PATHS[shape](radius)} fill={colour} fillOpacity={isCurrent ? 1 : opacity} />
        {isCurrent ? <circle r={radius + 3} fill="none" stroke="var(--text)" strokeWidth={1.5} /> : null}
        {label === undefined ? null : (
          <text {...placeAt(sideOf(datum), radius + 4)} fontSize={11} fill="var(--text)">
            {label}
          </text>
        )}
      </g>
    )
  })

/** A series of points without animation. */
export const Points = (props: ComponentProps<typeof Scatter>) => <Scatter isAnimationActive={false} {...props} />

export const noPoint = (): ReactElement => <g />

export const besideLine = (name: string) =>
  shapeAt((x, y) => (
    <text x={x + 10} y={y + 4} fontSize={11} fill="var(--text)">
      {name}
    </text>
  ))

/**
 * Draws only the name at the last point of a line.
 * @param count number of points of the line
 */
export const endName = (label: string, count: number) =>
  shapeAt((x, y, { place }: { readonly place: number }) => {
    if (place < count - 1) return <g />
    // At the left edge, the name would cover the axis.
    const isLeft = x < 100
    return (
      <text x={x + (isLeft ? 4 : -4)} y={y - 4} textAnchor={isLeft ? 'start' : 'end'} fontSize={10} fill="var(--muted)">
        {label}
      </text>
    )
  })

type BarProps<T> = Partial<Record<'x' | 'y' | 'width' | 'height', number>> & { readonly payload: T }

export function barShape<T>({ current, on }: Pointing, colour: string, markOf: (datum: T) => number) {
  return (props: unknown): ReactElement => {
    const { x = 0, y = 0, width = 0, height = 0, payload } = props as BarProps<T>
    const mark = markOf(payload)
    const box = { x: Math.min(x, x + width), y, width: Math.abs(width), height, rx: 2 }
    return (
      <g {...on(mark)}>
        <rect {...box} fill={colour} fillOpacity={mark === current ? 1 : 0.8} stroke={mark === current ? 'var(--text)' : 'none'} />
      </g>
    )
  }
}

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

export const seriesColour = (place: number): string => `var(--series-${place % SERIES})`

const SHAPES = Object.keys(PATHS) as Shape[]
/** Shape of a series by its index. Among the first 32 series, series of the same colour have different shapes. */
export const shapeOf = (place: number): Shape => SHAPES[(Math.floor(place / SERIES) + place) % SHAPES.length] ?? 'circle'

/** Minimum range of an axis, so that small differences do not look large. */
const LEAST = 0.05

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
  readonly shape?: Shape
  readonly dash?: string
}
