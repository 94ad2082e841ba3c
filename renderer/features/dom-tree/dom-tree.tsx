import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { fateOf } from '../../../shared/explain/explain-node'
import { KEPT } from '../../../shared/page/selection'
import type { PageModel } from '../../../shared/page/page-model'
import { NodeMenu } from '../../components/node-menu'
import { List, type ListHandle } from '../../components/list/list'
import { rowHeightOf, useDensity } from '../../window/look'
import { expandedOf, openRunsOf, treeActions, useTree, useTreeQuery } from '../../window/page/tree-view'
import { useGoldHits } from '../../window/result/gold-hits'
import { actions, currentTab, useTab, watchTab } from '../../window/window'
import { Breadcrumbs, TreeToolbar, useTreeSearch } from './tree-toolbar'
import { handleTreeKey } from './tree-keys'
import { fatesOf, openToKept, useColumns, useFlash, useMeasures } from './tree-result'
import { RunRow, TreeRow } from './tree-row'
import { filterMask, nodeOfRow, rowIndexOf, rowsOf } from './tree-rows'
import { structureOf } from './tree-structure'
import './dom-tree.css'

const NONE: readonly string[] = []

/** The DOM tree with measures and fates. */
export function DomTree() {
  const model = useTab((tab) => tab.model)
  return model ? <Tree model={model} /> : null
}

function Tree({ model }: { readonly model: PageModel }) {
  const structure = useMemo(() => structureOf(model), [model])
  const version = useTree((state) => state.version)
  const filter = useTree((state) => state.filter)
  const query = useTreeQuery()
  const fates = useTab((tab) => fatesOf(tab, tab.result))
  const former = useTab((tab) => fatesOf(tab, tab.previous))
  const selected = useTab((tab) => tab.selected)
  const kinds = useGoldHits()?.kinds ?? null
  const columns = useColumns()
  const measures = useMeasures()
  const list = useRef<ListHandle>(null)
  const rowHeight = useDensity(rowHeightOf)

  useEffect(() => openToKept(model), [model, fates])

  const mask = useMemo(() => filterMask(model, structure, filter, fates, former), [model, structure, filter, fates, former])
  // `version` stands for what is expanded, which is changed in place.
  // oxlint-disable-next-line react/exhaustive-deps
  const rows = useMemo(() => rowsOf(model, structure, expandedOf(model), openRunsOf(model), mask), [model, structure, mask, version])
  const search = useTreeSearch(query)
  const hits = useMemo(() => search?.(model, query, measures) ?? null, [search, model, query, measures])
  const hitSet = useMemo(() => new Set(hits?.nodes), [hits])
  const index = selected === null ? -1 : rowIndexOf(rows, model, selected)

  // A selection made elsewhere opens the way to its row.
  useEffect(() => {
    if (selected === null || selected >= model.count) return
    for (let n: number = selected; n >= 0; n = model.parent[n] ?? -1) {
      const run = structure.runOf[n] ?? -1
      if (run >= 0 && !openRunsOf(model).has(run)) treeActions.openRun(model, run)
    }
    treeActions.reveal(model, selected)
  }, [model, structure, selected])

  useHoverClass(list, model, rows)
  useFlash(list, fates, former)

  const focusTree = useCallback(() => list.current?.element.focus(), [])
  const goTo = (at: number): void => {
    const row = rows[at]
    if (row === undefined) return
    // The folded rest of a run opens when one walks into it.
    if (row < 0) treeActions.openRun(model, nodeOfRow(row))
    actions.select(nodeOfRow(row))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return
    const meant = handleTreeKey(event, {
      model,
      structure,
      row: rows[index],
      expanded: expandedOf(model),
      goDown: () => goTo(Math.min(index + 1, rows.length - 1)),
      startSearch(text) {
        const field = document.getElementById('tree-search')
        if (!(field instanceof HTMLInputElement)) return
        treeActions.setQuery(text)
        field.focus()
        // The field takes the new query with the next drawing; the cursor goes behind it.
        requestAnimationFrame(() => field.setSelectionRange(field.value.length, field.value.length))
      },
    })
    if (meant) event.preventDefault()
  }
  const onClick = (event: MouseEvent): void => {
    const target = event.target as Element
    const element = target.closest<HTMLElement>('[data-node]')
    if (!element) return
    const node = Number(element.dataset.node)
    if (element.dataset.run !== undefined) return treeActions.openRun(model, node)
    const twisty = target.closest('[data-twisty="true"]')
    const isOpen = expandedOf(model)[node] === 1
    if (event.altKey) treeActions.expandBelow(model, node, !isOpen)
    else if (twisty) treeActions.expand(model, node, !isOpen)
    if (!twisty) actions.select(node)
  }
  const onDoubleClick = (event: MouseEvent): void => {
    const element = (event.target as Element).closest<HTMLElement>('[data-node]')
    if (!element || (event.target as Element).closest('[data-twisty="true"]')) return
    const node = Number(element.dataset.node)
    treeActions.expand(model, node, expandedOf(model)[node] !== 1)
  }

  return (
    <div className="column">
      <TreeToolbar found={hits} columns={columns.length > 0 ? columns.map((c) => c.id) : NONE} onLeave={focusTree} />
      {columns.length > 0 ? (
        <div className="bar tree-header" aria-hidden="true">
          <span className="tree-header-name" />
          {columns.map((column) => (
            <span
              key={column.id}
              className="tree-header-cell"
              data-whole={column.isWhole || undefined}
              title={`${column.label}${column.unit ? `, ${column.unit}` : ''}; the bar is ${column.share ? 'the share' : 'logarithmic'}`}
            >
              <span>{column.label}</span>
            </span>
          ))}
        </div>
      ) : null}
      <NodeMenu onAsk={selectRow}>
        <div className="tree-menu">
          <List
            ref={list}
            className="tree-scroller"
            role="tree"
            label="DOM tree"
            count={rows.length}
            // Rows of another height are laid out anew.
            key={rowHeight}
            rowHeight={rowHeight}
            current={index}
            idOf={(at) => `tree-row-${nodeOfRow(rows[at] ?? 0)}`}
            onMove={goTo}
            empty={<p className="quiet-note">{filter === 'all' ? 'This page has no nodes.' : 'No node passes the filter.'}</p>}
            onKeyDown={onKeyDown}
            onClick={onClick}
            onDoubleClick={onDoubleClick}
            onPointerOver={(event) => {
              const element = (event.target as Element).closest<HTMLElement>('[data-node]')
              actions.hover(element ? Number(element.dataset.node) : null)
            }}
            onPointerLeave={() => actions.hover(null)}
          >
            {(at) => {
              const row = rows[at] ?? 0
              const node = nodeOfRow(row)
              if (row < 0)
                return <RunRow model={model} node={node} count={structure.runLength[node] ?? 0} depth={structure.depth[node] ?? 0} />
              const inline = structure.inlineText[node] ?? -1
              return (
                <TreeRow
                  model={model}
                  structure={structure}
                  node={node}
                  open={expandedOf(model)[node] === 1}
                  isSelected={at === index}
                  isHit={hitSet.has(node) || hitSet.has(inline)}
                  changed={former && fates ? Number(fates[node] === KEPT) - Number(former[node] === KEPT) : 0}
                  fate={fates ? fateOf(fates, node) : null}
                  inlineFate={fateOf(fates, inline)}
                  hits={kinds ? (kinds[node] ?? 0) : null}
                  columns={columns}
                />
              )
            }}
          </List>
        </div>
      </NodeMenu>
      <Breadcrumbs model={model} selected={selected} />
    </div>
  )
}

/** The row under the pointer is selected before its menu opens. */
function selectRow({ target }: MouseEvent): void {
  if (target instanceof Element) target.closest<HTMLElement>('[role="treeitem"]')?.click()
}

/** Marks the row of the hovered node with a class; no row is drawn again for it. */
function useHoverClass(list: React.RefObject<ListHandle | null>, model: PageModel, rows: Int32Array): void {
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
