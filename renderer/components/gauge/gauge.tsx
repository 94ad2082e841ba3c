import type { CSSProperties } from 'react'
import type { Gauge as Places } from '../../../shared/explain/gauge'
import './gauge.css'

/**
 * Shares of the width. `APART`: minimum distance between two labels on one line. `END`: distance from an end within which a label is
 * aligned to this end.
 */
const APART = 0.34
const END = 0.14

const ROOM = 0.875

const alignOf = (share: number): string => (share < END ? 'start' : share > 1 - END ? 'end' : 'centre')

interface GaugeProps {
  readonly places: Places
  readonly value: string
  readonly limit: string
  readonly zone: 'left' | 'right' | 'none'
}

export function Gauge({ places: { zero, scale, ...places }, value, limit, zone }: GaugeProps) {
  const [at, limitAt] = [places.value * ROOM, places.limit * ROOM]
  const isBelow = Math.abs(at - limitAt) < APART
  return (
    <div className="gauge" data-zone={zone} style={{ '--limit': limitAt } as CSSProperties}>
      <span className="gauge-bar" />
      <span className="gauge-mark gauge-value" data-align={alignOf(at)} style={{ '--at': at } as CSSProperties}>
        <b>{value}</b>
      </span>
      <span
        className="gauge-mark gauge-limit"
        data-align={alignOf(limitAt)}
        data-below={isBelow || undefined}
        style={{ '--at': limitAt } as CSSProperties}
      >
        <span>{limit}</span>
      </span>
      <span className="gauge-ends">
        <span>{zero === 0 && !(isBelow && limitAt < 0.3) ? '0' : ''}</span>
        <span>{scale === 'log' && !(isBelow && limitAt > 0.7) ? 'log scale' : ''}</span>
      </span>
    </div>
  )
}
