/** Writes the scores of one page as a line of JSON. Lines of several runs over different pages can be merged into one table. */
import { z } from 'zod'
import { failed, type FailureError } from '../base/failure'
import { firstIssue } from '../base/json'
import { failedRow, RowFields, RowReason, StatedFacts, type EvaluationRow, type PageResult } from './evaluation-row'
import type { MetricId } from './metric-list'
import { MetricName } from './run-spec'

export interface ScoredRun {
  /**
   * An id that depends on the version, the extractors with parameters, the metrics, the tokens, the gold standard and the files of custom
   * extractors.
   */
  readonly id: string
  readonly extractors: readonly string[]
  readonly titles?: readonly string[]
  readonly metrics: readonly MetricId[]
}

export type ScoredPage = ReturnType<typeof readScoreLine>

const UNNAMED = 'record without an id'

/** Writes a page's scores without a line end. @param unnamed whether the record had no id, so that the page's id is not unique */
export function scoreLine({ facts, rows, failure: failed }: PageResult, run: ScoredRun, unnamed: boolean): string {
  const { page: id, url, host, pageType, pageKind, language, groups, gold, snippets, leftOut, began } = facts
  const known = { id, ...(unnamed ? { unnamed } : {}), url, host, pageType, pageKind, language, groups, gold, snippets, leftOut, began }
  if (failed) return JSON.stringify({ ...known, error: failed, run })
  const scores = Object.fromEntries(rows.map((row) => [run.extractors[row.configuration] ?? '', scoresOf(row)]))
  return JSON.stringify({ ...known, scores, run })
}

function scoresOf({ failure: failed, metrics, page: _page, configuration: _configuration, ...row }: EvaluationRow): unknown {
  return failed ? { error: failed } : { ...metrics, ...row }
}

const Failed = z.object({ error: RowReason })
const Scores = RowFields.loose()

const Line = StatedFacts.extend({
  id: z.string(),
  unnamed: z.boolean().default(false),
  error: RowReason.optional(),
  scores: z.record(z.string(), z.union([Failed, Scores])).optional(),
  run: z.object({
    id: z.string(),
    extractors: z.array(z.string()).min(1),
    titles: z.array(z.string()).exactOptional(),
    metrics: z.array(MetricName),
  }),
})

/** Parses a line of `scoreLine`. @param place file and line number @throws FailureError `merge.not-scores` */
export function readScoreLine(text: string, place: string) {
  const refuse = (why: string): FailureError =>
    failed('merge.not-scores', `${place} is not a line of scores: ${why}.`, 'Use complete files written by evaluate --stdin or --lines.')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse('it is not JSON')
  }
  const parsed = Line.safeParse(value)
  if (!parsed.success) throw refuse(`at ${firstIssue(parsed.error, 'the whole line')}`)
  const { run, unnamed, error, scores, id, ...known } = parsed.data
  const page = unnamed ? UNNAMED : id
  const rows = run.extractors.map((name, configuration): EvaluationRow => {
    const found = error ? { error } : scores && Object.hasOwn(scores, name) ? scores[name] : undefined
    if (!found) throw refuse(`it has no scores of ${name}`)
    if (isFailed(found)) return failedRow(page, configuration, found.error)
    const metrics: Partial<Record<MetricId, number | null>> = {}
    for (const metric of run.metrics) {
      const figure = found[metric]
      if (figure === undefined) continue
      if (figure !== null && typeof figure !== 'number') throw refuse(`${metric} is not a number`)
      metrics[metric] = figure
    }
    return { page, configuration, metrics, ...RowFields.parse(found), failure: null }
  })
  const facts = { page, ...known, nodes: 0, htmlLength: 0, linkShare: 0, goldWords: 0 }
  const result: PageResult = { facts, rows, failure: error ?? null }
  return { run, unnamed, result }
}

const isFailed = (found: z.infer<typeof Scores> | z.infer<typeof Failed>): found is z.infer<typeof Failed> => 'error' in found
