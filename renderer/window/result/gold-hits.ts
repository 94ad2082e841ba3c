/** Compares the result in front with the gold text of its page, if there is one. */
import { goldHits, type GoldHits, goldOnPage, type GoldOnPage } from '../../../shared/evaluation/gold-on-page'
import { tokenWords } from '../../../shared/metrics/tokens'
import type { PageModel } from '../../../shared/page/page-model'
import { goldTextOf } from '../page/gold-texts'
import { useTab } from '../store'
import { liveResult, type Tab } from '../window-state'

const laid = new WeakMap<PageModel, { readonly gold: string; readonly onPage: GoldOnPage }>()
const compared = new WeakMap<Uint8Array, { readonly onPage: GoldOnPage; readonly hits: GoldHits }>()

function layGold(model: PageModel, gold: string): GoldOnPage {
  const before = laid.get(model)
  if (before?.gold === gold) return before.onPage
  const onPage = goldOnPage(model, tokenWords(gold), {})
  laid.set(model, { gold, onPage })
  return onPage
}

/** Hits and misses of any selection of a page. */
export const goldHitsFor = (model: PageModel, gold: string, selected: Uint8Array): GoldHits =>
  goldHits(model, selected, layGold(model, gold))

/** Returns correct, extra and missing text of a tab; null if they are switched off or the gold text is missing. Computed once per result. */
export function goldHitsOf(tab: Tab): GoldHits | null {
  const { model, view } = tab
  const gold = goldTextOf(tab)
  const selected = liveResult(tab)?.extraction.selected
  if (!view.gold || gold === null || !model || selected?.length !== model.count) return null
  const onPage = layGold(model, gold)
  const before = compared.get(selected)
  if (before?.onPage === onPage) return before.hits
  const hits = goldHits(model, selected, onPage)
  compared.set(selected, { onPage, hits })
  return hits
}

/** Hits and misses of the tab in front; see `goldHitsOf`. */
export const useGoldHits = (): GoldHits | null => useTab(goldHitsOf)
