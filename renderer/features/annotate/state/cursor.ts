import type { Blocks } from '../../../../shared/gold/blocks'
import { coveringNode } from '../../../../shared/gold/label-commands'
import { growNode, shrinkNode, visibleBetween, visibleRanges } from '../../../../shared/gold/label-spans'
import { nodeAtAxis, rangeOfNode, snapToWords, trimRange, type AxisRange, type TextAxis } from '../../../../shared/gold/text-axis'
import type { NodeId } from '../../../../shared/page/page-model'
import { ONE_CHARACTER_WORD } from '../../../../shared/page/text'
import { isFoldable, jumpTarget, type Jump, type PageOutline } from '../../../../shared/gold/page-outline'
import { lastAtOrBefore } from '../../../../shared/base/int-list'

export interface BlockCursor extends AxisRange {
  /** Index of the block to which shrinking returns. */
  readonly home: number
}

/**
 * Returns the index of the block at a position. Between blocks, this is the next block; after the last block, the last block. Returns -1
 * on a page without text.
 */
export function blockAt(blocks: Blocks, at: number): number {
  return Math.min(blocks.count - 1, lastAtOrBefore(blocks.count, (b) => blocks.to[b] as number, at) + 1)
}

export function cursorOnBlock(blocks: Blocks, block: number): BlockCursor | null {
  if (block < 0 || block >= blocks.count) return null
  return { from: blocks.from[block] as number, to: blocks.to[block] as number, home: block }
}

export function cursorOnRange(blocks: Blocks, range: AxisRange): BlockCursor | null {
  const home = blockAt(blocks, range.from)
  return home < 0 || range.from >= range.to ? null : { from: range.from, to: range.to, home }
}

export function cursorBetween(anchor: BlockCursor, reach: AxisRange): BlockCursor {
  return { from: Math.min(anchor.from, reach.from), to: Math.max(anchor.to, reach.to), home: anchor.home }
}

export function movedEnd(before: AxisRange | null, after: AxisRange): number {
  return before && before.from === after.from && before.to !== after.to ? after.to - 1 : after.from
}

/**
 * Returns the same cursor if there is no target. If the cursor covers only a part of its region, a jump to a region selects the whole
 * current region.
 */
export function jumpCursor(blocks: Blocks, outline: PageOutline, cursor: BlockCursor | null, jump: Jump): BlockCursor | null {
  const forward = jump.startsWith('next')
  const at = cursor ? blockAt(blocks, forward ? cursor.to - 1 : cursor.from) : -1
  const region = jump.endsWith('region') ? outline.regions[outline.regionOf[at] as number] : undefined
  const isPart = region && cursor && (cursor.from > (blocks.from[region.first] as number) || cursor.to < (blocks.to[region.last] as number))
  const target = isPart ? region : jumpTarget(outline, at, jump)
  if (!target) return cursor
  return { from: blocks.from[target.first] as number, to: blocks.to[target.last] as number, home: target.first }
}

/** Moves a cursor out of folded regions. Returns the same object if no move is necessary or possible. */
export function stepOverFolded(blocks: Blocks, outline: PageOutline, cursor: BlockCursor, forward: boolean): BlockCursor {
  let block = cursor.home
  while (block >= 0 && block < blocks.count) {
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
export const isBlockMove = (id: string): id is (typeof BLOCK_MOVES)[number] => (BLOCK_MOVES as readonly string[]).includes(id)

const BLOCKS_PER_PAGE_DOWN = 10

export function moveCursor(axis: TextAxis, blocks: Blocks, cursor: BlockCursor | null, move: CursorMove): BlockCursor | null {
  if (!cursor) return cursorOnBlock(blocks, move === 'last' ? blocks.count - 1 : 0)
  const first = blockAt(blocks, cursor.from)
  const last = blockAt(blocks, cursor.to - 1)
  if (isBlockMove(move)) {
    const blockOf = {
      next: last + 1,
      previous: first - 1,
      first: 0,
      last: blocks.count - 1,
      'page-down': last + BLOCKS_PER_PAGE_DOWN,
      'page-up': first - BLOCKS_PER_PAGE_DOWN,
    }
    return cursorOnBlock(blocks, Math.max(0, Math.min(blocks.count - 1, blockOf[move]))) ?? cursor
  }
  switch (move) {
    case 'out':
      return outward(axis, cursor)
    case 'in':
      return inward(axis, blocks, cursor)
    case 'extend-next': {
      const to = blocks.to[cursor.to < (blocks.to[last] as number) ? last : Math.min(blocks.count - 1, last + 1)] as number
      return to === cursor.to ? cursor : { ...cursor, to }
    }
    case 'extend-previous': {
      if (last > cursor.home) return { ...cursor, to: blocks.to[last - 1] as number }
      const from = blocks.from[cursor.from > (blocks.from[first] as number) ? first : Math.max(0, first - 1)] as number
      return from === cursor.from ? cursor : { ...cursor, from }
    }
    default:
      return byWord(axis, blocks, cursor, move)
  }
}

function outward(axis: TextAxis, cursor: BlockCursor): BlockCursor {
  const node = growNode(axis, coveringNode(axis, cursor), cursor)
  const range = node === null ? null : trimRange(axis, rangeOfNode(axis, node))
  return range ? { ...range, home: cursor.home } : cursor
}

function inward(axis: TextAxis, blocks: Blocks, cursor: BlockCursor): BlockCursor {
  const home = cursorOnBlock(blocks, cursor.home) ?? cursor
  const within = nodeAtAxis(axis, home.from)
  const node = shrinkNode(axis, coveringNode(axis, cursor), within, cursor)
  const range = node === null ? null : trimRange(axis, rangeOfNode(axis, node))
  if (!range || range.to - range.from < home.to - home.from) return home.from === cursor.from && home.to === cursor.to ? cursor : home
  return { ...range, home: cursor.home }
}

function byWord(axis: TextAxis, blocks: Blocks, cursor: BlockCursor, move: (typeof WORD_MOVES)[number]): BlockCursor {
  const first = blockAt(blocks, cursor.from)
  const last = blockAt(blocks, cursor.to - 1)
  const limits = { from: blocks.from[first] as number, to: blocks.to[last] as number }
  const whole = cursor.from === limits.from && cursor.to === limits.to
  const words = wordsOf(axis, limits)
  if (words.length === 0) return cursor
  if (move === 'word-more') {
    if (whole) return { ...cursor, to: (words[0] as AxisRange).to }
    const next = words.find((word) => word.to > cursor.to)
    return next ? { ...cursor, to: next.to } : cursor
  }
  if (move === 'word-less') {
    const before = words.findLast((word) => word.to < cursor.to)
    return before && before.to > cursor.from ? { ...cursor, to: before.to } : cursor
  }
  if (move === 'start-later') {
    const next = words.find((word) => word.from > cursor.from)
    return next && next.from < cursor.to ? { ...cursor, from: next.from } : cursor
  }
  const before = words.findLast((word) => word.from < cursor.from)
  return before ? { ...cursor, from: before.from } : cursor
}

/** A word up to the next space; in scripts without spaces, a character with its marks. Brackets and stops belong to the adjacent word. */
const WORD = new RegExp(
  String.raw`[\p{Ps}\p{Pi}]*${ONE_CHARACTER_WORD.source}\p{M}*[^ \t\n\f\r\p{L}\p{N}\p{M}\p{Ps}\p{Pi}]*|(?:(?!${ONE_CHARACTER_WORD.source})[^ \t\n\f\r])+`,
  'gu',
)

function wordsOf(axis: TextAxis, range: AxisRange): AxisRange[] {
  const words: AxisRange[] = []
  for (let n: number = nodeAtAxis(axis, range.from); n < axis.page.count && (axis.start[n] as number) < range.to; n++) {
    const begin = axis.start[n] as number
    const end = axis.start[n + 1] as number
    if (end === begin) continue
    for (const match of (axis.page.text[n] as string).matchAll(WORD)) {
      const from = begin + match.index
      const to = from + match[0].length
      if (from >= range.from && to <= range.to) words.push({ from, to })
    }
  }
  return words
}

export function wholeNodeOf(axis: TextAxis, range: AxisRange): NodeId | null {
  const node = coveringNode(axis, range)
  const whole = trimRange(axis, rangeOfNode(axis, node))
  return whole && whole.from === range.from && whole.to === range.to ? node : null
}

export function rangesToLabel(axis: TextAxis, blocks: Blocks, range: AxisRange, label: string | null): readonly AxisRange[] {
  const node = wholeNodeOf(axis, range)
  if (node !== null) return visibleRanges(axis, node)
  return label !== null && blockAt(blocks, range.from) !== blockAt(blocks, range.to - 1) ? visibleBetween(axis, range) : [range]
}

export function snapped(axis: TextAxis, range: AxisRange): AxisRange | null {
  const from = Math.max(0, Math.min(range.from, range.to))
  const to = Math.min(axis.length, Math.max(range.from, range.to))
  return snapToWords(axis, { from, to })
}
