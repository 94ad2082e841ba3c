import { gaugeOf } from '../../../shared/explain/gauge'
import type { Reason } from '../../../shared/explain/explain-node'
import { ruleFormat } from '../../../shared/explain/reason-sentence'
import { Gauge } from '../../components/gauge/gauge'
import { shortNumber } from '../../components/number-format'

/** Share of the gauge up to the larger mark; the rest is for larger values. */
const ROOM = 0.84

/** The compared numbers of a decision as a gauge; empty without numbers. */
export function ReasonGauge({ reason }: { readonly reason: Reason }) {
  const { spec, value, limit, holds, choice, outcome } = reason
  const isCompared = choice ? choice.runnerUp >= 0 : spec !== null && holds !== null && spec.relation !== ''
  const gauge = isCompared ? gaugeOf(value, limit) : null
  if (!gauge) return null
  const written = ruleFormat(reason, shortNumber)
  const isRequirement = (outcome === 'keep' || outcome === 'keepNode' || outcome === 'pass') === holds
  const isUpward = choice !== null || spec?.relation === '≥' || spec?.relation === '>'
  return (
    <Gauge
      value={{ at: gauge.value * ROOM, words: written(value) }}
      limit={{ at: gauge.limit * ROOM, words: `${choice ? 'runner-up' : 'limit'} ${written(limit)}` }}
      zone={spec?.relation === '=' ? 'none' : isUpward === isRequirement ? 'right' : 'left'}
      beginsAtZero={gauge.zero === 0}
      note={gauge.scale === 'log' ? 'log scale' : ''}
    />
  )
}
