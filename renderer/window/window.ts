/** What a person can do with the pages of the window, by name. Components read with `useWindow` and `useTab`, and change things with `actions`. */
import type { CaptureMode, Source } from '../../shared/contract/source'
import type { ParamValue, Preset } from '../../shared/extractors/core/params'
import type { NodeId } from '../../shared/page/page-model'
import { requestExtraction, settleExtraction, valuesOf } from './page/extracting'
import { changeParameters, redo, undo } from './page/history'
import { call } from './host/host'
import { cancelLoad, load } from './page/loading'
import { optionsOf, setOptions, siteOfSource, type PageOptions } from './page/page-options'
import { currentTab, getState, notify, patchOf, setState } from './store'
import { forgetTrialsOf } from './result/trial-runs'
import { activateTab, closeTab, cycleTab, newTab, open, openInNewTab, travel } from './tabs'
import { placeOf, runOf, sourceOfText, type Overlay, type PageViewState, type Theme } from './window-state'

export { useViewUrl } from './host/host'
export { currentTab, extractorOf, getState, setState, subscribe, useTab, useWindow, watchTab } from './store'
export type { Overlay, PageViewState, Tab, Theme, WindowState } from './window-state'

export const actions = {
  open,
  openInNewTab,
  /** Opens a page in the tab in front. */
  openSource(source: Source, mode?: CaptureMode): void {
    void open(source, mode ? { mode } : {})
  },
  /** Opens what was typed or pasted: an address, a path, or HTML. */
  openAddress(text: string): void {
    const source = sourceOfText(text)
    if (source) void open(source)
  },
  /** Loads the page again. */
  reload(): void {
    const tab = currentTab()
    const { source, mode, visit } = placeOf(tab)
    if (source) void load(tab.id, { source, mode, visit })
  },
  /** Remembers the options of the site in front, and shows its page under them: read anew where only that changed, else captured anew. */
  setPageOptions(options: PageOptions): void {
    const tab = currentTab()
    const { id, page, model } = tab
    const { source, mode, visit } = placeOf(tab)
    const site = siteOfSource(source)
    const before = optionsOf(site)
    setOptions(site, options)
    if (JSON.stringify(before.conditions) !== JSON.stringify(options.conditions)) {
      if (source) void load(id, { source, mode, visit })
    } else if (page && model && before.composed !== options.composed) {
      const { composed } = options
      void call('page.compose', { page: page.id, composed })
      forgetTrialsOf(page.id)
      patchOf(id, { model: { ...model, composed: composed ?? model.scripting } })
      requestExtraction(id, 'fresh')
    }
  },
  /** Stops loading, or the extraction. */
  cancel(): void {
    const tab = currentTab()
    if (tab.load) cancelLoad(tab)
    else runOf(tab)?.controller.abort()
  },
  /** Runs the extraction again. */
  extractAgain(): void {
    requestExtraction(currentTab().id, 'fresh')
  },
  setMode(mode: CaptureMode): void {
    const tab = currentTab()
    const { source, mode: before, visit } = placeOf(tab)
    if (before === mode && tab.status !== 'failed') return
    if (source) void load(tab.id, { source, mode, visit, again: true })
    else patchOf(tab.id, { mode })
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
  /** @param held by a slider that has not been let go: only what is drawn at once follows, until `settle` */
  setParam(name: string, value: ParamValue, held = false): void {
    const tab = currentTab()
    if (!Object.is(tab.params[name], value)) changeParameters(tab, { params: { ...tab.params, [name]: value } }, `param-${name}`, held)
  },
  /** Shows over the page what another value would keep; null for what is kept. */
  preview(selected: Uint8Array | null): void {
    const tab = currentTab()
    if (tab.preview !== selected) patchOf(tab.id, { preview: selected })
  },
  /** The slider was let go: tree, text and reasons follow. */
  settle(): void {
    settleExtraction()
  },
  /** Sets several parameters at once, as one step. */
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
    const tab = currentTab()
    if (tab.selected !== node) patchOf(tab.id, { selected: node })
  },
  hover(node: NodeId | null): void {
    const tab = currentTab()
    if (tab.hovered !== node) patchOf(tab.id, { hovered: node })
  },
  setView(view: Partial<PageViewState>): void {
    const tab = currentTab()
    patchOf(tab.id, { view: { ...tab.view, ...view } })
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
  newTab,
  closeTab: (id: string = getState().active): void => closeTab(id),
  activateTab,
  cycleTab,
  back: (): void => travel(-1),
  forward: (): void => travel(1),
  undo: (): void => undo(activateTab),
  redo,
}
