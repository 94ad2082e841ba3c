import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { copyText } from '../../window/host/clipboard'
import { setDense, useDensity } from '../../window/look'
import { hasGold } from '../../window/page/gold-texts'
import { htmlOf, selectorOf, textOf, xpathOf } from '../../window/page/selector'
import { treeActions } from '../../window/page/tree-view'
import { actions as store, type WindowState, activeTab, VIEW_SWITCHES, type ViewSwitch } from '../../window/window'
import { focusPanel, toggleDrawer } from '../inspect/panels'
import { dialogAction, focusField, hasPage, hasPanels, hasResult, hasSelection, inGroup, type Action } from './action'

const SWITCH_ACTIONS: Readonly<Record<ViewSwitch, Pick<Action, 'id' | 'keys'>>> = {
  kept: { id: 'toggle-kept', keys: ['Alt+K'] },
  dim: { id: 'toggle-dim', keys: ['Alt+D'] },
  path: { id: 'toggle-path', keys: ['Alt+P'] },
  gold: { id: 'toggle-gold', keys: ['Alt+G'] },
  reveal: { id: 'toggle-hidden', keys: ['Alt+H'] },
  unpin: { id: 'toggle-pinned' },
  styled: { id: 'toggle-styled' },
}

export const VIEW_ACTIONS = inGroup('View', [
  ...VIEW_SWITCHES.map(({ key, label }) => ({
    ...SWITCH_ACTIONS[key],
    label,
    checked: (s: WindowState) => activeTab(s).view[key],
    enabled: key === 'gold' ? (s: WindowState) => hasGold(activeTab(s)) : hasPage,
    run: (s: WindowState) => store.setView({ [key]: !activeTab(s).view[key] }),
  })),
  { id: 'zoom-in', label: 'Zoom page in', keys: ['Alt+='], enabled: hasPage, run: () => store.zoom(1) },
  { id: 'zoom-out', label: 'Zoom page out', keys: ['Alt+-'], enabled: hasPage, run: () => store.zoom(-1) },
  { id: 'zoom-fit', label: 'Fit page to pane', keys: ['Alt+0'], enabled: hasPage, run: () => store.setView({ zoom: 0 }) },
  {
    id: 'drawer',
    label: 'Show or hide drawer',
    keywords: 'tree chart source parameters panel',
    keys: ['Mod+J'],
    inFields: true,
    enabled: hasPanels,
    run: toggleDrawer,
  },
  {
    id: 'theme',
    label: 'Switch theme',
    keywords: 'dark light appearance colour color',
    keys: ['Alt+L'],
    run: (s) => store.setTheme(s.dark ? 'light' : 'dark'),
  },
  {
    id: 'dense',
    label: 'Compact rows',
    keywords: 'dense density appearance',
    keys: ['Alt+Shift+D'],
    checked: () => useDensity.getState().dense,
    run: () => setDense(!useDensity.getState().dense),
  },
  { id: 'theme-system', label: 'Use system theme', keywords: 'dark light appearance', run: () => store.setTheme('system') },
])

function withNode(act: (model: PageModel, node: NodeId) => void): Pick<Action, 'enabled' | 'run'> {
  return {
    enabled: hasSelection,
    run: (state) => {
      const { model, selected } = activeTab(state)
      if (model && selected !== null) act(model, selected)
    },
  }
}

const hasNodeAndResult = (state: WindowState): boolean => hasSelection(state) && hasResult(state)

const hasTextToTest = (state: WindowState): boolean => hasSelection(state) || (hasPage(state) && state.marked !== '')

export const TREE_ACTIONS = inGroup('Tree', [
  {
    id: 'search-tree',
    label: 'Search the tree',
    keys: ['Mod+F'],
    inFields: true,
    enabled: hasPanels,
    run: () => focusPanel('tree', () => focusField('tree-search')),
  },
  {
    id: 'put-aside',
    label: 'Pin for comparison',
    keywords: 'put aside reference',
    enabled: hasNodeAndResult,
    run: (s) => store.setReference(activeTab(s).selected),
  },
  dialogAction('reduce', 'Make minimal example', 'reduce reproduce bug shrink', hasNodeAndResult),
  { ...dialogAction('must-keep', 'Must keep …', 'test snippet assert', hasTextToTest), keys: ['Alt+Shift+K'] },
  { ...dialogAction('must-not-keep', 'Must not keep …', 'test snippet assert', hasTextToTest), keys: ['Alt+Shift+J'] },
  { id: 'expand-below', label: 'Expand subtree', ...withNode((model, n) => treeActions.expandBelow(model, n, true)) },
  { id: 'collapse-below', label: 'Collapse subtree', ...withNode((model, n) => treeActions.expandBelow(model, n, false)) },
  {
    id: 'select-parent',
    label: 'Select parent',
    keys: ['Alt+U'],
    ...withNode((model, n) => {
      const parent = model.parent[n] ?? -1
      if (parent >= 0) store.select(parent)
    }),
  },
  {
    id: 'clear-selection',
    label: 'Clear selection',
    keys: ['Escape'],
    enabled: (s) => hasSelection(s) && hasPanels(s) && activeTab(s).status !== 'loading' && !activeTab(s).running,
    run: () => store.select(null),
  },
  { id: 'copy-selector', label: 'Copy CSS selector', ...withNode((model, n) => copyText(selectorOf(model, n), 'Selector')) },
  { id: 'copy-xpath', label: 'Copy XPath', ...withNode((model, n) => copyText(xpathOf(model, n), 'XPath')) },
  { id: 'copy-node-html', label: 'Copy HTML of node', ...withNode((model, n) => copyText(htmlOf(model, n), 'HTML')) },
  { id: 'copy-node-text', label: 'Copy text of node', ...withNode((model, n) => copyText(textOf(model, n), 'Text')) },
  { id: 'filter-all', label: 'Tree: show all nodes', enabled: hasPage, run: () => treeActions.setFilter('all') },
  { id: 'filter-kept', label: 'Tree: show kept nodes', enabled: hasResult, run: () => treeActions.setFilter('kept') },
  { id: 'filter-text', label: 'Tree: show nodes with text', enabled: hasPage, run: () => treeActions.setFilter('text') },
  {
    id: 'filter-changed',
    label: 'Tree: show last changes',
    enabled: (s) => activeTab(s).previous !== null,
    run: () => treeActions.setFilter('changed'),
  },
])
