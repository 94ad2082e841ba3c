import { formatNumber } from '../../components/number-format'

interface GaugeProps {
  readonly value: number
  readonly limit: number
  readonly label: string
}

/** A value on a line with its limit marked. The line goes to twice the limit, or to the value where that is more. */
export function Gauge({ value, limit, label }: GaugeProps) {
  const top = Math.max(limit * 2, value, 1)
  const at = (v: number): number => (Math.max(0, v) / top) * 100
  return (
    <div
      className="gauge"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={top}
      aria-valuenow={Math.min(top, Math.max(0, value))}
      aria-valuetext={`${formatNumber(value)}, limit ${formatNumber(limit)}`}
    >
      <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <rect className="gauge-track" x="0" y="3" width="100" height="6" />
        <rect className={value >= limit ? 'gauge-value' : 'gauge-value gauge-short'} x="0" y="3" width={at(value)} height="6" />
        <rect className="gauge-limit" x={Math.min(99.4, at(limit))} y="0" width="0.6" height="12" />
      </svg>
      <div className="gauge-words" aria-hidden="true">
        <span style={{ insetInlineStart: `clamp(20px, ${at(limit)}%, calc(100% - 20px))` }} className="gauge-limit-word">
          limit {formatNumber(limit)}
        </span>
      </div>
    </div>
  )
}
