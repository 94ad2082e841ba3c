/** What is drawn over the page, and how the window looks. */
import { setDense, useDensity } from '../../window/density'
import { LAYOUTS, layoutActions, useInspectLayout } from '../../window/inspect-layout'
import { hasGold } from '../../window/page/gold-texts'
import { VIEW_SWITCHES, zoomStep, type ViewSwitch } from '../../window/page/page-view'
import { actions as store, type WindowState } from '../../window/window'
import { activeTab } from '../../window/window-state'
import { always, hasPage, type Action } from './action'
import { focusedPane } from '../inspect/panels'

/** The switches' ids and keys here. */
const SWITCH_ACTIONS: Readonly<Record<ViewSwitch, Pick<Action, 'id' | 'keys'>>> = {
  kept: { id: 'toggle-kept', keys: ['Alt+K'] },
  dim: { id: 'toggle-dim', keys: ['Alt+D'] },
  path: { id: 'toggle-path', keys: ['Alt+P'] },
  gold: { id: 'toggle-gold', keys: ['Alt+G'] },
  reveal: { id: 'toggle-hidden', keys: ['Alt+H'] },
  unpin: { id: 'toggle-pinned' },
  styled: { id: 'toggle-styled' },
}

function zoom(step: 1 | -1): (state: WindowState) => void {
  return (state) => {
    const next = zoomStep(activeTab(state).view.zoom || 0.6, step)
    if (next) store.setView({ zoom: next })
  }
}

const isInspecting = (state: WindowState): boolean => state.workspace === 'inspect' && hasPage(state)

export const VIEW_ACTIONS: readonly Action[] = [
  ...VIEW_SWITCHES.map(({ key, label }): Action => ({
    ...SWITCH_ACTIONS[key],
    label,
    group: 'View',
    checked: (s) => activeTab(s).view[key],
    enabled: key === 'gold' ? (s) => hasGold(activeTab(s)) : hasPage,
    run: (s) => store.setView({ [key]: !activeTab(s).view[key] }),
  })),
  { id: 'zoom-in', label: 'Zoom page in', keys: ['Alt+='], group: 'View', enabled: hasPage, run: zoom(1) },
  { id: 'zoom-out', label: 'Zoom page out', keys: ['Alt+-'], group: 'View', enabled: hasPage, run: zoom(-1) },
  { id: 'zoom-fit', label: 'Fit page to pane', keys: ['Alt+0'], group: 'View', enabled: hasPage, run: () => store.setView({ zoom: 0 }) },
  ...LAYOUTS.map(({ id, title }): Action => ({
    id: `layout-${id}`,
    label: `Layout: ${title}`,
    group: 'View',
    checked: () => useInspectLayout.getState().layout === id,
    enabled: isInspecting,
    run: () => layoutActions.choose(id),
  })),
  {
    id: 'maximise-pane',
    label: 'Let the pane in use fill the workspace, or give it its place back',
    keys: ['Alt+M'],
    group: 'View',
    enabled: isInspecting,
    run: () => layoutActions.maximise(useInspectLayout.getState().maximised ?? focusedPane()),
  },
  {
    id: 'fold-pane',
    label: 'Fold the pane in use away',
    keys: ['Alt+Shift+M'],
    group: 'View',
    enabled: isInspecting,
    run: () => layoutActions.fold(focusedPane(), true),
  },
  {
    id: 'theme',
    label: 'Switch between light and dark',
    keys: ['Alt+L'],
    group: 'View',
    enabled: always,
    run: (s) => store.setTheme(s.dark ? 'light' : 'dark'),
  },
  {
    id: 'dense',
    label: 'Dense rows and controls',
    keys: ['Alt+Shift+D'],
    group: 'View',
    checked: () => useDensity.getState().dense,
    enabled: always,
    run: () => setDense(!useDensity.getState().dense),
  },
  { id: 'theme-system', label: 'Theme as the system', group: 'View', enabled: always, run: () => store.setTheme('system') },
]
