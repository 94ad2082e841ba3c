import { useEffect, useMemo, useRef } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { KEPT, OUT } from '../../../../shared/page/selection'
import { selectionOfLabels } from '../../../../shared/gold/gold-text'
import { rangeOfNode, spacedText, trimRange } from '../../../../shared/gold/text-axis'
import { spanAt } from '../../../../shared/gold/label-commands'
import { attribute, tagName, TEXT, type NodeId, type PageModel } from '../../../../shared/page/page-model'
import { useAnnotate } from '../state/annotate'
import { labelling } from '../state/labelling'
import type { Labelling } from '../state/labelling-state'
import { labelColours } from './label-colours'

const ROW = 22

/** The labelled nodes in the page's tree: the way to them, and each whole labelled element as one row. */
export function OutlinePanel({ open }: { readonly open: Labelling }) {
  const { axis, model, cursor } = open
  const { spans } = open.history.present
  const labels = useAnnotate((state) => state.corpus?.labels)
  const colours = useMemo(
    () =>
      labelColours(
        labels ?? [],
        spans.map((span) => span.label),
      ),
    [labels, spans],
  )
  const rows = useMemo(() => outlineOf(model, selectionOfLabels(axis, spans)), [axis, model, spans])
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 12 })
  const current = useMemo(() => {
    if (!cursor) return -1
    return rows.findIndex(({ node, kept }) => kept && (trimRange(axis, rangeOfNode(axis, node))?.to ?? 0) > cursor.from)
  }, [rows, axis, cursor])

  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(current, { align: 'auto' })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the cursor moves this list
  }, [current])

  if (rows.length === 0) return <p className="quiet label-empty">Nothing is labelled yet.</p>

  function choose(index: number): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    const range = row ? trimRange(axis, rangeOfNode(axis, row.node)) : null
    if (range) labelling.putCursor(range)
  }

  return (
    <div
      ref={scroller}
      className="label-scroller outline"
      role="tree"
      aria-label="Labelled nodes"
      tabIndex={0}
      aria-activedescendant={current >= 0 ? `outline-${rows[current]?.node}` : undefined}
      onKeyDown={(event) => {
        const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: rows.length - 1 }[event.key]
        if (next === undefined) return
        event.preventDefault()
        choose(next)
      }}
    >
      <div className="label-rows" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          const range = row.kept ? trimRange(axis, rangeOfNode(axis, row.node)) : null
          const label = range ? spanAt(spans, range.from)?.label : undefined
          return (
            <div
              key={row.node}
              id={`outline-${row.node}`}
              role="treeitem"
              aria-level={row.depth + 1}
              aria-selected={item.index === current}
              className="outline-row"
              style={{ transform: `translateY(${item.start}px)`, paddingInlineStart: `${8 + Math.min(row.depth, 16) * 10}px` }}
              onClick={() => choose(item.index)}
            >
              {row.kept ? <span className="label-swatch" style={{ background: label ? colours.get(label) : undefined }} /> : null}
              <code>{nodeName(model, row.node)}</code>
              {range ? (
                <span className="outline-text">
                  {spacedText(axis, { from: range.from, to: Math.min(range.to, range.from + 80) })
                    .replace(/\s+/g, ' ')
                    .trim()}
                </span>
              ) : null}
            </div>
          )
        })}
      </div>
    </div>
  )
}

interface OutlineRow {
  readonly node: NodeId
  readonly depth: number
  /** All of it is labelled. */
  readonly kept: boolean
}

/** Rows in document order: ancestors of labelled text, and the highest nodes that are labelled whole. Linear. */
function outlineOf(model: PageModel, selected: Uint8Array): OutlineRow[] {
  const rows: OutlineRow[] = []
  const depth = new Int32Array(model.count)
  for (let n = 0; n < model.count; n++) {
    const parent = model.parent[n] as number
    if (parent >= 0) depth[n] = (depth[parent] as number) + 1
    if (selected[n] === OUT || (parent >= 0 && selected[parent] === KEPT)) continue
    rows.push({ node: n, depth: depth[n] as number, kept: selected[n] === KEPT })
  }
  const least = rows.reduce((min, row) => Math.min(min, row.depth), Number.POSITIVE_INFINITY)
  return rows.map((row) => ({ ...row, depth: row.depth - least }))
}

function nodeName(model: PageModel, node: NodeId): string {
  if (model.kind[node] === TEXT) return 'text'
  const id = attribute(model, node, 'id')
  const classes = attribute(model, node, 'class')?.trim().split(/\s+/).slice(0, 2).join('.')
  return `${tagName(model, node)}${id ? `#${id}` : ''}${classes ? `.${classes}` : ''}`
}
