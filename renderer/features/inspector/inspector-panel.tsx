import { useEffect, useState, useMemo, useDeferredValue, type CSSProperties } from 'react'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { Panel, PanelMessage, SkeletonLines, PanelPart } from '../../components/panel/panel'
import { WhyCard, RunnerUps } from './why-card'
import { funnelOf } from '../../../shared/explain/funnel'
import type { PageModel } from '../../../shared/page/page-model'
import { Button } from '../../components/button'
import { formatNumber } from '../../components/number-format'
import { numbers, Table } from '../../components/table'
import { goldTextOf } from '../../window/page/gold-texts'
import { actions, useTab, useWindow, useCurrentExtractor, useResultExtractor, useTabFields, useExtractor } from '../../window/window'
import { AgainstGold } from './gold-losses'
import { Fold, type Inspected } from '../../components/evidence'
import type { Extraction } from '../../../shared/extractors/core/run'
import { probableCauses } from '../../../shared/explain/probable-causes'
import './why-card.css'
import './inspector.css'

export function InspectorPanel() {
  const { model, result, selected, extractionFailure: failure } = useTabFields('model', 'result', 'selected', 'extractionFailure')
  const info = useResultExtractor()
  if (!model || !result || !info)
    return (
      <Panel label="Why">
        {failure && !result ? (
          <PanelMessage tone="failed" title={failure.message} next={failure.next} />
        ) : (
          <div className="why-skeleton" aria-busy="true">
            <SkeletonLines count={3} />
          </div>
        )}
      </Panel>
    )
  return (
    <Panel label="Why" about={`${model.count} ${info.id} ${selected}`}>
      <FormerResult info={info} hasFailed={failure !== null} />
      {selected === null || selected >= model.count ? (
        <PageStory model={model} result={result} info={info} />
      ) : (
        <WhyCard model={model} result={result} info={info} node={selected} />
      )}
    </Panel>
  )
}

const NOTE_AFTER_MS = 400

function FormerResult({ info, hasFailed }: { readonly info: ExtractorInfo; readonly hasFailed: boolean }) {
  const chosen = useCurrentExtractor()
  const isFormer = chosen !== null && chosen.id !== info.id
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isFormer) return
    const timer = setTimeout(() => setLate(true), NOTE_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isFormer])
  if (!isFormer || (!isLate && !hasFailed)) return null
  return (
    <p className="why-previous" role="status">
      {chosen.title} {hasFailed ? 'failed' : 'is still running'}. Below is the result of {info.title}.
    </p>
  )
}

function PageStory(inspected: Inspected) {
  const { model, result, info } = inspected
  const { extraction, trace } = result
  const gold = useTab(goldTextOf)
  const hasMarks = useTab(({ view }) => view.kept && view.dim && !view.gold)
  const funnel = useMemo(() => funnelOf(model, extraction, trace, info.rules), [model, extraction, trace, info])
  const most = Math.max(1, funnel.all.words)
  // Rules that only mark ancestors of kept content drop nothing, so skip these rules.
  const ruled = funnel.rules.filter(({ through, out }) => through + out > 0)
  const removed = funnel.removed.map(({ cause, words }) => `${formatNumber(words)} ${cause}`).join(', ')
  return (
    <div className="stack why-card">
      {gold === null ? (
        <header>
          <h2 className="why-title">{info.title}</h2>
          <p>{info.summary}</p>
        </header>
      ) : (
        <AgainstGold {...inspected} />
      )}
      <p className="quiet">
        {(funnel.measured.words === 0 && extraction.warnings[0]) ||
          `${hasMarks ? 'Green text is kept, faded text is dropped. ' : ''}Click any part of the page to see the reason.`}
      </p>
      <ProbableCauses model={model} extraction={extraction} />
      <Fold title="Steps and runners-up">
        <Table
          className="why-funnel"
          columns={['stage', numbers('nodes'), numbers('words left', 'Words that can still be kept; no word counts twice')]}
        >
          <Stage label="The whole page" {...funnel.all} most={most} />
          <Stage label="After cleaning" note={removed === '' ? '' : `Words removed: ${removed}.`} {...funnel.measured} most={most} />
          {ruled.map((stage) => (
            <Stage
              key={`${stage.rule} ${stage.perLine}`}
              label={stage.spec?.label ?? stage.rule}
              note={`${formatNumber(stage.through)} of ${formatNumber(stage.tested)} ${stage.perLine ? 'lines' : 'nodes'} passed`}
              nodes={stage.perLine ? null : stage.through}
              words={stage.words}
              most={most}
              onGo={stage.first >= 0 ? () => actions.select(stage.first) : undefined}
            />
          ))}
          <Stage label="Kept" {...funnel.kept} most={most} isKept />
        </Table>
        <RunnerUps model={model} result={result} selected={null} />
      </Fold>
    </div>
  )
}

interface StageProps {
  readonly label: string
  readonly note?: string
  readonly nodes: number | null
  readonly words: number
  readonly most: number
  readonly isKept?: boolean
  readonly onGo?: () => void
}

function Stage({ label, note = '', nodes, words, most, isKept = false, onGo }: StageProps) {
  return (
    <tr data-kept={isKept || undefined}>
      <th scope="row">
        {onGo ? <Button label={label} small tone="link" onClick={onGo} title="Go to the first node that passed this rule" /> : label}
        {note === '' ? null : <span className="dim why-funnel-note">{note}</span>}
        <span className="why-funnel-bar" style={{ '--share': `${(words / most) * 100}%` } as CSSProperties} />
      </th>
      <td className="bs-number">{formatNumber(nodes)}</td>
      <td className="bs-number">{formatNumber(words)}</td>
    </tr>
  )
}

function ProbableCauses({ model, extraction }: { readonly model: PageModel; readonly extraction: Extraction }) {
  const mode = useTab((tab) => tab.page?.mode ?? null)
  const status = useTab((tab) => tab.page?.status ?? null)
  const isPublished = useWindow((state) => state.host?.published !== undefined)
  const dropUnseen = useExtractor(extraction.extractor)?.params.dropUnseen?.label
  const facts = useMemo(() => ({ model, extraction, mode, status, dropUnseen }), [model, extraction, mode, status, dropUnseen])
  const deferred = useDeferredValue(facts, null)
  const causes = useMemo(() => (deferred ? probableCauses(deferred.model, deferred.extraction.selected, deferred) : []), [deferred])
  if (causes.length === 0 || deferred?.model !== model) return null
  return (
    <PanelPart title="If the result is not what you expect">
      <ul className="stack">
        {causes.map(({ kind, sentence, next, node }) => (
          <li key={kind}>
            {sentence} <span className="quiet">{next}</span>{' '}
            {!isPublished && (kind === 'built-by-scripts' || kind === 'in-frames') ? (
              <Button label="Capture rendered" small onClick={() => actions.setMode('rendered')} />
            ) : null}{' '}
            {node === null ? null : <Button label="Show node" small tone="link" onClick={() => actions.select(node)} />}
          </li>
        ))}
      </ul>
    </PanelPart>
  )
}
