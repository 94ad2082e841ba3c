import { useMemo, useState } from 'react'
import type { PairAgreement } from '../../../../shared/contract/corpus-contract'
import { Button } from '../../../components/button'
import { formatNumber, formatShare } from '../../../components/number-format'
import { annotate, useAnnotate } from '../state/annotate'
import { adjudication, useAdjudication } from '../state/adjudication'
import { AdjudicateView } from './adjudicate-view'

/** How far annotators agree, over the corpus and page by page; a page opens side by side. */
export function AgreementView() {
  const report = useAnnotate((state) => state.agreement)
  const task = useAnnotate((state) => state.task)
  const blind = useAnnotate((state) => state.preferences.blind)
  const open = useAdjudication((state) => state.open)
  const loading = useAdjudication((state) => state.loading)
  const [pair, setPair] = useState<PairAgreement | null>(null)
  const chosen =
    report?.pairs.find((p) => p.first === pair?.first && p.second === pair?.second) ?? report?.pairs.find((p) => p.agreement.pages > 0)
  const pages = useMemo(
    () =>
      (report?.pages ?? [])
        .filter((p) => p.first === chosen?.first && p.second === chosen.second)
        .sort((a, b) => (a.agreement.f1 ?? 2) - (b.agreement.f1 ?? 2)),
    [report, chosen],
  )
  if (open) return <AdjudicateView open={open} />
  return (
    <div className="agreement">
      <div className="annotate-buttons">
        <Button tone="strong" disabled={task !== null || blind} onClick={() => void annotate.readAgreement()}>
          {report ? 'Compare again' : 'Compare the annotators'}
        </Button>
        <span className="annotate-quiet">
          {blind
            ? 'You label blind: others’ labels are hidden. Take the tick away above to compare.'
            : 'Pages that both have finished count; characters are the unit, white space aside.'}
        </span>
        {loading ? <span role="status">Opening …</span> : null}
      </div>
      {report && !blind ? (
        <>
          <table data-testid="agreement-table">
            <caption>All pages in common</caption>
            <thead>
              <tr>
                <th scope="col">Annotators</th>
                <th scope="col" className="bs-number">
                  Pages in common
                </th>
                <th scope="col" className="bs-number">
                  Cohen’s κ
                </th>
                <th scope="col" className="bs-number">
                  F1
                </th>
                <th scope="col" className="bs-number">
                  Same label
                </th>
              </tr>
            </thead>
            <tbody>
              {report.pairs.map((p) => (
                <tr key={`${p.first} ${p.second}`} aria-current={p === chosen || undefined}>
                  <th scope="row">
                    <button type="button" className="agreement-pair" onClick={() => setPair(p)}>
                      {p.first} and {p.second}
                    </button>
                  </th>
                  <td className="bs-number">{formatNumber(p.agreement.pages)}</td>
                  <td className="bs-number">{kappa(p.agreement.kappa)}</td>
                  <td className="bs-number">{orNone(p.agreement.f1)}</td>
                  <td className="bs-number">{orNone(p.agreement.observed)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {report.pairs.length === 0 ? <p className="annotate-quiet">No two annotators have finished pages yet.</p> : null}
          {chosen && pages.length > 0 ? (
            <table>
              <caption>
                {chosen.first} and {chosen.second}, page by page, least agreement first
              </caption>
              <thead>
                <tr>
                  <th scope="col">Page</th>
                  <th scope="col" className="bs-number">
                    Cohen’s κ
                  </th>
                  <th scope="col" className="bs-number">
                    F1
                  </th>
                  <th scope="col" className="bs-number">
                    Same label
                  </th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {pages.slice(0, 1000).map(({ page, first, second, agreement }) => (
                  <tr key={page}>
                    <th scope="row">{page}</th>
                    <td className="bs-number">{kappa(agreement.kappa)}</td>
                    <td className="bs-number">{orNone(agreement.f1)}</td>
                    <td className="bs-number">{orNone(agreement.observed)}</td>
                    <td>
                      <Button aria-label={`Side by side: ${page}`} onClick={() => void adjudication.open(page, [first, second])}>
                        Side by side
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : null}
          {report.problems.length > 0 ? (
            <ul>
              {report.problems.map(({ place, failure }) => (
                <li key={place}>
                  <code>{place}</code> {failure.message}
                </li>
              ))}
            </ul>
          ) : null}
        </>
      ) : null}
    </div>
  )
}

/** κ with three decimals, "n/a" where it has no meaning. */
function kappa(value: number | null): string {
  return value === null ? 'n/a' : value.toFixed(3).replace('-', '−')
}

function orNone(value: number | null): string {
  return value === null ? 'n/a' : formatShare(value)
}
