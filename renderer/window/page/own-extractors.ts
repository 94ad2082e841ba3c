import type { HostEvent } from '../../../shared/contract/contract'
import type { OwnExtractor } from '../../../shared/contract/own-contract'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { discardComparison } from '../compare'
import { requestExtraction } from './extracting'
import { restoredParams } from '../session'
import { currentTab, getState, isWebSite, notify, patchOf, setState } from '../store'
import type { Tab } from '../window-state'

export type ExtractorsEvent = Extract<HostEvent, { type: 'extractors' }>

/** Runs changed custom extractors again in their tabs. A tab whose extractor no longer exists gets the first extractor. */
export function storeExtractors({ extractors, own }: Omit<ExtractorsEvent, 'type'>): void {
  const before = getState()
  setState({ extractors, own })
  for (const now of own) {
    const then = before.own.find(({ path }) => path === now.path)
    if (!now.info || (then?.hash === now.hash && then.state === now.state)) continue
    const ids = [now.info.id, then?.info?.id]
    discardComparison([now.info.id])
    for (const tab of inFrontFirst()) if (ids.includes(tab.extractor)) follow(tab, now, now.info)
  }
  const [first] = extractors
  for (const tab of getState().tabs) {
    if (!first || extractors.some(({ id }) => id === tab.extractor)) continue
    if (tab.extractor !== '') notify(`The extractor “${tab.extractor}” no longer exists. ${first.title} replaces it.`)
    patchOf(tab.id, { extractor: first.id, params: restoredParams(first.params, tab.preset, {}), extractionFailure: null })
    if (tab.status === 'ready') requestExtraction(tab.id, 'fresh')
  }
}

function inFrontFirst(): Tab[] {
  const front = currentTab()
  return [front, ...getState().tabs.filter((tab) => tab !== front)]
}

function follow(tab: Tab, { state, failure }: OwnExtractor, info: ExtractorInfo): void {
  // An extractor that is not ready cannot run, so its last result stays in view.
  if (state !== 'ready') {
    patchOf(tab.id, { extractionFailure: failure })
    return
  }
  patchOf(tab.id, { extractor: info.id, params: restoredParams(info.params, tab.preset, tab.params) })
  if (tab.status === 'ready') requestExtraction(tab.id, tab.result ? 'changed' : 'fresh')
}

export function proposeExtractor(path = '', note = ''): void {
  setState({ overlay: 'add-extractor', proposed: { path, note } })
}

export function missingExtractor(id: string): string {
  const next = isWebSite(getState())
    ? 'A website runs no custom extractors. Choose a listed extractor, or install Boilerscope and open the link or session there.'
    : 'Add the file of a custom extractor with “Add extractor …”. A link or a session cannot add an extractor.'
  return `There is no extractor “${id}” here. ${next}`
}
