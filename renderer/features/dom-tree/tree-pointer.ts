/** Pointer actions in the tree: `data-node` of a row holds its node. */
import { useEffect, type MouseEvent, type RefObject } from 'react'
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import type { ListHandle } from '../../components/list/list'
import { expandedOf, treeActions } from '../../window/page/tree-view'
import { actions, currentTab, watchTab } from '../../window/window'
import { nodeOfRow, rowIndexOf } from './tree-rows'

/** Returns the row of an event, and whether the event is on its arrow; null between rows. */
function rowOf({ target }: MouseEvent): { readonly node: NodeId; readonly isRun: boolean; readonly onTwisty: boolean } | null {
  const row = (target as Element).closest<HTMLElement>('[data-node]')
  if (!row) return null
  const onTwisty = (target as Element).closest('[data-twisty="true"]') !== null
  return { node: Number(row.dataset.node), isRun: row.dataset.run !== undefined, onTwisty }
}

/** Selects a row, or opens and closes it by its arrow; with Alt, its whole subtree. */
export function clickRow(event: MouseEvent, model: PageModel): void {
  const row = rowOf(event)
  if (!row) return
  const { node, isRun, onTwisty } = row
  if (isRun) return treeActions.openRun(model, node)
  const isOpen = expandedOf(model)[node] === 1
  if (event.altKey) treeActions.expandBelow(model, node, !isOpen)
  else if (onTwisty) treeActions.expand(model, node, !isOpen)
  if (!onTwisty) actions.select(node)
}

export function doubleClickRow(event: MouseEvent, model: PageModel): void {
  const row = rowOf(event)
  if (row && !row.onTwisty) treeActions.expand(model, row.node, expandedOf(model)[row.node] !== 1)
}

/** Hovers the node under the pointer in all views. */
export function hoverRow(event: MouseEvent): void {
  actions.hover(rowOf(event)?.node ?? null)
}

/** Selects the row under the pointer before its menu opens. */
export function selectRow({ target }: MouseEvent): void {
  if (target instanceof Element) target.closest<HTMLElement>('[role="treeitem"]')?.click()
}

/** Marks the row of the hovered node with a class, without drawing a row again. */
export function useHoverClass(list: RefObject<ListHandle | null>, model: PageModel, rows: Int32Array): void {
  useEffect(() => {
    let marked: Element | null = null
    const mark = (node: number | null): void => {
      marked?.classList.remove('tree-row-hovered')
      const row = node === null ? -1 : rowIndexOf(rows, model, node)
      const id = row < 0 ? null : nodeOfRow(rows[row] ?? 0)
      marked = id === null ? null : (list.current?.element.querySelector(`#tree-row-${id}`) ?? null)
      marked?.classList.add('tree-row-hovered')
    }
    mark(currentTab().hovered)
    const stop = watchTab((tab) => tab.hovered, mark)
    return () => {
      stop()
      marked?.classList.remove('tree-row-hovered')
    }
  }, [list, model, rows])
}
