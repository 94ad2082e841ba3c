import { findText } from '../../../../shared/gold/blocks'
import type { Jump } from '../../../../shared/gold/page-outline'
import type { AxisRange } from '../../../../shared/gold/text-axis'
import {
  blockAt,
  cursorBetween,
  cursorOnBlock,
  cursorOnRange,
  isBlockMove,
  jumpCursor,
  moveCursor,
  movedEnd,
  stepOverFolded,
  type BlockCursor,
  type CursorMove,
} from './cursor'
import { onPage, patch, useLabelling, type Labelling } from './labelling-state'
import { stopwatch } from './saving'

const { getState: now, setState: set } = useLabelling

const toTarget = onPage(({ anchor, cursor }, target: BlockCursor | null, changesSize: boolean): void => {
  stopwatch.touch()
  if (!target || !anchor || changesSize)
    patch({ cursor: target, reach: anchor ? target : null, focus: target ? movedEnd(cursor, target) : 0 })
  else patch({ cursor: cursorBetween(anchor, target), reach: target, focus: target.from })
})

const showMatch = onPage(({ blocks }, find: NonNullable<Labelling['find']>): void => {
  patch({ find })
  const match = find.matches[find.at]
  const block = match ? cursorOnBlock(blocks, blockAt(blocks, match.from)) : null
  if (!block || !match) return
  toTarget(block, false)
  patch({ focus: match.from })
})

export const pointing = {
  extendTo: onPage(({ anchor, cursor }, range: AxisRange): void => {
    const start = anchor ?? cursor
    if (start) patch({ cursor: cursorBetween(start, range), focus: range.from })
    else pointing.putCursor(range)
  }),
  /** Starts a range at the cursor. A second call ends the range without a label. */
  toggleRange: onPage(({ anchor, axis, blocks, cursor }): void => {
    const start = cursor ?? moveCursor(axis, blocks, null, 'first')
    patch(anchor ? { anchor: null, reach: null, cursor: anchor, focus: anchor.from } : { anchor: start, reach: start, cursor: start })
    set({ announcement: anchor ? 'Range ended.' : 'Range started. Move to the end of the range, then choose a label.' })
  }),
  moveCursor: onPage((open, move: CursorMove): void => {
    const changesSize = !isBlockMove(move)
    const from = changesSize ? open.cursor : (open.reach ?? open.cursor)
    const moved = moveCursor(open.axis, open.blocks, from, move)
    const steps = now().folded && moved !== null && moved !== from && (move === 'next' || move === 'previous' || from === null)
    const target = steps ? stepOverFolded(open.blocks, open.outline, moved, move !== 'previous') : moved
    toTarget(target, changesSize)
  }),
  jump: onPage((open, to: Jump): void => {
    const from = open.reach ?? open.cursor
    const target = jumpCursor(open.blocks, open.outline, from, to)
    if (target === from) set({ announcement: `No ${to.replace('-', ' ').replace('long', 'long paragraph')}.` })
    else toTarget(target, false)
  }),
  putCursor: onPage(({ anchor, blocks }, range: AxisRange | null): void => {
    const cursor = range ? cursorOnRange(blocks, range) : null
    if (anchor && cursor) patch({ cursor: cursorBetween(anchor, cursor), reach: cursor, focus: cursor.from })
    else patch({ cursor, focus: cursor?.from ?? 0 })
  }),
  toggleFolded(): void {
    set(({ folded }) => ({ folded: !folded, announcement: folded ? 'Navigation is shown.' : 'Navigation is folded.' }))
  },
  openFind: onPage(({ find }, isOpen: boolean): void => patch({ find: isOpen ? (find ?? { query: '', matches: [], at: 0 }) : null })),
  find: onPage(({ axis, blocks, cursor, find }, query: string): void => {
    if (!find) return
    const matches = findText(axis, blocks, query)
    const start = find.matches[find.at]?.from ?? cursor?.from ?? 0
    const next = matches.findIndex(({ to }) => to > start)
    showMatch({ query, matches, at: Math.max(0, next) })
  }),
  findNext: onPage(({ find }, step: 1 | -1): void => {
    const count = find?.matches.length ?? 0
    if (find && count > 0) showMatch({ ...find, at: (find.at + step + count) % count })
  }),
  toLabel: onPage(({ cursor, history }, step: 1 | -1): void => {
    const { spans } = history.present
    const at = cursor?.from ?? -1
    const next = step > 0 ? (spans.find(({ from }) => from > at) ?? spans[0]) : (spans.findLast(({ from }) => from < at) ?? spans.at(-1))
    if (next) pointing.putCursor(next)
  }),
}
