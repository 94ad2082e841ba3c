/** The tree and its selected node. */
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { selectedNodeJson } from '../../features/inspector/export-data'
import { copyText } from '../../window/host/clipboard'
import { htmlOf, selectorOf, textOf, xpathOf } from '../../window/page/selector'
import { treeActions } from '../../window/page/tree-view'
import { actions as store, type WindowState } from '../../window/window'
import { activeTab } from '../../window/window-state'
import { focusField, hasPage, hasResult, hasSelection, type Action } from './action'
import { focusPanel } from '../inspect/panels'

/** For what is done with the selected node. */
function withNode(use: (model: PageModel, node: NodeId) => void): (state: WindowState) => void {
  return (state) => {
    const { model, selected } = activeTab(state)
    if (model && selected !== null) use(model, selected)
  }
}

export const TREE_ACTIONS: readonly Action[] = [
  {
    id: 'search-tree',
    label: 'Search the tree',
    keys: ['Mod+F'],
    group: 'Tree',
    inFields: true,
    enabled: hasPage,
    run: () => focusPanel('tree', () => focusField('tree-search')),
  },
  {
    id: 'reduce',
    label: 'Reduce to a reproducer',
    group: 'Tree',
    enabled: (s) => hasSelection(s) && hasResult(s),
    run: () => store.setOverlay('reduce'),
  },
  {
    id: 'expand-below',
    label: 'Expand all below the selected node',
    group: 'Tree',
    enabled: hasSelection,
    run: withNode((model, n) => treeActions.expandBelow(model, n, true)),
  },
  {
    id: 'collapse-below',
    label: 'Collapse all below the selected node',
    group: 'Tree',
    enabled: hasSelection,
    run: withNode((model, n) => treeActions.expandBelow(model, n, false)),
  },
  {
    id: 'select-parent',
    label: 'Select the parent',
    keys: ['Alt+U'],
    group: 'Tree',
    enabled: hasSelection,
    run: withNode((model, n) => {
      const parent = model.parent[n] ?? -1
      if (parent >= 0) store.select(parent)
    }),
  },
  { id: 'clear-selection', label: 'Clear the selection', group: 'Tree', enabled: hasSelection, run: () => store.select(null) },
  {
    id: 'copy-selector',
    label: 'Copy CSS selector of the selected node',
    group: 'Tree',
    enabled: hasSelection,
    run: withNode((model, n) => copyText(selectorOf(model, n), 'Selector')),
  },
  {
    id: 'copy-xpath',
    label: 'Copy XPath of the selected node',
    group: 'Tree',
    enabled: hasSelection,
    run: withNode((model, n) => copyText(xpathOf(model, n), 'XPath')),
  },
  {
    id: 'copy-node-json',
    label: 'Copy measures and decisions of the selected node as JSON',
    group: 'Tree',
    enabled: (s) => hasSelection(s) && hasResult(s),
    run: () => {
      const json = selectedNodeJson()
      if (json !== null) copyText(json, 'JSON')
    },
  },
  {
    id: 'copy-node-html',
    label: 'Copy HTML of the selected node',
    group: 'Tree',
    enabled: hasSelection,
    run: withNode((model, n) => copyText(htmlOf(model, n), 'HTML')),
  },
  {
    id: 'copy-node-text',
    label: 'Copy text of the selected node',
    group: 'Tree',
    enabled: hasSelection,
    run: withNode((model, n) => copyText(textOf(model, n), 'Text')),
  },
  { id: 'filter-all', label: 'Tree: show all nodes', group: 'Tree', enabled: hasPage, run: () => treeActions.setFilter('all') },
  { id: 'filter-kept', label: 'Tree: show only kept nodes', group: 'Tree', enabled: hasResult, run: () => treeActions.setFilter('kept') },
  {
    id: 'filter-text',
    label: 'Tree: show only nodes with text',
    group: 'Tree',
    enabled: hasPage,
    run: () => treeActions.setFilter('text'),
  },
  {
    id: 'filter-changed',
    label: 'Tree: show only what the last change moved',
    group: 'Tree',
    enabled: (s) => activeTab(s).previous !== null,
    run: () => treeActions.setFilter('changed'),
  },
]
