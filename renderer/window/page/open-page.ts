/** Opens a page in the host with limits, progress and cancel, for tabs, labelling, examples and the comparison. */
import type { Result } from '../../../shared/base/failure'
import { withoutUserInfo } from '../../../shared/base/url'
import {
  type PageSummary,
  isSameSource,
  type CaptureMode,
  type KeptEntry,
  type Source,
  type ResourceSummary,
} from '../../../shared/contract/capture'
import type { CallOptions } from '../../../shared/contract/client'
import type { Progress } from '../../../shared/contract/contract'
import { MEASURING, unpackModel, type PageModel } from '../../../shared/page/page-model'
import { call } from '../host/host'
import { recordPhase } from '../result/timing'
import { notify, patchOf, tabOf } from '../store'
import { placeOfRequest, NOTHING, runOf, type Configuration, type PageLoad, type Tab } from '../window-state'
import { beginExtraction, configure, requestFirst, soonOf } from './extracting'
import { carryGold, findGold } from './gold-texts'
import { rememberConfiguration } from './history'
import { requestedLimits, siteOptions, siteOfSource } from './page-options'
import { create } from 'zustand'
import { createRequestSlot } from '../../../shared/base/request-slot'

const useResources = create<{ readonly page: string; readonly summary: ResourceSummary | null }>()(() => ({ page: '', summary: null }))
const reading = createRequestSlot()

/** Returns the resources of a page; null before the first request. */
export const useResourceSummary = (page: string | undefined): ResourceSummary | null =>
  useResources((state) => (state.page === page ? state.summary : null))

/** Requests the list of missing resources. It grows while a view is drawn, which requests fonts and images of style sheets. */
export async function readResources(page: string): Promise<void> {
  const answer = await reading.replace(({ signal }) => call('page.resources', { page }, { signal }))
  if (answer?.ok) storeResources(page, answer.value)
}

export function storeResources(page: string, summary: ResourceSummary): void {
  useResources.setState({ page, summary })
}

/** A page that stays open in the host until `closePage`, and its model. */
export interface OpenPage {
  readonly page: PageSummary
  readonly model: PageModel
}

interface OpenOptions extends CallOptions {
  /** Receives the opened page while its model is still loading. */
  readonly onOpened?: (page: PageSummary) => void
  /** History entry of the capture. */
  readonly kept?: KeptEntry
}

/** A model that was requested while the browser still computes the page's layout. */
interface ModelAhead {
  readonly page: string
  /** The model without the layout; null if the request failed. */
  readonly model: Promise<PageModel | null>
}

/** Opens a source with the current limits and requests its model. */
export async function openPage(source: Source, mode: CaptureMode, options: OpenOptions = {}): Promise<Result<OpenPage>> {
  const start = performance.now()
  const { conditions, composed, streamed } = siteOptions(siteOfSource(source))
  const { kept } = options
  let coming: string | undefined
  let ahead: ModelAhead | undefined
  const onProgress = (progress: Progress): void => {
    coming = progress.coming ?? coming
    if (coming !== undefined && (progress.done ?? 0) >= MEASURING) ahead ??= requestModel(coming, options)
    options.onProgress?.(progress)
  }
  const request = { source, options: { mode, ...conditions, composed, streamed, ...requestedLimits() }, kept }
  const opened = await call('page.open', request, { ...options, onProgress })
  if (opened.ok) recordPhase('boilerscope.open.load', start)
  return withModel(opened, options, ahead)
}

function requestModel(page: string, options: CallOptions): ModelAhead {
  const requested = call('page.model', { page }, signalOf(options))
  return { page, model: requested.then((answer) => (answer.ok ? unpackModel(answer.value) : null)) }
}

/** Returns the model of an open page. If the model was already requested, requests only the layout. */
async function modelOf(page: string, options: CallOptions, ahead?: ModelAhead): Promise<Result<PageModel>> {
  const laidOut = ahead?.page === page ? call('page.layout', { page }, signalOf(options)) : null
  const known = laidOut && (await ahead?.model)
  if (laidOut && known) {
    const layout = await laidOut
    return layout.ok ? { ok: true, value: { ...known, layout: layout.value } } : layout
  }
  const answer = await call('page.model', { page }, signalOf(options))
  return answer.ok ? { ok: true, value: unpackModel(answer.value) } : answer
}

const signalOf = ({ signal }: CallOptions): CallOptions => (signal ? { signal } : {})

/** Requests the model of an opened page; closes the page if the request fails. */
export async function withModel(opened: Result<PageSummary>, options: OpenOptions = {}, ahead?: ModelAhead): Promise<Result<OpenPage>> {
  if (!opened.ok) return opened
  const start = performance.now()
  options.onProgress?.({ done: 0.95, message: 'Transferring …' })
  const requested = modelOf(opened.value.id, options, ahead)
  options.onOpened?.(opened.value)
  const model = await requested
  recordPhase('boilerscope.open.transfer', start)
  if (model.ok) return { ok: true, value: { page: opened.value, model: model.value } }
  closePage(opened.value)
  return model
}

export function closePage(page: Pick<PageSummary, 'id'> | null): void {
  if (!page) return
  void call('page.close', { page: page.id })
}

export interface Load {
  readonly source: Source
  readonly mode: CaptureMode
  /** Position of the page in the tab's history: a new entry, or the index of an entry. */
  readonly visit: 'new' | number
  /** Whether to show the stored capture of a visited page; without a stored capture the page is loaded. */
  readonly again?: boolean
  /** Configuration for the extraction; default: the tab's configuration. */
  readonly configuration?: Configuration | undefined
}

/** Loads a page into a tab and runs the extractor. A newer load of the tab replaces this load. Returns null if the load failed. */
export async function load(id: string, { source: given, mode, visit, again = false, configuration }: Load): Promise<PageSummary | null> {
  // Sessions and links store this source, so remove user name and password.
  const source: Source = given.kind === 'url' ? { ...given, url: withoutUserInfo(given.url) } : given
  const before = tabOf(id)
  if (!before) return null
  before.load?.controller.abort()
  const controller = new AbortController()
  const change = (part: Partial<PageLoad>): void => {
    const now = tabOf(id)?.load
    if (now?.controller === controller) patchOf(id, { load: { ...now, ...part } })
  }
  const place = placeOfRequest(before, source, mode, visit)
  const startedAt = performance.now()
  // A new load clears the failure of the page in view.
  patchOf(id, { load: { place, startedAt, controller, progress: null, coming: null }, failure: before.page ? null : before.failure })
  const entry = place.visits[place.visit]?.id
  const report = delayProgress((progress) => change({ progress }))
  let begun: ReturnType<typeof beginExtraction> = null
  const opened = await openPage(source, mode, {
    signal: controller.signal,
    ...(entry !== undefined && { kept: { entry, first: again } }),
    onProgress: (progress) => {
      if (progress.coming !== undefined) change({ coming: progress.coming })
      report.now(progress)
    },
    onOpened: ({ id: coming }) => {
      const now = tabOf(id)
      if (now?.load?.controller !== controller) return
      begun = beginExtraction(coming, { ...now, ...(configuration && configure(now, configuration)) }, controller.signal)
      change({ coming })
    },
  })
  report.end()
  const soon = opened.ok && begun ? await soonOf(begun) : null
  const tab = tabOf(id)
  if (tab?.load?.controller !== controller) {
    if (opened.ok) closePage(opened.value.page)
    return null
  }
  if (!opened.ok && opened.failure.code === 'cancelled') {
    cancelLoad(tab)
    return null
  }
  // If a reload fails, the previous capture stays.
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
  // A restored tab or a permalink contains a selection; a reloaded page without changes keeps its selection.
  const isSame = before.page === null || (before.model !== null && isSameSource(before.source, source) && isAlike(before.model, model))
  const selected = isSame && tab.selected !== null && tab.selected < model.count ? tab.selected : null
  requestFirst(id, { ...NOTHING, ...place, page, model, visits, selected, gold }, startedAt, { begun, soon })
  void findGold(id, source, { page: page.id, model })
  return page
}

/** Whether two models have the same nodes, so that node ids are valid in both. Linear. */
function isAlike(a: PageModel, b: PageModel): boolean {
  if (a.count !== b.count) return false
  for (let n = 0; n < a.count; n++) if (a.parent[n] !== b.parent[n] || a.text[n] !== b.text[n] || a.tag[n] !== b.tag[n]) return false
  return true
}

/** Cancels the load of a tab; the page in view stays. */
export function cancelLoad({ id, load }: Tab): void {
  if (!load) return
  load.controller.abort()
  patchOf(id, { load: null })
  notify('Cancelled.')
}

/** Milliseconds before the window shows a load's progress: a quick load shows none. */
const SHOW_PROGRESS_AFTER_MS = 400

/** Reports progress only after `SHOW_PROGRESS_AFTER_MS`: drawing it takes CPU time from the load. */
function delayProgress(show: (progress: Progress) => void): {
  readonly now: (progress: Progress) => void
  readonly end: () => void
} {
  let last: Progress = { done: null, message: 'Opening …' }
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    show(last)
  }, SHOW_PROGRESS_AFTER_MS)
  return {
    now(progress) {
      last = progress
      if (isLate) show(last)
    },
    end: () => clearTimeout(timer),
  }
}
