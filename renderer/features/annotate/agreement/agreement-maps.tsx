import { useMemo } from 'react'
import type { AgreementReport } from '../../../../shared/contract/corpus-contract'
import { disputesOf, rankPages } from '../../../../shared/gold/agreement'
import { Button } from '../../../components/button'
import { formatCount, formatNumber, formatShare } from '../../../components/number-format'
import { numbers, TableHead } from '../../../components/table'
import { adjudication } from '../state/adjudication'
import { useAnnotate } from '../state/annotate'
import agreementStyles from './agreement.module.css'

const MOST_ROWS = 200

export function PageName({ page, titles }: { readonly page: string; readonly titles: ReadonlyMap<string, string | undefined> }) {
  return (
    <>
      {page} <span className="quiet">{titles.get(page)}</span>
    </>
  )
}

export function usePageTitles(): ReadonlyMap<string, string | undefined> {
  const { entries } = useAnnotate((state) => state.list)
  return useMemo(() => new Map(entries.map(({ id, title }) => [id, title])), [entries])
}

export function PairMap({ report }: { readonly report: AgreementReport }) {
  const names = useMemo(() => [...new Set(report.pairs.flatMap(({ first, second }) => [first, second]))].sort(), [report])
  if (names.length < 3) return null
  const pairOf = (a: string, b: string) =>
    report.pairs.find(({ first, second }) => (first === a && second === b) || (first === b && second === a))?.agreement
  return (
    <table className={agreementStyles.pairs} data-testid="pair-map">
      <caption>Cohen’s κ of each pair, by characters</caption>
      <TableHead columns={['', ...names]} />
      <tbody>
        {names.map((row) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {names.map((column) => {
              if (row === column) return <td key={column} />
              const { kappa = null, pages = 0 } = pairOf(row, column) ?? {}
              return (
                <td
                  key={column}
                  className="bs-number"
                  style={{ '--depth': `${Math.round(Math.max(0, kappa ?? 0) * 45)}%` } as React.CSSProperties}
                  title={`${row} and ${column}: ${formatCount(pages, 'page')} in common`}
                >
                  {kappa?.toFixed(3) ?? 'n/a'}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Disputes({ report }: { readonly report: AgreementReport }) {
  const disputes = useMemo(() => disputesOf(report.pairs.map(({ agreement }) => agreement.table)), [report])
  const pages = useMemo(() => rankPages(report.pages.filter(({ copied }) => !copied)), [report])
  const titles = usePageTitles()
  const word = (label: string): string => (label === '' ? 'no label' : label)
  if (pages.length === 0) return null
  return (
    <>
      {disputes.length > 0 ? (
        <table data-testid="disputes">
          <caption>Confused labels, over all pairs</caption>
          <TableHead columns={['Labels', numbers('Characters'), numbers('Share', 'Share of all disputed characters')]} />
          <tbody>
            {disputes.slice(0, 20).map(({ labels, characters, share }) => (
              <tr key={labels.join('\n')}>
                <th scope="row">
                  {word(labels[1])} or {word(labels[0])}
                </th>
                <td className="bs-number">{formatNumber(characters)}</td>
                <td className="bs-number">{formatShare(share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <table data-testid="ranked-pages">
        <caption>Pages, lowest agreement first</caption>
        <TableHead columns={['Page', numbers('Pairs'), numbers('Same label'), numbers('Disputed characters'), '']} />
        <tbody>
          {pages.slice(0, MOST_ROWS).map(({ page, pairs, observed, disputed }) => (
            <tr key={page}>
              <th scope="row">
                <PageName {...{ page, titles }} />
              </th>
              <td className="bs-number">{formatNumber(pairs)}</td>
              <td className="bs-number">{observed === null ? 'n/a' : formatShare(observed)}</td>
              <td className="bs-number">{formatNumber(disputed)}</td>
              <td>
                <Button label="Adjudicate" small aria-label={`Adjudicate ${page}`} onClick={() => void adjudication.open(page)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pages.length > MOST_ROWS ? <p className="quiet">and {formatCount(pages.length - MOST_ROWS, 'more page')}</p> : null}
    </>
  )
}
