import type { RunDetails } from '../../../../shared/contract/evaluation-contract'
import type { PageResult } from '../../../../shared/evaluation/evaluation-row'
import { metricInfo, type MetricId } from '../../../../shared/evaluation/metric-list'

export interface Listed {
  readonly order: 'worst' | 'spread' | 'page'
  readonly error: string
  readonly tag: string
  readonly type: string
  readonly search: string
  readonly page: string | null
  readonly isFirst: boolean
}

export const AT_FIRST: Listed = { order: 'worst', error: '', tag: '', type: '', search: '', page: null, isFirst: false }

const textOf = ({ page, url }: PageResult['facts'], triage: RunDetails['triage']): string =>
  `${page}\n${url ?? ''}\n${triage[page]?.note ?? ''}`.toLowerCase()

export interface Entry {
  readonly result: PageResult
  readonly value: number | null
  /** Largest minus smallest value of the extractors on the page. */
  readonly spread: number
  readonly errors: readonly string[]
}

export function listedEntries(
  { results, triage }: RunDetails,
  metric: MetricId,
  focus: number,
  { order, error, tag, type, search }: Omit<Listed, 'page' | 'isFirst'>,
): Entry[] {
  const { larger } = metricInfo(metric)
  const all = results.map((result): Entry => {
    const values = result.rows.flatMap(({ metrics }) => metrics[metric] ?? [])
    const row = result.rows[focus]
    return {
      result,
      value: row?.metrics[metric] ?? null,
      spread: values.length > 1 ? Math.max(...values) - Math.min(...values) : 0,
      errors: row?.failure ? [row.failure.message] : (row?.errors ?? []),
    }
  })
  const bad = ({ value }: Entry): number => (value === null ? 2 : larger ? value : 1 - value)
  const phrase = search.trim().toLowerCase()
  const shown = all.filter(
    ({ errors, result }) =>
      (type === '' || result.facts.pageType === type) &&
      textOf(result.facts, triage).includes(phrase) &&
      (error === '' || errors.includes(error)) &&
      (tag === '' || (triage[result.facts.page]?.tags.includes(tag) ?? false)),
  )
  if (order === 'worst') shown.sort((a, b) => bad(a) - bad(b))
  else if (order === 'spread') shown.sort((a, b) => b.spread - a.spread)
  return shown
}
