import { useMemo } from 'react'
import type { ExtractionResult } from '../../../shared/contract/contract'
import { coverageWarning, visibleCoverage } from '../../../shared/explain/coverage'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { PageModel } from '../../../shared/page/page-model'
import { formatNumber, formatShare } from '../../components/number-format'
import { Button } from '../../components/button'
import { PanelPart } from '../../components/panel/panel'
import { numbers, TableHead } from '../../components/table-head'
import type { ComparisonEntry } from '../../window/compare'
import { actions } from '../../window/window'

interface CoverageProps {
  readonly model: PageModel
  /** Extractor in view; its own result counts, with the values it was given. */
  readonly current: string
  readonly own: ExtractionResult
  readonly extractors: readonly ExtractorInfo[]
  readonly entries: Readonly<Record<string, ComparisonEntry>>
}

/** Share of the visible text that each extractor keeps, with a warning where that is suspicious. */
export function CoverageTable({ model, current, own, extractors, entries }: CoverageProps) {
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
  const seen = rows.find((row) => row.coverage)?.coverage?.seen ?? 0
  return (
    <PanelPart title="Text kept by each extractor" extra={<span className="quiet">{formatNumber(seen)} characters are seen</span>}>
      <table className="coverage">
        <TableHead columns={['extractor', numbers('of characters seen'), numbers('characters')]} />
        <tbody>
          {rows.map(({ info, coverage, running, failure, warning }) => (
            <tr key={info.id} aria-current={info.id === current ? 'true' : undefined}>
              <th scope="row">
                <Button small tone="link" onClick={() => actions.setExtractor(info.id)} title={info.summary}>
                  {info.title}
                </Button>
                {warning ? <span className="dot coverage-warning">{warning}</span> : null}
                {failure ? <span className="dot coverage-warning">{failure.message}</span> : null}
              </th>
              <td className="bs-number coverage-cell">
                {coverage ? <span className="coverage-bar" style={{ inlineSize: `${coverage.share * 100}%` }} /> : null}
                <span className="coverage-value">{coverage ? formatShare(coverage.share) : running ? '…' : '–'}</span>
              </td>
              <td className="bs-number">{coverage ? formatNumber(coverage.kept) : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PanelPart>
  )
}
