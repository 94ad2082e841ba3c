/**
 * The store: everything the window shows, and the only place that calls the client.
 * Components read with `useWorkspace` and `useTab`, and change things with `actions`.
 */
import { create } from 'zustand'
import type { PageSummary } from '../../shared/contract/capture'
import type { ExtractionResult, Progress } from '../../shared/contract/contract'
import type { Result } from '../../shared/base/failure'
import type { CaptureMode, Source } from '../../shared/contract/source'
import { presetValues, type ParamValue, type Preset } from '../../shared/extractors/core/params'
import type { NodeId, PageModel } from '../../shared/page/page-model'
import { connect } from './connect'
import { requestedLimits } from './limits'
import { recordPainted, recordPhase } from './timing'
import {
  activeTab,
  beginLoading,
  emptyTab,
  patchTab,
  sourceOfText,
  type Overlay,
  type PageViewState,
  type Tab,
  type Theme,
  type UndoStep,
  type Workspace,
} from './workspace-state'

export type { Overlay, PageViewState, Tab, Theme, UndoStep, Visit, Workspace } from './workspace-state'

const connection = connect()
const { client } = connection
const first = emptyTab()

export const useWorkspace = create<Workspace>()(() => ({
  client,
  host: null,
  extractors: [],
  samples: [],
  tabs: [first],
  active: first.id,
  theme: 'system',
  dark: false,
  workspace: 'inspect',
  panels: {},
  overlay: null,
  undo: [],
  redo: [],
  lost: false,
  notice: '',
  startFailure: null,
}))

export const { getState, setState, subscribe } = useWorkspace
connection.onLost(() => setState({ lost: true }))

/** Reads the tab in front. */
export function useTab<T>(selector: (tab: Tab) => T): T {
  return useWorkspace((state) => selector(activeTab(state)))
}

/** Calls back with the tab in front whenever what `selector` reads of it changes; for drawing without rendering. */
export function watchTab<T>(selector: (tab: Tab) => T, listener: (value: T, tab: Tab) => void): () => void {
  let last = selector(activeTab(getState()))
  return subscribe((state) => {
    const tab = activeTab(state)
    const value = selector(tab)
    if (Object.is(value, last)) return
    last = value
    listener(value, tab)
  })
}

/** Address of an open page's view. */
export const viewUrl = (page: string, remote: boolean): string => connection.viewUrl(page, remote)

const tabOf = (id: string): Tab | undefined => getState().tabs.find((tab) => tab.id === id)
const current = (): Tab => activeTab(getState())
const patch = (id: string, change: Partial<Tab>): void => setState((state) => ({ tabs: patchTab(state.tabs, id, change) }))
const infoOf = (id: string) => getState().extractors.find((info) => info.id === id)

// ---- loading

interface Opened {
  readonly page: PageSummary
  readonly model: PageModel
}

const loads = new Map<string, AbortController>()

/** Opens a source and fetches its model. */
async function openPage(
  source: Source,
  mode: CaptureMode,
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<Result<Opened>> {
  const start = performance.now()
  const opened = await client.call('page.open', { source, options: { mode, ...requestedLimits() } }, { signal, onProgress })
  if (!opened.ok) return opened
  recordPhase('boilerscope.open.load', start)
  const transfer = performance.now()
  onProgress({ done: 0.95, message: 'Transferring …' })
  const model = await client.call('page.model', { page: opened.value.id }, { signal })
  recordPhase('boilerscope.open.transfer', transfer)
  if (model.ok) return { ok: true, value: { page: opened.value, model: model.value } }
  void client.call('page.close', { page: opened.value.id })
  return model
}

/** @param visit where the page stands in the tab's history: a new entry, or the index of one. */
async function load(id: string, source: Source, mode: CaptureMode, visit: 'new' | number): Promise<void> {
  const before = tabOf(id)
  if (!before) return
  loads.get(id)?.abort()
  const controller = new AbortController()
  loads.set(id, controller)
  const mine = (): boolean => loads.get(id) === controller && tabOf(id) !== undefined
  const start = performance.now()
  patch(id, beginLoading(before, source, mode, visit))
  const opened = await openPage(source, mode, controller.signal, (progress) => {
    if (mine()) patch(id, { progress })
  })
  if (!mine()) {
    if (opened.ok) void client.call('page.close', { page: opened.value.page.id })
    return
  }
  loads.delete(id)
  if (!opened.ok && opened.failure.code === 'cancelled') {
    // A cancelled load gives the former page back.
    const { source: formerSource, mode: formerMode, visits, visit: formerVisit, page } = before
    patch(id, { status: page ? 'ready' : 'empty', progress: null, source: formerSource, mode: formerMode, visits, visit: formerVisit })
    notify('Cancelled.')
    return
  }
  if (before.page) void client.call('page.close', { page: before.page.id })
  const nothing = {
    progress: null,
    result: null,
    previous: null,
    extractionFailure: null,
    selected: null,
    hovered: null,
    running: false,
  } as const
  if (!opened.ok) {
    patch(id, { ...nothing, status: 'failed', failure: opened.failure, page: null, model: null })
    return
  }
  const { page, model } = opened.value
  const visits =
    tabOf(id)?.visits.map((v, i, all) => (i === (tabOf(id)?.visit ?? all.length) ? { ...v, label: page.title || page.label } : v)) ?? []
  // A restored tab or a permalink comes with its selection.
  const selected = before.page === null && before.selected !== null && before.selected < model.count ? before.selected : null
  patch(id, { ...nothing, status: 'ready', failure: null, page, model, visits, selected })
  requestExtraction(id, 'fresh', start)
}

// ---- extracting

/** One a tab: a newer request waits for the one under way, so that dragging a slider keeps showing results, and the last one wins. */
interface Runner {
  controller: AbortController | null
  startedAt: number
  again: boolean
  keepPrevious: boolean
  /** When the person opened the page, or changed the parameter. */
  askedAt: number
}
const runners = new Map<string, Runner>()

/** Milliseconds after which a run that is no longer wanted is aborted instead of awaited. */
const PATIENCE = 300

/** `fresh`: nothing to compare with; `changed`: the result in view becomes `previous`. */
function requestExtraction(id: string, kind: 'fresh' | 'changed', askedAt = performance.now()): void {
  const runner = runners.get(id) ?? { controller: null, startedAt: 0, again: false, keepPrevious: false, askedAt: 0 }
  runners.set(id, runner)
  runner.askedAt = askedAt
  if (kind === 'fresh') {
    runner.controller?.abort()
    runner.controller = null
    runner.keepPrevious = false
    void extract(id, runner)
    return
  }
  runner.keepPrevious = true
  if (!runner.controller) {
    void extract(id, runner)
    return
  }
  runner.again = true
  if (performance.now() - runner.startedAt > PATIENCE) runner.controller.abort()
}

async function extract(id: string, runner: Runner): Promise<void> {
  const tab = tabOf(id)
  const info = tab && infoOf(tab.extractor)
  if (!tab?.page || !info) return
  const controller = new AbortController()
  const { page, extractor, preset, params } = tab
  runner.controller = controller
  runner.startedAt = performance.now()
  runner.again = false
  const { keepPrevious, askedAt } = runner
  patch(id, { running: true })
  const answer = await client.call('extraction.run', { page: page.id, extractor, preset, params }, { signal: controller.signal })
  // A fresh request or a newer page took over: this result belongs to nothing in view.
  if (runner.controller !== controller || tabOf(id)?.page?.id !== page.id) return
  runner.controller = null
  const again = runner.again
  if (answer.ok) {
    settle(id, answer.value, keepPrevious, again)
    recordPhase('boilerscope.open.extract', runner.startedAt)
    recordPainted(keepPrevious ? 'boilerscope.update' : 'boilerscope.open', askedAt)
  } else if (!again || answer.failure.code !== 'cancelled') patch(id, { running: again, extractionFailure: answer.failure })
  if (again) void extract(id, runner)
}

function settle(id: string, result: ExtractionResult, keepPrevious: boolean, running: boolean): void {
  const before = tabOf(id)?.result ?? null
  const comparable = keepPrevious && before?.extraction.extractor === result.extraction.extractor
  patch(id, { result, previous: comparable ? before : null, extractionFailure: null, running })
}

// ---- undo

function remember(step: UndoStep): void {
  setState(({ undo }) => {
    const last = undo[undo.length - 1]
    if (step.kind === 'parameters' && last?.kind === 'parameters' && last.tab === step.tab && last.gesture === step.gesture)
      return { redo: [] }
    return { undo: [...undo, step].slice(-100), redo: [] }
  })
}

function parameterStep(tab: Tab, gesture: string): UndoStep {
  return { kind: 'parameters', tab: tab.id, extractor: tab.extractor, preset: tab.preset, params: tab.params, gesture }
}

let gesture = 0
let gestureName = ''
let gestureTime = 0
/** Changes of one parameter within a second of each other are one gesture. */
function gestureOf(name: string): string {
  const now = performance.now()
  if (name !== gestureName || now - gestureTime > 1000) gesture += 1
  gestureName = name
  gestureTime = now
  return `${name}-${gesture}`
}

function changeParameters(change: Partial<Pick<Tab, 'extractor' | 'preset' | 'params'>>, gestureId: string): void {
  const tab = current()
  remember(parameterStep(tab, gestureId))
  patch(tab.id, change)
  requestExtraction(tab.id, change.extractor !== undefined && change.extractor !== tab.extractor ? 'fresh' : 'changed')
}

/** Takes one step from a stack, does it, and gives the step that does the opposite. */
function takeBack(step: UndoStep): UndoStep | null {
  if (step.kind === 'closed-tab') {
    const restored: Tab = {
      ...emptyTab(undefined, step.tab),
      source: step.tab.source,
      selected: step.tab.selected,
      visits: step.tab.visits,
      visit: step.tab.visit,
    }
    setState(({ tabs }) => ({ tabs: [...tabs.slice(0, step.index), restored, ...tabs.slice(step.index)], active: restored.id }))
    if (restored.source) void load(restored.id, restored.source, restored.mode, restored.visit)
    return null
  }
  const tab = tabOf(step.tab)
  if (!tab) return null
  const opposite = parameterStep(tab, gestureOf('undo'))
  setState({ active: tab.id })
  patch(tab.id, { extractor: step.extractor, preset: step.preset, params: step.params })
  requestExtraction(tab.id, step.extractor === tab.extractor ? 'changed' : 'fresh')
  return opposite
}

function notify(notice: string): void {
  setState({ notice })
}

// ---- what a person can do

export const actions = {
  /** Opens a page in the tab in front. */
  openSource(source: Source, mode: CaptureMode = current().mode): void {
    setState({ overlay: null })
    void load(current().id, source, mode, 'new')
  },
  /** Opens what was typed or pasted: an address, a path, or HTML. */
  openAddress(text: string): void {
    const source = sourceOfText(text)
    if (source) actions.openSource(source)
  },
  /** Opens a page in a new tab. */
  openInNewTab(source: Source, mode?: CaptureMode): void {
    if (current().status !== 'empty' || current().source) actions.newTab()
    actions.openSource(source, mode)
  },
  /** Loads the page again. */
  reload(): void {
    const { id, source, mode, visit } = current()
    if (source) void load(id, source, mode, visit)
  },
  /** Stops loading, or the extraction. */
  cancel(): void {
    const { id, status } = current()
    if (status === 'loading') loads.get(id)?.abort()
    else runners.get(id)?.controller?.abort()
  },
  /** Runs the extraction again. */
  extractAgain(): void {
    requestExtraction(current().id, 'fresh')
  },
  setMode(mode: CaptureMode): void {
    const tab = current()
    if (tab.mode === mode && tab.status !== 'failed') return
    if (tab.source) void load(tab.id, tab.source, mode, tab.visit)
    else patch(tab.id, { mode })
  },
  setExtractor(id: string): void {
    const tab = current()
    const info = infoOf(id)
    if (!info || id === tab.extractor) return
    changeParameters({ extractor: id, params: presetValues(info.params, tab.preset) }, gestureOf('extractor'))
  },
  setPreset(preset: Preset): void {
    const info = infoOf(current().extractor)
    if (info) changeParameters({ preset, params: presetValues(info.params, preset) }, gestureOf('preset'))
  },
  setParam(name: string, value: ParamValue): void {
    const { params } = current()
    if (Object.is(params[name], value)) return
    changeParameters({ params: { ...params, [name]: value } }, gestureOf(`param-${name}`))
  },
  /** Sets several parameters at once (a named set, a permalink). */
  setParams(values: Readonly<Record<string, ParamValue>>): void {
    changeParameters({ params: { ...current().params, ...values } }, gestureOf('params'))
  },
  resetParams(): void {
    const { extractor, preset } = current()
    const info = infoOf(extractor)
    if (info) changeParameters({ params: presetValues(info.params, preset) }, gestureOf('reset'))
  },
  select(node: NodeId | null): void {
    const tab = current()
    if (tab.selected !== node) patch(tab.id, { selected: node })
  },
  hover(node: NodeId | null): void {
    const tab = current()
    if (tab.hovered !== node) patch(tab.id, { hovered: node })
  },
  setView(view: Partial<PageViewState>): void {
    const tab = current()
    patch(tab.id, { view: { ...tab.view, ...view } })
  },
  setTheme(theme: Theme): void {
    setState({ theme })
  },
  setWorkspace(workspace: string): void {
    setState({ workspace })
  },
  /** Chooses the panel a pane shows. */
  showPanel(pane: string, panel: string): void {
    setState(({ panels }) => ({ panels: { ...panels, [pane]: panel } }))
  },
  setOverlay(overlay: Overlay): void {
    setState({ overlay })
  },
  notify,
  newTab(): void {
    const tab = emptyTab(getState().extractors[0], current())
    setState(({ tabs }) => ({ tabs: [...tabs, tab], active: tab.id }))
  },
  closeTab(id: string = current().id): void {
    const { tabs, active, extractors } = getState()
    const index = tabs.findIndex((tab) => tab.id === id)
    const tab = tabs[index]
    if (!tab) return
    loads.get(id)?.abort()
    loads.delete(id)
    runners.get(id)?.controller?.abort()
    runners.delete(id)
    if (tab.page) void client.call('page.close', { page: tab.page.id })
    if (tab.source) remember({ kind: 'closed-tab', tab: { ...tab, page: null, model: null, result: null, previous: null }, index })
    const rest = tabs.filter((t) => t.id !== id)
    if (rest.length === 0) rest.push(emptyTab(extractors[0]))
    setState({ tabs: rest, active: active === id ? (rest[Math.min(index, rest.length - 1)] as Tab).id : active })
    actions.activateTab(getState().active)
  },
  activateTab(id: string): void {
    const tab = tabOf(id)
    if (!tab) return
    setState({ active: id })
    // Tabs of a restored session load when they are looked at.
    if (tab.status === 'empty' && tab.source) void load(id, tab.source, tab.mode, tab.visit)
  },
  /** Shows the tab `offset` places to the right, round the end. */
  cycleTab(offset: number): void {
    const { tabs, active } = getState()
    const index = tabs.findIndex((tab) => tab.id === active)
    const next = tabs[(index + offset + tabs.length) % tabs.length]
    if (next) actions.activateTab(next.id)
  },
  back(): void {
    travel(-1)
  },
  forward(): void {
    travel(1)
  },
  undo(): void {
    const { undo, redo } = getState()
    const step = undo[undo.length - 1]
    if (!step) return
    setState({ undo: undo.slice(0, -1) })
    const opposite = takeBack(step)
    setState({ redo: opposite ? [...redo, opposite] : redo, notice: step.kind === 'closed-tab' ? 'Tab reopened.' : 'Parameters put back.' })
  },
  redo(): void {
    const { redo } = getState()
    const step = redo[redo.length - 1]
    if (!step) return
    const opposite = takeBack(step)
    setState(({ undo }) => ({ redo: redo.slice(0, -1), undo: opposite ? [...undo, opposite] : undo }))
  },
}

function travel(offset: number): void {
  const tab = current()
  const visit = tab.visits[tab.visit + offset]
  if (visit) void load(tab.id, visit.source, visit.mode, tab.visit + offset)
}
