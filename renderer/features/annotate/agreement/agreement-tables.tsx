import { useMemo } from 'react'
import { disputesOf, rankPages, agreementOf, sumOf, type Agreement, type AgreementTable } from '../../../../shared/gold/agreement'
import { Button } from '../../../components/button'
import { formatCount, formatNumber, formatShare } from '../../../components/number-format'
import { DataTable, numbers, TableHead } from '../../../components/table'
import { adjudication } from '../state/adjudication'
import { useAnnotate } from '../state/annotate'
import agreementStyles from './agreement.module.css'
import { csvText, escapeLatex } from '../../../../shared/base/escape'
import { valueAt } from '../../../../shared/base/once'
import type { AgreementReport } from '../../../../shared/contract/corpus-contract'
import { latexTable } from '../../../../shared/evaluation/table-text'
import type { CountsAsContent } from '../../../../shared/gold/gold-text'

const MOST_ROWS = 200

export const formatShareOrNone = (value: number | null): string => (value === null ? 'n/a' : formatShare(value))

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
        <DataTable
          data-testid="disputes"
          caption="Confused labels, over all pairs"
          columns={['Labels', numbers('Characters'), numbers('Share', 'Share of all disputed characters')]}
          rows={disputes.slice(0, 20).map(({ labels, characters, share }) => ({
            key: labels.join('\n'),
            cells: [`${word(labels[1])} or ${word(labels[0])}`, formatNumber(characters), formatShare(share)],
          }))}
        />
      ) : null}
      <DataTable
        data-testid="ranked-pages"
        caption="Pages, lowest agreement first"
        columns={['Page', numbers('Pairs'), numbers('Same label'), numbers('Disputed characters'), '']}
        rows={pages.slice(0, MOST_ROWS).map(({ page, pairs, observed, disputed }) => {
          const name = <PageName {...{ page, titles }} />
          const open = <Button label="Adjudicate" small aria-label={`Adjudicate ${page}`} onClick={() => void adjudication.open(page)} />
          return { key: page, cells: [name, formatNumber(pairs), formatShareOrNone(observed), formatNumber(disputed), open] }
        })}
      />
      {pages.length > MOST_ROWS ? <p className="quiet">and {formatCount(pages.length - MOST_ROWS, 'more page')}</p> : null}
    </>
  )
}

interface AgreementRow {
  /** Kind of the row: `all`, `pair`, `label` or `page type`. */
  readonly of: string
  readonly name: string
  readonly pages: number
  readonly values: Readonly<Partial<Record<(typeof HEADS)[number], number | null>>>
}

const HEADS = ['alpha', 'alpha low', 'alpha high', 'Fleiss kappa', 'Cohen kappa', 'F1', 'same label'] as const

export const UNITS = [
  { id: 'characters', label: 'Characters', title: 'All characters of the page except white space, each with its label or “no label”' },
  { id: 'blocks', label: 'Blocks', title: 'All blocks of the page, each with the label of more than half of its characters' },
  { id: 'pageTypes', label: 'Page types', title: 'All pages with a type, each with the annotator’s type' },
] as const

const ofPair = ({ kappa, f1, observed }: Agreement): AgreementRow['values'] => ({ 'Cohen kappa': kappa, F1: f1, 'same label': observed })

/** Returns the rows of a report. Rows of a label or page type sum the pages of all pairs, except pages with copied labels. */
export function agreementRows(report: AgreementReport, pageTypes: ReadonlyMap<string, string>, counts: CountsAsContent): AgreementRow[] {
  const { group, pairs } = report
  const pages = report.pages.filter(({ copied }) => !copied)
  const tables = pages.map(({ agreement }) => agreement.table)
  const labels = [...new Set(tables.flatMap((table) => [...Object.keys(table), ...Object.values(table).flatMap(Object.keys)]))]
  const byType = new Map<string, AgreementTable[]>()
  for (const { page, agreement } of pages) {
    const type = pageTypes.get(page)
    if (type !== undefined) valueAt(byType, type, () => []).push(agreement.table)
  }
  return [
    ...UNITS.map(({ id, label }): AgreementRow => {
      const { pages: count, alpha, alphaInterval, kappa } = group[id]
      const values = { alpha, 'alpha low': alphaInterval?.low, 'alpha high': alphaInterval?.high, 'Fleiss kappa': kappa }
      return { of: 'all', name: label.toLowerCase(), pages: count, values }
    }),
    ...pairs.map(({ first, second, agreement }) => {
      return { of: 'pair', name: `${first} and ${second}`, pages: agreement.pages, values: ofPair(agreement) }
    }),
    ...labels
      .filter((label) => label !== '')
      .sort()
      .map((label) => {
        const agreement = agreementOf(tables.map((table) => sumOf([table], (other) => (other === label ? label : ''))))
        return { of: 'label', name: label, pages: agreement.pages, values: ofPair(agreement) }
      }),
    ...[...byType]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([type, typed]) => ({ of: 'page type', name: type, pages: typed.length, values: ofPair(agreementOf(typed, counts)) })),
  ]
}

export function agreementCsv(rows: readonly AgreementRow[]): string {
  return csvText([
    ['of', 'name', 'pages', ...HEADS],
    ...rows.map(({ of, name, pages, values }) => [of, name, pages, ...HEADS.map((head) => values[head])]),
  ])
}

export function agreementLatex(rows: readonly AgreementRow[]): string {
  const heads = ['', 'Pages', '$\\alpha$', "Fleiss' $\\kappa$", "Cohen's $\\kappa$", 'F1', 'Same label']
  const value = (number: number | null | undefined): string => number?.toFixed(3) ?? '--'
  const lines = rows.flatMap(({ of, name, pages, values }, i) => {
    const { alpha, 'alpha low': low, 'alpha high': high } = values
    const interval = low === undefined ? '' : ` {\\scriptsize [${value(low)}, ${value(high)}]}`
    const others = HEADS.slice(3).map((head) => value(values[head]))
    const line = [escapeLatex(name), String(pages), `${value(alpha)}${interval}`, ...others]
    return i > 0 && of !== rows[i - 1]?.of ? ['\\midrule', line] : [line]
  })
  const caption =
    "Agreement of the annotators: of all together (Krippendorff's $\\alpha$ with 95\\,\\% bootstrap intervals over pages, Fleiss' $\\kappa$), of pairs, by label and by page type; pairs by characters without white space."
  return ['% \\usepackage{booktabs}', ...latexTable(caption, [heads, ...lines], ['\\label{tab:agreement}']), ''].join('\n')
}
