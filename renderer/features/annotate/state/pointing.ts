/** What the keyboard points to on the open page: the cursor, a range that is being made, words that are looked for. */
import { findText } from '../../../../shared/gold/blocks'
import type { Jump } from '../../../../shared/gold/page-outline'
import type { AxisRange } from '../../../../shared/gold/text-axis'
import {
  blockAt,
  cursorBetween,
  cursorOnBlock,
  cursorOnRange,
  jumpCursor,
  moveCursor,
  movedEnd,
  stepOverFolded,
  type BlockCursor,
  type CursorMove,
} from './cursor'
import { patch, useLabelling } from './labelling-state'
import { stopwatch } from './saving'

const { getState: now, setState: set } = useLabelling

/** Moves the cursor, or while a range is made its other end. */
function toTarget(target: BlockCursor | null, changesSize: boolean): void {
  const { open } = now()
  if (!open) return
  stopwatch.touch()
  const { anchor, cursor } = open
  if (!target || !anchor || changesSize)
    patch({ cursor: target, reach: anchor ? target : null, focus: target ? movedEnd(cursor, target) : 0 })
  else patch({ cursor: cursorBetween(anchor, target), reach: target, focus: target.from })
}

function showMatch(): void {
  const { open } = now()
  const match = open?.find?.matches[open.find.at]
  const block = open && match ? cursorOnBlock(open.blocks, blockAt(open.blocks, match.from)) : null
  if (open && block && match) {
    toTarget(block, false)
    patch({ focus: match.from })
  }
}

export const pointing = {
  /** Lets the cursor reach from where it is to a stretch. */
  extendTo(range: AxisRange): void {
    const { open } = now()
    const start = open?.anchor ?? open?.cursor
    if (!open || !start) return pointing.putCursor(range)
    patch({ cursor: cursorBetween(start, range), focus: range.from })
  },
  /** Begins a range at the cursor; every move then changes its other end. Once more, or Escape, ends it without a label. */
  toggleRange(): void {
    const { open } = now()
    if (!open) return
    const { anchor, blocks } = open
    const start = open.cursor ?? moveCursor(open.axis, blocks, null, 'first')
    patch(anchor ? { anchor: null, reach: null, cursor: anchor, focus: anchor.from } : { anchor: start, reach: start, cursor: start })
    set({ said: anchor ? 'No range any more.' : 'A range begins here. Move to its other end, then label it.' })
  },
  moveCursor(move: CursorMove): void {
    const { open } = now()
    if (!open) return
    const changesSize = !/^(?:next|previous|first|last|page-down|page-up)$/.test(move)
    const from = changesSize ? open.cursor : (open.reach ?? open.cursor)
    const moved = moveCursor(open.axis, open.blocks, from, move)
    const steps = now().folded && moved !== null && moved !== from && (move === 'next' || move === 'previous' || from === null)
    const target = steps ? stepOverFolded(open.blocks, open.outline, moved, move !== 'previous') : moved
    toTarget(target, changesSize)
  },
  jump(to: Jump): void {
    const { open } = now()
    if (!open) return
    const from = open.reach ?? open.cursor
    const target = jumpCursor(open.blocks, open.outline, from, to)
    if (target === from) set({ said: `No ${to.startsWith('next') ? 'later' : 'earlier'} one.` })
    else toTarget(target, false)
  },
  putCursor(range: AxisRange | null): void {
    const { open } = now()
    if (!open) return
    const cursor = range ? cursorOnRange(open.blocks, range) : null
    if (open.anchor && cursor) patch({ cursor: cursorBetween(open.anchor, cursor), reach: cursor, focus: cursor.from })
    else patch({ cursor, focus: cursor?.from ?? 0 })
  },
  toggleFolded(): void {
    set(({ folded }) => ({ folded: !folded, said: folded ? 'Navigation is shown.' : 'Navigation is folded away.' }))
  },
  /** Opens the field to look for words, or closes it; the cursor stays on what was found. */
  openFind(isOpen: boolean): void {
    const { open } = now()
    if (open) patch({ find: isOpen ? (open.find ?? { query: '', matches: [], at: 0 }) : null })
  },
  /** Looks for words as they are typed: the cursor goes to the first block that has them, from where it was. */
  find(query: string): void {
    const { open } = now()
    if (!open?.find) return
    const matches = findText(open.axis, open.blocks, query)
    const start = open.find.matches[open.find.at]?.from ?? open.cursor?.from ?? 0
    const next = matches.findIndex(({ to }) => to > start)
    patch({ find: { query, matches, at: Math.max(0, next) } })
    showMatch()
  },
  findNext(step: 1 | -1): void {
    const { open } = now()
    const count = open?.find?.matches.length ?? 0
    if (!open?.find || count === 0) return
    patch({ find: { ...open.find, at: (open.find.at + step + count) % count } })
    showMatch()
  },
  /** Puts the cursor on the next label, or the one before. */
  toLabel(step: 1 | -1): void {
    const { open } = now()
    const spans = open?.history.present.spans ?? []
    if (!open || spans.length === 0) return
    const at = open.cursor ?? { from: 0 }
    const next =
      step > 0
        ? (spans.find((s) => s.from > at.from || !open.cursor) ?? spans[0])
        : (spans.findLast((s) => s.from < at.from) ?? spans.at(-1))
    if (next) pointing.putCursor(next)
  },
}
