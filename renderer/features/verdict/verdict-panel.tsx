import { useEffect, useMemo } from 'react'
import { gaugeOf } from '../../../shared/explain/gauge'
import { nodeLabel, textPreview } from '../../../shared/explain/node-label'
import type { Verdict, ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { formatNumber, formatShare } from '../../components/number-format'
import { Button } from '../../components/button'
import { Gauge } from '../../components/gauge/gauge'
import { Warnings } from '../../components/evidence'
import { Panel, PanelMessage, PanelPart } from '../../components/panel/panel'
import { BarCell, numbers, Table } from '../../components/table'
import { ensureCompared, useComparison, type ComparisonEntry } from '../../window/compare'
import { actions, useWindow, useResultExtractor, useTabFields } from '../../window/window'
import type { ExtractionResult } from '../../../shared/contract/contract'
import { coverageWarning, visibleCoverage } from '../../../shared/explain/coverage'
import './verdict.css'

export function VerdictPanel() {
  const { model, page, preset, result } = useTabFields('model', 'page', 'preset', 'result')
  const info = useResultExtractor()
  const extractors = useWindow((state) => state.extractors)
  const entries = useComparison((comparison) => comparison.entries)

  // Wait for the result of the current extractor before the other extractors run.
  const ready = result !== null
  useEffect(() => {
    if (!page || !ready) return
    const ids = extractors.map(({ id }) => id)
    const timer = setTimeout(() => void ensureCompared(ids, false), 300)
    return () => clearTimeout(timer)
    // A change of the page options creates a new model, and the new model needs new results.
  }, [page, model, preset, ready, extractors])

  if (!model || !result || !info) {
    return (
      <Panel label="Verdict">
        <PanelMessage
          title="No verdict yet"
          next="Verdict states whether a page is an article or an overview, and how much of its text each extractor keeps."
        />
      </Panel>
    )
  }
  const own = result.extraction.verdict
  const others = extractors.flatMap((extractor) => {
    const verdict = extractor.id === info.id ? undefined : entries[extractor.id]?.result?.extraction.verdict
    return verdict ? [{ extractor, verdict }] : []
  })
  return (
    <Panel label="Verdict">
      {own ? (
        <VerdictReport title={`Verdict of ${info.title}`} verdict={own} model={model} />
      ) : (
        <PanelPart title="Verdict">
          <p className="quiet">
            {info.title} does not determine the type of a page{others.length > 0 ? '. These extractors do:' : '.'}
          </p>
        </PanelPart>
      )}
      {others.map(({ extractor, verdict }) => (
        <VerdictReport key={extractor.id} title={`Verdict of ${extractor.title}`} verdict={verdict} model={model} />
      ))}
      <CoverageTable model={model} current={info.id} own={result} extractors={extractors} entries={entries} />
      <Warnings warnings={result.extraction.warnings} />
    </Panel>
  )
}

const SHOWN_EVIDENCE = 5

/**
 * Returns the beginning of the parent's text per node, to distinguish equal links such as “read more”. The text is empty if it does not
 * distinguish the node.
 */
function contextsOf(model: PageModel, nodes: readonly NodeId[]): readonly string[] {
  const contexts = nodes.map((node) => {
    const parent = model.parent[node] ?? -1
    return parent < 0 || parent === model.body ? '' : textPreview(model, parent, 60)
  })
  return contexts.map((context) => (contexts.indexOf(context) === contexts.lastIndexOf(context) ? context : ''))
}

function VerdictReport({ title, verdict, model }: { readonly title: string; readonly verdict: Verdict; readonly model: PageModel }) {
  const { evidence } = verdict
  const shown = evidence.slice(0, SHOWN_EVIDENCE)
  const contexts = contextsOf(model, shown)
  return (
    <PanelPart title={title}>
      <strong className="verdict-type">{verdict.pageType === 'article' ? 'Article' : 'Overview page'}</strong>
      <VerdictGauge verdict={verdict} label={title} />
      <p>{verdict.sentence}</p>
      {evidence.length > 0 ? (
        <>
          <h4 className="quiet verdict-sub">
            Evidence, {evidence.length === 1 ? 'one element' : `${formatNumber(evidence.length)} elements`}
          </h4>
          <ul className="verdict-list">
            {shown.map((node, i) => (
              <li key={node} onMouseEnter={() => actions.hover(node)} onMouseLeave={() => actions.hover(null)}>
                <Button small tone="link" onClick={() => actions.select(node)} onFocus={() => actions.hover(node)}>
                  <bdi className="cut">{textPreview(model, node, 60) || nodeLabel(model, node, 40)}</bdi>
                </Button>
                <span className="dim space cut">{contexts[i]}</span>
              </li>
            ))}
          </ul>
          {evidence.length > SHOWN_EVIDENCE ? <p className="quiet">and {formatNumber(evidence.length - SHOWN_EVIDENCE)} more</p> : null}
        </>
      ) : null}
    </PanelPart>
  )
}

function VerdictGauge({ verdict: { value, limit }, label }: { readonly verdict: Verdict; readonly label: string }) {
  const places = gaugeOf(value, limit)
  if (!places) return null
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(value, limit, 1)}
      aria-valuenow={Math.max(0, value)}
      aria-valuetext={`${formatNumber(value)}, limit ${formatNumber(limit)}`}
    >
      <Gauge places={places} value={formatNumber(value)} limit={`limit ${formatNumber(limit)}`} zone="right" />
    </div>
  )
}

interface CoverageProps {
  readonly model: PageModel
  readonly current: string
  readonly own: ExtractionResult
  readonly extractors: readonly ExtractorInfo[]
  readonly entries: Readonly<Record<string, ComparisonEntry>>
}

function CoverageTable({ model, current, own, extractors, entries }: CoverageProps) {
  const rows = useMemo(
    () =>
      extractors.map((info) => {
        const entry = entries[info.id]
        const result = info.id === current ? own : (entry?.result ?? null)
        const coverage = result ? visibleCoverage(model, result.extraction.selected) : null
        return {
          info,
          coverage,
          running: !result && entry?.status === 'running',
          failure: result ? null : (entry?.failure ?? null),
          warning: coverage ? coverageWarning(coverage) : null,
        }
      }),
    [model, current, own, extractors, entries],
  )
  const visible = rows.find((row) => row.coverage)?.coverage?.seen ?? 0
  return (
    <PanelPart title="Text kept by each extractor" extra={<span className="quiet">{formatNumber(visible)} visible characters</span>}>
      <Table className="coverage" columns={['extractor', numbers('share of visible text'), numbers('characters')]}>
        {rows.map(({ info, coverage, running, failure, warning }) => (
          <tr key={info.id} aria-current={info.id === current ? 'true' : undefined}>
            <th scope="row">
              <Button label={info.title} small tone="link" onClick={() => actions.setExtractor(info.id)} title={info.summary} />
              {warning ? <span className="dot coverage-warning">{warning}</span> : null}
              {failure ? <span className="dot coverage-warning">{failure.message}</span> : null}
            </th>
            <BarCell share={coverage?.share ?? null}>{coverage ? formatShare(coverage.share) : running ? '…' : '–'}</BarCell>
            <td className="bs-number">{coverage ? formatNumber(coverage.kept) : ''}</td>
          </tr>
        ))}
      </Table>
    </PanelPart>
  )
}
