import type { Checked } from '../../../../shared/contract/contract'
import type { RunDetails, RunSummary, SiteFacts } from '../../../../shared/contract/evaluation-contract'
import type { PublishedEntry, PublishedRun } from '../../../../shared/contract/published'
import { csvText } from '../../../../shared/base/escape'
import { pageScoresCsv, tablesText } from '../../../../shared/evaluation/table-text'
import { runToEnd } from '../../../../shared/base/pieces'
import { metricTable, withNotes } from '../../../../shared/evaluation/result-table'
import { sumsOf } from '../../../../shared/evaluation/score-sums'
import { withComparisons } from '../../../../shared/evaluation/table-comparisons'
import { completeParams, metricsOf, partNotes, rowTitles } from '../../../../shared/evaluation/run-spec'
import { failed } from '../../../../shared/base/failure'
import type { ExtractorInfo } from '../../../../shared/extractors/core/extractor'
import type { OwnData } from '../../own/own-file'
import type { PageCollection } from '../../sources/page-record'
import { corpusHash, type JournalEntry } from '../run-files'
import { differingFile, type RunRecord } from '../run-record'
import { sha256 } from '../../files/files'
import { webOnly } from '../../../../shared/base/url'
import type { SiteFolder } from '../../files/site-folder'
import { counted, countedOf, firstFew } from '../../../../shared/base/written-number'

export interface PublishInput extends Omit<Checked<'evaluation.publish'>, 'run' | 'limits'> {
  readonly record: RunRecord
  readonly entries: readonly JournalEntry[]
  readonly source: PageCollection
  readonly extractors: readonly ExtractorInfo[]
  readonly own: OwnData | undefined
  readonly maxNodes: number
  readonly template: string
  readonly boilerscope: string
  /** ISO 8601. */
  readonly now: string
  readonly signal: AbortSignal
  progress(done: number, total: number): void
}

export const runsInBrowser = ({ family }: Pick<ExtractorInfo, 'family'>): boolean => family !== 'peer' && family !== 'yours'

export function checkUnchanged({ own: recorded }: RunRecord, own: OwnData | undefined): void {
  const path = differingFile(recorded, own)
  if (path !== null)
    throw failed('run.own-changed', `${path} has changed since this run was made.`, 'Start a new run, then publish the new run.')
}

export interface TextHash {
  readonly page: string
  /** The sha256 of the HTML in UTF-8. */
  readonly content: string
  readonly rows: readonly ({ readonly hash: string; readonly characters: number } | null)[]
}

export interface WrittenPages {
  readonly pages: readonly PublishedEntry[]
  readonly texts: readonly TextHash[]
  readonly changed: readonly string[]
  /** Ids of omitted pages: each page contains the path of a folder of this machine. */
  readonly revealing: readonly string[]
  readonly unread: readonly string[]
}

function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (Array.isArray(value)) return value.map((one: unknown) => mapTexts(one, change)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts<unknown>(one, change)])) as T
}

function publicRun({ record, entries }: PublishInput, scrub: (text: string) => string): RunSummary {
  const { id, createdAt, spec, names, boilerscope, status, failure, notes, warnings } = record
  // On the command line, the name of a run is the path of the output file.
  const name = /^(?:\/|[A-Za-z]:[\\/])/.test(record.name) ? (record.name.split(/[\\/]/).at(-1) ?? '').replace(/\.\w+$/, '') : record.name
  return {
    ...{ id, createdAt, names, pages: entries.length, total: record.total, boilerscope },
    spec: { ...spec, source: { kind: spec.source.kind, path: '' } },
    corpusHash: record.corpusHash ?? corpusHash(entries),
    status,
    ...mapTexts({ name, failure, notes, warnings }, scrub),
  }
}

const pagesAre = (ids: readonly string[], one: string, many: string): string[] =>
  ids.length === 0
    ? []
    : [
        `${ids.length} ${ids.length === 1 ? `page ${one}` : `pages ${many}`}; the site contains the scores, but not ${ids.length === 1 ? 'this page' : 'these pages'}: ${firstFew(ids, 8)}.`,
      ]

function notesOf(input: PublishInput, run: RunSummary, { pages, changed, revealing, unread }: WrittenPages): string[] {
  const { withPages, sample, entries, seed, boilerscope } = input
  const isDrawn = withPages && sample > 0 && sample < entries.length
  const made = input.record.boilerscope
  return [
    ...partNotes(run),
    ...(withPages ? [] : ['This site omits the pages. Scores cover all pages; texts are stored as hashes.']),
    ...(isDrawn
      ? [`${countedOf(pages.length, entries.length, 'page')} can be opened, sampled with seed ${seed}. Scores cover all pages.`]
      : []),
    ...pagesAre(changed, 'changed after it was scored', 'changed after they were scored'),
    ...pagesAre(revealing, 'contains a folder path of the publishing machine', 'contain folder paths of the publishing machine'),
    ...pagesAre(unread, 'could not be run again', 'could not be run again'),
    ...(made !== '' && made !== boilerscope ? [`The run was made with Boilerscope ${made}, and published with ${boilerscope}.`] : []),
  ]
}

function citations({ extractors, boilerscope, now }: PublishInput, run: RunSummary, title: string): string[] {
  const papers = extractors.map(
    ({ title: name, paper }) =>
      `${name}: ${paper.authors}. ${paper.title}. ${paper.venue}, ${paper.year}.${paper.doi ? ` doi:${paper.doi}` : ''}`,
  )
  const pages = run.corpusHash ? `, pages sha256 ${run.corpusHash}` : ''
  return [
    `“${title}”: ${counted(run.pages, 'page')}, ${counted(run.names.length, 'extractor')}, seed ${run.spec.pages.seed}${pages}. Published ${now.slice(0, 10)}.`,
    `The Boilerscope authors. Boilerscope ${boilerscope}. Software, MIT licence.`,
    ...new Set(papers),
  ]
}

export function publishedRun(input: PublishInput, found: WrittenPages, scrub: (text: string) => string): PublishedRun {
  const { record, entries, extractors, now, boilerscope } = input
  const run = publicRun(input, scrub)
  const title = input.title || run.name
  const infoOf = (id: string) => extractors.find((info) => info.id === id)
  const { configurations } = record.spec
  const params = configurations.map((one) => {
    const info = infoOf(one.extractor)
    return info ? completeParams(info, one) : one.params
  })
  const rows = configurations.map(({ extractor }): SiteFacts['rows'][number] => {
    const info = infoOf(extractor)
    return found.pages.length === 0 || !info ? 'none' : runsInBrowser(info) ? 'live' : 'stored'
  })
  const results = entries.map(({ result }) => {
    const { facts } = result
    const url = webOnly(facts.url)
    const failure = mapTexts(result.failure, scrub)
    const ofRows = result.rows.map((row) => (row.failure === null ? row : { ...row, failure: mapTexts(row.failure, scrub) }))
    return { ...result, facts: { ...facts, url, host: url === null ? '' : facts.host }, failure, rows: ofRows }
  })
  const details: RunDetails = { run, results, timings: entries.map(({ timings }) => timings), triage: {} }
  const facts: SiteFacts = {
    id: sha256(JSON.stringify([run.id, run.createdAt, title])).slice(0, 12),
    ...{ title, publishedAt: now, boilerscope, params, rows },
    cite: citations(input, run, title),
    notes: notesOf(input, run, found),
    downloads: [],
    pages: found.pages.map(({ id }) => id),
  }
  // The text of a custom extractor may contain a path of this machine.
  return {
    facts,
    details,
    extractors: mapTexts(extractors, (text) => (text.includes('/') || text.includes('\\') ? scrub(text) : text)),
    pages: found.pages,
  }
}

export async function writeDownloads(
  site: SiteFolder,
  { details: { run, results }, facts, extractors }: PublishedRun,
  { texts, record }: { readonly texts: readonly TextHash[]; readonly record: RunRecord },
): Promise<void> {
  const metrics = metricsOf(run.spec)
  const sums = sumsOf(results, run.names.length, metrics)
  const { seed } = run.spec.pages
  const titles = rowTitles(run.spec, extractors)
  const means = withNotes(runToEnd(metricTable(sums, run.names, metrics, { seed, titles })), partNotes(run))
  const table = runToEnd(withComparisons(means, sums, { against: 'best', seed }))
  const { params: parameters, publishedAt, boilerscope: publishedWith } = facts
  const ownExtractors = record.own.map(({ hash }) => hash)
  const made = { ...run, node: record.node, parameters, ownExtractors, publishedAt, publishedWith }
  for (const [name, title, text] of [
    ['table.csv', 'The table with its intervals and tests, as CSV', tablesText([table], 'csv')],
    ['table.md', 'The table as Markdown', tablesText([table], 'md')],
    ['table.tex', 'The table for LaTeX', tablesText([table], 'latex')],
    ['scores.csv', 'All scores: one line per page and extractor', pageScoresCsv(results, run.names, metrics)],
    ['results.jsonl', 'All scores and facts: one line per page', results.map((one) => `${JSON.stringify(one)}\n`).join('')],
    ['run.json', 'Settings of the run: parameters, seeds, versions, checksums', `${JSON.stringify(made, null, 2)}\n`],
    ['texts.csv', 'Hashes of the pages and of the extracted texts', textsCsv(texts, run.names)],
    ['cite.txt', 'Citations', `${facts.cite.join('\n')}\n`],
  ] as const)
    await site.download(name, title, text)
}

function textsCsv(texts: readonly TextHash[], names: readonly string[]): string {
  const lines = texts.flatMap(({ page, content, rows }) =>
    rows.map((text, i) => [page, content, names[i] ?? '', text?.hash ?? null, text?.characters ?? null]),
  )
  return csvText([['page', 'page_sha256', 'method', 'text_sha256', 'characters'], ...lines])
}
