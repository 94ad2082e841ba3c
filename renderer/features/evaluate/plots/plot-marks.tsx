import type { ReactElement } from 'react'
import type { Pointing } from './plot-frame'
import type { Shape } from './plot-style'

/** A datum of a plot, with the index of its mark. */
interface Datum {
  readonly mark: number
  readonly x: number
  readonly y: number
}

const PATHS: Readonly<Record<Shape, (r: number) => string>> = {
  circle: (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
  square: (r) => `M${-r * 0.9} ${-r * 0.9}h${r * 1.8}v${r * 1.8}h${-r * 1.8}Z`,
  diamond: (r) => `M0 ${-r * 1.25}L${r * 1.25} 0L0 ${r * 1.25}L${-r * 1.25} 0Z`,
  triangle: (r) => `M0 ${-r * 1.2}L${r * 1.15} ${r * 0.9}H${-r * 1.15}Z`,
}

interface PointLook {
  readonly colour: string
  readonly shape?: Shape
  readonly radius?: number
  readonly opacity?: number
  /** Returns the name beside a point; `sideOf` returns its side, by default the right. */
  readonly name?: (datum: Datum) => string
  readonly sideOf?: (datum: Datum) => Side
}

export type Side = 'right' | 'left' | 'above' | 'below'

const placeAt = (side: Side, distance: number) =>
  side === 'right'
    ? { x: distance, y: 4, textAnchor: 'start' as const }
    : side === 'left'
      ? { x: -distance, y: 4, textAnchor: 'end' as const }
      : { y: side === 'above' ? -distance : distance + 7, textAnchor: 'middle' as const }

/** Draws the points of a recharts Scatter as interactive marks. */
export function pointShape(
  { current, on }: Pointing,
  { colour, shape = 'circle', radius = 4, opacity = 1, name, sideOf = () => 'right' }: PointLook,
) {
  return (props: unknown): ReactElement => {
    const { cx = 0, cy = 0, payload } = props as { readonly cx?: number; readonly cy?: number; readonly payload: Datum }
    const isCurrent = payload.mark === current
    const label = name?.(payload)
    return (
      <g transform={`translate(${cx} ${cy})`} {...on(payload.mark)}>
        <path d={PATHS[shape](radius)} fill={colour} fillOpacity={isCurrent ? 1 : opacity} />
        {isCurrent ? <circle r={radius + 3} fill="none" stroke="var(--text)" strokeWidth={1.5} /> : null}
        {label === undefined ? null : (
          <text {...placeAt(sideOf(payload), radius + 4)} fontSize={11} fill="var(--text)">
            {label}
          </text>
        )}
      </g>
    )
  }
}

export const noPoint = (): ReactElement => <g />

/** Draws a name to the right of a line's end. */
export const besideLine =
  (name: string) =>
  (props: unknown): ReactElement => {
    const { cx = 0, cy = 0 } = props as { readonly cx?: number; readonly cy?: number }
    return (
      <text x={cx + 10} y={cy + 4} fontSize={11} fill="var(--text)">
        {name}
      </text>
    )
  }

/** Draws a name at the last point of a line, without points. @param count number of points of the line */
export const endName =
  (label: string, count: number) =>
  (props: unknown): ReactElement => {
    const {
      cx = 0,
      cy = 0,
      payload,
    } = props as { readonly cx?: number; readonly cy?: number; readonly payload: { readonly place: number } }
    // At the left edge, the name would cover the axis.
    const isLeft = cx < 100
    return payload.place === count - 1 ? (
      <text x={cx + (isLeft ? 4 : -4)} y={cy - 4} textAnchor={isLeft ? 'start' : 'end'} fontSize={10} fill="var(--muted)">
        {label}
      </text>
    ) : (
      <g />
    )
  }

interface BarProps {
  readonly x?: number
  readonly y?: number
  readonly width?: number
  readonly height?: number
  readonly payload: Readonly<Record<string, unknown>>
}

/** Draws the bars of a recharts Bar as interactive marks. @param markKey property of a datum that holds the index of its mark */
export function barShape({ current, on }: Pointing, colour: string, markKey: string) {
  return (props: unknown): ReactElement => {
    const { x = 0, y = 0, width = 0, height = 0, payload } = props as BarProps
    const mark = Number(payload[markKey])
    // Bars to the left have a negative width.
    const box = { x: Math.min(x, x + width), y, width: Math.abs(width), height, rx: 2 }
    return (
      <g {...on(mark)}>
        <rect {...box} fill={colour} fillOpacity={mark === current ? 1 : 0.8} stroke={mark === current ? 'var(--text)' : 'none'} />
      </g>
    )
  }
}
