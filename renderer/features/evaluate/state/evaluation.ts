import { create } from 'zustand'
import type { RecentCorpus } from '../../../../shared/contract/corpus-contract'
import type { PublishedFolder, RunDetails, RunSummary, Triage } from '../../../../shared/contract/evaluation-contract'
import type { Input, Progress } from '../../../../shared/contract/contract'
import type { Failure, Result } from '../../../../shared/base/failure'
import { createRequestSlot, resolveIfCurrent } from '../../../../shared/base/request-slot'
import type { FaultsByRule } from '../../../../shared/evaluation/rule-faults'
import { metricInfo, type MetricId } from '../../../../shared/evaluation/metric-list'
import type { FailurePolicy } from '../../../../shared/evaluation/failure-policy'
import { metricsOf, runName, RunSpec, usualConfigurations } from '../../../../shared/evaluation/run-spec'
import type { NodeId } from '../../../../shared/page/page-model'
import type { z } from 'zod'
import { call } from '../../../window/host/host'
import { requestedLimits } from '../../../window/page/page-options'
import { actions, getState } from '../../../window/window'

type RunSpecInput = z.input<typeof RunSpec>
export type RunTab = 'overview' | 'pages' | 'groups' | 'faults'
export type OverviewPart = 'table' | 'sweep' | 'verdict' | 'compare' | 'about'

export interface Going extends Progress {
  readonly paused: boolean
}

type Order = 'worst' | 'spread' | 'page'
export const AT_FIRST = { order: 'worst' as Order, error: '', tag: '', type: '', search: '', page: null as string | null, isFirst: false }
type Listed = Readonly<typeof AT_FIRST>

const INITIAL = {
  runs: null as readonly RunSummary[] | null,
  damaged: [] as readonly string[],
  selected: null as string | null,
  details: null as RunDetails | null,
  failure: null as Failure | null,
  going: {} as Readonly<Record<string, Going>>,
  draft: { source: { kind: 'samples' }, configurations: [] } as RunSpecInput,
  draftName: '',
  counted: null as { readonly pages: number; readonly types: Readonly<Record<string, number>> } | null,
  types: [] as readonly string[],
  tab: 'overview' as RunTab,
  overview: 'table' as OverviewPart,
  metric: 'f1' as MetricId,
  listed: AT_FIRST as Listed,
  focus: 0,
  /** Index of the extractor against which all other extractors are tested; `best` is the best extractor per column. */
  against: 'best' as number | 'best',
  failures: 'row' as FailurePolicy,
  others: [] as readonly RunDetails[],
  faults: null as { readonly of: number; readonly found: FaultsByRule } | null,
  corpora: [] as readonly RecentCorpus[],
  removed: null as RunSummary | null,
  publishing: null as (Progress & { readonly run: string }) | null,
  published: null as (PublishedFolder & { readonly run: string }) | null,
  /** Whether the user selected a run or the form of a new run. Opening the workspace keeps this selection. */
  chosen: false,
}
type EvaluationState = Readonly<typeof INITIAL>

export const useEvaluation = create<EvaluationState>()(() => INITIAL)

const { getState: now, setState: set } = useEvaluation

function shownValue<T>(answer: Result<T>): T | null {
  if (answer.ok) return answer.value
  if (answer.failure.code !== 'cancelled') set({ failure: answer.failure })
  return null
}

const counting = createRequestSlot()
const reading = createRequestSlot()
const listing = createRequestSlot()
const opening = createRequestSlot()
let publication = new AbortController()
const computing = new Map<string, AbortController>()

async function refresh(): Promise<void> {
  const answer = await listing.replace(() => call('evaluation.list', {}))
  const list = answer && shownValue(answer)
  if (!list) return
  const { runs: before, selected } = now()
  // Treat a run of another window like a run of another program.
  const runs = list.runs.map((run) => (run.status === 'running' && !computing.has(run.id) ? { ...run, status: 'elsewhere' as const } : run))
  const [previous, latest] = [before, runs].map((some) => some?.find(({ id }) => id === selected))
  set({ runs, damaged: list.damaged })
  if (previous?.status === 'elsewhere' && latest && (latest.status !== previous.status || latest.pages !== previous.pages))
    void loadDetails(latest.id)
}

async function loadDetails(id: string): Promise<void> {
  const answer = await reading.replace(({ signal }) => call('evaluation.results', { run: id }, { signal }))
  if (!answer) return
  const details = shownValue(answer)
  const recorded = details ? metricsOf(details.run.spec) : []
  set(({ metric }) => ({ details, metric: recorded.includes(metric) ? metric : (recorded[0] ?? 'f1') }))
}

function view(selected: string | null, changes: Partial<EvaluationState> = {}): void {
  reading.cancel()
  const ofRun = { details: null, others: [], faults: null, focus: 0, against: 'best', listed: AT_FIRST } as const
  set({ selected, ...ofRun, tab: 'overview', overview: 'table', ...changes })
}

type ShownPages = Pick<EvaluationState, 'focus'> & Partial<Pick<EvaluationState, 'metric'> & Pick<Listed, 'type' | 'page'>>

export const evaluation = {
  refresh,
  set: (change: Partial<EvaluationState>): void => set(change),
  showPages({ focus, metric = now().metric, type = '', page = null }: ShownPages): void {
    set({ tab: 'pages', focus, metric, listed: { ...AT_FIRST, type, page, isFirst: page === null } })
  },
  list: (change: Partial<Listed>): void => set(({ listed }) => ({ listed: { ...listed, ...change } })),
  async open(): Promise<void> {
    if (now().draft.configurations.length === 0)
      set(({ draft }) => ({ draft: { ...draft, configurations: usualConfigurations(getState().extractors) } }))
    const [corpora] = await Promise.all([call('corpus.recent', {}), refresh()])
    // oxlint-disable-next-line stale/no-stale-update -- the same list, independent of the view
    if (corpora.ok) set({ corpora: corpora.value })
    const first = now().runs?.[0]
    if (!now().chosen && now().selected === null && first) evaluation.select(first.id)
  },
  select(id: string | null): void {
    view(id, { chosen: true, failure: null })
    if (id !== null) void loadDetails(id)
  },
  setDraft(patch: Partial<RunSpecInput>): void {
    const isOfPages = 'source' in patch || 'pages' in patch
    if (isOfPages) counting.cancel()
    set(({ draft, counted, types }) => ({
      draft: { ...draft, ...patch },
      counted: isOfPages ? null : counted,
      types: 'source' in patch ? [] : types,
    }))
  },
  editCopy(): void {
    const { details } = now()
    counting.cancel()
    if (!details) return
    const { name, createdAt, spec } = details.run
    // Do not copy a generated name, because the name contains the rows and the date of the copied run.
    const draftName = name === runName(spec, createdAt) ? '' : `${name.replace(/, again$/, '')}, again`
    view(null, { draft: spec, draftName, counted: null, types: [], failure: null })
  },
  async count(): Promise<void> {
    const { draft } = now()
    const configurations = draft.configurations.length > 0 ? draft.configurations : usualConfigurations(getState().extractors)
    const spec = RunSpec.safeParse({ ...draft, configurations })
    if (!spec.success) return
    const answer = await counting.replace(({ signal }) => call('evaluation.count', { spec: spec.data }, { signal }))
    const counted = answer && shownValue(answer)
    if (counted) set(({ types }) => ({ counted, failure: null, types: [...new Set([...types, ...Object.keys(counted.types)])].sort() }))
  },
  async start(changes: Partial<EvaluationState> = {}): Promise<void> {
    const { draft, draftName, selected } = now()
    set({ failure: null })
    const run = shownValue(await call('evaluation.create', { name: draftName, spec: draft }))
    if (!run) return
    if (now().selected === selected) view(run.id, { draftName: '', ...changes })
    await refresh()
    await evaluation.run(run.id)
  },
  async run(id: string): Promise<void> {
    const controller = new AbortController()
    const onProgress = (progress: Progress): void =>
      set(({ going }) => ({ going: { ...going, [id]: { paused: false, ...going[id], ...progress } } }))
    computing.set(id, controller)
    set({ failure: null })
    onProgress({ done: null, message: 'Starting …' })
    const answer = await call('evaluation.run', { run: id, limits: requestedLimits() }, { signal: controller.signal, onProgress })
    computing.delete(id)
    // oxlint-disable-next-line stale/no-stale-update -- by run, independent of the view
    set(({ going: { [id]: _, ...going } }) => ({ going }))
    shownValue(answer)
    await refresh()
    if (now().selected === id) await loadDetails(id)
  },
  cancel(id: string): void {
    computing.get(id)?.abort()
  },
  async pause(id: string, paused: boolean): Promise<void> {
    await call('evaluation.pause', { run: id, paused })
    // oxlint-disable-next-line stale/no-stale-update -- by run, independent of the view
    set(({ going }) => (going[id] ? { going: { ...going, [id]: { ...going[id], paused } } } : {}))
  },
  /** @param choice `sample` is the number of pages in the site; 0 means all pages */
  async publish(run: string, choice: Pick<Input<'evaluation.publish'>, 'folder' | 'title' | 'withPages' | 'sample'>): Promise<void> {
    publication = new AbortController()
    const { signal } = publication
    const onProgress = (progress: Progress): void => set({ publishing: { ...progress, run } })
    set({ published: null, failure: null })
    onProgress({ done: null, message: 'Starting …' })
    const answer = await call('evaluation.publish', { run, ...choice, limits: requestedLimits() }, { signal, onProgress })
    const published = shownValue(answer)
    // oxlint-disable-next-line stale/no-stale-update -- by run, independent of the view
    set({ publishing: null, published: published && { ...published, run } })
  },
  cancelPublishing: (): void => publication.abort(),
  async rename(id: string, name: string, notes: string): Promise<void> {
    shownValue(await call('evaluation.rename', { run: id, name, notes }))
    await refresh()
    if (now().selected === id) await loadDetails(id)
  },
  async remove(id: string): Promise<void> {
    const run = now().runs?.find((one) => one.id === id) ?? null
    const answer = await call('evaluation.remove', { run: id })
    if (!answer.ok) return void shownValue(answer)
    if (now().selected === id) view(null)
    // oxlint-disable-next-line stale/no-stale-update -- the removed run, independent of the view
    set({ removed: run })
    await refresh()
  },
  async restore(): Promise<void> {
    const { removed } = now()
    if (!removed) return
    const answer = await resolveIfCurrent(() => now().removed, call('evaluation.restore', { run: removed.id }))
    if (!answer?.ok) return void (answer && shownValue(answer))
    set({ removed: null })
    await refresh()
    evaluation.select(removed.id)
  },
  async compareWith(id: string): Promise<void> {
    const isListed = (): boolean => now().others.some(({ run }) => run.id === id)
    if (id === '' || isListed()) return
    const answer = await resolveIfCurrent(() => now().selected, call('evaluation.results', { run: id }))
    const found = answer && shownValue(answer)
    if (found && !isListed()) set(({ others }) => ({ others: [...others, found] }))
  },
  compareWithout: (id: string): void => set(({ others }) => ({ others: others.filter(({ run }) => run.id !== id) })),
  compareAgainst(row: number): void {
    set(({ against }) => (against === row ? { against: 'best' } : { against: row, focus: row }))
  },
  async triage(page: string, entry: Triage): Promise<void> {
    const { details } = now()
    if (!details) return
    set({ details: { ...details, triage: { ...details.triage, [page]: entry } } })
    shownValue(await call('evaluation.triage', { run: details.run.id, page, tags: [...entry.tags], note: entry.note }))
  },
  async openPage(page: string, workspace: 'inspect' | 'compare', focus = now().focus, selected?: NodeId): Promise<void> {
    const { details } = now()
    if (!details) return
    const configuration = details.run.spec.configurations[focus]
    const answer = await opening.replace(({ signal }) => call('evaluation.page', { run: details.run.id, page }, { signal }))
    const found = answer && shownValue(answer)
    if (!found) return
    actions.setWorkspace(workspace)
    const { source, mode, gold } = found
    await actions.openInNewTab(source, { mode, view: { gold: true }, configuration, selected, gold })
  },
}

export type Entry = ReturnType<typeof listedEntries>[number]

export function listedEntries(
  { results, triage }: RunDetails,
  metric: MetricId,
  focus: number,
  { order, error, tag, type, search }: Omit<Listed, 'page' | 'isFirst'>,
) {
  const { larger } = metricInfo(metric)
  const all = results.map((result) => {
    const values = result.rows.flatMap(({ metrics }) => metrics[metric] ?? [])
    const row = result.rows[focus]
    return {
      result,
      value: row?.metrics[metric] ?? null,
      /** Largest minus smallest value of the extractors on the page. */
      spread: values.length > 1 ? Math.max(...values) - Math.min(...values) : 0,
      errors: row?.failure ? [row.failure.message] : (row?.errors ?? []),
    }
  })
  const bad = ({ value }: (typeof all)[number]): number => (value === null ? 2 : larger ? value : 1 - value)
  const phrase = search.trim().toLowerCase()
  const shown = all.filter(({ errors, result: { facts } }) => {
    const { tags = [], note = '' } = triage[facts.page] ?? {}
    return (
      (type === '' || facts.pageType === type) &&
      `${facts.page}\n${facts.url ?? ''}\n${note}`.toLowerCase().includes(phrase) &&
      (error === '' || errors.includes(error)) &&
      (tag === '' || tags.includes(tag))
    )
  })
  if (order === 'worst') shown.sort((a, b) => bad(a) - bad(b))
  else if (order === 'spread') shown.sort((a, b) => b.spread - a.spread)
  return shown
}
