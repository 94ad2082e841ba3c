import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent, type RefObject } from 'react'
import { statusOf } from '../../../shared/explain/explain-node'
import { KEPT } from '../../../shared/page/output'
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { NodeMenu } from '../../components/node-menu'
import { List, type ListHandle } from '../../components/list/list'
import { rowHeightOf, useDensity } from '../../window/look'
import { expandedOf, openRunsOf, treeActions, useTree, useTreeQuery } from '../../window/page/tree-view'
import { useGoldHits } from '../../window/result/gold-hits'
import { actions, useTab, currentTab, watchTab } from '../../window/window'
import { Breadcrumbs, TreeToolbar, useTreeSearch } from './tree-toolbar'
import { handleTreeKey } from './tree-keys'
import { statusesOf, openToKept, useColumns, useFlash, useMeasures } from './tree-result'
import { RunRow, TreeRow, type Column } from './tree-row'
import { filterMask, nodeOfRow, rowIndexOf, rowsOf, structureOf, type Statuses, type TreeStructure } from './tree-rows'
import type { TreeHits } from './tree-search'
import './dom-tree.css'

function rowOf({ target }: MouseEvent): { readonly node: NodeId; readonly isRun: boolean; readonly onTwisty: boolean } | null {
  const row = (target as Element).closest<HTMLElement>('[data-node]')
  if (!row) return null
  const onTwisty = (target as Element).closest('[data-twisty="true"]') !== null
  return { node: Number(row.dataset.node), isRun: row.dataset.run !== undefined, onTwisty }
}

function clickRow(event: MouseEvent, model: PageModel): void {
  const row = rowOf(event)
  if (!row) return
  const { node, isRun, onTwisty } = row
  if (isRun) return treeActions.openRun(model, node)
  const isOpen = expandedOf(model)[node] === 1
  if (event.altKey) treeActions.expandBelow(model, node, !isOpen)
  else if (onTwisty) treeActions.expand(model, node, !isOpen)
  if (!onTwisty) actions.select(node)
}

function doubleClickRow(event: MouseEvent, model: PageModel): void {
  const row = rowOf(event)
  if (row && !row.onTwisty) treeActions.expand(model, row.node, expandedOf(model)[row.node] !== 1)
}

function selectRow({ target }: MouseEvent): void {
  if (target instanceof Element) target.closest<HTMLElement>('[role="treeitem"]')?.click()
}

function useHoverClass(list: RefObject<ListHandle | null>, model: PageModel, rows: Int32Array): void {
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

export function DomTree() {
  const model = useTab((tab) => tab.model)
  return model ? <Tree model={model} /> : null
}

function Tree({ model }: { readonly model: PageModel }) {
  const structure = useMemo(() => structureOf(model), [model])
  const filter = useTree((state) => state.filter)
  const statuses = useTab((tab) => statusesOf(tab, tab.result))
  const previous = useTab((tab) => statusesOf(tab, tab.previous))
  const selected = useTab((tab) => tab.selected)
  const kinds = useGoldHits()?.kinds ?? null
  const columns = useColumns()
  const hits = useHits(model)
  const hitSet = useMemo(() => new Set(hits?.nodes), [hits])
  const list = useRef<ListHandle>(null)
  const rowHeight = useDensity(rowHeightOf)

  useEffect(() => openToKept(model), [model, statuses])
  const rows = useRows(model, structure, { now: statuses, before: previous })
  const index = selected === null ? -1 : rowIndexOf(rows, model, selected)
  useWayToSelected(model, structure, selected)
  useHoverClass(list, model, rows)
  useFlash(list, statuses, previous)

  const focusTree = useCallback(() => list.current?.element.focus(), [])
  const goTo = (at: number): void => {
    const row = rows[at]
    if (row === undefined) return
    if (row < 0) treeActions.openRun(model, nodeOfRow(row))
    actions.select(nodeOfRow(row))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const isHandled = handleTreeKey(event, {
      model,
      structure,
      row: rows[index],
      expanded: expandedOf(model),
      goDown: () => goTo(Math.min(index + 1, rows.length - 1)),
      startSearch,
    })
    if (isHandled) event.preventDefault()
  }

  const drawRow = (at: number) => {
    const row = rows[at] ?? 0
    const node = nodeOfRow(row)
    if (row < 0) return <RunRow model={model} structure={structure} node={node} />
    const inline = structure.inlineText[node] ?? -1
    return (
      <TreeRow
        {...{ model, structure, columns, node }}
        open={expandedOf(model)[node] === 1}
        isSelected={at === index}
        isHit={hitSet.has(node) || hitSet.has(inline)}
        changed={previous && statuses ? Number(statuses[node] === KEPT) - Number(previous[node] === KEPT) : 0}
        status={statuses ? statusOf(statuses, node) : null}
        inlineStatus={statusOf(statuses, inline)}
        hits={kinds ? (kinds[node] ?? 0) : null}
      />
    )
  }

  return (
    <div className="column">
      <TreeToolbar found={hits} columns={columns.map(({ id }) => id)} onLeave={focusTree} />
      <TreeHeader columns={columns} />
      <NodeMenu onContextMenu={selectRow}>
        <div className="tree-menu">
          <List
            ref={list}
            className="tree-scroller"
            role="tree"
            label="DOM tree"
            count={rows.length}
            key={rowHeight}
            rowHeight={rowHeight}
            current={index}
            idOf={(at) => `tree-row-${nodeOfRow(rows[at] ?? 0)}`}
            onMove={goTo}
            empty={<p className="quiet-note">{filter === 'all' ? 'This page has no nodes.' : 'No node passes the filter.'}</p>}
            onKeyDown={onKeyDown}
            onClick={(event) => clickRow(event, model)}
            onDoubleClick={(event) => doubleClickRow(event, model)}
            onPointerOver={(event) => actions.hover(rowOf(event)?.node ?? null)}
            onPointerLeave={() => actions.hover(null)}
          >
            {drawRow}
          </List>
        </div>
      </NodeMenu>
      <Breadcrumbs model={model} selected={selected} />
    </div>
  )
}

function TreeHeader({ columns }: { readonly columns: readonly Column[] }) {
  if (columns.length === 0) return null
  return (
    <div className="bar dim line-below tree-header" aria-hidden="true">
      <span className="tree-header-name" />
      {columns.map((column) => (
        <span
          key={column.id}
          className="tree-header-cell"
          data-whole={column.isWhole || undefined}
          title={`${column.label}${column.unit ? `, ${column.unit}` : ''}; the bar is ${column.share ? 'proportional' : 'logarithmic'}`}
        >
          <span>
            {column.label}
            {column.share ? '' : ' (log)'}
          </span>
        </span>
      ))}
    </div>
  )
}

function useRows(model: PageModel, structure: TreeStructure, statuses: Statuses): Int32Array {
  const version = useTree((state) => state.version)
  const filter = useTree((state) => state.filter)
  const { now, before } = statuses
  const mask = useMemo(() => filterMask(model, structure, filter, { now, before }), [model, structure, filter, now, before])
  return useMemo(
    () => rowsOf(model, structure, { expanded: expandedOf(model), openRuns: openRunsOf(model), mask }),
    // `version` represents the expanded nodes, because their array is changed in place.
    // oxlint-disable-next-line react/exhaustive-deps
    [model, structure, mask, version],
  )
}

function useHits(model: PageModel): TreeHits | null {
  const query = useTreeQuery()
  const measures = useMeasures()
  const search = useTreeSearch(query)
  return useMemo(() => search?.(model, query, measures) ?? null, [search, model, query, measures])
}

function useWayToSelected(model: PageModel, structure: TreeStructure, selected: NodeId | null): void {
  useEffect(() => {
    if (selected === null || selected >= model.count) return
    for (let n: number = selected; n >= 0; n = model.parent[n] ?? -1) {
      const run = structure.runOf[n] ?? -1
      if (run >= 0 && !openRunsOf(model).has(run)) treeActions.openRun(model, run)
    }
    treeActions.reveal(model, selected)
  }, [model, structure, selected])
}

function startSearch(text: string): void {
  const field = document.getElementById('tree-search')
  if (!(field instanceof HTMLInputElement)) return
  treeActions.setQuery(text)
  field.focus()
  // The field shows the new query only after the next render.
  requestAnimationFrame(() => field.setSelectionRange(field.value.length, field.value.length))
}
