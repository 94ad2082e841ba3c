import type { ComponentType } from 'react'
import { create } from 'zustand'
import { z } from 'zod'
import { InspectorPanel } from '../../features/inspector/inspector-panel'
import { PageView } from '../../features/page-view/page-view'
import { actions } from '../../window/window'
import { later, useMedia } from '../../components/hooks'
import { readValue, writeValue } from '../../window/host/storage'

export const BESIDE_TREE = ['chart', 'source', 'parameters'] as const
export const DRAWER_PANELS = ['tree', ...BESIDE_TREE] as const
type DrawerPanel = (typeof DRAWER_PANELS)[number]

const Stored = z.object({
  isOpen: z.boolean().default(false),
  beside: z.enum(BESIDE_TREE).default('chart'),
  last: z.enum(DRAWER_PANELS).default('tree'),
})
type Drawer = z.infer<typeof Stored>

const KEY = 'boilerscope.drawer'

export const useDrawer = create<Drawer>()(() => readValue(KEY, Stored) ?? Stored.parse({}))

function change(patch: Partial<Drawer>): void {
  useDrawer.setState(patch)
  writeValue(KEY, useDrawer.getState())
}

const WIDE = '(min-width: 1100px)'

export const useWide = (): boolean => useMedia(WIDE)

export const shownPanels = ({ beside, last }: Drawer, wide: boolean): readonly DrawerPanel[] => (wide ? ['tree', beside] : [last])

const isDrawerPanel = (id: string): id is DrawerPanel => DRAWER_PANELS.some((panel) => panel === id)

function showInDrawer(panel: DrawerPanel): void {
  change({ ...(panel === 'tree' ? {} : { beside: panel }), isOpen: true, last: panel })
}

export function toggleInDrawer(panel: DrawerPanel): void {
  const drawer = useDrawer.getState()
  if (drawer.isOpen && shownPanels(drawer, matchMedia(WIDE).matches).includes(panel)) change({ isOpen: false })
  else showInDrawer(panel)
}

export const toggleDrawer = (): void => change({ isOpen: !useDrawer.getState().isOpen })

interface PanelEntry {
  readonly id: string
  readonly title: string
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
  { id: 'page', title: 'Page', Component: PageView },
  { id: 'tree', title: 'Tree', Component: Tree },
  { id: 'inspector', title: 'Why', Component: InspectorPanel },
  { id: 'parameters', title: 'Parameters', Component: Parameters },
  { id: 'chart', title: 'Chart', Component: Chart },
  { id: 'text', title: 'Text', Component: Text },
  { id: 'source', title: 'Source', Component: Source },
  { id: 'verdict', title: 'Verdict', Component: Verdict },
]

export function panelOf(id: string): PanelEntry {
  const panel = PANELS.find((entry) => entry.id === id)
  if (!panel) throw new Error(`There is no panel "${id}".`)
  return panel
}

export function showPanel(id: string): void {
  if (isDrawerPanel(id)) showInDrawer(id)
  else actions.showPanel('side', id)
}

export function focusPanel(id: string, focus?: () => void): void {
  showPanel(id)
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

function stopIn(part: HTMLElement): HTMLElement | undefined {
  const places = [...part.querySelectorAll<HTMLElement>('.pane-body'), part]
  const found = places
    .flatMap((place) => [HEARTS, READ, STOPS].flatMap((kind) => [...place.querySelectorAll<HTMLElement>(kind)]))
    .find((element) => element.checkVisibility() && !element.closest('[inert]'))
  return found ?? (part.matches(STOPS) ? part : undefined)
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
