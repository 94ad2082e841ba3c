/** Loading: a page into a tab, under its limits, with progress and a way to stop. */
import { withoutUserInfo } from '../../../shared/base/url'
import type { PageSummary } from '../../../shared/contract/capture'
import type { Progress } from '../../../shared/contract/contract'
import type { CaptureMode, Source } from '../../../shared/contract/source'
import { beginExtraction, configure, requestFirst, soonOf, type Configuration } from './extracting'
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
export async function load(id: string, { source: given, mode, visit, configuration }: Load): Promise<PageSummary | null> {
  // A session and a link keep what is in view.
  const source: Source = given.kind === 'url' ? { ...given, url: withoutUserInfo(given.url) } : given
  const before = tabOf(id)
  if (!before) return null
  before.load?.abort()
  const controller = new AbortController()
  const isWanted = (): boolean => tabOf(id)?.load === controller
  const start = performance.now()
  patchOf(id, { ...beginLoading(before, source, mode, visit), load: controller })
  const tell = tellLater(isWanted, (progress) => patchOf(id, { progress }))
  let begun: ReturnType<typeof beginExtraction> = null
  const opened = await openPage(source, mode, {
    signal: controller.signal,
    onProgress: tell.now,
    onOpened: (coming) => {
      const now = tabOf(id)
      if (!now || !isWanted()) return
      begun = beginExtraction(coming.id, { ...now, ...(configuration && configure(now, configuration)) }, controller.signal)
      patchOf(id, { coming })
    },
  })
  tell.end()
  const soon = opened.ok && begun ? await soonOf(begun) : null
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
  requestFirst(id, { ...NOTHING, status: 'ready', failure: null, page, model, visits, selected }, start, begun, soon)
  void findGold(source, page.id, model)
  return page
}

/** Milliseconds before a load shows that it is under way: a quick one changes nothing before its page is there. */
const MOMENT = 400

/** Tells progress from a moment after now on: what is drawn of it takes the processor from the page that is being loaded. */
function tellLater(
  isWanted: () => boolean,
  show: (progress: Progress) => void,
): {
  readonly now: (progress: Progress) => void
  readonly end: () => void
} {
  let last: Progress = { done: null, message: 'Opening …' }
  let isLate = false
  const tell = (): void => {
    if (isLate && isWanted()) show(last)
  }
  const timer = setTimeout(() => {
    isLate = true
    tell()
  }, MOMENT)
  return {
    now(progress) {
      last = progress
      tell()
    },
    end: () => clearTimeout(timer),
  }
}

/** A cancelled load gives the former page back. */
function giveBack({ id, page, source, mode, visits, visit }: Tab): void {
  patchOf(id, { status: page ? 'ready' : 'empty', progress: null, load: null, coming: null, source, mode, visits, visit })
  notify('Cancelled.')
}
