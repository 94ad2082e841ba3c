import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'

export function useDrawnRows(scroller: RefObject<HTMLDivElement | null>, count: number, rowHeight: number, kept: readonly number[]) {
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // Do not round: the rounding errors would add up over many rows.
    measureElement: (element, entry) => entry?.borderBoxSize[0]?.blockSize ?? element.getBoundingClientRect().height,
    rangeExtractor: (range: Range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
  })

  /** @param near without `place`, a row further out of view than this number of rows scrolls to the middle; default: one screen */
  function show(row: number, place?: 'start' | 'center', near?: number): void {
    const { startIndex, endIndex } = virtual.range ?? { startIndex: 0, endIndex: 0 }
    const away = Math.max(startIndex - row, row - endIndex)
    virtual.scrollToIndex(row, { align: place ?? (away > (near ?? endIndex - startIndex) ? 'center' : 'auto') })
  }
  return { virtual, show }
}

type DrawnRows = ReturnType<typeof useDrawnRows>

/**
 * @param current -1 without a cursor
 * @param page rows per screen
 * @returns null for keys that do not move the cursor, and for an empty list
 */
export function rowOfKey(key: string, current: number, count: number, page: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -Infinity,
    End: Infinity,
  }
  const by = steps[key]
  return by === undefined || count === 0 ? null : Math.max(0, Math.min(count - 1, current + by))
}

/**
 * Returns the next row whose name begins with the typed text; null without a match. A repeated character counts as one character. For one
 * character, the search starts after the current row.
 */
export function rowOfTyping(typed: string, current: number, count: number, nameOf: (row: number) => string): number | null {
  const wanted = typed.toLowerCase()
  const isOne = [...wanted].every((character) => character === wanted[0])
  const start = isOne ? wanted.slice(0, 1) : wanted
  const first = isOne ? current + 1 : Math.max(0, current)
  for (let i = 0; i < count; i++) {
    const row = (first + i) % count
    if (nameOf(row).trimStart().toLowerCase().startsWith(start)) return row
  }
  return null
}

export class TypedText {
  #text = ''
  #at = Number.NEGATIVE_INFINITY

  add(character: string, at: number): string {
    this.#text = at - this.#at > PAUSE ? character : this.#text + character
    this.#at = at
    return this.#text
  }

  isContinuedAt(at: number): boolean {
    return this.#text !== '' && at - this.#at <= PAUSE
  }
}

const PAUSE = 700

export interface ListCursor {
  readonly count: number
  readonly current: number
  /** When this value changes, the list scrolls to the current row. */
  readonly follow: unknown
  readonly nameOf?: ((row: number) => string) | undefined
  readonly keys?: ReadonlySet<string> | undefined
  readonly onMove?: ((row: number) => void) | undefined
  readonly onOpen?: ((row: number) => void) | undefined
}

export function useListCursor({ count, current, follow, nameOf, keys, onMove, onOpen }: ListCursor, { virtual, show }: DrawnRows) {
  const typed = useRef(new TypedText())
  const isMovedByKey = useRef(false)

  useEffect(() => {
    // If no key moved the cursor, scroll a row that is more than one row out of view to the middle, so that the neighbours are visible.
    const near = isMovedByKey.current ? undefined : 1
    isMovedByKey.current = false
    if (current >= 0 && current < count) show(current, undefined, near)
    // oxlint-disable-next-line react/exhaustive-deps -- a list that grows or is redrawn keeps its scroll position
  }, [follow])

  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key, timeStamp } = event
    if (keys && !keys.has(key)) return
    let next = rowOfKey(key, current, count, Math.max(1, (virtual.range?.endIndex ?? 0) - (virtual.range?.startIndex ?? 0) - 1))
    if (key === 'Enter' && onOpen && current >= 0) onOpen(current)
    else if (nameOf && key.length === 1 && (key !== ' ' || typed.current.isContinuedAt(timeStamp)))
      next = rowOfTyping(typed.current.add(key, timeStamp), current, count, nameOf)
    else if (next === null) return
    event.preventDefault()
    if (next === null) return
    isMovedByKey.current = next !== current
    onMove?.(next)
  }
}
