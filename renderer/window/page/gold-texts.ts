/** The texts that should have been kept of open pages, where somebody gave one. */
import { create } from 'zustand'
import type { Tab } from '../window-state'
import { useTab } from '../store'

interface GoldTexts {
  /** By page handle. */
  readonly texts: Readonly<Record<string, string>>
}

export const useGoldTexts = create<GoldTexts>()(() => ({ texts: {} }))

/** Sets or removes the gold text of a page. */
export function setGoldText(page: string, text: string | null): void {
  useGoldTexts.setState(({ texts }) => {
    if (text === null && texts[page] === undefined) return { texts }
    const { [page]: _before, ...others } = texts
    return { texts: text === null ? others : { ...others, [page]: text } }
  })
}

/** The gold text of a tab's page; undefined where there is none. */
export function goldTextOf({ page }: Pick<Tab, 'page'>): string | undefined {
  return page ? useGoldTexts.getState().texts[page.id] : undefined
}

/** Whether there is a gold text for the page of a tab. */
export const hasGold = (tab: Tab): boolean => goldTextOf(tab) !== undefined

/** Whether there is a gold text for the page in front. */
export function useHasGold(): boolean {
  useGoldTexts()
  return useTab(hasGold)
}

/** Calls back when a gold text is set or removed. */
export const watchGoldTexts = (listener: () => void): (() => void) => useGoldTexts.subscribe(listener)
