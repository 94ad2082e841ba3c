import { X } from 'lucide-react'
import { IconButton } from '../../../components/button'
import { formatNumber, formatShare } from '../../../components/number-format'
import { annotate, useAnnotate } from '../state/annotate'
import pageStyles from './pages.module.css'

const MOST_ROWS = 200

/** What adding, importing or exporting did: pages, problems with their place, how well gold texts were found. */
export function BatchReport() {
  const report = useAnnotate((state) => state.outcome)
  if (!report) return null
  const { added, known, problems, coverage, notes = [] } = report.outcome
  const pages = report.pages ?? added.length
  const poor = coverage.filter((c) => c.coverage < 0.98)
  return (
    <div className={pageStyles.report} role="status" data-testid="batch-report">
      <div>
        <span>
          {report.title}: {formatNumber(pages)} {pages === 1 ? 'page' : 'pages'}
          {known > 0 ? `, ${formatNumber(known)} ${report.knownAre ?? 'were there already'}` : ''}
          {problems.length > 0 ? `, ${formatNumber(problems.length)} with problems` : ''}
          {coverage.length > 0
            ? `, gold text found: ${formatShare(coverage.reduce((sum, c) => sum + c.coverage, 0) / coverage.length)} of the words`
            : ''}
        </span>
        <IconButton icon={X} label="Dismiss" onClick={() => annotate.dismissOutcome()} />
      </div>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {problems.length + poor.length > 0 ? (
        <details>
          <summary>
            {problems.length > 0 ? `${formatNumber(problems.length)} ${problems.length === 1 ? 'problem' : 'problems'}` : ''}
            {problems.length > 0 && poor.length > 0 ? ', ' : ''}
            {poor.length > 0 ? `${formatNumber(poor.length)} ${poor.length === 1 ? 'gold text' : 'gold texts'} not wholly found` : ''}
          </summary>
          <ul className="bulleted">
            {problems.slice(0, MOST_ROWS).map(({ place, failure }, i) => (
              <li key={i}>
                <code>{place}</code> {failure.message} <span className="quiet">{failure.next}</span>
              </li>
            ))}
            {poor.slice(0, MOST_ROWS).map(({ page, coverage: share, missing }) => (
              <li key={page}>
                <code>{page}</code> {formatShare(share)} found, {formatNumber(missing)} words missing
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}
