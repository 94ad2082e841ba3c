import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { fateOf } from '../../../shared/explain/explain-node'
import { KEPT, PATH } from '../../../shared/page/selection'
import type { PageModel } from '../../../shared/page/page-model'
import { NodeMenu } from '../../components/node-menu'
import { List, type ListHandle } from '../../components/list/list'
import { measureScale } from '../../components/density-scale'
import { formatNumber } from '../../components/number-format'
import { rowHeightOf, useDensity } from '../../window/look'
import { expandedOf, openRunsOf, treeActions, useTree, useTreeQuery } from '../../window/page/tree-view'
import { useGoldHits } from '../../window/result/gold-hits'
import { RECENT } from '../../window/result/recent-change'
import { useExtractor } from '../../window/page/current-extractor'
import { actions, currentTab, useTab, watchTab, type Tab } from '../../window/window'
import { Breadcrumbs, TreeToolbar, useTreeSearch } from './tree-toolbar'
import type { AskedMeasure } from './measure-query'
import { handleTreeKey } from './tree-keys'
import { indent, TreeRow, type Column } from './tree-row'
import { filterMask, nodeOfRow, rowIndexOf, rowsOf } from './tree-rows'
import { structureOf } from './tree-structure'
import './dom-tree.css'

const NONE: readonly string[] = []

/** The DOM tree with measures and fates. */
export function DomTree() {
  const model = useTab((tab) => tab.model)
  return model ? <Tree model={model} /> : null
}

function useColumns(): readonly Column[] {
  const result = useTab((tab) => tab.result)
  const info = useExtractor(result?.extraction.extractor)
  const chosen = useTree((state) => (info ? state.columns[info.id] : undefined))
  return useMemo(() => {
    if (!result || !info) return []
    const ids = chosen ?? [info.mainMeasure]
    return info.measures.flatMap((spec): Column[] => {
      const values = result.extraction.measures[spec.id]
      if (!ids.includes(spec.id) || spec.per !== 'node' || !values) return []
      const share = spec.share ?? false
      return [{ id: spec.id, label: spec.label, unit: share ? '' : spec.unit, share, values, scale: measureScale(values, share) }]
    })
  }, [result, info, chosen])
}

/** All measures of nodes, for those who search by them. */
function useMeasures(): readonly AskedMeasure[] {
  const result = useTab((tab) => tab.result)
  const info = useExtractor(result?.extraction.extractor)
  return useMemo(
    () =>
      (info?.measures ?? []).flatMap(({ id, label, per }) => {
        const values = result?.extraction.measures[id]
        return per === 'node' && values ? [{ id, label, values }] : []
      }),
    [info, result],
  )
}

/** What a result says of each node of the page in front; null where there is none, or it is of another page. */
function fatesOf({ model }: Tab, result: Tab['result']): Uint8Array | null {
  const selected = result?.extraction.selected
  return selected && selected.length === model?.count ? selected : null
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

interface RunRowProps {
  readonly model: PageModel
  readonly node: number
  readonly count: number
  readonly depth: number
}

function RunRow({ model, node, count, depth }: RunRowProps) {
  const tag = model.tagNames[model.tag[node] ?? 0] ?? ''
  return (
    <div
      id={`tree-row-${node}`}
      className="tree-row tree-run"
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={false}
      aria-expanded={false}
      data-node={node}
      data-run=""
    >
      <span className="tree-fate" />
      <span className="tree-name">
        <span className="tree-twisty" style={{ marginInlineStart: indent(depth) }} />
        {formatNumber(count)} more {tag} like these …
      </span>
    </div>
  )
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

/** Rows that changed flash once when they change, not when they are scrolled into view later. */
function useFlash(list: React.RefObject<ListHandle | null>, fates: Uint8Array | null, former: Uint8Array | null): void {
  const odd = useRef(false)
  useEffect(() => {
    const element = list.current?.element
    if (!element || !fates || !former) return
    // Two names for the same animation: changing the name starts it again.
    odd.current = !odd.current
    element.dataset.flash = odd.current ? 'odd' : 'even'
    const timer = setTimeout(() => delete element.dataset.flash, RECENT)
    return () => {
      clearTimeout(timer)
      delete element.dataset.flash
    }
  }, [list, fates, former])
}

const opened = new WeakSet<PageModel>()
/** Rows the first sight may open; more would bury the page's outline. */
const MOST_OPENED = 300
/** Kept regions that are opened too, where there are only a few. */
const MOST_ROOTS = 3

/** At first sight of a result, opens the way to what was kept. */
function openToKept(model: PageModel): void {
  const fates = currentTab().result?.extraction.selected
  if (!fates || fates.length !== model.count || opened.has(model)) return
  opened.add(model)
  const path: number[] = []
  const roots: number[] = []
  for (let n = 0; n < model.count && path.length < MOST_OPENED; n++) {
    if (fates[n] === PATH) path.push(n)
    else if (fates[n] === KEPT && fates[model.parent[n] as number] !== KEPT) roots.push(n)
  }
  if (roots.length <= MOST_ROOTS) path.push(...roots)
  treeActions.expandAll(model, path)
}
