/** Finds the help page of the present view. */
import type { WindowState } from '../window/window'
import { activeTab } from '../window/window-state'

const ARTICLES: Readonly<Record<string, string>> = { 'cectd-ds': 'cetd', 'cetd-ds': 'cetd', 'cectd-s': 'cetd' }
const OWN_ARTICLE = new Set(['ttr', 'cuter', 'contentex', 'textsweeper', 'lens', 'cetr', 'readability'])

/** Returns the page's address relative to the site. */
export function helpPage(state: Pick<WindowState, 'workspace' | 'tabs' | 'active'>): string {
  switch (state.workspace) {
    case 'compare':
      return 'manual.html#compare'
    case 'annotate':
      return 'corpora.html'
    case 'evaluate':
      return 'evaluating.html'
    case 'demonstrate': {
      const { extractor } = activeTab(state)
      const article = ARTICLES[extractor] ?? (OWN_ARTICLE.has(extractor) ? extractor : null)
      return article === null ? `methods/baselines.html#${extractor}` : `methods/${article}.html`
    }
    default:
      return 'manual.html#read-the-window'
  }
}
