import { isSameSource, type Source } from '../../../shared/contract/capture'
import type { FoundGold } from '../../../shared/gold/gold-text'
import type { PageModel } from '../../../shared/page/page-model'
import { call } from '../host/host'
import { patchOf, tabOf } from '../store'
import type { Place, Tab } from '../window-state'

export const goldTextOf = ({ page, gold }: Pick<Tab, 'page' | 'gold'>): string | null => (page && gold ? gold.text : null)

export const hasGold = (tab: Tab): boolean => goldTextOf(tab) !== null

export const setGoldText = (id: string, text: string | null): void => patchOf(id, { gold: text === null ? null : { text, isGiven: true } })

/**
 * Returns gold text and history of a tab that loads `place`. The user's gold text is stored with the current page in the history. If
 * `place` has the same source, this text also stays in the tab; otherwise the gold text comes from the history entry of `place`.
 */
export function carryGold(tab: Tab, place: Place): Pick<Tab, 'gold' | 'visits'> {
  const given = tab.gold?.isGiven ? tab.gold.text : undefined
  const text = isSameSource(tab.source, place.source) ? given : place.visits[place.visit]?.gold
  const left = tab.visits[tab.visit]?.id
  return {
    gold: text === undefined ? null : { text, isGiven: true },
    visits: place.visits.map((visit) => (visit.id === left ? { ...visit, gold: given } : visit)),
  }
}

export async function textOfGold(model: PageModel, gold: FoundGold): Promise<string> {
  return 'text' in gold ? gold.text : (await import('../../../shared/gold/gold-text')).textOfLabels(model, gold.labels)
}

/**
 * Requests the gold text stored with a sample or with a file of a data set. Uses the text only if the tab still shows the page and has no
 * gold text.
 */
export async function findGold(id: string, source: Source, page: string, model: PageModel): Promise<void> {
  if (source.kind !== 'sample' && source.kind !== 'file') return
  const found = await call('page.gold', { source })
  if (!found.ok || !found.value) return
  const text = await textOfGold(model, found.value)
  const tab = tabOf(id)
  if (tab?.page?.id === page && tab.gold === null) patchOf(id, { gold: { text, isGiven: false } })
}
