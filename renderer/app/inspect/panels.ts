import type { ComponentType } from 'react'
import { InspectorPanel } from '../../features/inspector/inspector-panel'
import { PageView } from '../../features/page-view/page-view'
import { actions } from '../../window/window'
import { later } from '../../components/hooks'
import { isDrawerPanel, showInDrawer } from './drawer'

interface PanelEntry {
  readonly id: string
  readonly title: string
  readonly place: 'page' | 'side' | 'drawer'
  readonly Component: ComponentType
}

const Text = later(async () => (await import('../../features/text-view/text-view')).TextView, 'soon')
const Verdict = later(async () => (await import('../../features/verdict/verdict-panel')).VerdictPanel, 'soon')
const Tree = later(async () => (await import('../../features/dom-tree/dom-tree')).DomTree, 'soon')
const Chart = later(async () => (await import('../../features/charts/chart-panel')).ChartPanel, 'soon')
const Source = later(async () => (await import('../../features/source-view/source-view')).SourceView, 'soon')
const Parameters = later(async () => (await import('../../features/parameters/parameter-panel')).ParameterPanel, 'soon')

/** The order of this list sets the keys Alt+1, Alt+2, … */
export const PANELS: readonly PanelEntry[] = [
  { id: 'page', title: 'Page', place: 'page', Component: PageView },
  { id: 'tree', title: 'Tree', place: 'drawer', Component: Tree },
  { id: 'inspector', title: 'Why', place: 'side', Component: InspectorPanel },
  { id: 'parameters', title: 'Parameters', place: 'drawer', Component: Parameters },
  { id: 'chart', title: 'Chart', place: 'drawer', Component: Chart },
  { id: 'text', title: 'Text', place: 'side', Component: Text },
  { id: 'source', title: 'Source', place: 'drawer', Component: Source },
  { id: 'verdict', title: 'Verdict', place: 'side', Component: Verdict },
]

export function panelOf(id: string): PanelEntry {
  const panel = PANELS.find((entry) => entry.id === id)
  if (!panel) throw new Error(`There is no panel "${id}".`)
  return panel
}

export function focusPanel(id: string, focus?: () => void): void {
  if (isDrawerPanel(id)) showInDrawer(id)
  else actions.showPanel('side', id)
  actions.showPanel('compact', id)
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

const PARTS = '.top-bar, .page-tabs, .run-line, .pane, .compare-head, #compare-view, aside, .status-bar'
const HEARTS =
  '[role="tree"], [role="grid"], [role="listbox"], iframe:not([tabindex="-1"]), input[type="range"], [role="slider"][tabindex="0"], [role="tab"][aria-selected="true"]'
const READ = '.bs-panel, [role="region"][tabindex="0"]'
const STOPS = ':is(a[href], button, input, select, textarea, [tabindex]):not([tabindex="-1"], :disabled)'

function visible(elements: Iterable<HTMLElement>): HTMLElement | undefined {
  for (const element of elements) if (element.checkVisibility() && !element.closest('[inert]')) return element
  return undefined
}

function stopIn(part: HTMLElement): HTMLElement | undefined {
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

export function focusNextPart(step: 1 | -1): void {
  const parts = [...document.querySelectorAll<HTMLElement>(PARTS)].flatMap((part) => {
    const stop = part.checkVisibility() ? stopIn(part) : undefined
    return stop ? [{ part, stop }] : []
  })
  if (parts.length === 0) return
  // If a part contains another part, the last match is the inner part.
  const at = parts.findLastIndex(({ part }) => part.contains(document.activeElement))
  const next = at < 0 ? (step > 0 ? 0 : parts.length - 1) : (at + step + parts.length) % parts.length
  parts[next]?.stop.focus()
}
