/** The text that should have been kept of a tab's page: somebody gave one, or one lies with the page. */
import { isSameSource, type Source } from '../../../shared/contract/source'
import type { FoundGold } from '../../../shared/gold/gold-text'
import type { PageModel } from '../../../shared/page/page-model'
import { call } from '../host/host'
import { patchOf, tabOf } from '../store'
import type { Place, Tab } from '../window-state'

/** The gold text of a tab's page; null where there is none. */
export const goldTextOf = ({ page, gold }: Pick<Tab, 'page' | 'gold'>): string | null => (page && gold ? gold.text : null)

/** Whether there is a gold text for the page of a tab. */
export const hasGold = (tab: Tab): boolean => goldTextOf(tab) !== null

/** Sets the gold text that somebody gave a tab's page, which stays when the page is loaded again; null removes what is there. */
export const giveGold = (id: string, text: string | null): void => patchOf(id, { gold: text === null ? null : { text, isGiven: true } })

/** What somebody gave a page stays with it: the gold text of the page that comes into a tab, and the tab's history with that of the page that is left. */
export function carryGold(tab: Tab, asked: Place): Pick<Tab, 'gold' | 'visits'> {
  const given = tab.gold?.isGiven ? tab.gold.text : undefined
  const text = isSameSource(tab.source, asked.source) ? given : asked.visits[asked.visit]?.gold
  const left = tab.visits[tab.visit]?.id
  return {
    gold: text === undefined ? null : { text, isGiven: true },
    visits: asked.visits.map((visit) => (visit.id === left ? { ...visit, gold: given } : visit)),
  }
}

/** The text of a page that its gold says. */
export async function textOfGold(model: PageModel, gold: FoundGold): Promise<string> {
  return 'text' in gold ? gold.text : (await import('../../../shared/gold/gold-text')).textOfLabels(model, gold.labels)
}

/** Looks for the gold text that lies with a page which was opened, of a sample or a file in a data set, and takes it where it has none by then. */
export async function findGold(
  id: string,
  source: Source,
  { page, model }: { readonly page: string; readonly model: PageModel },
): Promise<void> {
  if (source.kind !== 'sample' && source.kind !== 'file') return
  const found = await call('page.gold', { source })
  if (!found.ok || !found.value) return
  const text = await textOfGold(model, found.value)
  const tab = tabOf(id)
  if (tab?.page?.id === page && tab.gold === null) patchOf(id, { gold: { text, isGiven: false } })
}
