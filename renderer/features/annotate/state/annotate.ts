/** Actions on the open page are in labelling.ts. */
import { createRequestSlot, resolveIfCurrent, type SlotRequest } from '../../../../shared/base/request-slot'
import { useMemo } from 'react'
import { create } from 'zustand'
import type { BatchOutcome, CorpusInfo, CorpusPageEntry, ExchangeFormat } from '../../../../shared/contract/corpus-contract'
import { labelQueue, matchesFilter, type CorpusFilter, type LabelQueue } from '../../../../shared/contract/corpus-list'
import type { Progress } from '../../../../shared/contract/contract'
import { failure, type Result } from '../../../../shared/base/failure'
import type { CaptureMode, Source } from '../../../../shared/contract/capture'
import {
  CLOSED,
  type AnnotateState,
  type AnnotateView,
  type Outcome,
  readPreferences,
  writePreferences,
  type Preferences,
} from './annotate-state'
import { call } from '../../../window/host/host'
import { useFields } from '../../../window/store'
import { requestedLimits, siteOptions, siteOfSource } from '../../../window/page/page-options'

export const useAnnotate = create<AnnotateState>()(() => ({
  ...CLOSED,
  recent: null,
  task: null,
  preferences: readPreferences(),
  followed: false,
}))

const { getState: now, setState: set } = useAnnotate

export function shownValue<T>(answer: Result<T>): T | null {
  if (answer.ok) return answer.value
  if (answer.failure.code !== 'cancelled') set({ failure: answer.failure })
  return null
}

export const fail = (...reason: Parameters<typeof failure>): void => set({ failure: failure(...reason) })

const opening = createRequestSlot()
const listing = createRequestSlot()
/** A request slot would discard the finished part that the host returns for a cancelled task. */
let cancellation = new AbortController()

async function readList(): Promise<void> {
  await listing.replace(async ({ signal }) => {
    const { corpus } = now()
    for (let isComplete = false; corpus && !isComplete;) {
      const answer = await call('corpus.list', { corpus: corpus.path }, { signal })
      if (signal.aborted) return
      const read = shownValue(answer)
      if (!read) return
      isComplete = read.complete
      // An incomplete list must not replace a longer list.
      if (read.complete || read.entries.length > now().list.entries.length) set({ list: read })
    }
  })
}

export function updateEntry(path: string, entry: CorpusPageEntry | undefined): void {
  set(({ corpus, list }) =>
    corpus?.path === path ? { list: { ...list, entries: list.entries.map((one) => (one.id === entry?.id ? entry : one)) } } : {},
  )
}

function queueOf({ list, corpus, preferences }: Pick<AnnotateState, 'list' | 'corpus' | 'preferences'>): LabelQueue | null {
  return corpus && list.complete && preferences.annotator !== '' ? labelQueue(list.entries, corpus.campaign, preferences) : null
}

export function useQueue(): LabelQueue | null {
  const { list, corpus, preferences } = useFields(useAnnotate, 'list', 'corpus', 'preferences')
  return useMemo(() => queueOf({ list, corpus, preferences }), [list, corpus, preferences])
}

export function useFilteredPages(): readonly CorpusPageEntry[] {
  const { entries } = useAnnotate((state) => state.list)
  const filter = useAnnotate((state) => state.filter)
  return useMemo(() => entries.filter((entry) => matchesFilter(entry, filter)), [entries, filter])
}

function applyBundle({ campaign }: CorpusInfo): void {
  const fixed = campaign?.bundle ? { annotator: campaign.bundle.annotator, blind: true } : {}
  set({ preferences: { ...readPreferences(), ...fixed } })
}

async function openWith(requestCorpus: (turn: SlotRequest) => Promise<Result<CorpusInfo>>): Promise<boolean> {
  set({ failure: null })
  const answer = await opening.replace(requestCorpus)
  const corpus = answer && shownValue(answer)
  if (corpus) enter(corpus)
  return corpus !== null
}

function enter(corpus: CorpusInfo): void {
  applyBundle(corpus)
  set({ ...CLOSED, corpus, list: { ...CLOSED.list, total: corpus.pages } })
  void annotate.refresh()
}

export interface TaskOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** Returns null without an open corpus, after a failure, or if the corpus is not open any more. */
async function requestOfCorpus<T>(request: (corpus: string) => Promise<Result<T>>): Promise<T | null> {
  const { corpus } = now()
  set({ failure: null })
  const answer = corpus && (await resolveIfCurrent(() => now().corpus?.path, request(corpus.path)))
  return answer && shownValue(answer)
}

export function requestTask<T>(title: string, request: (corpus: string, options: TaskOptions) => Promise<Result<T>>): Promise<T | null> {
  cancellation.abort()
  const controller = new AbortController()
  cancellation = controller
  const show = (task: AnnotateState['task']): void => {
    if (cancellation === controller) set({ task })
  }
  return requestOfCorpus((corpus) => {
    show({ title, progress: { done: null, message: 'Starting …' } })
    const onProgress = (progress: Progress): void => show({ title, progress })
    return request(corpus, { signal: controller.signal, onProgress }).finally(() => show(null))
  })
}

/** Runs a task, shows its outcome and reads the list again. Returns false after a failure. */
export async function batch(
  title: string,
  about: (corpus: string, options: TaskOptions) => Promise<Result<BatchOutcome>>,
  shown: Omit<Outcome, 'outcome'> = { title },
): Promise<boolean> {
  const outcome = await requestTask(title, about)
  if (outcome) set({ outcome: { ...shown, outcome } })
  await annotate.refresh()
  return outcome !== null
}

export const annotate = {
  async start(): Promise<void> {
    const recent = await call('corpus.recent', {})
    // oxlint-disable-next-line stale/no-stale-update -- the same list, independent of the open corpus
    set({ recent: recent.ok ? recent.value : [] })
  },
  create: (path: string, name: string) =>
    openWith(({ signal }) => call('corpus.create', { path: path.trim(), name: name.trim() }, { signal })),
  open: (path: string) => openWith(({ signal }) => call('corpus.open', { path: path.trim() }, { signal })),
  openSample: () => openWith(({ signal }) => call('corpus.openSample', {}, { signal })),
  close(): void {
    for (const slot of [opening, listing]) slot.cancel()
    annotate.cancelTask()
    set(CLOSED)
    void annotate.start()
  },
  refresh: readList,
  async readQueue(): Promise<LabelQueue | null> {
    if (!now().list.complete) await readList()
    return queueOf(now())
  },
  show: (view: AnnotateView): void => set({ view }),
  setFilter(change: CorpusFilter): void {
    const merged = { ...now().filter, ...change }
    set({ filter: Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined && value !== '')) })
  },
  setPreferences(change: Partial<Preferences>): void {
    writePreferences({ ...readPreferences(), ...change })
    set(({ preferences }) => ({ preferences: { ...preferences, ...change } }))
  },
  async measure(): Promise<void> {
    const found = await requestTask('Measuring pages', (corpus, options) => call('corpus.measure', { corpus }, options))
    if (found && found.problems.length > 0)
      set({
        outcome: { title: 'Measured', pages: found.measured, outcome: { added: [], known: 0, problems: found.problems, coverage: [] } },
      })
    await annotate.refresh()
  },
  mark(pages: readonly string[], on: boolean): void {
    const marked = new Set(now().marked)
    for (const page of pages) {
      if (on) marked.add(page)
      else marked.delete(page)
    }
    set({ marked })
  },
  cancelTask: (): void => cancellation.abort(),
  async addPages(sources: readonly Source[], mode: CaptureMode, delay: number): Promise<void> {
    if (sources.length === 0) return
    const title = sources.length === 1 ? 'Adding a page' : `Adding ${sources.length} pages`
    const conditions = sources.length === 1 ? siteOptions(siteOfSource(sources[0] ?? null)).conditions : {}
    const request = { sources: [...sources], options: { mode, ...conditions, ...requestedLimits() }, delay }
    await batch(title, (corpus, task) => call('corpus.addPages', { corpus, ...request }, task), { title: 'Added' })
  },
  async recapture(pages: readonly string[]): Promise<void> {
    if (pages.length === 0) return
    const limits = requestedLimits()
    const shown = { title: 'Recaptured and changed', knownLabel: 'unchanged' }
    await batch('Capturing again', (corpus, task) => call('corpus.recapture', { corpus, pages: [...pages], limits }, task), shown)
  },
  async importFrom(format: ExchangeFormat, path: string, name: string, align: boolean): Promise<void> {
    const annotator = name.trim() || 'imported'
    const place = { format, path: path.trim(), annotator }
    const request = (corpus: string, task: TaskOptions) => call('corpus.import', { corpus, ...place, align }, task)
    // Read the description again, because an import can add labels to the description.
    if (await batch('Importing', request, { title: 'Imported' })) await annotate.describe({})
  },
  async exportTo(format: ExchangeFormat, path: string, name: string, ids?: readonly string[]): Promise<void> {
    const request = { format, path: path.trim(), annotator: name || undefined, pages: ids && [...ids] }
    await batch('Exporting', (corpus, task) => call('corpus.export', { corpus, ...request }, task), { title: 'Exported' })
  },
  async rename(page: string, to: string): Promise<void> {
    await requestOfCorpus((corpus) => call('corpus.rename', { corpus, page, to: to.trim() }))
    await annotate.refresh()
  },
  async remove(pages: readonly string[]): Promise<void> {
    if (pages.length === 0) return
    const moved = await requestOfCorpus((corpus) => call('corpus.remove', { corpus, pages: [...pages] }))
    if (moved) set({ removed: moved.done, failure: moved.problems[0]?.failure ?? now().failure })
    annotate.mark(pages, false)
    await annotate.refresh()
  },
  async restore(): Promise<void> {
    const { removed } = now()
    if (removed.length === 0) return
    const moved = await requestOfCorpus((corpus) => call('corpus.restore', { corpus, removed: [...removed] }))
    // Pages that could not be restored are still in the trash.
    if (moved) set({ removed: moved.problems.map(({ place }) => place), failure: moved.problems[0]?.failure ?? now().failure })
    await annotate.refresh()
  },
  async describe(change: {
    readonly labels?: CorpusInfo['labels']
    readonly contentLabels?: readonly string[]
    readonly guidelines?: string
  }): Promise<boolean> {
    const { labels, contentLabels, guidelines } = change
    const described = { labels: labels && [...labels], contentLabels: contentLabels && [...contentLabels], guidelines }
    const info = await requestOfCorpus((corpus) => call('corpus.describe', { corpus, ...described }))
    if (info) set({ corpus: info })
    return info !== null
  },
  async readAgreement(): Promise<void> {
    const agreement = await requestTask('Comparing annotators', (corpus, task) => call('corpus.agreement', { corpus }, task))
    if (agreement) set({ agreement })
  },
  dismiss: (): void => set({ failure: null }),
  dismissOutcome: (): void => set({ outcome: null }),
}
