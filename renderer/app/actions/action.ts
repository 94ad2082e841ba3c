/** What a person can do, as data. */
import { extractedText } from '../../../shared/extractors/core/run'
import { isWebSite, type WindowState } from '../../window/window'
import { activeTab, placeOf } from '../../window/window-state'

export interface Action {
  readonly id: string
  readonly label: string
  /** Other words that find it in the palette. */
  readonly keywords?: readonly string[]
  /** Shortcuts, the first is shown: `Mod+O`. `Mod` is Command on a Mac, Control elsewhere. */
  readonly keys?: readonly string[]
  readonly group: 'File' | 'Edit' | 'View' | 'Tree' | 'Extractor' | 'Annotate' | 'Evaluate' | 'Demonstrate' | 'Go' | 'Help'
  /** A view listens for these keys itself: they mean this there only. */
  readonly inView?: boolean
  /** Works while a text field has the focus, too. */
  readonly inFields?: boolean
  readonly checked?: (state: WindowState) => boolean
  readonly enabled: (state: WindowState) => boolean
  readonly run: (state: WindowState) => void
}

/** Actions of one group; those that do not say when they are enabled always are. */
export function inGroup(
  group: Action['group'],
  actions: readonly (Omit<Action, 'group' | 'enabled'> & Partial<Pick<Action, 'enabled'>>)[],
): readonly Action[] {
  return actions.map((action) => ({ enabled: () => true, ...action, group }))
}

export const isStarted = (state: WindowState): boolean => state.host !== null
/** Whether files of a person's own are read and other programs are run: a web site has no machine behind it. */
export const reachesMachine = (state: Pick<WindowState, 'host'>): boolean => state.host !== null && !isWebSite(state)
export const hasPage = (state: WindowState): boolean => activeTab(state).page !== null

/** Whether the panels of a page are there. */
export const hasPanels = (state: WindowState): boolean => state.workspace === 'inspect' && hasPage(state)
/** Whether the tab in front has been on more than one page. */
export const hasHistory = (state: WindowState): boolean => placeOf(activeTab(state)).visits.length > 1
export const hasResult = (state: WindowState): boolean => activeTab(state).result !== null
export const hasSelection = (state: WindowState): boolean => activeTab(state).model !== null && activeTab(state).selected !== null

/** The text of the result in front, as it is copied and saved. */
export function resultText(state: WindowState): string {
  const { result } = activeTab(state)
  return result ? extractedText(result.extraction) : ''
}

/** Puts the cursor into the element an id names, and selects what it holds. */
export function focusField(id: string): void {
  const field = document.getElementById(id)
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}
