/** Getting about: pages, tabs, regions, panels, workspaces. */
import { goToKept } from '../../window/result/kept-regions'
import { actions as store } from '../../window/window'
import { activeTab, placeOf } from '../../window/window-state'
import { always, hasPage, hasResult, type Action } from './action'
import { focusPanel, PANELS } from '../inspect/panels'
import { focusNextPart } from '../inspect/panes'
import { WORKSPACES } from '../workspaces'

export const GO_ACTIONS: readonly Action[] = [
  {
    id: 'back',
    label: 'Back',
    keys: ['Alt+ArrowLeft'],
    group: 'Go',
    enabled: (s) => placeOf(activeTab(s)).visit > 0,
    run: () => store.back(),
  },
  {
    id: 'forward',
    label: 'Forward',
    keys: ['Alt+ArrowRight'],
    group: 'Go',
    enabled: (s) => placeOf(activeTab(s)).visit < placeOf(activeTab(s)).visits.length - 1,
    run: () => store.forward(),
  },
  {
    id: 'reload',
    label: 'Load the page again',
    keys: ['Alt+R'],
    group: 'Go',
    enabled: (s) => activeTab(s).source !== null && activeTab(s).status !== 'loading',
    run: () => store.reload(),
  },
  {
    id: 'cancel',
    label: 'Stop',
    keys: ['Escape'],
    group: 'Go',
    enabled: (s) => activeTab(s).status === 'loading',
    run: () => store.cancel(),
  },
  {
    id: 'next-part',
    label: 'Next part of the window',
    keys: ['F6'],
    group: 'Go',
    inFields: true,
    enabled: always,
    run: () => focusNextPart(1),
  },
  {
    id: 'previous-part',
    label: 'Previous part of the window',
    keys: ['Shift+F6'],
    group: 'Go',
    inFields: true,
    enabled: always,
    run: () => focusNextPart(-1),
  },
  { id: 'next-kept', label: 'Next kept region', keys: ['Alt+N'], group: 'Go', enabled: hasResult, run: () => goToKept(1) },
  { id: 'previous-kept', label: 'Previous kept region', keys: ['Alt+Shift+N'], group: 'Go', enabled: hasResult, run: () => goToKept(-1) },
  {
    id: 'next-tab',
    label: 'Next tab',
    keys: ['Alt+PageDown'],
    group: 'Go',
    inFields: true,
    enabled: (s) => s.tabs.length > 1,
    run: () => store.cycleTab(1),
  },
  {
    id: 'previous-tab',
    label: 'Previous tab',
    keys: ['Alt+PageUp'],
    group: 'Go',
    inFields: true,
    enabled: (s) => s.tabs.length > 1,
    run: () => store.cycleTab(-1),
  },
  ...PANELS.map((panel, index): Action => ({
    id: `panel-${panel.id}`,
    label: `Go to ${panel.title}`,
    keys: [`Alt+${index + 1}`],
    group: 'Go',
    inFields: true,
    enabled: hasPage,
    run: () => focusPanel(panel.id),
  })),
  ...(WORKSPACES.length > 1
    ? WORKSPACES.map((workspace): Action => ({
        id: `workspace-${workspace.id}`,
        label: `Workspace: ${workspace.title}`,
        group: 'Go',
        checked: (s) => s.workspace === workspace.id,
        enabled: always,
        run: () => store.setWorkspace(workspace.id),
      }))
    : []),
]
