import { foldReasons, type BelowGroup, type Explanation, type Reason, type ReasonGroup } from '../../../shared/explain/explain-node'
import { belowSentence, belowWords, groupSentence, OUTCOME_WORDS, ruleSentence } from '../../../shared/explain/reason-sentence'
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { capitalised, formatCount, formatNumber } from '../../components/number-format'
import { NodeLink, type InspectedNode } from '../../components/evidence'
import { PanelPart } from '../../components/panel/panel'
import { MeasureFormula } from './measure-list'

interface Explained {
  readonly explanation: Explanation
}

export function DecisiveRule({ explanation: { decisive, below }, ...inspected }: InspectedNode & Explained) {
  const { model } = inspected
  if (!decisive) return below.map((group) => <Below key={`${group.rule} ${group.status}`} model={model} group={group} />)
  const { node, spec } = decisive
  return (
    <>
      <p>
        <span className="why-rule-name">{spec?.label ?? decisive.rule}</span>
      </p>
      <Where model={model} reason={decisive} />
      <p>{ruleSentence(decisive, formatNumber)}</p>
      <ChoiceLinks model={model} reason={decisive} />
      {spec?.measure === undefined || node < 0 ? null : <MeasureFormula {...inspected} node={node} measure={spec.measure} />}
    </>
  )
}

function Below({ model, group }: { readonly model: PageModel; readonly group: BelowGroup }) {
  return (
    <>
      <Head reason={group.closest} />
      <p>{capitalised(belowWords(group, formatNumber))}.</p>
      <p className="dim">
        {group.of === 1 ? '' : 'closest to the limit: '}
        <NodeLink model={model} node={group.closest.node} />
      </p>
    </>
  )
}

export function RuleList({ model, explanation }: Pick<InspectedNode, 'model'> & Explained) {
  const { reasons, decisive, below, omitted } = explanation
  const groups = foldReasons(explanation)
  return (
    <PanelPart title="Steps">
      {reasons.length === 0 ? (
        <p className="quiet">
          {below.length > 0
            ? `Rules were applied only inside this node: ${belowSentence(below, formatNumber)}.`
            : 'No rule was applied to this node, its contents or its containers.'}
        </p>
      ) : null}
      <ol>
        {groups.map((group) => (
          <li key={group.closest.decision} className="lined why-rule">
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
      {omitted > 0 ? <p className="quiet">Omitted: {formatCount(omitted, 'decision')} about far ancestors.</p> : null}
    </PanelPart>
  )
}

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
              {reason.spec?.relation ? `${formatNumber(reason.value)} ${reason.spec.relation} ${formatNumber(reason.limit)}` : null}
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
      {decided ? <span className="quiet">the deciding rule, see above</span> : null}
      <span className={`dot status why-outcome why-outcome-${reason.outcome}`}>{OUTCOME_WORDS[reason.outcome]}</span>
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
    </>
  )
}

function Where({ model, reason }: { readonly model: PageModel; readonly reason: Reason }) {
  if (reason.line >= 0) return <p className="dim">applied to source line {formatNumber(reason.line + 1)}</p>
  if (reason.distance === 0) return null
  return (
    <p className="dim">
      applied to <NodeLink model={model} node={reason.node} /> (
      {reason.distance === 1 ? 'parent' : reason.distance < 0 ? 'child' : `${reason.distance} levels up`})
    </p>
  )
}

function ChoiceLinks({ model, reason: { choice, node } }: { readonly model: PageModel; readonly reason: Reason }) {
  if (!choice) return null
  const link = (target: NodeId) => <NodeLink model={model} node={target} />
  return (
    <p className="dim">
      compared within {choice.within === node ? 'its own subtree' : link(choice.within)}
      {choice.runnerUp < 0 ? null : <>; runner-up: {link(choice.runnerUp)}</>}
    </p>
  )
}
