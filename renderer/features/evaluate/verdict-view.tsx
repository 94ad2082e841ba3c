import { useMemo } from 'react'
import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import { scoreVerdicts } from '../../../shared/metrics/overview-verdict'
import { PanelMessage } from '../../components/panel/panel'

/** Confusion matrix of every column that says whether a page is an overview. */
export function VerdictView({ details }: { readonly details: RunDetails }) {
  const columns = useMemo(
    () =>
      details.run.names.flatMap((name, c) => {
        const pages = details.results.map(({ facts, rows }) => {
          const verdict = rows[c]?.verdict ?? null
          return { pageType: facts.pageType, overview: verdict === null ? null : verdict === 'overview' }
        })
        return pages.some(({ overview }) => overview !== null) ? [{ name, score: scoreVerdicts(pages) }] : []
      }),
    [details],
  )
  if (columns.length === 0)
    return (
      <PanelMessage
        title="No column of this run gives a verdict"
        next="Add an extractor that tells overview pages from articles, such as TextSweeper."
      />
    )
  return (
    <div className="evaluate-verdicts">
      {columns.map(({ name, score }) => (
        <section key={name}>
          <h3>{name}</h3>
          <table>
            <thead>
              <tr>
                <th scope="col">Page is</th>
                <th scope="col">said overview</th>
                <th scope="col">said article</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">an overview</th>
                <td>{score.matrix.overviewAsOverview}</td>
                <td>{score.matrix.overviewAsContent}</td>
              </tr>
              <tr>
                <th scope="row">article, forum, other</th>
                <td>{score.matrix.contentAsOverview}</td>
                <td>{score.matrix.contentAsContent}</td>
              </tr>
            </tbody>
          </table>
          <p className="evaluate-quiet">
            Precision {score.precision.toFixed(3)}, recall {score.recall.toFixed(3)}, accuracy {score.accuracy.toFixed(3)}.{' '}
            {score.matrix.unknown} pages of unknown type are not counted.
          </p>
        </section>
      ))}
    </div>
  )
}
