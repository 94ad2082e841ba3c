import { GROUPINGS, type Grouping, type ScoreSums } from '../../../shared/evaluation/score-sums'
import type { MetricId, NamedCorpus } from '../../../shared/evaluation/evaluation-row'
import { NAMED_CORPORA } from '../../../shared/evaluation/published/leaderboards'
import { corpusOf, groupTable, metricTable, withComparisons, withPublished } from '../../../shared/evaluation/result-table'
import { tablesText, type TableFormat } from '../../../shared/evaluation/table-text'
import { usage } from '../cli-io'

/** What the tables of a run are to be. */
export interface TableChoice {
  /** As `--by` and `--against` have them. */
  readonly by: string | undefined
  readonly against: string
  readonly seed: number
  readonly format: TableFormat
  /** As `--published` has it. */
  readonly published: string
}

/** The groupings that `--by` names. @throws FailureError `usage` */
export function parseGroupings(text: string | undefined): Grouping[] {
  if (text === undefined) return []
  return text.split(',').map((name) => {
    const grouping = GROUPINGS.find(({ id }) => id === name.trim())
    if (!grouping) throw usage(`Pages cannot be grouped by "${name}".`, `Choose from: ${GROUPINGS.map(({ id }) => id).join(', ')}.`)
    return grouping.id
  })
}

/** The row that `--against` names. @throws FailureError `usage` */
export function parseReference(text: string, names: readonly string[]): number | 'best' {
  if (text === 'best') return 'best'
  const row = names.indexOf(text)
  if (row < 0) throw usage(`No row is named "${text}".`, `Compare against best, or one of: ${names.join(', ')}.`)
  return row
}

/** What `--published` may name. */
export const PUBLISHED_CHOICES = ['auto', 'none', ...Object.keys(NAMED_CORPORA)]

/** The corpus whose published rows are shown: that of the pages, the one that is named, or none. */
function publishedCorpus(choice: string, sums: ScoreSums): NamedCorpus | null {
  if (choice === 'none') return null
  return choice === 'auto' ? corpusOf(sums) : (NAMED_CORPORA[choice] ?? null)
}

/** One table of all metrics, or one for each metric and each way to group pages. */
export function tablesOf(sums: ScoreSums, names: readonly string[], metrics: readonly MetricId[], choice: TableChoice): string {
  const { seed } = choice
  const groupings = parseGroupings(choice.by)
  const against = parseReference(choice.against, names)
  const corpus = publishedCorpus(choice.published, sums)
  const tables =
    groupings.length === 0
      ? [withPublished(withComparisons(metricTable(sums, names, metrics, { seed }), sums, { against, seed }), corpus)]
      : groupings.flatMap((grouping) =>
          metrics.map((metric) =>
            withPublished(
              withComparisons(groupTable(sums, names, metric, grouping, { seed }), sums, { against, seed }, { metric, grouping }),
              corpus,
              { metric, grouping },
            ),
          ),
        )
  return tablesText(tables, choice.format)
}
