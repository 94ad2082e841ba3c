import { useMemo } from 'react'
import { explainNode, type NodeStatus } from '../../../shared/explain/explain-node'
import { hiddenCause } from '../../../shared/explain/coverage'
import { headline, wasTakenOut } from '../../../shared/explain/reason-sentence'
import { Button } from '../../components/button'
import { STATUS_WORDS, StatusWord, Fold, Warnings, type InspectedNode } from '../../components/evidence'
import { shortNumber } from '../../components/number-format'
import { copyText } from '../../window/host/clipboard'
import { actions, getState, useTab } from '../../window/window'
import { AdditiveTerms } from './additive-terms'
import { AncestorValues } from './ancestor-values'
import { BesideReference } from './beside-reference'
import { Breadcrumb } from './breadcrumb'
import { FlipList } from './flip-list'
import { LossStepper } from './gold-losses'
import { MeasureList } from './measure-list'
import { DecisiveRule, RuleList } from './rule-list'
import { ReasonGauge } from './reason-gauge'
import { RunnerUps } from './runner-ups'

/** Why the selected node is kept or dropped: a sentence, the value beside the limit, changes that would flip it; the rest in two folds. */
export function WhyCard(inspected: InspectedNode) {
  const { model, result, info, node } = inspected
  const { extraction, trace } = result
  const explanation = useMemo(
    () => (trace ? explainNode(model, { extraction, trace, rules: info.rules }, node) : null),
    [model, extraction, trace, info, node],
  )
  const hidden = useMemo(() => hiddenCause(model, node), [model, node])
  const isRemoved = explanation !== null && wasTakenOut(explanation, hidden)
  const shown = isRemoved ? { ...explanation, decisive: null, below: [] } : explanation
  const compared = shown?.decisive ?? (shown?.below.length === 1 ? shown.below[0]?.closest : undefined)
  return (
    <article className="why-card">
      <LossStepper {...inspected} />
      <Breadcrumb model={model} node={node} />
      {explanation ? (
        <Sentence status={explanation.status} hidden={hidden?.cause} words={headline(model, explanation, hidden, shortNumber)} />
      ) : (
        <p className="why-sentence">No decisions were recorded for this result.</p>
      )}
      {compared ? <ReasonGauge reason={compared} /> : null}
      <FlipList {...inspected} />
      {shown && (shown.decisive || shown.below.length > 0) ? (
        <Fold title="Rule and formula" isOpenAtFirst>
          <DecisiveRule {...inspected} explanation={shown} />
        </Fold>
      ) : null}
      <Fold title="Measures, steps, runners-up">
        <BesideReference {...inspected} />
        {info.additive && !isRemoved ? <AdditiveTerms {...inspected} spec={info.additive} /> : null}
        <MeasureList {...inspected} />
        <AncestorValues {...inspected} />
        {shown ? <RuleList key={node} model={model} explanation={shown} /> : null}
        <RunnerUps model={model} result={result} selected={node} />
        <Warnings warnings={extraction.warnings} />
      </Fold>
      <WhyActions {...inspected} status={explanation?.status ?? null} />
    </article>
  )
}

/** The outcome as a pill with the rest of the sentence: screen readers read one sentence. */
function Sentence({ status, hidden, words }: { readonly status: NodeStatus; readonly hidden: string | undefined; readonly words: string }) {
  const start = STATUS_WORDS[status]
  const rest = words.startsWith(start) ? words.slice(start.length) : words
  const [, joint = '', reason = rest] = /^(: |, but |, | )(.*)$/s.exec(rest) ?? []
  return (
    <div className="why-head">
      <p className="why-sentence" role="status">
        <StatusWord status={status} />
        <span className="visually-hidden">{joint}</span>
        <span className="why-words">{reason}</span>
      </p>
      {hidden === undefined ? null : <span className="status why-hidden">{hidden}</span>}
    </div>
  )
}

/** Actions for an element that was kept or dropped wrongly. */
function WhyActions({ model, result, info, node, status }: InspectedNode & { readonly status: NodeStatus | null }) {
  const page = useTab((tab) => tab.page)
  const { extraction, trace } = result
  const copyReport = async (): Promise<void> => {
    if (!trace) return
    const { whyAnswer, whyMarkdown } = await import('../../../shared/explain/why-answer')
    const origin = { page: page?.url ?? page?.label ?? '', versions: [`Boilerscope ${getState().host?.version ?? ''}`] }
    copyText(whyMarkdown(whyAnswer(model, { info, extraction, trace }, node, []), origin), 'Report')
  }
  const isKept = status === 'kept'
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
