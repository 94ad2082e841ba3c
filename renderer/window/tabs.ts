/** Tabs: opening pages in them, going back and forth, closing. */
import type { PageSummary } from '../../shared/contract/capture'
import type { CaptureMode, Source } from '../../shared/contract/source'
import type { NodeId } from '../../shared/page/page-model'
import type { Configuration } from './page/extracting'
import { changeConfiguration, remember } from './page/history'
import { cancelLoad, load } from './page/loading'
import { closePage } from './page/open-page'
import { currentTab, getState, patchOf, setState, tabOf } from './store'
import { emptyTab, isSamePage, NOTHING, placeOf, runOf, type PageViewState, type Tab } from './window-state'

/** How a page is opened. */
export interface OpenRequest {
  /** The tab's own if left out. */
  readonly mode?: CaptureMode
  /** Extractor, preset and values to see it with; the tab's own if left out. */
  readonly configuration?: Configuration
  /** Node to select; null for none. */
  readonly selected?: NodeId | null
  /** What to draw over it. */
  readonly view?: Partial<PageViewState>
}

/**
 * Opens a page in the tab in front, with all that it is to be seen with: one run, and one step of undo at most. A page that
 * the tab shows already is not loaded again. Gives the page once it is there, null where it did not come.
 */
export async function open(source: Source, request: OpenRequest = {}): Promise<PageSummary | null> {
  const tab = currentTab()
  const { mode = placeOf(tab).mode, configuration, selected, view } = request
  setState({ overlay: null })
  if (view) patchOf(tab.id, { view: { ...tab.view, ...view } })
  if (tab.page && tab.status === 'ready' && configuration && isSamePage(tab, { source, mode })) {
    changeConfiguration(tab, configuration)
    if (selected !== undefined) patchOf(tab.id, { selected })
    return tab.page
  }
  const page = await load(tab.id, { source, mode, visit: 'new', configuration })
  const { model } = tabOf(tab.id) ?? {}
  if (page && selected !== undefined) patchOf(tab.id, { selected: selected !== null && selected < (model?.count ?? 0) ? selected : null })
  return page
}

/** Opens a page in a tab of its own: a new one, or the one in front where it is empty. */
export function openInNewTab(source: Source, request: OpenRequest = {}): Promise<PageSummary | null> {
  const { status, source: shown } = currentTab()
  if (status !== 'empty' || shown) newTab()
  return open(source, request)
}

export function newTab(): void {
  const tab = emptyTab(getState().extractors[0], currentTab())
  setState(({ tabs }) => ({ tabs: [...tabs, tab], active: tab.id }))
}

export function closeTab(id: string): void {
  const { tabs, active, extractors } = getState()
  const index = tabs.findIndex((tab) => tab.id === id)
  const tab = tabs[index]
  if (!tab) return
  tab.load?.controller.abort()
  runOf(tab)?.controller.abort()
  closePage(tab.page)
  const place = placeOf(tab)
  if (place.source)
    remember({ kind: 'closed-tab', tab: { ...tab, ...place, ...NOTHING, page: null, model: null, selected: tab.selected }, index })
  const rest = tabs.filter((t) => t.id !== id)
  if (rest.length === 0) rest.push(emptyTab(extractors[0]))
  setState({ tabs: rest, active: active === id ? (rest[Math.min(index, rest.length - 1)] as Tab).id : active })
  activateTab(getState().active)
}

/** Brings a tab to the front. Tabs of a restored session load when they are looked at. */
export function activateTab(id: string): void {
  const tab = tabOf(id)
  if (!tab) return
  setState({ active: id })
  const { source, mode, visit } = tab
  if (tab.status === 'empty' && source) void load(id, { source, mode, visit, again: true })
}

/** Shows the tab `offset` places to the right, round the end. */
export function cycleTab(offset: number): void {
  const { tabs, active } = getState()
  const index = tabs.findIndex((tab) => tab.id === active)
  const next = tabs[(index + offset + tabs.length) % tabs.length]
  if (next) activateTab(next.id)
}

/** Goes `offset` pages along the tab's history. */
export function travel(offset: number): void {
  const tab = currentTab()
  const { visits, visit } = placeOf(tab)
  const to = visits[visit + offset]
  if (!to) return
  // The page in view was not left yet.
  if (tab.page && to === tab.visits[tab.visit]) cancelLoad(tab)
  else void load(tab.id, { source: to.source, mode: to.mode, visit: visit + offset, again: true })
}
