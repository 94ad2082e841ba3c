import type { CSSProperties } from 'react'
import './gauge.css'

/** Minimum distances as shares of the width: between two labels, so that they do not touch, and from a label to an end. */
const APART = 0.34
const END = 0.14

const alignOf = (share: number): string => (share < END ? 'start' : share > 1 - END ? 'end' : 'centre')

interface Mark {
  /** Position as a share of the width, from 0 to 1. */
  readonly at: number
  readonly words: string
}

interface GaugeProps {
  readonly value: Mark
  readonly limit: Mark
  /** Side of the limit on which content is kept. */
  readonly zone: 'left' | 'right' | 'none'
  /** Whether 0 is at the left end of the scale. */
  readonly beginsAtZero: boolean
  readonly note?: string
}

/** Gauge with a value, a limit, and their labels. The part of the scale whose values are kept is green. */
export function Gauge({ value, limit, zone, beginsAtZero, note = '' }: GaugeProps) {
  const isBelow = Math.abs(value.at - limit.at) < APART
  return (
    <div className="gauge" data-zone={zone} style={{ '--limit': limit.at } as CSSProperties}>
      <span className="gauge-bar" />
      <span className="gauge-mark gauge-value" data-align={alignOf(value.at)} style={{ '--at': value.at } as CSSProperties}>
        <b>{value.words}</b>
      </span>
      <span
        className="gauge-mark gauge-limit"
        data-align={alignOf(limit.at)}
        data-below={isBelow || undefined}
        style={{ '--at': limit.at } as CSSProperties}
      >
        <span>{limit.words}</span>
      </span>
      <span className="gauge-ends">
        <span>{beginsAtZero && !(isBelow && limit.at < 0.3) ? '0' : ''}</span>
        <span>{isBelow && limit.at > 0.7 ? '' : note}</span>
      </span>
    </div>
  )
}
