import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { Failure } from '../../shared/base/failure'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { activeTab, emptyTab, patchTab, type Tab, type TabPatch, type WindowState } from './window-state'

export const useExtractor = (id: string | null | undefined): ExtractorInfo | undefined => useWindow((state) => extractorOf(id, state))

export const useCurrentExtractor = (): ExtractorInfo | null => useExtractor(useTab((tab) => tab.extractor)) ?? null

/** During a new run, the previous result and its extractor stay in view. Without a result, returns the tab's extractor. */
export const useResultExtractor = (): ExtractorInfo | null =>
  useExtractor(useTab((tab) => tab.result?.extraction.extractor ?? tab.extractor)) ?? null

export const useWindow = create<WindowState>()(() => {
  const first = emptyTab()
  return {
    host: null,
    extractors: [],
    own: [],
    proposed: { path: '', note: '' },
    samples: [],
    tabs: [first],
    active: first.id,
    theme: 'system',
    dark: false,
    workspace: 'inspect',
    panels: {},
    overlay: null,
    linked: null,
    undo: [],
    redo: [],
    viewing: null,
    scale: 1,
    lost: false,
    notice: '',
    marked: '',
    startFailure: null,
  }
})

export const { getState, setState, subscribe } = useWindow

export const useTab = <T>(selector: (tab: Tab) => T): T => useWindow((state) => selector(activeTab(state)))

function pickFields<T, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>
}

export const useFields = <T, K extends keyof T>(useStore: UseBoundStore<StoreApi<T>>, ...names: readonly K[]): Pick<T, K> =>
  useStore(useShallow((state) => pickFields(state, names)))

export const useTabFields = <K extends keyof Tab>(...names: readonly K[]): Pick<Tab, K> =>
  useWindow(useShallow((state) => pickFields(activeTab(state), names)))

export const useVisit = (): string | undefined => useTab(({ visits, visit }) => visits[visit]?.id)

export function watchTab<T>(selector: (tab: Tab) => T, listener: (value: T, tab: Tab) => void): () => void {
  let last = selector(currentTab())
  return subscribe((state) => {
    const tab = activeTab(state)
    const value = selector(tab)
    if (Object.is(value, last)) return
    last = value
    listener(value, tab)
  })
}

export const watchTheme = (listener: () => void): (() => void) =>
  watchTab(
    () => getState().dark,
    () => queueMicrotask(listener),
  )

export const currentTab = (): Tab => activeTab(getState())

export const tabOf = (id: string): Tab | undefined => getState().tabs.find((tab) => tab.id === id)

export const patchOf = (id: string, change: TabPatch): void => setState((state) => ({ tabs: patchTab(state.tabs, id, change) }))

export const extractorOf = (
  id: string | null | undefined,
  { extractors }: Pick<WindowState, 'extractors'> = getState(),
): ExtractorInfo | undefined => extractors.find((info) => info.id === id)

/** Returns the content hash of a custom extractor; empty for other extractors. */
export const ownHashOf = (id: string): string => getState().own.find(({ info }) => info?.id === id)?.hash ?? ''

export const isWebSite = ({ host }: Pick<WindowState, 'host'>): boolean => host?.kind === 'static'

export function notify(words: string | Failure): void {
  setState({ notice: typeof words === 'string' ? words : `${words.message.replace(/\.?\n[^]*/, '.')} ${words.next}` })
}
