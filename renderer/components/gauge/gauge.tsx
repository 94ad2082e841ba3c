import type { CSSProperties } from 'react'
import './gauge.css'

/** Shares of the width: nearer labels would touch, and a label nearer to an end would leave the gauge. */
const APART = 0.34
const END = 0.14

const alignOf = (share: number): string => (share < END ? 'start' : share > 1 - END ? 'end' : 'centre')

interface Mark {
  /** Share of the width, from 0 to 1. */
  readonly at: number
  readonly words: string
}

interface GaugeProps {
  readonly value: Mark
  readonly limit: Mark
  /** On which side of the limit something is kept. */
  readonly zone: 'left' | 'right' | 'none'
  /** Whether the scale begins with 0 at its left end. */
  readonly beginsAtZero: boolean
  readonly note?: string
}

/** A value and a limit on one scale, with their labels on it; the part of the scale that is kept is green. */
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
