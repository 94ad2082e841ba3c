/** The annotate workspace around the page: which corpus is open, its list, what is going on with it. Labelling itself is in labelling.ts. */
import { createRequestSlot, ifCurrent, type SlotRequest } from '../../../../shared/base/request-slot'
import { create } from 'zustand'
import type { BatchOutcome, CorpusInfo, CorpusPageEntry, ExchangeFormat, QueueState } from '../../../../shared/contract/corpus-contract'
import type { Progress } from '../../../../shared/contract/contract'
import { failure, type Result } from '../../../../shared/base/failure'
import type { CaptureMode, Source } from '../../../../shared/contract/source'
import { CLOSED, type AnnotateState, type AnnotateView, type Filter, type Outcome } from './annotate-state'
import { useLabelling } from './labelling-state'
import { readPreferences, writePreferences, type Preferences } from './annotate-state'
import { call } from '../../../window/host/host'
import { requestedLimits } from '../../../window/page/limits'
import { siteOptions, siteOfSource } from '../../../window/page/page-options'

export const useAnnotate = create<AnnotateState>()(() => ({
  ...CLOSED,
  recent: null,
  task: null,
  preferences: readPreferences(),
  followed: false,
}))

const { getState: now, setState: set } = useAnnotate

/** Gives the value of an answer, or shows its failure and gives null. */
export function shownValue<T>(answer: Result<T>): T | null {
  if (answer.ok) return answer.value
  if (answer.failure.code !== 'cancelled') set({ failure: answer.failure })
  return null
}

/** Shows a failure. */
export const fail = (...said: Parameters<typeof failure>): void => set({ failure: failure(...said) })

/** Pages asked for at a time: the first are there at once, all of a large corpus soon after. */
const CHUNK = 1000
/** Milliseconds between two looks at a corpus that is still being read. */
const LOOK_AGAIN = 250

/** The corpus that is being opened. */
const opening = createRequestSlot()
/** The list of its pages, as it is being read. */
const listing = createRequestSlot()
/** The queue, as it is being read. */
const queueing = createRequestSlot()

/** Reads the list anew; a newer call takes over. */
const list = async (): Promise<void> => void (await listing.replace(readList))

/** Reads the list in chunks. */
async function readList({ signal }: SlotRequest): Promise<void> {
  const { corpus, filter } = now()
  if (!corpus) return
  let entries: CorpusPageEntry[] = []
  for (;;) {
    const answer = await call('corpus.list', { corpus: corpus.path, filter, offset: entries.length, limit: CHUNK }, { signal })
    if (signal.aborted) return
    const page = shownValue(answer)
    if (!page) return
    const { matching, total, complete, scored, annotators, assignees } = page
    entries = [...entries, ...page.entries]
    const isWhole = complete && (entries.length >= matching || page.entries.length === 0)
    // A list that is only read again does not shrink meanwhile.
    const keepsOld = !isWhole && entries.length < now().entries.length && now().listed === filter
    set({ ...(keepsOld ? {} : { entries, listed: filter }), matching, total, complete, scored, annotators, assignees })
    if (isWhole) return
    if (complete) continue
    // Pages read meanwhile may stand before those listed: from the start, the first ones only until all are known.
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN))
    if (signal.aborted) return
    entries = []
  }
}

/** All pages of a corpus, whatever its list is filtered by; null where they cannot be read, which is said. */
export async function readAllPages(corpus: string): Promise<readonly CorpusPageEntry[] | null> {
  let entries: CorpusPageEntry[] = []
  for (;;) {
    const page = shownValue(await call('corpus.list', { corpus, filter: {}, offset: entries.length, limit: CHUNK }))
    if (!page) return null
    if (!page.complete) {
      entries = []
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN))
      continue
    }
    entries = [...entries, ...page.entries]
    if (entries.length >= page.matching || page.entries.length === 0) return entries
  }
}

/** Preferences that the queue depends on. */
const QUEUE_KEYS = ['annotator', 'order', 'seed', 'mine'] as const

/** Reads the queue anew; a newer call takes over. */
async function readQueue(): Promise<void> {
  const answer = await queueing.replace(askQueue)
  const queue = answer && shownValue(answer)
  if (queue) set({ queue })
}

async function askQueue({ signal }: SlotRequest): Promise<Result<QueueState> | null> {
  const { corpus, preferences } = now()
  if (!corpus || preferences.annotator === '') return null
  const at = useLabelling.getState().open?.page.entry.id
  const { annotator, order, seed, mine: assigned } = preferences
  return call('corpus.queue', { corpus: corpus.path, annotator, order, seed, assigned, at }, { signal })
}

/** A bundle is labelled by the one it was made for. */
function takeBundle({ campaign }: CorpusInfo): void {
  if (!campaign?.bundle) return
  const preferences = { ...now().preferences, annotator: campaign.bundle.annotator, blind: true }
  writePreferences(preferences)
  set({ preferences })
}

/** Opens a corpus; one that is asked for meanwhile takes its place. */
async function openWith(ask: (turn: SlotRequest) => Promise<Result<CorpusInfo>>): Promise<boolean> {
  set({ failure: null })
  const answer = await opening.replace(ask)
  const corpus = answer && shownValue(answer)
  if (corpus) enter(corpus)
  return corpus !== null
}

function enter(corpus: CorpusInfo): void {
  takeBundle(corpus)
  set({ ...CLOSED, corpus, total: corpus.pages })
  void annotate.refresh()
}

export interface TaskOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** Requests something of the open corpus. Returns null if none is open, if it was closed meanwhile, or if the request failed, which is shown. */
async function requestOfCorpus<T>(request: (corpus: string) => Promise<Result<T>>): Promise<T | null> {
  const { corpus } = now()
  const answer = corpus && (await ifCurrent(() => now().corpus?.path, request(corpus.path)))
  return answer && shownValue(answer)
}

/** The same with progress and cancel; one at a time. */
export function requestTask<T>(title: string, request: (corpus: string, options: TaskOptions) => Promise<Result<T>>): Promise<T | null> {
  now().task?.controller.abort()
  const controller = new AbortController()
  const show = (progress: Progress): void => {
    if (now().task?.controller === controller) set({ task: { title, progress, controller } })
  }
  return requestOfCorpus((corpus) => {
    set({ task: { title, progress: { done: null, message: 'Starting …' }, controller }, failure: null })
    return request(corpus, { signal: controller.signal, onProgress: show }).finally(() => {
      if (now().task?.controller === controller) set({ task: null })
    })
  })
}

/** The same for what changes many pages: what it did is shown, and the list read anew. */
export async function batch(
  title: string,
  about: (corpus: string, options: TaskOptions) => Promise<Result<BatchOutcome>>,
  shown: Omit<Outcome, 'outcome'> = { title },
): Promise<void> {
  const outcome = await requestTask(title, about)
  if (outcome) set({ outcome: { ...shown, outcome } })
  await annotate.refresh()
}

export const annotate = {
  /** Reads the list of corpora opened before. */
  async start(): Promise<void> {
    const recent = await call('corpus.recent', {})
    // oxlint-disable-next-line stale/no-stale-update -- the same list, whatever is open
    set({ recent: recent.ok ? recent.value : [] })
  },
  create: (path: string, name: string) =>
    openWith(({ signal }) => call('corpus.create', { path: path.trim(), name: name.trim() }, { signal })),
  open: (path: string) => openWith(({ signal }) => call('corpus.open', { path: path.trim() }, { signal })),
  /** Opens the corpus of the samples, to try things on. */
  openSample: () => openWith(({ signal }) => call('corpus.openSample', {}, { signal })),
  close(): void {
    for (const slot of [opening, listing, queueing]) slot.cancel()
    annotate.cancelTask()
    set(CLOSED)
    void annotate.start()
  },
  /** Reads list and queue anew. */
  async refresh(): Promise<void> {
    await Promise.all([list(), readQueue()])
  },
  refreshQueue: readQueue,
  show(view: AnnotateView): void {
    const before = now().view
    set({ view })
    // What was labelled meanwhile shows in the list.
    if (view === 'pages' && before !== 'pages') void annotate.refresh()
  },
  setFilter(change: Filter): void {
    const merged = { ...now().filter, ...change }
    set({ filter: Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined && value !== '')) })
    void list()
  },
  setPreferences(change: Partial<Preferences>): void {
    const preferences = { ...now().preferences, ...change }
    writePreferences(preferences)
    set({ preferences })
    if (QUEUE_KEYS.some((key) => key in change)) void readQueue()
  },
  /** Runs the extractors on every page that is not measured yet, for the queue and the filter. Can be cancelled; what is measured by then counts. */
  async measure(): Promise<void> {
    const title = 'Measuring pages'
    const measured = await requestTask(title, (corpus, options) => call('corpus.measure', { corpus }, options))
    if (measured && measured.problems.length > 0)
      set({ outcome: { title, pages: measured.measured, outcome: { added: [], known: 0, problems: measured.problems, coverage: [] } } })
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
  cancelTask: (): void => now().task?.controller.abort(),
  async addPages(sources: readonly Source[], mode: CaptureMode, delay: number): Promise<void> {
    if (sources.length === 0) return
    const title = sources.length === 1 ? 'Adding a page' : `Adding ${sources.length} pages`
    // One page as its site is looked at; a list of sites, each its own, as usual.
    const conditions = sources.length === 1 ? siteOptions(siteOfSource(sources[0] ?? null)).conditions : {}
    const options = { mode, ...conditions, ...requestedLimits() }
    await batch(title, (corpus, task) => call('corpus.addPages', { corpus, sources: [...sources], options, delay }, task))
  },
  /** Captures pages again; labels move with their words when a page is opened. */
  async recapture(pages: readonly string[]): Promise<void> {
    if (pages.length === 0) return
    const limits = requestedLimits()
    const shown = { title: 'Recaptured and changed', knownAre: 'as they were' }
    await batch('Capturing again', (corpus, task) => call('corpus.recapture', { corpus, pages: [...pages], limits }, task), shown)
  },
  async importFrom(format: ExchangeFormat, path: string, name: string, align: boolean): Promise<void> {
    const annotator = name.trim() || 'imported'
    await batch('Importing', (corpus, task) => call('corpus.import', { corpus, format, path: path.trim(), annotator, align }, task))
    // A new corpus has taken over the labels of the pages.
    await annotate.describe({})
  },
  /** @param ids of the pages; all where absent */
  async exportTo(format: ExchangeFormat, path: string, name: string, ids?: readonly string[]): Promise<void> {
    const annotator = name || undefined
    const pages = ids && [...ids]
    await batch('Exporting', (corpus, task) => call('corpus.export', { corpus, format, path: path.trim(), annotator, pages }, task))
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
    // What could not be put back is still in the trash.
    if (moved) set({ removed: moved.problems.map(({ place }) => place), failure: moved.problems[0]?.failure ?? now().failure })
    await annotate.refresh()
  },
  /** Changes what is said of the corpus. False where that failed. */
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
