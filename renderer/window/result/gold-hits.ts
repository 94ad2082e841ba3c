import { goldHits, type GoldHits, goldOnPage, type GoldOnPage } from '../../../shared/evaluation/gold-on-page'
import { tokenWords } from '../../../shared/metrics/tokens'
import type { PageModel, NodeId } from '../../../shared/page/page-model'
import { goldTextOf } from '../page/gold-texts'
import { useTab, currentTab, notify, patchOf } from '../store'
import { liveResult, type Tab } from '../window-state'
import { extractedText, type Extraction } from '../../../shared/extractors/core/run'
import { countWords } from '../../../shared/page/text'
import { once } from '../../../shared/base/once'
import { KEPT } from '../../../shared/page/output'
import { useEffect, useState } from 'react'
import type { ExtractionResult } from '../../../shared/contract/contract'

export const CHANGE_MARK_MS = 2600

/**
 * While the user holds a slider, returns the result before the drag. For `CHANGE_MARK_MS` after a change, returns the previous result.
 * Otherwise, returns null.
 */
export function useRecentChange(): Extraction | null {
  const result = useTab((tab) => tab.result)
  const previous = useTab((tab) => tab.previous)
  const isHeld = useTab((tab) => tab.draft !== null)
  const [past, setPast] = useState<ExtractionResult | null>(null)
  useEffect(() => {
    if (!previous) return
    const timer = setTimeout(() => setPast(result), CHANGE_MARK_MS)
    return () => clearTimeout(timer)
  }, [result, previous])
  if (isHeld) return result?.extraction ?? null
  return previous && past !== result ? previous.extraction : null
}

function keptRegions(): NodeId[] {
  const { model, result } = currentTab()
  const selected = result?.extraction.selected
  const regions: NodeId[] = []
  if (!model || selected?.length !== model.count) return regions
  for (let n = 0; n < model.count; n++) {
    if (selected[n] !== KEPT || selected[model.parent[n] ?? 0] === KEPT) continue
    if (model.text[n] === '' || /\S/.test(model.text[n] ?? '')) regions.push(n)
  }
  return regions
}

/** Selects the next (1) or previous (-1) node of a list. The first `sorted` nodes of the list are in document order. */
export function selectAmong(nodes: readonly NodeId[], step: 1 | -1, sorted = nodes.length): void {
  const { id, selected } = currentTab()
  const at = selected === null ? -1 : nodes.indexOf(selected)
  const behind = nodes.slice(0, sorted).findIndex((n) => n > (selected ?? -1))
  const next = at >= 0 ? at + step : step > 0 ? Math.max(behind, 0) : (behind < 0 ? nodes.length : behind) - 1
  patchOf(id, { selected: nodes[(next + nodes.length) % nodes.length] ?? null })
}

export function goToKept(step: 1 | -1): void {
  const regions = keptRegions()
  if (regions.length === 0) notify('The extractor kept no text of this page.')
  else selectAmong(regions, step)
}

export const keptWords = once((extraction: Extraction): number => countWords(extractedText(extraction)))

const laid = new WeakMap<PageModel, { readonly gold: string; readonly onPage: GoldOnPage }>()
const compared = new WeakMap<Uint8Array, { readonly onPage: GoldOnPage; readonly hits: GoldHits }>()

function locateGold(model: PageModel, gold: string): GoldOnPage {
  const before = laid.get(model)
  if (before?.gold === gold) return before.onPage
  const onPage = goldOnPage(model, tokenWords(gold), {})
  laid.set(model, { gold, onPage })
  return onPage
}

export const goldHitsFor = (model: PageModel, gold: string, selected: Uint8Array): GoldHits =>
  goldHits(model, selected, locateGold(model, gold))

export function goldHitsOf(tab: Tab): GoldHits | null {
  const { model, view } = tab
  const gold = goldTextOf(tab)
  const selected = liveResult(tab)?.extraction.selected
  if (!view.gold || gold === null || !model || selected?.length !== model.count) return null
  const onPage = locateGold(model, gold)
  const before = compared.get(selected)
  if (before?.onPage === onPage) return before.hits
  const hits = goldHits(model, selected, onPage)
  compared.set(selected, { onPage, hits })
  return hits
}

export const useGoldHits = (): GoldHits | null => useTab(goldHitsOf)
