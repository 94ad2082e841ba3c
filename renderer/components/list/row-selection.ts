/** Selects and copies text of a list that renders only some rows. The copied text also contains the selected rows that are not rendered. */
import { useEffect, useState, type ClipboardEvent, type KeyboardEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'

/** Each row is an element with `data-index`. If the row contains `[data-row-text]`, only the text of this element counts. */
export interface RowTexts {
  readonly text: string
  readonly count: number
  startOf(row: number): number
}

interface Place {
  readonly row: number
  readonly offset: number
}

function placeOf(root: Element, rows: RowTexts, container: Node, offset: number): Place | null {
  if (!root.contains(container)) return null
  const element = container.nodeType === Node.ELEMENT_NODE ? (container as Element) : container.parentElement
  const row = element?.closest<HTMLElement>('[data-index]')
  const point = document.createRange()
  point.setStart(container, offset)
  if (!row || !root.contains(row)) {
    // A point between two rows is the beginning of the next row. A point after the last row is the end of the text.
    for (const next of root.querySelectorAll<HTMLElement>('[data-index]'))
      if (point.comparePoint(next, 0) > 0) return { row: Number(next.dataset.index), offset: rows.startOf(Number(next.dataset.index)) }
    return { row: rows.count - 1, offset: rows.text.length }
  }
  const index = Number(row.dataset.index)
  const before = document.createRange()
  before.selectNodeContents(row.querySelector('[data-row-text]') ?? row)
  const side = before.comparePoint(container, offset)
  if (side < 0) return { row: index, offset: rows.startOf(index) }
  if (side === 0) before.setEnd(container, offset)
  return { row: index, offset: rows.startOf(index) + before.toString().length }
}

function selectedPart(root: Element, rows: RowTexts): readonly [Place, Place] | null {
  const selection = getSelection()
  if (!selection || selection.rangeCount === 0 || rows.count === 0) return null
  const range = selection.getRangeAt(0)
  if (!range.intersectsNode(root)) return null
  const from = placeOf(root, rows, range.startContainer, range.startOffset)
  const to = placeOf(root, rows, range.endContainer, range.endOffset)
  // A selection that starts before the list and ends after the list is not a selection of rows.
  if (!from && !to) return null
  return [from ?? { row: 0, offset: 0 }, to ?? { row: rows.count - 1, offset: rows.text.length }]
}

export function useRowSelection(scroller: RefObject<HTMLElement | null>, rows: RowTexts | null) {
  const [ends, setEnds] = useState<readonly [number, number] | null>(null)

  useEffect(() => {
    if (!rows) return
    // Also store an empty selection, because Shift + click selects from its position.
    const follow = (): void => {
      const part = scroller.current ? selectedPart(scroller.current, rows) : null
      const next: readonly [number, number] | null = part ? [part[0].row, part[1].row] : null
      setEnds((old) => (old?.[0] === next?.[0] && old?.[1] === next?.[1] ? old : next))
    }
    document.addEventListener('selectionchange', follow)
    return () => document.removeEventListener('selectionchange', follow)
  }, [scroller, rows])

  return {
    ends,
    onCopy: (event: ClipboardEvent) => {
      const part = rows && scroller.current ? selectedPart(scroller.current, rows) : null
      if (!rows || !part || part[0].offset === part[1].offset) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', rows.text.slice(part[0].offset, part[1].offset))
    },
    onKeyDown: (event: KeyboardEvent): boolean => {
      const root = scroller.current
      const isAll = event.key === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isAll || !root || !rows || rows.count === 0) return false
      event.preventDefault()
      flushSync(() => setEnds([0, rows.count - 1]))
      const first = root.querySelector('[data-index="0"]')
      const last = root.querySelector(`[data-index="${rows.count - 1}"]`)
      if (first && last) getSelection()?.setBaseAndExtent(first, 0, last, last.childNodes.length)
      return true
    },
  }
}
