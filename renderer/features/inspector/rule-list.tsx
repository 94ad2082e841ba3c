import { useState } from 'react'
import type { Explanation, Reason } from '../../../shared/explain/explain-node'
import { nodeLabel } from '../../../shared/explain/node-label'
import { ruleSentence } from '../../../shared/explain/reason-sentence'
import type { Outcome } from '../../../shared/extractors/core/probe'
import type { PageModel } from '../../../shared/page/page-model'
import { formatNumber, formatSigned } from '../../components/number-format'
import { Button } from '../../components/button'
import { PanelPart } from '../../components/panel/panel'
import { actions } from '../../window/workspace'

const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  fail: 'failed',
  pass: 'passed',
  keep: 'kept',
  drop: 'dropped',
  keepNode: 'kept',
  dropNode: 'dropped',
  path: 'path',
}

const FEW = 8

/** Each rule that looked at the node, an ancestor or its source line, in the order of the run. */
export function RuleList({ model, explanation }: { readonly model: PageModel; readonly explanation: Explanation }) {
  const { reasons, decisive, omitted } = explanation
  const [all, setAll] = useState(false)
  const folded = !all && reasons.length > FEW + 2
  const shown = folded ? reasons.filter((reason, i) => i < FEW || reason.decision === decisive?.decision) : reasons
  return (
    <PanelPart title="Rules that looked at it, in order">
      {reasons.length === 0 ? <p className="quiet">No rule looked at this node or at anything around it.</p> : null}
      <ol className="why-rules">
        {shown.map((reason) => (
          <li
            key={reason.decision}
            value={reasons.indexOf(reason) + 1}
            className={reason.decision === decisive?.decision ? 'why-rule why-rule-decisive' : 'why-rule'}
          >
            <div className="why-rule-head">
              <span className="why-rule-name">{reason.spec?.label ?? reason.rule}</span>
              {reason.decision === decisive?.decision ? <span className="why-decided">decided</span> : null}
              <span className={`why-outcome why-outcome-${reason.outcome}`}>{OUTCOME_WORDS[reason.outcome]}</span>
            </div>
            <Where model={model} reason={reason} />
            <p>{ruleSentence(reason, formatNumber)}</p>
            <Comparison reason={reason} />
          </li>
        ))}
      </ol>
      {folded ? (
        <Button small onClick={() => setAll(true)}>
          Show all {formatNumber(reasons.length)} decisions
        </Button>
      ) : null}
      {omitted > 0 ? <p className="quiet">{formatNumber(omitted)} decisions about far ancestors are left out.</p> : null}
    </PanelPart>
  )
}

function Where({ model, reason }: { readonly model: PageModel; readonly reason: Reason }) {
  if (reason.line >= 0) return <p className="why-where">source line {formatNumber(reason.line + 1)}</p>
  if (reason.distance === 0) return null
  return (
    <p className="why-where">
      about{' '}
      <Button small tone="link" onClick={() => actions.select(reason.node)}>
        {nodeLabel(model, reason.node, 32)}
      </Button>
      , {reason.distance === 1 ? 'its parent' : `${reason.distance} levels up`}
    </p>
  )
}

/** Value, limit and margin, as numbers and as a bar with the limit marked. */
function Comparison({ reason }: { readonly reason: Reason }) {
  const { spec, value, limit, margin, holds } = reason
  if (!spec || margin === null) return null
  const top = Math.max(Math.abs(value), Math.abs(limit))
  const finite = Number.isFinite(top) && top > 0
  return (
    <div className="why-comparison">
      {finite ? (
        <svg className="why-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <rect x="0" y="2" height="4" width={(Math.max(0, value) / top) * 96} className={holds ? 'why-bar-holds' : 'why-bar-fails'} />
          <rect x={(Math.max(0, limit) / top) * 96} y="0" width="1" height="8" className="why-bar-limit" />
        </svg>
      ) : null}
      <dl>
        <div>
          <dt>value</dt>
          <dd>{formatNumber(value)}</dd>
        </div>
        <div>
          <dt>limit</dt>
          <dd>
            {spec.relation} {formatNumber(limit)}
          </dd>
        </div>
        <div>
          <dt>margin</dt>
          <dd>{formatSigned(margin)}</dd>
        </div>
      </dl>
    </div>
  )
}
