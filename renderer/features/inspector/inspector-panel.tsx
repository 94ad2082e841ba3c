import { useEffect, useMemo, useState } from 'react'
import { explainNode } from '../../../shared/explain/explain-node'
import { hiddenCause } from '../../../shared/explain/coverage'
import { nodeLabel, textPreview } from '../../../shared/explain/node-label'
import { headline, wasTakenOut } from '../../../shared/explain/reason-sentence'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { ELEMENT } from '../../../shared/page/page-model'
import { formatNumber } from '../../components/number-format'
import { Button } from '../../components/button'
import { Panel, PanelMessage } from '../../components/panel/panel'
import { useCurrentExtractor, useResultExtractor } from '../../window/page/current-extractor'
import { actions, useTab } from '../../window/window'
import { AdditiveTerms } from './additive-terms'
import { AncestorValues } from './ancestor-values'
import { BesideReference } from './beside-reference'
import { FateBadge, Warnings, type InspectedNode, EvidenceFold } from '../../components/evidence'
import { FlipList } from './flip-list'
import { MeasureList } from './measure-list'
import { Decisive, RuleList } from './rule-list'
import { PageStory } from './page-story'
import { RunnerUps } from './runner-ups'
import './inspector.css'

/** Why the selected node is in or out: one sentence first, the evidence below it. */
export function InspectorPanel() {
  const model = useTab((tab) => tab.model)
  const result = useTab((tab) => tab.result)
  const selected = useTab((tab) => tab.selected)
  const failure = useTab((tab) => tab.extractionFailure)
  const info = useResultExtractor()
  if (!model || !result || !info)
    return (
      <Panel label="Why">
        {failure && !result ? (
          <PanelMessage tone="failed" title={failure.message} next={failure.next} />
        ) : (
          <PanelMessage title="Nothing to explain yet" next="Open a page; then select any part of it to see why it was kept or dropped." />
        )}
      </Panel>
    )
  return (
    <Panel label="Why" about={`${model.count} ${info.id} ${selected}`}>
      <FormerResult info={info} />
      {selected === null || selected >= model.count ? (
        <>
          <PageStory model={model} result={result} info={info} />
          <EvidenceFold words="Which nodes came close">
            <RunnerUps model={model} result={result} selected={null} />
          </EvidenceFold>
        </>
      ) : (
        <NodeReport model={model} result={result} info={info} node={selected} />
      )}
    </Panel>
  )
}

/** Milliseconds after which it is said that an extractor is still running. */
const LATE = 400

/** Whose result is still shown, where the extractor that was chosen since takes its time. */
function FormerResult({ info }: { readonly info: ExtractorInfo }) {
  const chosen = useCurrentExtractor()
  const isFormer = chosen !== null && chosen.id !== info.id
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isFormer) return
    const timer = setTimeout(() => setLate(true), LATE)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isFormer])
  if (!isFormer || !isLate) return null
  return (
    <p className="why-former" role="status">
      {chosen.title} is still running. Until it is done, this is what {info.title} gave.
    </p>
  )
}

function NodeReport(inspected: InspectedNode) {
  const { model, result, info, node } = inspected
  const { extraction, trace } = result
  const explanation = useMemo(
    () => (trace ? explainNode(model, { extraction, trace, rules: info.rules }, node) : null),
    [model, extraction, trace, info, node],
  )
  const hidden = useMemo(() => hiddenCause(model, node), [model, node])
  const parent = model.parent[node] ?? -1
  const takenOut = explanation !== null && wasTakenOut(explanation, hidden)
  const shown = takenOut ? { ...explanation, decisive: null } : explanation
  return (
    <>
      <header className="why-head">
        <div className="row why-node">
          <code>{nodeLabel(model, node, 60)}</code>
          <FateBadge selected={extraction.selected} node={node} />
          {hidden ? <span className="fate why-hidden">{hidden.cause}</span> : null}
        </div>
        <p className="why-sentence" role="status">
          {explanation ? headline(model, explanation, hidden, formatNumber) : 'This result was made without a record of its decisions.'}
        </p>
        {model.kind[node] === ELEMENT ? (
          <p className="quiet" dir="auto">
            {textPreview(model, node, 120)}
          </p>
        ) : null}
        {parent >= 0 ? (
          <Button small tone="link" onClick={() => actions.select(parent)}>
            Parent: {nodeLabel(model, parent, 32)}
          </Button>
        ) : null}
      </header>
      <BesideReference {...inspected} />
      {shown && !takenOut ? <Decisive model={model} explanation={shown} /> : null}
      <FlipList {...inspected} />
      <EvidenceFold words="All the evidence: rules, measures, runners-up">
        {shown ? <RuleList key={node} model={model} explanation={shown} /> : null}
        {info.additive && !takenOut ? <AdditiveTerms {...inspected} spec={info.additive} /> : null}
        <MeasureList {...inspected} />
        <AncestorValues {...inspected} />
        <RunnerUps model={model} result={result} selected={node} />
        <Warnings warnings={extraction.warnings} />
      </EvidenceFold>
    </>
  )
}
