import { useMemo, type CSSProperties } from 'react'
import { List } from '../../../../components/list/list'
import { KEPT, OUT } from '../../../../../shared/page/output'
import { selectionOfLabels } from '../../../../../shared/gold/gold-text'
import { axisExcerpt, rangeOfNode, trimRange } from '../../../../../shared/gold/text-axis'
import { spanAt } from '../../../../../shared/gold/label-commands'
import { attribute, tagName, TEXT, type NodeId, type PageModel } from '../../../../../shared/page/page-model'
import { labelling } from '../../state/labelling'
import type { Labelling } from '../../state/labelling-state'
import { useLabelColours } from '../label-colours'
import panelStyles from './label-panels.module.css'

const ROW = 22

/** Tree of the labelled nodes: their ancestors, and one row for each fully labelled element. */
export function OutlinePanel({ open }: { readonly open: Labelling }) {
  const { axis, model, cursor } = open
  const { spans } = open.history.present
  const colours = useLabelColours(spans)
  const rows = useMemo(() => outlineOf(model, selectionOfLabels(axis, spans)), [axis, model, spans])
  const current = useMemo(() => {
    if (!cursor) return -1
    return rows.findIndex(({ node, kept }) => kept && (trimRange(axis, rangeOfNode(axis, node))?.to ?? 0) > cursor.from)
  }, [rows, axis, cursor])

  function choose(index: number, extend = false): void {
    const row = rows[index]
    const range = row ? trimRange(axis, rangeOfNode(axis, row.node)) : null
    if (range && extend) labelling.extendTo(range)
    else if (range) labelling.putCursor(range)
  }

  return (
    <List
      className={panelStyles.scroller}
      role="tree"
      label="Labelled nodes"
      count={rows.length}
      rowHeight={ROW}
      current={current}
      idOf={(index) => `outline-${rows[index]?.node}`}
      onMove={(index) => choose(index)}
      onOpen={() => labelling.labelCursor()}
      empty={<p className={`quiet ${panelStyles.empty}`}>Nothing is labelled yet.</p>}
    >
      {(index, props) => {
        const row = rows[index]
        if (!row) return null
        const range = row.kept ? trimRange(axis, rangeOfNode(axis, row.node)) : null
        const label = range ? spanAt(spans, range.from)?.label : undefined
        return (
          <div
            {...props}
            onClick={(event) => choose(index, event.shiftKey)}
            aria-level={row.depth + 1}
            className={panelStyles.row}
            style={{ paddingInlineStart: `${8 + Math.min(row.depth, 16) * 10}px` }}
          >
            {label ? <span className="dot dot-area" style={{ '--dot': colours.get(label) } as CSSProperties} /> : null}
            <code>{outlineName(model, row.node)}</code>
            {range ? <span className="quiet cut">{axisExcerpt(axis, range, 80)}</span> : null}
          </div>
        )
      }}
    </List>
  )
}

interface OutlineRow {
  readonly node: NodeId
  readonly depth: number
  /** Whether the whole element is labelled. */
  readonly kept: boolean
}

/** Returns rows in document order: ancestors of labelled text, and the highest fully labelled nodes. Linear. */
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

function outlineName(model: PageModel, node: NodeId): string {
  if (model.kind[node] === TEXT) return 'text'
  const id = attribute(model, node, 'id')
  const classes = attribute(model, node, 'class')?.trim().split(/\s+/).slice(0, 2).join('.')
  return `${tagName(model, node)}${id ? `#${id}` : ''}${classes ? `.${classes}` : ''}`
}
