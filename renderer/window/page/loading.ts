/** Loading: a page into a tab, under its limits, with progress and a way to stop. */
import type { PageSummary } from '../../../shared/contract/capture'
import type { CaptureMode, Source } from '../../../shared/contract/source'
import { beginExtraction, configure, requestExtraction, type Configuration } from './extracting'
import { findGold } from './found-gold'
import { rememberConfiguration } from './history'
import { closePage, openPage } from './open-page'
import { notify, patchOf, tabOf } from '../store'
import { beginLoading, NOTHING, type Tab } from '../window-state'

export interface Load {
  readonly source: Source
  readonly mode: CaptureMode
  /** Where the page stands in the tab's history: a new entry, or the index of one. */
  readonly visit: 'new' | number
  /** What to extract with once the page is there; the tab's own if left out. */
  readonly configuration?: Configuration | undefined
}

/** Loads a page into a tab; a newer load of the tab takes over. Its extraction follows. Gives the page, or null where it did not come. */
export async function load(id: string, { source, mode, visit, configuration }: Load): Promise<PageSummary | null> {
  const before = tabOf(id)
  if (!before) return null
  before.load?.abort()
  const controller = new AbortController()
  const isWanted = (): boolean => tabOf(id)?.load === controller
  const start = performance.now()
  patchOf(id, { ...beginLoading(before, source, mode, visit), load: controller })
  let begun: ReturnType<typeof beginExtraction> = null
  const opened = await openPage(source, mode, {
    signal: controller.signal,
    onProgress: (progress) => {
      if (isWanted()) patchOf(id, { progress })
    },
    onOpened: ({ id: page }) => {
      const now = tabOf(id)
      if (now && isWanted())
        begun = beginExtraction(page, { ...now, ...(configuration && configure(now, configuration)) }, controller.signal)
    },
  })
  const tab = tabOf(id)
  if (!tab || tab.load !== controller) {
    if (opened.ok) closePage(opened.value.page)
    return null
  }
  if (!opened.ok && opened.failure.code === 'cancelled') {
    giveBack(before)
    return null
  }
  closePage(before.page)
  tab.run?.controller.abort()
  if (configuration) {
    rememberConfiguration(tab, configuration)
    patchOf(id, configure(tab, configuration))
  }
  if (!opened.ok) {
    patchOf(id, { ...NOTHING, status: 'failed', failure: opened.failure, page: null, model: null })
    return null
  }
  const { page, model } = opened.value
  const visits = tab.visits.map((v, i) => (i === tab.visit ? { ...v, label: page.title || page.label } : v))
  // A restored tab or a permalink comes with its selection.
  const selected = before.page === null && tab.selected !== null && tab.selected < model.count ? tab.selected : null
  patchOf(id, { ...NOTHING, status: 'ready', failure: null, page, model, visits, selected })
  requestExtraction(id, 'fresh', start, begun)
  void findGold(source, page.id, model)
  return page
}

/** A cancelled load gives the former page back. */
function giveBack({ id, page, source, mode, visits, visit }: Tab): void {
  patchOf(id, { status: page ? 'ready' : 'empty', progress: null, load: null, source, mode, visits, visit })
  notify('Cancelled.')
}
