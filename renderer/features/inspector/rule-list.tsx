import type { BelowGroup, Explanation, Reason } from '../../../shared/explain/explain-node'
import {
  foldReasons,
  type ReasonGroup,
  belowSentence,
  belowWords,
  groupSentence,
  OUTCOME_WORDS,
  ruleFormat,
  ruleSentence,
} from '../../../shared/explain/reason-sentence'
import { gaugeOf, slackOf } from '../../../shared/explain/gauge'
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { formatNumber, formatSigned, signedOf } from '../../components/number-format'
import { NodeLink } from '../../components/evidence'
import { PanelPart } from '../../components/panel/panel'
import { NamedValues } from '../../components/table'

interface RulesProps {
  readonly model: PageModel
  readonly explanation: Explanation
}

/** The rule that made the node's fate, with how far its value was from the limit; or what rules decided about the nodes in it. */
export function Decisive({ model, explanation: { decisive, below } }: RulesProps) {
  if (!decisive && below.length === 0) return null
  return (
    <PanelPart title={decisive ? 'The rule that decided' : 'What decided inside it'}>
      {decisive ? (
        <div className="why-rule-decisive">
          <Rule model={model} reason={decisive} />
        </div>
      ) : (
        below.map((group) => (
          <div key={`${group.rule} ${group.fate}`} className="why-rule-decisive">
            <Below model={model} group={group} />
          </div>
        ))
      )}
    </PanelPart>
  )
}

/** What one rule did inside the node, with the numbers of the one that was nearest to turning over. */
function Below({ model, group }: { readonly model: PageModel; readonly group: BelowGroup }) {
  return (
    <>
      <Head reason={group.closest} />
      <p>{capitalised(belowWords(group, formatNumber))}.</p>
      <p className="why-where">
        {group.of === 1 ? '' : 'closest: '}
        <NodeLink model={model} node={group.closest.node} />
      </p>
      <Comparison reason={group.closest} />
    </>
  )
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/**
 * Each rule that looked at the node, an ancestor or its source line, in the order of the run; what reads alike in one line.
 * Where none did, what rules did inside it.
 */
export function RuleList({ model, explanation }: RulesProps) {
  const { reasons, decisive, below, omitted } = explanation
  const groups = foldReasons(explanation)
  return (
    <PanelPart title="How it got there">
      {reasons.length === 0 ? (
        <p className="quiet">
          {below.length > 0
            ? `No rule looked at this node or at anything around it, but rules looked inside it: ${belowSentence(below, formatNumber)}.`
            : 'No rule looked at this node, at anything in it, or at anything around it.'}
        </p>
      ) : null}
      <ol>
        {groups.map((group) => (
          <li key={group.closest.decision} className="why-rule">
            {group.reasons.length > 1 ? (
              <FoldedRules model={model} group={group} />
            ) : group.closest.decision === decisive?.decision ? (
              <Head reason={group.closest} decided />
            ) : (
              <Rule model={model} reason={group.closest} />
            )}
          </li>
        ))}
      </ol>
      {omitted > 0 ? <p className="quiet">{formatNumber(omitted)} decisions about far ancestors are left out.</p> : null}
    </PanelPart>
  )
}

/** Decisions that read alike, each behind the line that sums them up. */
function FoldedRules({ model, group }: { readonly model: PageModel; readonly group: ReasonGroup }) {
  return (
    <>
      <Head reason={group.closest} />
      <details>
        <summary>{groupSentence(model, group, formatNumber)}</summary>
        <ul className="why-folded">
          {group.reasons.map((reason) => (
            <li key={reason.decision}>
              <Where model={model} reason={reason} />
              <Comparison reason={reason} />
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function Head({ reason, decided = false }: { readonly reason: Reason; readonly decided?: boolean }) {
  return (
    <div className="row why-rule-head">
      <span className="why-rule-name">{reason.spec?.label ?? reason.rule}</span>
      {decided ? <span className="fate why-decided">decided, see above</span> : null}
      <span className={`dot fate why-outcome why-outcome-${reason.outcome}`}>{OUTCOME_WORDS[reason.outcome]}</span>
    </div>
  )
}

function Rule({ model, reason }: { readonly model: PageModel; readonly reason: Reason }) {
  return (
    <>
      <Head reason={reason} />
      <Where model={model} reason={reason} />
      <p>{ruleSentence(reason, formatNumber)}</p>
      <ChoiceLinks model={model} reason={reason} />
      <Comparison reason={reason} />
    </>
  )
}

function Where({ model, reason }: { readonly model: PageModel; readonly reason: Reason }) {
  if (reason.line >= 0) return <p className="why-where">line {formatNumber(reason.line + 1)} of those that the method reads</p>
  if (reason.distance === 0) return null
  return (
    <p className="why-where">
      about <NodeLink model={model} node={reason.node} />, {reason.distance === 1 ? 'its parent' : `${reason.distance} levels up`}
    </p>
  )
}

/** The subtree in which the node is the largest, and the second in it, to go there. */
function ChoiceLinks({ model, reason: { choice, node } }: { readonly model: PageModel; readonly reason: Reason }) {
  if (!choice) return null
  const link = (target: NodeId) => <NodeLink model={model} node={target} />
  return (
    <p className="why-where">
      chosen in {choice.within === node ? 'its own subtree' : link(choice.within)}
      {choice.rival < 0 ? null : <>, next is {link(choice.rival)}</>}
    </p>
  )
}

/** Value, limit and slack, as a gauge with the way between the two, and as numbers. */
function Comparison({ reason }: { readonly reason: Reason }) {
  const { spec, value, limit, holds, choice } = reason
  const slack = slackOf(reason)
  if (!spec || slack === null) return null
  const gauge = gaugeOf(value, limit)
  const written = ruleFormat(reason, formatNumber)
  const percent = (share: number): number => share * 100
  return (
    <div className="why-comparison">
      {gauge ? (
        <svg className="why-bar" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
          <rect x="0" y="4" height="4" width="100" className="why-bar-track" />
          <rect
            x={percent(Math.min(gauge.zero, gauge.value))}
            y="4"
            height="4"
            width={percent(Math.abs(gauge.value - gauge.zero))}
            className={holds ? 'why-bar-holds' : 'why-bar-fails'}
          />
          <line x1={percent(gauge.value)} x2={percent(gauge.limit)} y1="6" y2="6" className="why-bar-slack" />
          <line x1={percent(gauge.limit)} x2={percent(gauge.limit)} y1="0" y2="12" className="why-bar-limit" />
        </svg>
      ) : null}
      <NamedValues
        of={[
          { name: 'value', value: written(value) },
          { name: choice ? 'next' : 'limit', value: `${spec.relation} ${written(limit)}` },
          {
            name: choice ? 'lead' : 'slack',
            value: spec.share ? signedOf(slack, written) : formatSigned(slack),
            about: choice
              ? 'By so much it is larger than the next.'
              : 'Positive: the test holds with so much to spare. Negative: it fails by so much.',
          },
        ]}
      />
      {gauge?.scale === 'log' ? <p className="why-scale">logarithmic</p> : null}
    </div>
  )
}
