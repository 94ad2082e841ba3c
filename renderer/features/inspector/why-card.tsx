import { useMemo, Fragment } from 'react'
import { explainNode, type NodeStatus, type Reason } from '../../../shared/explain/explain-node'
import { hiddenCause } from '../../../shared/explain/coverage'
import { headline, wasRemoved, ruleFormat } from '../../../shared/explain/reason-sentence'
import { Button } from '../../components/button'
import { later } from '../../components/hooks'
import { splitOutcome, StatusWord, Fold, Warnings, type InspectedNode } from '../../components/evidence'
import { formatNumber } from '../../components/number-format'
import { copyText } from '../../window/host/clipboard'
import { actions, getState, useTab } from '../../window/window'
import { BesideReference, MeasureList } from './measure-list'
import { FlipList } from './flip-list'
import { foundFlips } from './state/flips'
import { LossStepper } from './gold-losses'
import { DecisiveRule, RuleList } from './rule-list'
import { nodeLabel } from '../../../shared/explain/node-label'
import { ancestors, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { gaugeOf } from '../../../shared/explain/gauge'
import { Gauge } from '../../components/gauge/gauge'

const AdditiveTerms = later(async () => (await import('./additive-terms')).AdditiveTerms, 'soon')
const AncestorValues = later(async () => (await import('./element-tables')).AncestorValues, 'soon')
export const RunnerUps = later(async () => (await import('./element-tables')).RunnerUps, 'soon')

function ReasonGauge({ reason }: { readonly reason: Reason }) {
  const { spec, value, limit, holds, choice, outcome } = reason
  const isCompared = choice ? choice.runnerUp >= 0 : spec !== null && holds !== null && spec.relation !== ''
  const gauge = isCompared ? gaugeOf(value, limit) : null
  if (!gauge) return null
  const written = ruleFormat(reason, formatNumber)
  const isRequirement = (outcome === 'keep' || outcome === 'keepNode' || outcome === 'pass') === holds
  const isUpward = choice !== null || spec?.relation === '≥' || spec?.relation === '>'
  return (
    <Gauge
      places={gauge}
      value={written(value)}
      limit={`${choice ? 'runner-up' : 'limit'} ${written(limit)}`}
      zone={spec?.relation === '=' ? 'none' : isUpward === isRequirement ? 'right' : 'left'}
    />
  )
}

const ANCESTORS_NAMED = 3

function Breadcrumb({ model, node }: { readonly model: PageModel; readonly node: NodeId }) {
  const above = ancestors(model, node).filter((n) => model.body < 0 || n >= model.body)
  const near = above.slice(0, ANCESTORS_NAMED).reverse()
  const link = (name: string, to: NodeId | null, title?: string) => (
    <Button label={name} tone="link" title={title} onClick={() => actions.select(to)} />
  )
  return (
    <nav className="quiet why-crumb" aria-label="Breadcrumb">
      {link('Page', null, 'Back to the page (Escape)')}
      {above.length > ANCESTORS_NAMED ? ' / …' : null}
      {near.map((n) => (
        <Fragment key={n}> / {link(nodeLabel(model, n, 20), n, nodeLabel(model, n, 200))}</Fragment>
      ))}{' '}
      / <strong>{nodeLabel(model, node, 28)}</strong>
    </nav>
  )
}

export function WhyCard(inspected: InspectedNode) {
  const { model, result, info, node } = inspected
  const { extraction, trace } = result
  const explanation = useMemo(
    () => (trace ? explainNode(model, { extraction, trace, rules: info.rules }, node) : null),
    [model, extraction, trace, info, node],
  )
  const hidden = useMemo(() => hiddenCause(model, node), [model, node])
  const isRemoved = explanation !== null && wasRemoved(explanation, hidden)
  const shown = isRemoved ? { ...explanation, decisive: null, below: [] } : explanation
  const compared = shown?.decisive ?? (shown?.below.length === 1 ? shown.below[0]?.closest : undefined)
  return (
    <article className="stack why-card">
      <LossStepper {...inspected} />
      <Breadcrumb model={model} node={node} />
      {explanation ? (
        <Sentence status={explanation.status} hidden={hidden?.cause} words={headline(model, explanation, hidden, formatNumber)} />
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

function Sentence({ status, hidden, words }: { readonly status: NodeStatus; readonly hidden: string | undefined; readonly words: string }) {
  const [joint, reason] = splitOutcome(words, status)
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

function WhyActions({ model, result, info, node, status }: InspectedNode & { readonly status: NodeStatus | null }) {
  const page = useTab((tab) => tab.page)
  const { extraction, trace } = result
  const copyReport = async (): Promise<void> => {
    if (!trace) return
    const { whyAnswer, whyMarkdown } = await import('../../../shared/explain/why-answer')
    const origin = { page: page?.url ?? page?.label ?? '', versions: [`Boilerscope ${getState().host?.version ?? ''}`] }
    copyText(whyMarkdown(whyAnswer(model, { info, extraction, trace }, node, foundFlips(result, node)), origin), 'Report')
  }
  const isKept = status === 'kept'
  return (
    <div className="row why-actions">
      {trace ? <Button label="Copy report" onClick={() => void copyReport()} /> : null}
      <Button
        label="Make minimal example"
        title="Removes parts of the page that do not affect this result"
        onClick={() => actions.setOverlay('reduce')}
      />
      <Button
        label={isKept ? 'Must not keep …' : 'Must keep …'}
        title={`Save a snippet: this text must ${isKept ? 'not ' : ''}be kept`}
        onClick={() => actions.setOverlay(isKept ? 'must-not-keep' : 'must-keep')}
      />
    </div>
  )
}
