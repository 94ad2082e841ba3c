import { useMemo } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { kindOfPage } from '../../../shared/evaluation/evaluation-row'
import { counted } from '../../../shared/base/written-number'
import { pageTypeOf } from '../../../shared/gold/gold-file'
import { scoreVerdicts } from '../../../shared/metrics/overview-verdict'
import { PanelMessage } from '../../components/panel/panel'
import { Table } from '../../components/table'
import { formatScore } from '../../components/number-format'

export function VerdictView({ details }: { readonly details: RunDetails }) {
  const columns = useMemo(
    () =>
      details.run.names.flatMap((name, c) => {
        const pages = details.results.map(({ facts, rows }) => {
          const verdict = rows[c]?.verdict ?? null
          const kind = kindOfPage(facts)
          return { isOverview: kind === null ? null : kind === 'overview', overview: verdict === null ? null : verdict === 'overview' }
        })
        return pages.some(({ overview }) => overview !== null) ? [{ name, score: scoreVerdicts(pages) }] : []
      }),
    [details],
  )
  const unknown = useMemo(() => {
    const types = details.results.flatMap(({ facts }) => (kindOfPage(facts) === null ? (pageTypeOf(facts.pageType) ?? 'no type') : []))
    return [...new Set(types)].sort().map((type) => `${type} (${types.filter((one) => one === type).length})`)
  }, [details])
  if (columns.length === 0)
    return (
      <PanelMessage
        title="No extractor of this run has a verdict"
        next="Only some extractors, such as TextSweeper, report whether a page is an article or an overview page."
      />
    )
  return (
    <div className="row evaluate-verdicts">
      {columns.map(({ name, score }) => (
        <section key={name} className="stack">
          <h3>{name}</h3>
          <Table columns={['Page type', 'Verdict: overview', 'Verdict: article']}>
            <tr>
              <th scope="row">overview, collection or listing</th>
              <td>{score.matrix.overviewAsOverview}</td>
              <td>{score.matrix.overviewAsContent}</td>
            </tr>
            <tr>
              <th scope="row">page with its own content</th>
              <td>{score.matrix.contentAsOverview}</td>
              <td>{score.matrix.contentAsContent}</td>
            </tr>
          </Table>
          <p className="quiet">
            Precision {formatScore(score.precision)}, recall {formatScore(score.recall)}, F1 {formatScore(score.f1)}, accuracy{' '}
            {formatScore(score.accuracy)}.{score.matrix.unknown > 0 ? ` Not counted: ${counted(score.matrix.unknown, 'page')}.` : ''}
          </p>
        </section>
      ))}
      {unknown.length > 0 ? (
        <p className="quiet">Not counted, because Boilerscope does not know whether these types are overviews: {unknown.join(', ')}.</p>
      ) : null}
    </div>
  )
}
