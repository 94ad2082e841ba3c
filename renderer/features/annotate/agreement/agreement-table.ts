import { csvText, escapeLatex } from '../../../../shared/base/escape'
import { valueAt } from '../../../../shared/base/once'
import type { AgreementReport, GroupAgreement } from '../../../../shared/contract/corpus-data'
import { latexTable } from '../../../../shared/evaluation/table-text'
import { agreementOf, sumOf, type Agreement, type AgreementTable } from '../../../../shared/gold/agreement'
import type { CountsAsContent } from '../../../../shared/gold/gold-text'

interface AgreementRow {
  /** Kind of the row: `all`, `pair`, `label` or `page type`. */
  readonly of: string
  readonly name: string
  readonly pages: number
  readonly values: Readonly<Partial<Record<Head, number | null>>>
}

const HEADS = ['alpha', 'alpha low', 'alpha high', 'Fleiss kappa', 'Cohen kappa', 'F1', 'same label'] as const
type Head = (typeof HEADS)[number]

const UNITS = ['characters', 'blocks', 'pageTypes'] as const satisfies readonly (keyof GroupAgreement)[]

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
    ...UNITS.map((unit): AgreementRow => {
      const { pages: count, alpha, alphaInterval, kappa } = group[unit]
      const values = { alpha, 'alpha low': alphaInterval?.low, 'alpha high': alphaInterval?.high, 'Fleiss kappa': kappa }
      return { of: 'all', name: unit === 'pageTypes' ? 'page types' : unit, pages: count, values }
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
