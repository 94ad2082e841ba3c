import { useMemo } from 'react'
import { explainNode, type Explanation } from '../../../shared/explain/explain-node'
import { hiddenCause } from '../../../shared/explain/coverage'
import { wasTakenOut, whySentence } from '../../../shared/explain/reason-sentence'
import { Button } from '../../components/button'
import { FateBadge, Fold, Warnings, type InspectedNode } from '../../components/evidence'
import { formatNumber } from '../../components/number-format'
import { copyText } from '../../window/host/clipboard'
import { actions, getState, useTab } from '../../window/window'
import { AdditiveTerms } from './additive-terms'
import { AncestorValues } from './ancestor-values'
import { BesideReference } from './beside-reference'
import { Breadcrumb } from './breadcrumb'
import { FlipList } from './flip-list'
import { Gauge } from './gauge'
import { LossStepper } from './gold-losses'
import { MeasureList } from './measure-list'
import { DecisiveRule, RuleList } from './rule-list'
import { RunnerUps } from './runner-ups'

/** Why the selected node was kept or dropped: a sentence, the value beside the limit, what would change it; the rest in two folds. */
export function WhyCard(inspected: InspectedNode) {
  const { model, result, info, node } = inspected
  const { extraction, trace } = result
  const explanation = useMemo(
    () => (trace ? explainNode(model, { extraction, trace, rules: info.rules }, node) : null),
    [model, extraction, trace, info, node],
  )
  const hidden = useMemo(() => hiddenCause(model, node), [model, node])
  const takenOut = explanation !== null && wasTakenOut(explanation, hidden)
  const shown = takenOut ? { ...explanation, decisive: null, below: [] } : explanation
  const compared = shown?.decisive ?? (shown?.below.length === 1 ? shown.below[0]?.closest : undefined)
  return (
    <article className="why-card">
      <LossStepper {...inspected} />
      <Breadcrumb model={model} node={node} />
      <div className="row">
        <FateBadge selected={extraction.selected} node={node} />
        {hidden ? <span className="fate">{hidden.cause}</span> : null}
      </div>
      <p className="why-sentence" role="status">
        {explanation ? whySentence(model, explanation, hidden, formatNumber) : 'No decisions were recorded for this result.'}
      </p>
      {compared ? <Gauge reason={compared} /> : null}
      <FlipList {...inspected} />
      {shown && (shown.decisive || shown.below.length > 0) ? (
        <Fold title="Rule and formula" isOpenAtFirst>
          <DecisiveRule {...inspected} explanation={shown} />
        </Fold>
      ) : null}
      <Fold title="Measures, steps, runners-up">
        <BesideReference {...inspected} />
        {info.additive && !takenOut ? <AdditiveTerms {...inspected} spec={info.additive} /> : null}
        <MeasureList {...inspected} />
        <AncestorValues {...inspected} />
        {shown ? <RuleList key={node} model={model} explanation={shown} /> : null}
        <RunnerUps model={model} result={result} selected={node} />
        <Warnings warnings={extraction.warnings} />
      </Fold>
      <WhyActions {...inspected} fate={explanation?.fate ?? null} />
    </article>
  )
}

/** What is done about an element that was kept or dropped wrongly. */
function WhyActions({ model, result, info, node, fate }: InspectedNode & { readonly fate: Explanation['fate'] | null }) {
  const page = useTab((tab) => tab.page)
  const { extraction, trace } = result
  const copyReport = async (): Promise<void> => {
    if (!trace) return
    const { whyAnswer, whyMarkdown } = await import('../../../shared/explain/why-answer')
    const origin = { page: page?.url ?? page?.label ?? '', versions: [`Boilerscope ${getState().host?.version ?? ''}`] }
    copyText(whyMarkdown(whyAnswer(model, { info, extraction, trace }, node, []), origin), 'Report')
  }
  const isKept = fate === 'kept'
  return (
    <div className="row why-actions">
      {trace ? <Button onClick={() => void copyReport()}>Copy report</Button> : null}
      <Button title="Remove everything from the page that this result does not need" onClick={() => actions.setOverlay('reduce')}>
        Make minimal example
      </Button>
      <Button
        title={`Save as a test: this text must ${isKept ? 'not ' : ''}be kept`}
        onClick={() => actions.setOverlay(isKept ? 'must-not-keep' : 'must-keep')}
      >
        {isKept ? 'Must drop' : 'Must keep'}
      </Button>
    </div>
  )
}
