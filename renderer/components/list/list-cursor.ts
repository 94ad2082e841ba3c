import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { DrawnRows } from './drawn-rows'
import { rowOfKey, rowOfTyping, TypedText } from './list-keys'

export interface ListCursor {
  readonly count: number
  /** Index of the row with the cursor; -1 without a cursor. */
  readonly current: number
  /** Identity of the current row: the list scrolls to the row when it changes. Default: the row index. */
  readonly follow: unknown
  /** Text of a row for type-ahead; without it letters have no function. */
  readonly nameOf?: ((row: number) => string) | undefined
  /** Keys that the list handles if its surroundings use others; all by default. */
  readonly keys?: ReadonlySet<string> | undefined
  /** The cursor goes to a row, by a key or the pointer. */
  readonly onMove?: ((row: number) => void) | undefined
  /** Enter, or a double click. */
  readonly onOpen?: ((row: number) => void) | undefined
}

/** Scrolls the current row into view when it changes. Returns the handlers of the keys that move the cursor. */
export function useListCursor({ count, current, follow, nameOf, keys, onMove, onOpen }: ListCursor, { virtual, show }: DrawnRows) {
  const typed = useRef(new TypedText())
  /** The list's own keys moved the cursor. */
  const walked = useRef(false)

  useEffect(() => {
    // After a key press, scroll by one row; after a choice elsewhere, show the row among its neighbours.
    const near = walked.current ? undefined : 1
    walked.current = false
    if (current >= 0 && current < count) show(current, undefined, near)
    // oxlint-disable-next-line react/exhaustive-deps -- a list that only grows or is drawn again stays where it is
  }, [follow])

  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { key, timeStamp } = event
    if (keys && !keys.has(key)) return
    let next = rowOfKey(key, current, count, Math.max(1, (virtual.range?.endIndex ?? 0) - (virtual.range?.startIndex ?? 0) - 1))
    if (key === 'Enter' && onOpen && current >= 0) onOpen(current)
    else if (nameOf && key.length === 1 && (key !== ' ' || typed.current.goesOn(timeStamp)))
      next = rowOfTyping(typed.current.add(key, timeStamp), current, count, nameOf)
    else if (next === null) return
    event.preventDefault()
    if (next === null) return
    walked.current = next !== current
    onMove?.(next)
  }
}
