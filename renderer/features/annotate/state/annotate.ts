/** The annotate workspace around the page: which corpus is open, its list, what is going on with it. Labelling itself is in annotate-labelling.ts. */
import { createNewest, type Turn } from '../../../../shared/base/newest'
import { create } from 'zustand'
import type {
  AgreementReport,
  BatchOutcome,
  CampaignReport,
  CorpusFilter,
  CorpusInfo,
  CorpusPageEntry,
  CorpusPageList,
  ExchangeFormat,
  QueueState,
  RecentCorpus,
} from '../../../../shared/contract/corpus-contract'
import type { Progress } from '../../../../shared/contract/contract'
import type { Failure, Result } from '../../../../shared/base/failure'
import { describeSource, type CaptureMode, type Source } from '../../../../shared/contract/source'
import { readPreferences, writePreferences, type Preferences } from './preferences'
import { call } from '../../../window/host/host'
import { requestedLimits } from '../../../window/page/limits'
import { optionsOf, siteOfSource } from '../../../window/page/page-options'
import { currentTab } from '../../../window/window'

export type AnnotateView = 'pages' | 'label' | 'agreement' | 'campaign'
export type Filter = Partial<CorpusFilter>

/** Something that takes a while, with its way to stop. */
interface Task {
  readonly title: string
  readonly progress: Progress
}

export interface AnnotateState {
  readonly recent: readonly RecentCorpus[] | null
  readonly corpus: CorpusInfo | null
  readonly view: AnnotateView
  readonly filter: Filter
  readonly entries: readonly CorpusPageEntry[]
  /** Filter that `entries` belong to. */
  readonly listed: Filter | null
  readonly matching: number
  readonly total: number
  /** Every page was read. */
  readonly complete: boolean
  /** Pages of the corpus that have each score; null until listed. */
  readonly scored: CorpusPageList['scored'] | null
  /** Who has labels in the corpus, and to whom pages are assigned. */
  readonly annotators: readonly string[]
  readonly assignees: readonly string[]
  /** Pages marked in the list. */
  readonly marked: ReadonlySet<string>
  readonly queue: QueueState | null
  readonly task: Task | null
  /** What the last batch did. */
  readonly outcome: { readonly title: string; readonly outcome: BatchOutcome; readonly pages?: number; readonly knownAre?: string } | null
  /** The page being labelled. */
  readonly labelled: string | null
  /** Handles of the pages removed last. */
  readonly removed: readonly string[]
  readonly agreement: AgreementReport | null
  readonly campaign: CampaignReport | null
  readonly preferences: Preferences
  readonly failure: Failure | null
  /** Stops the task under way. */
  readonly controller: AbortController | null
  /** The window's place is remembered from now on. */
  readonly followed: boolean
}

export const useAnnotate = create<AnnotateState>()(() => ({
  recent: null,
  corpus: null,
  view: 'pages',
  filter: {},
  entries: [],
  listed: null,
  matching: 0,
  total: 0,
  complete: false,
  marked: new Set(),
  queue: null,
  scored: null,
  annotators: [],
  assignees: [],
  task: null,
  outcome: null,
  labelled: null,
  removed: [],
  agreement: null,
  campaign: null,
  preferences: readPreferences(),
  failure: null,
  controller: null,
  followed: false,
}))

const { getState: now, setState: set } = useAnnotate

/** Gives the value of an answer, or shows its failure and gives null. */
export function valueOf<T>(answer: Result<T>): T | null {
  if (answer.ok) return answer.value
  if (answer.failure.code !== 'cancelled') set({ failure: answer.failure })
  return null
}

/** Pages asked for at a time: the first are there at once, all of a large corpus soon after. */
const CHUNK = 1000
/** Milliseconds between two looks at a corpus that is still being read. */
const LOOK_AGAIN = 250

/** Names of annotators: also names of files (the store checks them again). */
export const ANNOTATOR = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .@+-]{0,62}[\p{L}\p{N}_@+-])?$/u

/** The corpus that is being opened. */
const opening = createNewest()
/** The list of its pages, as it is being read. */
const listing = createNewest()
/** The queue, as it is being read. */
const queueing = createNewest()

/** Reads the list anew; a newer call takes over. */
const list = async (): Promise<void> => void (await listing.ask(readList))

/** Reads the list in chunks. */
async function readList({ signal }: Turn): Promise<void> {
  const { corpus, filter } = now()
  if (!corpus) return
  let entries: CorpusPageEntry[] = []
  for (;;) {
    const answer = await call('corpus.list', { corpus: corpus.path, filter, offset: entries.length, limit: CHUNK }, { signal })
    if (signal.aborted) return
    const page = valueOf(answer)
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

/** Preferences that the queue depends on. */
const QUEUE_KEYS = ['annotator', 'order', 'seed', 'mine'] as const

/** Reads the queue anew; a newer call takes over. */
async function readQueue(): Promise<void> {
  const answer = await queueing.ask(askQueue)
  const queue = answer && valueOf(answer)
  if (queue) set({ queue })
}

async function askQueue({ signal }: Turn): Promise<Result<QueueState> | null> {
  const { corpus, preferences, labelled } = now()
  if (!corpus || preferences.annotator === '') return null
  const { annotator, order, seed, mine: assigned } = preferences
  return call('corpus.queue', { corpus: corpus.path, annotator, order, seed, assigned, at: labelled ?? undefined }, { signal })
}

/** A bundle is labelled by the one it was made for. */
function takeBundle({ campaign }: CorpusInfo): void {
  if (!campaign?.bundle) return
  const preferences = { ...now().preferences, annotator: campaign.bundle.annotator, blind: true }
  writePreferences(preferences)
  set({ preferences })
}

/** Opens a corpus; one that is asked for meanwhile takes its place. */
async function openWith(ask: (turn: Turn) => Promise<Result<CorpusInfo>>): Promise<boolean> {
  set({ failure: null })
  const answer = await opening.ask(ask)
  const corpus = answer && valueOf(answer)
  if (corpus) enter(corpus)
  return corpus !== null
}

function enter(corpus: CorpusInfo): void {
  takeBundle(corpus)
  set({
    corpus,
    view: 'pages',
    filter: {},
    entries: [],
    listed: null,
    matching: 0,
    total: corpus.pages,
    complete: false,
    marked: new Set(),
    queue: null,
    scored: null,
    campaign: null,
    annotators: [],
    assignees: [],
    outcome: null,
    removed: [],
    agreement: null,
    failure: null,
  })
  void annotate.refresh()
}

/** Runs something with progress and a way to stop it; one at a time. */
async function runTask<T>(
  title: string,
  run: (options: { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void }) => Promise<T>,
): Promise<T> {
  now().controller?.abort()
  const controller = new AbortController()
  set({ controller, task: { title, progress: { done: null, message: 'Starting …' } }, failure: null })
  try {
    return await run({
      signal: controller.signal,
      onProgress: (progress) => {
        if (now().controller === controller) set({ task: { title, progress } })
      },
    })
  } finally {
    if (now().controller === controller) set({ controller: null, task: null })
  }
}

async function batch(
  title: string,
  run: (options: { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void }) => Promise<Result<BatchOutcome>>,
): Promise<BatchOutcome | null> {
  const outcome = valueOf(await runTask(title, run))
  if (outcome) set({ outcome: { title, outcome } })
  await annotate.refresh()
  return outcome
}

function takeReport(answer: Result<CampaignReport>): void {
  const campaign = valueOf(answer)
  if (campaign) set(({ corpus }) => ({ campaign, corpus: corpus ? { ...corpus, campaign: campaign.campaign } : null }))
}

/** The page of the tab in front as a source: the very HTML in view where it is what the server sent. */
export function sourceOfTab(): { readonly source: Source; readonly mode: CaptureMode; readonly title: string } | null {
  const { page, model, source, mode } = currentTab()
  if (!page || !model || !source) return null
  const title = page.title || describeSource(source)
  if (mode === 'rendered' && source.kind !== 'sample') return { source, mode, title }
  return {
    source: { kind: 'html', html: model.html, name: page.label, url: page.url ?? undefined },
    mode: 'source',
    title,
  }
}

export const annotate = {
  /** Reads the list of corpora opened before. */
  async start(): Promise<void> {
    const recent = await call('corpus.recent', {})
    set({ recent: recent.ok ? recent.value : [] })
  },
  create: (path: string, name: string) =>
    openWith(({ signal }) => call('corpus.create', { path: path.trim(), name: name.trim() }, { signal })),
  open: (path: string) => openWith(({ signal }) => call('corpus.open', { path: path.trim() }, { signal })),
  /** Opens the corpus of the samples, to try things on. */
  openSample: () => openWith(({ signal }) => call('corpus.openSample', {}, { signal })),
  close(): void {
    for (const under of [opening, listing, queueing]) under.stop()
    now().controller?.abort()
    set({
      corpus: null,
      entries: [],
      queue: null,
      outcome: null,
      removed: [],
      agreement: null,
      campaign: null,
      scored: null,
      failure: null,
    })
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
    const { corpus } = now()
    if (!corpus) return
    const title = 'Measuring pages'
    const measured = valueOf(await runTask(title, (options) => call('corpus.measure', { corpus: corpus.path }, options)))
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
  cancelTask(): void {
    now().controller?.abort()
  },
  async addPages(sources: readonly Source[], mode: CaptureMode, delay: number): Promise<BatchOutcome | null> {
    const { corpus } = now()
    if (!corpus || sources.length === 0) return null
    const title = sources.length === 1 ? 'Adding a page' : `Adding ${sources.length} pages`
    // One page as its site is looked at; a list of sites, each its own, as usual.
    const conditions = sources.length === 1 ? optionsOf(siteOfSource(sources[0] ?? null)).conditions : {}
    return batch(title, (options) =>
      call(
        'corpus.addPages',
        { corpus: corpus.path, sources: [...sources], options: { mode, ...conditions, ...requestedLimits() }, delay },
        options,
      ),
    )
  },
  /** Captures pages again; labels move with their words when a page is opened. */
  async recapture(pages: readonly string[]): Promise<void> {
    const { corpus } = now()
    if (!corpus || pages.length === 0) return
    const title = 'Captured again and changed'
    const outcome = valueOf(
      await runTask('Capturing again', (options) =>
        call('corpus.recapture', { corpus: corpus.path, pages: [...pages], limits: requestedLimits() }, options),
      ),
    )
    if (outcome) set({ outcome: { title, outcome, knownAre: 'as they were' } })
    await annotate.refresh()
  },
  async importFrom(format: ExchangeFormat, path: string, annotator: string, align: boolean): Promise<BatchOutcome | null> {
    const { corpus } = now()
    if (!corpus) return null
    return batch('Importing', (options) =>
      call('corpus.import', { corpus: corpus.path, format, path: path.trim(), annotator: annotator.trim() || 'imported', align }, options),
    )
  },
  async exportTo(format: ExchangeFormat, path: string, annotator: string, pages: readonly string[] | null): Promise<BatchOutcome | null> {
    const { corpus } = now()
    if (!corpus) return null
    return batch('Exporting', (options) =>
      call(
        'corpus.export',
        {
          corpus: corpus.path,
          format,
          path: path.trim(),
          annotator: annotator || undefined,
          pages: pages ? [...pages] : undefined,
        },
        options,
      ),
    )
  },
  async rename(page: string, to: string): Promise<boolean> {
    const { corpus } = now()
    if (!corpus) return false
    const entry = valueOf(await call('corpus.rename', { corpus: corpus.path, page, to: to.trim() }))
    await annotate.refresh()
    return entry !== null
  },
  async remove(pages: readonly string[]): Promise<void> {
    const { corpus } = now()
    if (!corpus || pages.length === 0) return
    const moved = valueOf(await call('corpus.remove', { corpus: corpus.path, pages: [...pages] }))
    if (moved) set({ removed: moved.done, ...(moved.problems[0] ? { failure: moved.problems[0].failure } : {}) })
    annotate.mark(pages, false)
    await annotate.refresh()
  },
  async restore(): Promise<void> {
    const { corpus, removed } = now()
    if (!corpus || removed.length === 0) return
    const moved = valueOf(await call('corpus.restore', { corpus: corpus.path, removed: [...removed] }))
    // What could not be put back is still in the trash.
    if (moved)
      set({ removed: moved.problems.map(({ place }) => place), ...(moved.problems[0] ? { failure: moved.problems[0].failure } : {}) })
    await annotate.refresh()
  },
  async describe(change: {
    readonly name?: string
    readonly labels?: CorpusInfo['labels']
    readonly contentLabels?: readonly string[]
    readonly guidelines?: string
  }): Promise<boolean> {
    const { corpus } = now()
    if (!corpus) return false
    const { name, labels, contentLabels, guidelines } = change
    const info = valueOf(
      await call('corpus.describe', {
        corpus: corpus.path,
        name,
        labels: labels && [...labels],
        contentLabels: contentLabels && [...contentLabels],
        guidelines,
      }),
    )
    if (info) set({ corpus: info })
    return info !== null
  },
  async readAgreement(): Promise<void> {
    const { corpus } = now()
    if (!corpus) return
    const agreement = valueOf(
      await runTask('Comparing annotators', (options) => call('corpus.agreement', { corpus: corpus.path }, options)),
    )
    if (agreement) set({ agreement })
  },
  /** Reads how far the campaign is. */
  async readCampaign(): Promise<void> {
    const { corpus } = now()
    if (!corpus) return
    takeReport(await runTask('Looking at the campaign', (options) => call('corpus.campaign', { corpus: corpus.path }, options)))
  },
  async planCampaign(annotators: readonly string[], overlap: number, training: readonly string[]): Promise<void> {
    const { corpus } = now()
    if (!corpus) return
    const plan = { corpus: corpus.path, annotators: [...annotators], overlap, training: [...training] }
    takeReport(await runTask('Planning', (options) => call('corpus.planCampaign', plan, options)))
    await annotate.refresh()
  },
  async setBlind(blind: boolean): Promise<void> {
    const { corpus } = now()
    if (!corpus) return
    takeReport(await runTask('Looking at the campaign', (options) => call('corpus.setBlind', { corpus: corpus.path, blind }, options)))
    annotate.setPreferences({ blind })
  },
  async handOut(path: string): Promise<void> {
    const { corpus } = now()
    if (corpus) await batch('Handed out', (options) => call('corpus.handOut', { corpus: corpus.path, path: path.trim() }, options))
  },
  async takeIn(paths: readonly string[]): Promise<void> {
    const { corpus } = now()
    if (!corpus) return
    await batch('Taken in', (options) => call('corpus.takeIn', { corpus: corpus.path, paths: [...paths] }, options))
    await annotate.readCampaign()
  },
  dismiss(): void {
    set({ failure: null })
  },
  dismissOutcome(): void {
    set({ outcome: null })
  },
}
