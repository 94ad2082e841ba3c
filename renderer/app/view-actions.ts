/** What is drawn over the page, and how the window looks. */
import { hasGold } from '../stores/gold-hits'
import { actions as store, type Workspace } from '../stores/workspace'
import { activeTab } from '../stores/workspace-state'
import { always, hasPage, type Action } from './action'

function toggleView(key: 'kept' | 'dim' | 'path' | 'gold' | 'reveal' | 'remote'): (state: Workspace) => void {
  return (state) => store.setView({ [key]: !activeTab(state).view[key] })
}

const ZOOMS = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3]
function zoom(step: 1 | -1): (state: Workspace) => void {
  return (state) => {
    const now = activeTab(state).view.zoom || 0.6
    const next = step > 0 ? ZOOMS.find((z) => z > now + 0.01) : ZOOMS.findLast((z) => z < now - 0.01)
    if (next) store.setView({ zoom: next })
  }
}

export const VIEW_ACTIONS: readonly Action[] = [
  {
    id: 'toggle-kept',
    label: 'Tint what was kept',
    keys: ['Alt+K'],
    group: 'View',
    checked: (s) => activeTab(s).view.kept,
    enabled: hasPage,
    run: toggleView('kept'),
  },
  {
    id: 'toggle-dim',
    label: 'Dim what was dropped',
    keys: ['Alt+D'],
    group: 'View',
    checked: (s) => activeTab(s).view.dim,
    enabled: hasPage,
    run: toggleView('dim'),
  },
  {
    id: 'toggle-path',
    label: 'Mark the path to kept content',
    keys: ['Alt+P'],
    group: 'View',
    checked: (s) => activeTab(s).view.path,
    enabled: hasPage,
    run: toggleView('path'),
  },
  {
    id: 'toggle-gold',
    label: 'Colour hits and misses against the gold text',
    keys: ['Alt+G'],
    group: 'View',
    checked: (s) => activeTab(s).view.gold,
    enabled: (s) => hasGold(activeTab(s)),
    run: toggleView('gold'),
  },
  {
    id: 'toggle-hidden',
    label: 'Reveal hidden text',
    keys: ['Alt+H'],
    group: 'View',
    checked: (s) => activeTab(s).view.reveal,
    enabled: hasPage,
    run: toggleView('reveal'),
  },
  {
    id: 'toggle-remote',
    label: 'Load the page’s images and styles',
    group: 'View',
    checked: (s) => activeTab(s).view.remote,
    enabled: hasPage,
    run: toggleView('remote'),
  },
  { id: 'zoom-in', label: 'Zoom page in', keys: ['Alt+='], group: 'View', enabled: hasPage, run: zoom(1) },
  { id: 'zoom-out', label: 'Zoom page out', keys: ['Alt+-'], group: 'View', enabled: hasPage, run: zoom(-1) },
  { id: 'zoom-fit', label: 'Fit page to pane', keys: ['Alt+0'], group: 'View', enabled: hasPage, run: () => store.setView({ zoom: 0 }) },
  {
    id: 'theme',
    label: 'Switch between light and dark',
    keys: ['Alt+L'],
    group: 'View',
    enabled: always,
    run: (s) => store.setTheme(s.dark ? 'light' : 'dark'),
  },
  { id: 'theme-system', label: 'Theme as the system', group: 'View', enabled: always, run: () => store.setTheme('system') },
]
