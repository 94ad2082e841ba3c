/** Actions on the open page are in labelling.ts. */
import { useMemo } from 'react'
import { create } from 'zustand'
import { z } from 'zod'
import type { CaptureMode, Source } from '../../../../shared/contract/capture'
import type { Input, Method, Output, Progress } from '../../../../shared/contract/contract'
import type {
  AgreementReport,
  BatchOutcome,
  CampaignReport,
  CorpusInfo,
  CorpusPageEntry,
  CorpusPageList,
  RecentCorpus,
} from '../../../../shared/contract/corpus-contract'
import { labelQueue, matchesFilter, type CorpusFilter, type LabelQueue } from '../../../../shared/contract/corpus-list'
import type { CallOptions } from '../../../../shared/contract/client'
import { failure, type Failure, type Result } from '../../../../shared/base/failure'
import { createRequestSlot, resolveIfCurrent } from '../../../../shared/base/request-slot'
import { call } from '../../../window/host/host'
import { readValue, writeValue } from '../../../window/host/storage'
import { useFields } from '../../../window/store'
import { requestedLimits, siteOptions, siteOfSource } from '../../../window/page/page-options'
import { COLUMNS } from '../corpus/page-columns'

const KEY = 'boilerscope.annotate'

const StartFrom = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('blank') }),
  z.object({
    kind: z.literal('extractor'),
    extractor: z.string().max(80),
    preset: z.enum(['default', 'as-printed']),
    params: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
  }),
  z.object({ kind: z.literal('annotator'), annotator: z.string().max(80) }),
])
export type StartFrom = z.infer<typeof StartFrom>

const Preferences = z.object({
  annotator: z.string().max(80).default(''),
  blind: z.boolean().default(true),
  order: z.enum(['by-id', 'random', 'disagreement']).default('by-id'),
  seed: z.number().int().min(0).max(0xffffffff).default(1),
  mine: z.boolean().default(false),
  startFrom: StartFrom.default({ kind: 'blank' }),
  styled: z.boolean().default(true),
  hiddenColumns: z.array(z.string().max(20)).max(20).default([]),
  sort: z.object({ by: z.enum(COLUMNS.map(({ id }) => id)), down: z.boolean() }).default({ by: 'id', down: false }),
})
type Preferences = z.infer<typeof Preferences>

const readPreferences = (): Preferences => readValue(KEY, Preferences) ?? Preferences.parse({})

type AnnotateView = 'pages' | 'label' | 'agreement' | 'campaign'

interface Outcome {
  readonly title: string
  readonly outcome: BatchOutcome
  readonly pages?: number
  readonly counted?: string
  /** Words after the number of pages that did not change; default: "already there". */
  readonly knownLabel?: string
}

const CLOSED = {
  corpus: null as CorpusInfo | null,
  view: 'pages' as AnnotateView,
  filter: {} as CorpusFilter,
  list: { entries: [], total: 0, complete: false } as CorpusPageList,
  marked: new Set() as ReadonlySet<string>,
  outcome: null as Outcome | null,
  removed: [] as readonly string[],
  agreement: null as AgreementReport | null,
  campaign: null as CampaignReport | null,
  failure: null as Failure | null,
}

export const useAnnotate = create(() => ({
  ...CLOSED,
  recent: null as readonly RecentCorpus[] | null,
  task: null as { readonly title: string; readonly progress: Progress } | null,
  preferences: readPreferences(),
}))
type AnnotateState = ReturnType<typeof useAnnotate.getState>

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
  const { list, filter } = useFields(useAnnotate, 'list', 'filter')
  return useMemo(() => list.entries.filter((entry) => matchesFilter(entry, filter)), [list, filter])
}

async function openWith(send: (options: CallOptions) => Promise<Result<CorpusInfo>>): Promise<boolean> {
  set({ failure: null })
  const answer = await opening.replace(({ signal }) => send({ signal }))
  const corpus = answer && shownValue(answer)
  if (!corpus) return false
  const { bundle } = corpus.campaign ?? {}
  const fixed = bundle ? { annotator: bundle.annotator, blind: true } : {}
  set({ ...CLOSED, corpus, list: { ...CLOSED.list, total: corpus.pages }, preferences: { ...readPreferences(), ...fixed } })
  void annotate.refresh()
  return true
}

type CorpusInput<M extends Method> = Omit<Input<M>, 'corpus'>

/** Returns null without an open corpus, after a failure, or if the corpus is not open any more. */
async function requestOfCorpus<M extends Method>(method: M, input: CorpusInput<M>, options?: CallOptions): Promise<Output<M> | null> {
  const path = now().corpus?.path
  set({ failure: null })
  if (path === undefined) return null
  const answer = await resolveIfCurrent(() => now().corpus?.path, call(method, { corpus: path, ...input } as unknown as Input<M>, options))
  return answer && shownValue(answer)
}

export function requestTask<M extends Method>(title: string, method: M, input: CorpusInput<M>): Promise<Output<M> | null> {
  cancellation.abort()
  const controller = new AbortController()
  cancellation = controller
  const show = (task: AnnotateState['task']): void => {
    if (cancellation === controller) set({ task })
  }
  const onProgress = (progress: Progress): void => show({ title, progress })
  onProgress({ done: null, message: 'Starting …' })
  return requestOfCorpus(method, input, { signal: controller.signal, onProgress }).finally(() => show(null))
}

type BatchMethod = 'corpus.addPages' | 'corpus.recapture' | 'corpus.import' | 'corpus.export' | 'corpus.distribute' | 'corpus.importBundles'

/** Runs a task, shows its outcome and reads the list again. Returns false after a failure. */
export async function batch<M extends BatchMethod>(
  title: string,
  method: M,
  input: CorpusInput<M>,
  shown: Omit<Outcome, 'outcome'>,
): Promise<boolean> {
  const outcome = await requestTask<BatchMethod>(title, method, input)
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
  create: (path: string, name: string) => openWith((options) => call('corpus.create', { path: path.trim(), name: name.trim() }, options)),
  open: (path: string) => openWith((options) => call('corpus.open', { path: path.trim() }, options)),
  openSample: () => openWith((options) => call('corpus.openSample', {}, options)),
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
    writeValue(KEY, { ...readPreferences(), ...change } satisfies Preferences)
    set(({ preferences }) => ({ preferences: { ...preferences, ...change } }))
  },
  async measure(): Promise<void> {
    const found = await requestTask('Measuring pages', 'corpus.measure', {})
    if (found && found.problems.length > 0)
      set({
        outcome: { title: 'Measured', pages: found.measured, outcome: { added: [], known: 0, problems: found.problems, coverage: [] } },
      })
    await annotate.refresh()
  },
  mark(pages: readonly string[], on: boolean): void {
    const changed = new Set(pages)
    const others = [...now().marked].filter((page) => !changed.has(page))
    set({ marked: on ? new Set([...others, ...changed]) : new Set(others) })
  },
  cancelTask: (): void => cancellation.abort(),
  async addPages(sources: readonly Source[], mode: CaptureMode, delay: number): Promise<void> {
    const title = sources.length === 1 ? 'Adding a page' : `Adding ${sources.length} pages`
    const conditions = sources.length === 1 ? siteOptions(siteOfSource(sources[0] ?? null)).conditions : {}
    const options = { mode, ...conditions, ...requestedLimits() }
    await batch(title, 'corpus.addPages', { sources, options, delay }, { title: 'Added' })
  },
  async recapture(pages: readonly string[]): Promise<void> {
    const shown = { title: 'Recaptured and changed', knownLabel: 'unchanged' }
    await batch('Capturing again', 'corpus.recapture', { pages, limits: requestedLimits() }, shown)
  },
  async rename(page: string, to: string): Promise<void> {
    await requestOfCorpus('corpus.rename', { page, to: to.trim() })
    await annotate.refresh()
  },
  async remove(pages: readonly string[]): Promise<void> {
    if (pages.length === 0) return
    const moved = await requestOfCorpus('corpus.remove', { pages })
    if (moved) set({ removed: moved.done, failure: moved.problems[0]?.failure ?? now().failure })
    annotate.mark(pages, false)
    await annotate.refresh()
  },
  async restore(): Promise<void> {
    const moved = await requestOfCorpus('corpus.restore', { removed: now().removed })
    // Pages that could not be restored are still in the trash.
    if (moved) set({ removed: moved.problems.map(({ place }) => place), failure: moved.problems[0]?.failure ?? now().failure })
    await annotate.refresh()
  },
  async describe(change: CorpusInput<'corpus.describe'>): Promise<boolean> {
    const corpus = await requestOfCorpus('corpus.describe', change)
    if (corpus) set({ corpus })
    return corpus !== null
  },
  async readAgreement(): Promise<void> {
    const agreement = await requestTask('Comparing annotators', 'corpus.agreement', {})
    if (agreement) set({ agreement })
  },
  dismiss: (): void => set({ failure: null }),
  dismissOutcome: (): void => set({ outcome: null }),
}
