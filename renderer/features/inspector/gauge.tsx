import type { CSSProperties } from 'react'
import { gaugeOf } from '../../../shared/explain/gauge'
import type { Reason } from '../../../shared/explain/explain-node'
import { ruleFormat } from '../../../shared/explain/reason-sentence'
import { shortNumber } from '../../components/number-format'

/** Room behind the larger mark, for what lies beyond it. */
const ROOM = 0.84
/** Shares of the width: nearer labels would touch, and nearer to an end one would leave the gauge. */
const APART = 0.34
const END = 0.14

/** Where the label of a mark stands to it. */
const alignOf = (share: number): string => (share < END ? 'start' : share > 1 - END ? 'end' : 'centre')

/** The value and the limit of a decision on one scale; the part of the scale in which nodes are kept is green. */
export function Gauge({ reason }: { readonly reason: Reason }) {
  const { spec, value, limit, holds, choice, outcome } = reason
  const isCompared = choice ? choice.rival >= 0 : spec !== null && holds !== null && spec.relation !== ''
  const whole = isCompared ? gaugeOf(value, limit) : null
  if (!whole) return null
  const gauge = { ...whole, value: whole.value * ROOM, limit: whole.limit * ROOM, zero: whole.zero * ROOM }
  const written = ruleFormat(reason, shortNumber)
  const isRequirement = (outcome === 'keep' || outcome === 'keepNode' || outcome === 'pass') === holds
  const isUpward = choice !== null || spec?.relation === '≥' || spec?.relation === '>'
  const zone = spec?.relation === '=' ? 'none' : isUpward === isRequirement ? 'right' : 'left'
  const isBelow = Math.abs(gauge.value - gauge.limit) < APART
  return (
    <div className="gauge" data-zone={zone} style={{ '--limit': gauge.limit } as CSSProperties}>
      <span className="gauge-bar" />
      <span className="gauge-mark gauge-value" data-align={alignOf(gauge.value)} style={{ '--at': gauge.value } as CSSProperties}>
        <b>{written(value)}</b>
      </span>
      <span
        className="gauge-mark gauge-limit"
        data-align={alignOf(gauge.limit)}
        data-below={isBelow || undefined}
        style={{ '--at': gauge.limit } as CSSProperties}
      >
        <span>
          {choice ? 'runner-up' : 'limit'} {written(limit)}
        </span>
      </span>
      <span className="gauge-ends">
        <span>{gauge.zero === 0 && !(isBelow && gauge.limit < 0.3) ? '0' : ''}</span>
        <span>{gauge.scale === 'log' && !(isBelow && gauge.limit > 0.7) ? 'log scale' : ''}</span>
      </span>
    </div>
  )
}
