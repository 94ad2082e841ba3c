import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { treeActions } from '../../window/page/tree-view'
import { actions } from '../../window/window'
import { nodeOfRow, type TreeStructure } from './tree-rows'

interface TreeKeyContext {
  readonly model: PageModel
  readonly structure: TreeStructure
  readonly expanded: Uint8Array
  readonly row: number | undefined
  readonly goDown: () => void
  startSearch(text: string): void
}

export function handleTreeKey(
  event: { readonly key: string; readonly altKey: boolean; readonly ctrlKey: boolean; readonly metaKey: boolean },
  context: TreeKeyContext,
): boolean {
  const { model, structure, expanded, row, goDown } = context
  const { key } = event
  if (event.ctrlKey || event.metaKey) return false
  const node = row === undefined ? null : nodeOfRow(row)
  if (event.altKey) {
    if (node === null || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false
    const sibling = siblingOf(model, structure, node, key === 'ArrowDown' ? 1 : -1)
    if (sibling !== null) actions.select(sibling)
    return true
  }
  const expandable = node !== null && (structure.rowChildren[node] ?? 0) > 0
  switch (key) {
    case 'ArrowRight':
      if (node === null) goDown()
      else if (row !== undefined && row < 0) treeActions.openRun(model, node)
      else if (expandable && expanded[node] !== 1) treeActions.expand(model, node, true)
      else if (expandable) goDown()
      return true
    case 'ArrowLeft':
      if (node === null) goDown()
      else if (expandable && expanded[node] === 1) treeActions.expand(model, node, false)
      else if ((model.parent[node] ?? -1) >= 0) actions.select(model.parent[node] ?? null)
      return true
    case 'Enter':
    case ' ':
      if (node === null) return false
      if (row !== undefined && row < 0) treeActions.openRun(model, node)
      else if (expandable) treeActions.expand(model, node, expanded[node] !== 1)
      return true
    case '*':
      if (node !== null) treeActions.expandBelow(model, node, true)
      return true
    default:
      if (key.length !== 1 || key === '?') return false
      context.startSearch(key)
      return true
  }
}

function siblingOf(model: PageModel, structure: TreeStructure, node: NodeId, step: 1 | -1): NodeId | null {
  const parent = model.parent[node] ?? -1
  if (parent < 0) return null
  const end = model.subtreeEnd[parent] ?? 0
  if (step > 0) {
    for (let n = model.subtreeEnd[node] ?? end; n < end; n = model.subtreeEnd[n] ?? end) if (structure.blank[n] === 0) return n
    return null
  }
  let last: NodeId | null = null
  for (let n = parent + 1; n < node; n = model.subtreeEnd[n] ?? end) if (structure.blank[n] === 0) last = n
  return last
}
