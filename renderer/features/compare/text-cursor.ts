/** Keyboard cursor (row and column) in the texts side by side. A selection in another view moves the cursor to the row of the node. */
import { useMemo, useState, type KeyboardEvent } from 'react'
import type { AlignedRow, SkippedRows } from '../../../shared/explain/difference/aligned-text'
import { countKeepers } from '../../../shared/explain/difference/disagreement'
import { lastAtOrBefore } from '../../../shared/base/int-list'
import type { NodeId, PageModel } from '../../../shared/page/page-model'
import { actions, useTab } from '../../window/window'

type Row = AlignedRow | SkippedRows
export const isText = (row: Row | undefined): row is AlignedRow => row !== undefined && 'cells' in row

export function useTextCursor(model: PageModel, rows: readonly Row[], all: number) {
  const selected = useTab((tab) => tab.selected)
  const [cursor, setCursor] = useState<{ readonly row: number; readonly column: number; readonly selected: NodeId | null }>({
    row: -1,
    column: 0,
    selected: null,
  })
  const found = useMemo(() => (selected === null ? -1 : rowOfNode(model, rows, selected)), [model, rows, selected])
  const current = cursor.row >= 0 && cursor.selected === selected && cursor.row < rows.length ? cursor.row : found

  const choose = (node: NodeId, row: number, column: number): void => {
    setCursor({ row, column, selected: node })
    actions.select(node)
  }
  /** Selects a node of a cell, preferably one with a difference. If the cell is empty, selects a node that another column keeps. */
  const selectPiece = (row: number, column: number): void => {
    const line = rows[row]
    if (!isText(line)) return
    const pieces = line.cells[column] ?? []
    const piece = pieces.find(({ keepers }) => keepers !== all) ?? pieces[0] ?? line.cells.flat()[0]
    if (piece) choose(piece.node, row, column)
  }
  const move = (row: number, column = cursor.column): void => setCursor({ row, column, selected })
  const differs = (row: Row): boolean =>
    isText(row) && !row.cells.every((pieces) => pieces.length > 0 && pieces.every((p) => p.keepers === all))

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    if (key === 'ArrowRight') move(Math.max(0, current), Math.min(countKeepers(all) - 1, cursor.column + 1))
    else if (key === 'ArrowLeft') move(Math.max(0, current), Math.max(0, cursor.column - 1))
    else if (key === 'n' || key === 'p') {
      const at =
        key === 'n' ? rows.findIndex((row, i) => i > current && differs(row)) : rows.findLastIndex((row, i) => i < current && differs(row))
      if (at >= 0) move(at)
    } else if (key === 'Enter' || key === ' ') selectPiece(Math.max(0, current), cursor.column)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { selected, current, column: cursor.column, move, choose, selectPiece, onKeyDown }
}

/** Returns the row of a node, or the first row of an element's text; -1 if no row shows it. */
function rowOfNode(model: PageModel, rows: readonly Row[], node: number): number {
  const texts = rows.flatMap((row, index) => (isText(row) ? [{ index, node: row.node }] : []))
  const at = lastAtOrBefore(texts.length, (i) => texts[i]?.node ?? 0, node)
  const here = texts[at]
  const row = here && rows[here.index]
  if (here && isText(row) && row.cells.flat().some((piece) => piece.node === node)) return here.index
  const next = texts[at + 1]
  return next && next.node < (model.subtreeEnd[node] ?? 0) ? next.index : -1
}
