/** The window's store: its state in one place, and the ways to read it. What changes it stands in the rooms beside. */
import { create } from 'zustand'
import type { Failure } from '../../shared/base/failure'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { activeTab, emptyTab, patchTab, type Tab, type TabPatch, type WindowState } from './window-state'

function emptyWindow(): WindowState {
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
    gesture: { name: '', count: 0, at: 0 },
    viewing: null,
    scale: 1,
    lost: false,
    notice: '',
    hasExample: false,
    marked: '',
    startFailure: null,
    pasted: { html: '', url: '' },
  }
}

export const useWindow = create<WindowState>()(emptyWindow)

export const { getState, setState, subscribe } = useWindow

/** Reads the tab in front. */
export function useTab<T>(selector: (tab: Tab) => T): T {
  return useWindow((state) => selector(activeTab(state)))
}

/** The entry of its history that the tab in front shows: the same as long as its page is. */
export const useVisit = (): string | undefined => useTab(({ visits, visit }) => visits[visit]?.id)

/** Calls back with the tab in front whenever what `selector` reads of it changes; for drawing without rendering. */
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

/** Calls the listener when the theme changes, after its attribute is set. */
export const watchTheme = (listener: () => void): (() => void) =>
  watchTab(
    () => getState().dark,
    () => queueMicrotask(listener),
  )

/** The tab in front. */
export const currentTab = (): Tab => activeTab(getState())

/** The tab of an id; undefined once it is closed. */
export const tabOf = (id: string): Tab | undefined => getState().tabs.find((tab) => tab.id === id)

/** Changes a tab; nothing happens once it is closed. */
export const patchOf = (id: string, change: TabPatch): void => setState((state) => ({ tabs: patchTab(state.tabs, id, change) }))

/** What is known of an extractor, at present or in a state; undefined where the host has none of that id. */
export const extractorOf = (
  id: string | null | undefined,
  { extractors }: Pick<WindowState, 'extractors'> = getState(),
): ExtractorInfo | undefined => extractors.find((info) => info.id === id)

/** What an extractor is besides its id: the hash of the person's own file; empty for one of the house, which stays what it is. */
export const ownHashOf = (id: string): string => getState().own.find(({ info }) => info?.id === id)?.hash ?? ''

/** Whether the host is a web site: no machine is behind it, so no files of a person's own, no programs and no runs. */
export const isWebSite = ({ host }: Pick<WindowState, 'host'>): boolean => host?.kind === 'static'

/** Says a sentence about the last thing done, or why it failed, in the status bar and to screen readers. */
export function notify(said: string | Failure): void {
  setState({ notice: typeof said === 'string' ? said : `${said.message} ${said.next}` })
}
