import { findText, isFoldable, jumpTarget, type Blocks, type Jump, type PageOutline } from '../../../../shared/gold/blocks'
import { coveringNode, growNode, shrinkNode, visibleBetween, visibleRanges } from '../../../../shared/gold/label-spans'
import { nodeAtAxis, piecesOfRange, rangeOfNode, trimRange, type AxisRange, type TextAxis } from '../../../../shared/gold/text-axis'
import type { NodeId } from '../../../../shared/page/page-model'
import { ONE_CHARACTER_WORD } from '../../../../shared/page/text'
import { lastAtOrBefore } from '../../../../shared/base/int-list'
import { onPage, patch, useLabelling, type BlockCursor, type Labelling } from './labelling-state'
import { stopwatch } from './saving'

const blockOf = (blocks: Blocks, block: number): AxisRange => blocks[block] as AxisRange

/** Returns the index of the block at a position, otherwise the next block or, at the end, the last block; -1 on a page without text. */
export function blockAt(blocks: Blocks, at: number): number {
  return Math.min(blocks.length - 1, lastAtOrBefore(blocks.length, (b) => blockOf(blocks, b).to, at) + 1)
}

export function cursorOnBlock(blocks: Blocks, block: number): BlockCursor | null {
  const range = blocks[block]
  return range ? { ...range, home: block } : null
}

export function cursorOnRange(blocks: Blocks, range: AxisRange): BlockCursor | null {
  const home = blockAt(blocks, range.from)
  return home < 0 || range.from >= range.to ? null : { from: range.from, to: range.to, home }
}

export function cursorBetween(anchor: BlockCursor, reach: AxisRange): BlockCursor {
  return { from: Math.min(anchor.from, reach.from), to: Math.max(anchor.to, reach.to), home: anchor.home }
}

function movedEnd(before: AxisRange | null, after: AxisRange): number {
  return before && before.from === after.from && before.to !== after.to ? after.to - 1 : after.from
}

/** Returns the same cursor without a target. From a part of a region, a jump to a region selects the whole region. */
function jumpCursor(blocks: Blocks, outline: PageOutline, cursor: BlockCursor | null, jump: Jump): BlockCursor | null {
  const forward = jump.startsWith('next')
  const at = cursor ? blockAt(blocks, forward ? cursor.to - 1 : cursor.from) : -1
  const region = jump.endsWith('region') ? outline.regions[outline.regionOf[at] as number] : undefined
  const isPart = region && cursor && (cursor.from > blockOf(blocks, region.first).from || cursor.to < blockOf(blocks, region.last).to)
  const target = isPart ? region : jumpTarget(outline, at, jump)
  if (!target) return cursor
  return { from: blockOf(blocks, target.first).from, to: blockOf(blocks, target.last).to, home: target.first }
}

/** Moves a cursor out of folded regions. Returns the same object if no move is necessary or possible. */
function stepOverFolded(blocks: Blocks, outline: PageOutline, cursor: BlockCursor, forward: boolean): BlockCursor {
  let block = cursor.home
  while (blocks[block]) {
    const region = outline.regions[outline.regionOf[block] as number]
    if (!region || !isFoldable(region)) return block === cursor.home ? cursor : (cursorOnBlock(blocks, block) ?? cursor)
    block = forward ? region.last + 1 : region.first - 1
  }
  return cursor
}

const BLOCK_MOVES = ['next', 'previous', 'first', 'last', 'page-down', 'page-up'] as const
const WORD_MOVES = ['word-more', 'word-less', 'start-later', 'start-earlier'] as const
const MOVES = [...BLOCK_MOVES, ...WORD_MOVES, 'out', 'in', 'extend-next', 'extend-previous'] as const
export type CursorMove = (typeof MOVES)[number]
export const isCursorMove = (id: string): id is CursorMove => (MOVES as readonly string[]).includes(id)
const isBlockMove = (id: string): id is (typeof BLOCK_MOVES)[number] => (BLOCK_MOVES as readonly string[]).includes(id)

const BLOCKS_PER_PAGE_DOWN = 10

export function moveCursor(axis: TextAxis, blocks: Blocks, cursor: BlockCursor | null, move: CursorMove): BlockCursor | null {
  if (!cursor) return cursorOnBlock(blocks, move === 'last' ? blocks.length - 1 : 0)
  const first = blockAt(blocks, cursor.from)
  const last = blockAt(blocks, cursor.to - 1)
  if (isBlockMove(move)) {
    const targets = {
      next: last + 1,
      previous: first - 1,
      first: 0,
      last: blocks.length - 1,
      'page-down': last + BLOCKS_PER_PAGE_DOWN,
      'page-up': first - BLOCKS_PER_PAGE_DOWN,
    }
    return cursorOnBlock(blocks, Math.max(0, Math.min(blocks.length - 1, targets[move]))) ?? cursor
  }
  switch (move) {
    case 'out':
      return outward(axis, cursor)
    case 'in':
      return inward(axis, blocks, cursor)
    case 'extend-next': {
      const { to } = blockOf(blocks, cursor.to < blockOf(blocks, last).to ? last : Math.min(blocks.length - 1, last + 1))
      return to === cursor.to ? cursor : { ...cursor, to }
    }
    case 'extend-previous': {
      if (last > cursor.home) return { ...cursor, to: blockOf(blocks, last - 1).to }
      const { from } = blockOf(blocks, cursor.from > blockOf(blocks, first).from ? first : Math.max(0, first - 1))
      return from === cursor.from ? cursor : { ...cursor, from }
    }
    default:
      return byWord(axis, blocks, cursor, move)
  }
}

const textOf = (axis: TextAxis, node: NodeId | null): AxisRange | null => (node === null ? null : trimRange(axis, rangeOfNode(axis, node)))

function outward(axis: TextAxis, cursor: BlockCursor): BlockCursor {
  const range = textOf(axis, growNode(axis, cursor))
  return range ? { ...range, home: cursor.home } : cursor
}

function inward(axis: TextAxis, blocks: Blocks, cursor: BlockCursor): BlockCursor {
  const home = cursorOnBlock(blocks, cursor.home) ?? cursor
  const range = textOf(axis, shrinkNode(axis, nodeAtAxis(axis, home.from), cursor))
  if (!range || range.to - range.from < home.to - home.from) return home.from === cursor.from && home.to === cursor.to ? cursor : home
  return { ...range, home: cursor.home }
}

function byWord(axis: TextAxis, blocks: Blocks, cursor: BlockCursor, move: (typeof WORD_MOVES)[number]): BlockCursor {
  const { from, to } = cursor
  const limits = { from: blockOf(blocks, blockAt(blocks, from)).from, to: blockOf(blocks, blockAt(blocks, to - 1)).to }
  const isWhole = from === limits.from && to === limits.to
  const words = wordsOf(axis, limits)
  const place = {
    'word-more': isWhole ? words[0]?.to : words.find((word) => word.to > to)?.to,
    'word-less': words.findLast((word) => word.to < to && word.to > from)?.to,
    'start-later': words.find((word) => word.from > from && word.from < to)?.from,
    'start-earlier': words.findLast((word) => word.from < from)?.from,
  }[move]
  if (place === undefined) return cursor
  return move.startsWith('word') ? { ...cursor, to: place } : { ...cursor, from: place }
}

/** A word up to the next space; in scripts without spaces, a character with its marks. Brackets and stops belong to the adjacent word. */
const WORD = new RegExp(
  String.raw`[\p{Ps}\p{Pi}]*${ONE_CHARACTER_WORD.source}\p{M}*[^ \t\n\f\r\p{L}\p{N}\p{M}\p{Ps}\p{Pi}]*|(?:(?!${ONE_CHARACTER_WORD.source})[^ \t\n\f\r])+`,
  'gu',
)

function wordsOf(axis: TextAxis, range: AxisRange): AxisRange[] {
  return piecesOfRange(axis, range).flatMap(({ from, text }) =>
    Array.from(text.matchAll(WORD), ({ index, 0: word }) => ({ from: from + index, to: from + index + word.length })),
  )
}

export function wholeNodeOf(axis: TextAxis, range: AxisRange): NodeId | null {
  const node = coveringNode(axis, range)
  const whole = textOf(axis, node)
  return whole && whole.from === range.from && whole.to === range.to ? node : null
}

export function rangesToLabel(axis: TextAxis, blocks: Blocks, range: AxisRange, label: string | null): readonly AxisRange[] {
  const node = wholeNodeOf(axis, range)
  if (node !== null) return visibleRanges(axis, node)
  return label !== null && blockAt(blocks, range.from) !== blockAt(blocks, range.to - 1) ? visibleBetween(axis, range) : [range]
}

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
  /** @param extend whether the cursor covers the text from the range's start, otherwise from the previous cursor, to `range` */
  putCursor: onPage(({ anchor, blocks, cursor: before }, range: AxisRange, extend = false): void => {
    const start = extend ? (anchor ?? before) : null
    const cursor = cursorOnRange(blocks, range)
    if (start) patch({ cursor: cursorBetween(start, range), focus: range.from })
    else if (anchor && cursor) patch({ cursor: cursorBetween(anchor, cursor), reach: cursor, focus: cursor.from })
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
