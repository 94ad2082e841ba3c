import { extractedText } from '../../../shared/extractors/core/run'
import { isWebSite, setState, type Overlay, type WindowState, activeTab, placeOf } from '../../window/window'

export interface Action {
  readonly id: string
  readonly label: string
  readonly keywords?: string
  /** Shortcuts such as `Mod+O`. `Mod` is Command on a Mac and Control on other systems. */
  readonly keys?: readonly string[]
  readonly group: 'File' | 'Edit' | 'View' | 'Tree' | 'Extractor' | 'Annotate' | 'Evaluate' | 'Demonstrate' | 'Go' | 'Help'
  /** If true, a view handles the keys instead of the window. */
  readonly inView?: boolean
  readonly inFields?: boolean
  readonly checked?: (state: WindowState) => boolean
  readonly enabled: (state: WindowState) => boolean
  readonly run: (state: WindowState) => void
}

export function inGroup(
  group: Action['group'],
  actions: readonly (Omit<Action, 'group' | 'enabled'> & Partial<Pick<Action, 'enabled'>>)[],
): readonly Action[] {
  return actions.map((action) => ({ enabled: () => true, ...action, group }))
}

export const opens = (overlay: Overlay) => (): void => setState({ overlay })

export const dialogAction = (id: NonNullable<Overlay>, label: string, keywords: string, enabled: Action['enabled']) => ({
  id,
  label,
  keywords,
  enabled,
  run: opens(id),
})

export const isStarted = (state: WindowState): boolean => state.host !== null
/** Whether the host can read local files and run programs. */
export const hasMachine = (state: Pick<WindowState, 'host'>): boolean => state.host !== null && !isWebSite(state)
export const hasPage = (state: WindowState): boolean => activeTab(state).page !== null

export const hasPanels = (state: WindowState): boolean => state.workspace === 'inspect' && hasPage(state)
export const hasHistory = (state: WindowState): boolean => placeOf(activeTab(state)).visits.length > 1
export const hasResult = (state: WindowState): boolean => activeTab(state).result !== null
export const hasSelection = (state: WindowState): boolean => activeTab(state).model !== null && activeTab(state).selected !== null

export function resultText(state: WindowState): string {
  const { result } = activeTab(state)
  return result ? extractedText(result.extraction) : ''
}

export function focusField(id: string): void {
  const field = document.getElementById(id)
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

const ARTICLES: Readonly<Record<string, string>> = { 'cectd-ds': 'cetd', 'cetd-ds': 'cetd', 'cectd-s': 'cetd' }
const OWN_ARTICLE = new Set(['ttr', 'cuter', 'contentex', 'textsweeper', 'lens', 'cetr', 'readability'])

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
