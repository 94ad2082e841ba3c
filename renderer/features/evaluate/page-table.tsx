import type { RunDetails } from '../../../shared/contract/evaluation-contract'
import type { MetricId } from '../../../shared/evaluation/metric-list'
import { Button } from '../../components/button'
import { evaluation } from './state/evaluation'
import { metricLabel } from './metric-select'
import { formatScore } from '../../components/number-format'

interface PageTableProps {
  readonly title: string
  readonly details: RunDetails
  readonly pages: readonly string[]
  readonly configuration: number
  readonly metric: MetricId
}

const MOST = 50

/** Pages behind a mark of a chart, each with the way to open it. */
export function PageTable({ title, details, pages, configuration, metric }: PageTableProps) {
  const wanted = new Set(pages)
  const found = details.results.filter(({ facts }) => wanted.has(facts.page))
  return (
    <section className="evaluate-details" aria-label={title}>
      <h3>{title}</h3>
      {found.length === 0 ? <p className="quiet">No page.</p> : null}
      <table>
        <tbody>
          {found.slice(0, MOST).map(({ facts, rows }) => (
            <tr key={facts.page}>
              <th scope="row">{facts.url ?? facts.page}</th>
              <td title={metricLabel(metric)}>{formatScore(rows[configuration]?.metrics[metric])}</td>
              <td className="evaluate-left">{rows[configuration]?.errors.join(', ')}</td>
              <td>
                <Button small onClick={() => void evaluation.openPage(facts.page, 'inspect', configuration)}>
                  Inspect
                </Button>{' '}
                <Button small onClick={() => void evaluation.openPage(facts.page, 'compare', configuration)}>
                  Compare
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {found.length > MOST ? <p className="quiet">and {found.length - MOST} more; see Pages.</p> : null}
    </section>
  )
}
