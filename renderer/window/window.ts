import { type PageSummary, isSameSource, sourceOfText, type CaptureMode, type Source } from '../../shared/contract/capture'
import type { ParamValue, Preset } from '../../shared/extractors/core/params'
import type { FoundGold } from '../../shared/gold/gold-text'
import type { NodeId } from '../../shared/page/page-model'
import { call } from './host/host'
import { requestExtraction, settleExtraction, valuesOf } from './page/extracting'
import { changeConfiguration, changeParameters, redo, remember, undo } from './page/history'
import { setGoldText, textOfGold } from './page/gold-texts'
import { cancelLoad, closePage, load, type Load } from './page/open-page'
import { firstExtractor } from './page/recent'
import { siteOptions, setOptions, siteOfSource, type PageOptions } from './page/page-options'
import { currentTab, getState, notify, patchOf, setState, tabOf } from './store'
import { forgetTrialsOf } from './result/trial-runs'
import { emptyTab, isSamePage, NOTHING, placeOf, runOf, zoomStep } from './window-state'
import type { Configuration, Overlay, PageViewState, Tab, TabPatch, Theme } from './window-state'

export { useViewUrl } from './host/host'
export * from './store'
export * from './window-state'

interface OpenRequest {
  readonly mode?: CaptureMode
  readonly configuration?: Configuration
  readonly selected?: NodeId | null
  readonly view?: Partial<PageViewState>
  readonly gold?: FoundGold | null
}

/**
 * If the request has a configuration and the page is already in view, does not load the page again. Returns null if the load failed, or was
 * cancelled or replaced.
 */
async function open(source: Source, request: OpenRequest = {}): Promise<PageSummary | null> {
  const tab = currentTab()
  const { mode = placeOf(tab).mode, configuration, selected, view, gold = null } = request
  setState({ overlay: null })
  if (view) patchOf(tab.id, { view: { ...tab.view, ...view } })
  if (tab.page && tab.status === 'ready' && configuration && isSamePage(tab, { source, mode })) {
    changeConfiguration(tab, configuration)
    if (selected !== undefined) patchOf(tab.id, { selected })
    return tab.page
  }
  const page = await load(tab.id, { source, mode, visit: 'new', configuration })
  const { model } = tabOf(tab.id) ?? {}
  if (page && model && gold !== null) {
    const text = await textOfGold(model, gold)
    if (tabOf(tab.id)?.page?.id === page.id) setGoldText(tab.id, text)
  }
  if (page && selected !== undefined) patchOf(tab.id, { selected: selected !== null && selected < (model?.count ?? 0) ? selected : null })
  return page
}

function openInNewTab(source: Source, request: OpenRequest = {}): Promise<PageSummary | null> {
  const { status, source: shown } = currentTab()
  if (status !== 'empty' || shown) newTab()
  return open(source, request)
}

function newTab(): void {
  const tab = emptyTab(firstExtractor(getState().extractors), currentTab())
  setState(({ tabs }) => ({ tabs: [...tabs, tab], active: tab.id }))
}

function closeTab(id: string): void {
  const { tabs, active, extractors } = getState()
  const index = tabs.findIndex((tab) => tab.id === id)
  const tab = tabs[index]
  if (!tab) return
  tab.load?.controller.abort()
  runOf(tab)?.controller.abort()
  closePage(tab.page)
  const place = placeOf(tab)
  const gold = isSameSource(tab.source, place.source) ? tab.gold : null
  if (place.source)
    remember({ kind: 'closed-tab', tab: { ...tab, ...place, ...NOTHING, page: null, model: null, selected: tab.selected, gold }, index })
  const rest = tabs.filter((t) => t.id !== id)
  if (rest.length === 0) rest.push(emptyTab(firstExtractor(extractors)))
  setState({ tabs: rest, active: active === id ? (rest[Math.min(index, rest.length - 1)] as Tab).id : active })
  activateTab(getState().active)
}

function activateTab(id: string): void {
  const tab = tabOf(id)
  if (!tab) return
  setState({ active: id })
  const { source, mode, visit } = tab
  if (tab.status === 'empty' && source) void load(id, { source, mode, visit, again: true })
}

function cycleTab(offset: number): void {
  const { tabs, active } = getState()
  const index = tabs.findIndex((tab) => tab.id === active)
  const next = tabs[(index + offset + tabs.length) % tabs.length]
  if (next) activateTab(next.id)
}

function travel(offset: number): void {
  const tab = currentTab()
  const { visits, visit } = placeOf(tab)
  const to = visits[visit + offset]
  if (!to) return
  if (tab.page && to === tab.visits[tab.visit]) cancelLoad(tab)
  else void load(tab.id, { source: to.source, mode: to.mode, visit: visit + offset, again: true })
}

const patchFront = (change: TabPatch): void => patchOf(currentTab().id, change)

function loadAgain(tab: Tab, change: Partial<Load> = {}): void {
  const { source, mode, visit } = placeOf(tab)
  if (source) void load(tab.id, { source, mode, visit, ...change })
}

export const actions = {
  open,
  openInNewTab,
  openSource: (source: Source, mode?: CaptureMode): void => void open(source, mode ? { mode } : {}),
  openAddress(text: string): void {
    const source = sourceOfText(text)
    if (source) void open(source)
  },
  reload: (): void => loadAgain(currentTab()),
  /** If only `composed` changed, reads the capture again. After other changes, loads the page again. */
  setPageOptions(options: PageOptions): void {
    const tab = currentTab()
    const { id, page, model } = tab
    const site = siteOfSource(placeOf(tab).source)
    const before = siteOptions(site)
    setOptions(site, options)
    if (before.streamed !== options.streamed || JSON.stringify(before.conditions) !== JSON.stringify(options.conditions)) loadAgain(tab)
    else if (page && model && before.composed !== options.composed) {
      const { composed } = options
      void call('page.compose', { page: page.id, composed })
      forgetTrialsOf(page.id)
      patchOf(id, { model: { ...model, composed: composed ?? model.scripting } })
      requestExtraction(id, 'fresh')
    }
  },
  cancel(): void {
    const tab = currentTab()
    if (tab.load) cancelLoad(tab)
    else runOf(tab)?.controller.abort()
  },
  extractAgain: (): void => requestExtraction(currentTab().id, 'fresh'),
  setMode(mode: CaptureMode): void {
    const tab = currentTab()
    const { source, mode: before } = placeOf(tab)
    if (before === mode && tab.status !== 'failed') return
    if (source) loadAgain(tab, { mode, again: true })
    else patchFront({ mode })
  },
  setExtractor(id: string): void {
    const tab = currentTab()
    const params = valuesOf(id, tab.preset)
    if (params && id !== tab.extractor) changeParameters(tab, { extractor: id, params }, 'extractor')
  },
  setPreset(preset: Preset): void {
    const tab = currentTab()
    const params = valuesOf(tab.extractor, preset)
    if (params) changeParameters(tab, { preset, params }, 'preset')
  },
  /** @param held whether the user still holds the slider; if so, reasons and text follow after `settle` */
  setParam: (name: string, value: ParamValue, held = false): void => {
    const tab = currentTab()
    if (!Object.is(tab.params[name], value)) changeParameters(tab, { params: { ...tab.params, [name]: value } }, `param-${name}`, held)
  },
  preview(selected: Uint8Array | null): void {
    if (currentTab().preview !== selected) patchFront({ preview: selected })
  },
  settle: settleExtraction,
  setParams(values: Readonly<Record<string, ParamValue>>): void {
    const tab = currentTab()
    changeParameters(tab, { params: { ...tab.params, ...values } }, 'params')
  },
  resetParams(): void {
    const tab = currentTab()
    const params = valuesOf(tab.extractor, tab.preset)
    if (params) changeParameters(tab, { params }, 'reset')
  },
  select(node: NodeId | null): void {
    if (currentTab().selected !== node) patchFront({ selected: node })
  },
  setReference: (reference: NodeId | null): void => patchFront({ reference }),
  hover(node: NodeId | null): void {
    if (currentTab().hovered !== node) patchFront({ hovered: node })
  },
  setView: (view: Partial<PageViewState>): void => patchFront({ view: { ...currentTab().view, ...view } }),
  zoom(step: 1 | -1): void {
    const zoom = zoomStep(currentTab().view.zoom || getState().scale, step)
    if (zoom) actions.setView({ zoom })
  },
  setTheme: (theme: Theme): void => setState({ theme }),
  setWorkspace: (workspace: string): void => setState({ workspace }),
  showPanel: (pane: string, panel: string): void => setState(({ panels }) => ({ panels: { ...panels, [pane]: panel } })),
  mark(marked: string): void {
    if (getState().marked !== marked) setState({ marked })
  },
  setOverlay: (overlay: Overlay): void => setState({ overlay }),
  notify,
  newTab,
  closeTab: (id: string = getState().active): void => closeTab(id),
  activateTab,
  cycleTab,
  back: (): void => travel(-1),
  forward: (): void => travel(1),
  undo: (): void => undo(activateTab),
  redo,
}
