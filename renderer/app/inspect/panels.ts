/** The panels of the inspect workspace, the pane each stands in, and how the focus goes to them and to the other parts of the window. */
import type { ComponentType } from 'react'
import { actions } from '../../window/window'
import { ChartPanel } from '../../features/charts/chart-panel'
import { DomTree } from '../../features/dom-tree/dom-tree'
import { InspectorPanel } from '../../features/inspector/inspector-panel'
import { PageView } from '../../features/page-view/page-view'
import { ParameterPanel } from '../../features/parameters/parameter-panel'
import { TextView } from '../../features/text-view/text-view'
import { later } from '../later'
import { foldedPanes, layoutActions, panesOf, PLACES, useInspectLayout, type Pane } from './inspect-layouts'

export interface PanelEntry {
  readonly id: string
  readonly title: string
  readonly pane: Pane
  readonly Component: ComponentType
}

const [SourcePanel, prepareSource] = later(async () => (await import('../../features/source-view/source-view')).SourceView)
const [Verdict, prepareVerdict] = later(async () => (await import('../../features/verdict/verdict-panel')).VerdictPanel)

/** Loads the panels that stand behind others at first. */
export function prepareHiddenPanels(): void {
  prepareSource()
  prepareVerdict()
}

export const PANELS: readonly PanelEntry[] = [
  { id: 'page', title: 'Page', pane: 'page', Component: PageView },
  { id: 'tree', title: 'Tree', pane: 'tree', Component: DomTree },
  { id: 'inspector', title: 'Why', pane: 'why', Component: InspectorPanel },
  { id: 'parameters', title: 'Parameters', pane: 'parameters', Component: ParameterPanel },
  { id: 'chart', title: 'Chart', pane: 'chart', Component: ChartPanel },
  { id: 'text', title: 'Text', pane: 'text', Component: TextView },
  { id: 'source', title: 'Source', pane: 'text', Component: SourcePanel },
  { id: 'verdict', title: 'Verdict', pane: 'why', Component: Verdict },
]

/** Panels of a pane. */
export function panelsOf(pane: Pane): readonly PanelEntry[] {
  return PANELS.filter((entry) => entry.pane === pane)
}

/** A pane that the layout does not have, or that is folded away or behind another, comes into view. */
function bringIntoView(pane: Pane): void {
  const state = useInspectLayout.getState()
  if (!panesOf(PLACES[state.layout]).includes(pane)) layoutActions.choose('everything')
  if (foldedPanes(useInspectLayout.getState()).includes(pane)) layoutActions.fold(pane, false)
  if (state.maximised !== null && state.maximised !== pane) layoutActions.restore()
}

/** The pane that has the focus, else the one that fills the workspace, else the first; null where none is shown. */
export function focusedPane(): Pane | null {
  const state = useInspectLayout.getState()
  const shown = panesOf(PLACES[state.layout]).filter((pane) => !foldedPanes(state).includes(pane))
  const focused = document.activeElement?.closest<HTMLElement>('[data-pane]')?.dataset.pane
  return shown.find((pane) => pane === focused) ?? state.maximised ?? shown[0] ?? null
}

/** Brings a panel to the front and puts the focus into it, or wherever `focus` says. */
export function focusPanel(id: string, focus?: () => void): void {
  const entry = PANELS.find((panel) => panel.id === id)
  if (!entry) return
  actions.showPanel(entry.pane, id)
  actions.showPanel('compact', id)
  bringIntoView(entry.pane)
  // After the panel is drawn.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (focus) return focus()
      const panel = document.querySelector(`[data-panel="${id}"]`)
      const target =
        panel?.querySelector<HTMLElement>('[role="tree"], [data-autofocus], iframe') ??
        panel?.querySelector<HTMLElement>('input[type="range"]:not(:disabled), [role="slider"]') ??
        panel?.querySelector<HTMLElement>('[tabindex="0"], :is(input, button, select):not(:disabled)')
      ;(target ?? (panel instanceof HTMLElement ? panel : null))?.focus()
    }),
  )
}

/** The parts of the window, in the order of the document. */
const PARTS = '.tab-strip, .toolbar, .pane, .compare-head, #compare-view, aside, .status-bar'
/** What a part is for; the focus goes there first. */
const HEARTS =
  '[role="tree"], [role="grid"], [role="listbox"], iframe:not([tabindex="-1"]), input[type="range"], [role="slider"][tabindex="0"], [role="tab"][aria-selected="true"]'
/** What is read rather than worked: the keys scroll it. */
const READ = '.bs-panel, [role="region"][tabindex="0"]'
const STOPS = ':is(a[href], button, input, select, textarea, [tabindex]):not([tabindex="-1"], :disabled)'

function visible(elements: Iterable<HTMLElement>): HTMLElement | undefined {
  for (const element of elements) if (element.checkVisibility() && !element.closest('[inert]')) return element
  return undefined
}

function stopIn(part: HTMLElement): HTMLElement | undefined {
  // What a pane shows comes before its head.
  const places = [...part.querySelectorAll<HTMLElement>('.pane-body'), part]
  for (const place of places) {
    const found =
      visible(place.querySelectorAll<HTMLElement>(HEARTS)) ??
      visible(place.querySelectorAll<HTMLElement>(READ)) ??
      visible(place.querySelectorAll<HTMLElement>(STOPS))
    if (found) return found
  }
  return part.matches(STOPS) ? part : undefined
}

/** F6: puts the focus into the next part of the window, or the one before, round the end, as browsers and editors do it. */
export function focusNextPart(step: 1 | -1): void {
  const parts = [...document.querySelectorAll<HTMLElement>(PARTS)].flatMap((part) => {
    const stop = part.checkVisibility() ? stopIn(part) : undefined
    return stop ? [{ part, stop }] : []
  })
  if (parts.length === 0) return
  // Parts do not lie in each other, except in a pane.
  const at = parts.findLastIndex(({ part }) => part.contains(document.activeElement))
  const next = at < 0 ? (step > 0 ? 0 : parts.length - 1) : (at + step + parts.length) % parts.length
  parts[next]?.stop.focus()
}
