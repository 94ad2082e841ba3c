import type { ReactElement } from 'react'
import type { Pointing } from './plot-frame'

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
