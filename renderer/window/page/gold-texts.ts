/** The texts that should have been kept of open pages, where somebody gave one. */
import { create } from 'zustand'
import type { Source } from '../../../shared/contract/source'
import type { PageModel } from '../../../shared/page/page-model'
import { call } from '../host/host'
import type { Tab } from '../window-state'
import { useTab } from '../store'

/** By page handle. */
export const useGoldTexts = create<{ readonly texts: Readonly<Record<string, string>> }>()(() => ({ texts: {} }))

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

/** Looks for the gold text that lies with a page which was opened, of a sample or a file in a data set, and takes it where it has none by then. */
export async function findGold(source: Source, page: string, model: PageModel): Promise<void> {
  if (source.kind !== 'sample' && source.kind !== 'file') return
  const found = await call('page.gold', { source })
  if (!found.ok || !found.value) return
  const { value } = found
  const text = 'text' in value ? value.text : (await import('../../../shared/gold/gold-text')).textOfLabels(model, value.labels)
  if (useGoldTexts.getState().texts[page] === undefined) setGoldText(page, text)
}
