import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { DrawnRows } from './drawn-rows'
import { rowOfKey, rowOfTyping, TypedText } from './list-keys'

export interface ListCursor {
  readonly count: number
  /** The row that has the cursor, -1 where none has it. */
  readonly current: number
  /** What the current row stands for: the row comes into view when this changes. The row itself, where nothing is given. */
  readonly follow: unknown
  /** What is typed to go to a row; without it letters mean nothing. */
  readonly nameOf?: ((row: number) => string) | undefined
  /** The keys that are the list's, where others mean something in what is around it; all by default. */
  readonly keys?: ReadonlySet<string> | undefined
  /** The cursor goes to a row, by a key or the pointer. */
  readonly onMove?: ((row: number) => void) | undefined
  /** Enter, or a double click. */
  readonly onOpen?: ((row: number) => void) | undefined
}

/** Brings the current row into view when it becomes that. Gives what takes the keys that move the cursor. */
export function useListCursor({ count, current, follow, nameOf, keys, onMove, onOpen }: ListCursor, { virtual, show }: DrawnRows) {
  const typed = useRef(new TypedText())
  /** The list's own keys moved the cursor. */
  const walked = useRef(false)

  useEffect(() => {
    // A key walks on from the row before; what was chosen elsewhere is seen among its neighbours.
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
