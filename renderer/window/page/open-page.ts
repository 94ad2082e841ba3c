import { CANCELLED, type Result } from '../../../shared/base/failure'
import { withoutUserInfo } from '../../../shared/base/url'
import { isSameSource } from '../../../shared/contract/capture'
import type { PageSummary, CaptureMode, KeptEntry, Source, ResourceSummary } from '../../../shared/contract/capture'
import type { CallOptions } from '../../../shared/contract/client'
import type { ExtractionResult, OpenedPage, OpenEvent, Progress } from '../../../shared/contract/contract'
import { unpackModel, type PageModel } from '../../../shared/page/page-model'
import { call } from '../host/host'
import { recordPhase } from '../result/timing'
import { extractorOf, notify, patchOf, tabOf } from '../store'
import { configurationOf, placeOfRequest, NOTHING, runOf, type Configuration, type PageLoad, type Tab } from '../window-state'
import { configure, requestExtraction } from './extracting'
import { carryGold, findGold } from './gold-texts'
import { rememberConfiguration } from './history'
import { requestedLimits, siteOptions, siteOfSource } from './page-options'
import { create } from 'zustand'
import { createRequestSlot } from '../../../shared/base/request-slot'

const useResources = create<{ readonly page: string; readonly summary: ResourceSummary | null }>()(() => ({ page: '', summary: null }))
const reading = createRequestSlot()

export const useResourceSummary = (page: string | undefined): ResourceSummary | null =>
  useResources((state) => (state.page === page ? state.summary : null))

/**
 * Reads the list of a page's resources. The list grows while the browser renders the page and requests fonts and images of style sheets.
 */
export async function readResources(page: string): Promise<void> {
  const answer = await reading.replace(({ signal }) => call('page.resources', { page }, { signal }))
  if (answer?.ok) storeResources(page, answer.value)
}

export function storeResources(page: string, summary: ResourceSummary): void {
  useResources.setState({ page, summary })
}

interface OpenPage {
  readonly page: PageSummary
  readonly model: PageModel
}

interface OpenOptions extends CallOptions {
  readonly onView?: (page: string) => void
  readonly run?: Configuration
  readonly kept?: KeptEntry
}

interface Opening {
  readonly page: Promise<Result<OpenPage>>
  /** Arrives after the page. A failure if the page did not open, or if no run was requested. */
  readonly run: Promise<Result<ExtractionResult>>
}

function requestPage(send: (options: CallOptions) => Promise<Result<OpenedPage>>, { onView, ...options }: OpenOptions): Opening {
  const start = performance.now()
  let model: PageModel | null = null
  let settle: (opened: Result<OpenPage>) => void
  const page = new Promise<Result<OpenPage>>((resolve) => {
    settle = resolve
  })
  const onOpening = (event: OpenEvent): void => {
    if (event.is === 'view') onView?.(event.page)
    else if (event.is === 'model') model = unpackModel(event.model)
    else if (model) {
      recordPhase('boilerscope.open.load', start)
      settle({ ok: true, value: { page: event.page, model: { ...model, layout: event.layout } } })
    }
  }
  const response = send({ ...options, onOpening })
  const run = response.then((answer): Result<ExtractionResult> => {
    if (!answer.ok) settle(answer)
    return answer.ok ? (answer.value.run ?? { ok: false, failure: CANCELLED }) : answer
  })
  return { page, run }
}

export function openPage(source: Source, mode: CaptureMode, { run, kept, ...options }: OpenOptions = {}): Opening {
  const { conditions, composed, streamed } = siteOptions(siteOfSource(source))
  const request = { source, options: { mode, ...conditions, composed, streamed, ...requestedLimits() }, kept, run }
  return requestPage((callOptions) => call('page.open', request, callOptions), options)
}

/** Opens a corpus page from its stored capture, so that node ids in labels stay valid. */
export function openCorpusCapture(corpus: string, page: string): Promise<Result<OpenPage>> {
  return requestPage((options) => call('page.openCorpus', { corpus, page, limits: requestedLimits() }, options), {}).page
}

export function closePage(page: Pick<PageSummary, 'id'> | null): void {
  if (!page) return
  void call('page.close', { page: page.id })
}

export interface Load {
  readonly source: Source
  readonly mode: CaptureMode
  readonly visit: 'new' | number
  /** Whether to show the stored capture of a visited page. Without a stored capture, the page is loaded. */
  readonly again?: boolean
  readonly configuration?: Configuration | undefined
}

/** A newer load of the tab replaces this load. Returns null if the load failed, or was cancelled or replaced. */
export async function load(id: string, { source: given, mode, visit, again = false, configuration }: Load): Promise<PageSummary | null> {
  // Sessions and links store this source and must not contain the user name and password.
  const source: Source = given.kind === 'url' ? { ...given, url: withoutUserInfo(given.url) } : given
  const before = tabOf(id)
  if (!before) return null
  before.load?.controller.abort()
  const controller = new AbortController()
  const loadingTab = (): Tab | undefined => {
    const tab = tabOf(id)
    return tab?.load?.controller === controller ? tab : undefined
  }
  const change = (part: Partial<PageLoad>): void => {
    const { load: now } = loadingTab() ?? {}
    if (now) patchOf(id, { load: { ...now, ...part } })
  }
  const place = placeOfRequest(before, source, mode, visit)
  const startedAt = performance.now()
  patchOf(id, { load: { place, startedAt, controller, progress: null, coming: null }, failure: before.page ? null : before.failure })
  const entry = place.visits[place.visit]?.id
  const report = delayProgress((progress) => change({ progress }))
  const first = configurationOf({ ...before, ...(configuration && configure(before, configuration)) })
  const run = extractorOf(first.extractor) && first
  const opening = openPage(source, mode, {
    signal: controller.signal,
    onProgress: report.now,
    onView: (coming) => change({ coming }),
    ...(run && { run }),
    ...(entry !== undefined && { kept: { entry, first: again } }),
  })
  const opened = await opening.page
  report.end()
  const tab = loadingTab()
  if (!tab) {
    if (opened.ok) closePage(opened.value.page)
    return null
  }
  if (!opened.ok && opened.failure.code === 'cancelled') {
    cancelLoad(tab)
    return null
  }
  if (!opened.ok && tab.page && isSameSource(tab.source, source)) {
    patchOf(id, { load: null, failure: opened.failure })
    return null
  }
  closePage(tab.page)
  runOf(tab)?.controller.abort()
  const { gold, visits: history } = carryGold(tab, place)
  if (configuration) {
    rememberConfiguration(tab, configuration)
    patchOf(id, configure(tab, configuration))
  }
  if (!opened.ok) {
    patchOf(id, { ...NOTHING, ...place, visits: history, failure: opened.failure, page: null, model: null, gold })
    return null
  }
  const { page, model } = opened.value
  const visits = history.map((v, i) => (i === place.visit ? { ...v, label: page.title || page.label } : v))
  // Keep the selection of a restored tab, of a permalink, and of a reloaded page that did not change.
  const isSame = before.page === null || (before.model !== null && isSameSource(before.source, source) && isAlike(before.model, model))
  const selected = isSame && tab.selected !== null && tab.selected < model.count ? tab.selected : null
  patchOf(id, { ...NOTHING, ...place, page, model, visits, selected, gold })
  const begun = run && { ...run, page: page.id, controller, startedAt: performance.now(), answer: opening.run }
  requestExtraction(id, 'fresh', startedAt, begun)
  void findGold(id, source, page.id, model)
  return page
}

function isAlike(a: PageModel, b: PageModel): boolean {
  if (a.count !== b.count) return false
  for (let n = 0; n < a.count; n++) if (a.parent[n] !== b.parent[n] || a.text[n] !== b.text[n] || a.tag[n] !== b.tag[n]) return false
  return true
}

export function cancelLoad({ id, load }: Tab): void {
  if (!load) return
  load.controller.abort()
  patchOf(id, { load: null })
  notify('Cancelled.')
}

const SHOW_PROGRESS_AFTER_MS = 400

/** Rendering the progress would take CPU time from a quick load. */
function delayProgress(show: (progress: Progress) => void) {
  let last: Progress = { done: null, message: 'Opening …' }
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    show(last)
  }, SHOW_PROGRESS_AFTER_MS)
  return {
    now: (progress: Progress): void => {
      last = progress
      if (isLate) show(last)
    },
    end: () => clearTimeout(timer),
  }
}
