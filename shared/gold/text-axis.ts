/** The text axis of a page: all text that can be labelled, as one sequence of characters. Labels are ranges of the axis. */
import { TEXT, type NodeId, type PageModel } from '../page/page-model'
import { LINE_TAGS, tagTable, unreadTags } from '../page/tags'
import { collapse, isHtmlSpace, ONE_CHARACTER_WORD } from '../page/text'
import type { TextPosition } from './gold-file'
import { lastAtOrBefore } from '../base/int-list'

export interface TextAxis {
  readonly page: PageModel
  /**
   * Position of each node's first character; entry `count` is the length of the axis. Elements, and texts outside the axis, have no length.
   */
  readonly start: Int32Array
  /** Length in UTF-16 code units. */
  readonly length: number
  /** 1 for text nodes that start a new block or line. */
  readonly breakBefore: Uint8Array
}

/** A half-open range of the axis. */
export interface AxisRange {
  readonly from: number
  readonly to: number
}

const WITHIN_LINE: ReadonlySet<string> = new Set([...LINE_TAGS].filter((tag) => tag !== 'br'))

export function textAxis(page: PageModel): TextAxis {
  const start = new Int32Array(page.count + 1)
  const never = tagTable(page.tagNames, new Set([...unreadTags(page), 'title']))
  const from = page.body < 0 ? page.count : page.body
  const to = page.body < 0 ? page.count : page.subtreeEnd[page.body]
  const inline = tagTable(page.tagNames, WITHIN_LINE)
  const breakBefore = new Uint8Array(page.count)
  const blockEnds = new Uint8Array(page.count + 1)
  let at = 0
  let skipUntil = 0
  let parted = false
  for (let n = 0; n < page.count; n++) {
    start[n] = at
    if (blockEnds[n] === 1) parted = true
    if (page.kind[n] !== TEXT && inline[page.tag[n]] === 0) {
      parted = true
      blockEnds[page.subtreeEnd[n]] = 1
    }
    if (n < from || n >= to || n < skipUntil) continue
    if (page.kind[n] === TEXT) {
      const { length } = page.text[n]
      if (length === 0) continue
      at += length
      breakBefore[n] = parted ? 1 : 0
      parted = false
    } else if (never[page.tag[n]] === 1) skipUntil = page.subtreeEnd[n]
  }
  start[page.count] = at
  return { page, start, length: at, breakBefore }
}

/** Returns the range of a text node, or of all text below an element. */
export function rangeOfNode(axis: TextAxis, node: NodeId): AxisRange {
  return { from: axis.start[node], to: axis.start[axis.page.subtreeEnd[node]] }
}

/** Returns the text node with the character at `at`; the last node at the end of the axis; -1 on an empty axis. */
export function nodeAtAxis(axis: TextAxis, at: number): NodeId {
  if (axis.length === 0) return -1
  const wanted = Math.max(0, Math.min(at, axis.length - 1))
  // The search finds the last of several nodes with the same start. Only the last node has a length.
  return lastAtOrBefore(axis.page.count, (n) => axis.start[n], wanted)
}

/**
 * Returns the node and the offset of a position on the axis. @param end whether to prefer the end of a node to the start of the next node
 */
export function positionAt(axis: TextAxis, at: number, end = false): TextPosition {
  const node = nodeAtAxis(axis, end ? at - 1 : at)
  return { node, offset: at - (axis.start[node] ?? 0) }
}

/** Converts an offset in a text node to a position on the axis. Null if the node is not on the axis, or if the offset is too large. */
export function axisOfPosition(axis: TextAxis, { node, offset }: TextPosition): number | null {
  const { page, start } = axis
  if (node >= page.count || page.kind[node] !== TEXT) return null
  const from = start[node]
  return from + offset <= start[node + 1] && start[node + 1] > from ? from + offset : null
}

/** Returns the characters of a range as in the text nodes. Linear in the touched nodes. */
export function axisText(axis: TextAxis, range: AxisRange): string {
  return piecesOfRange(axis, range)
    .map((piece) => piece.text)
    .join('')
}

/** Returns the characters of a range, with a space between blocks and between lines. */
export function spacedText(axis: TextAxis, range: AxisRange): string {
  return piecesOfRange(axis, range)
    .map((piece, i) => (i > 0 && axis.breakBefore[piece.node] === 1 ? ` ${piece.text}` : piece.text))
    .join('')
}

/** Returns the beginning of a range on one line. @param most maximum characters of the axis to read */
export function axisExcerpt(axis: TextAxis, { from, to }: AxisRange, most: number): string {
  return spacedText(axis, { from, to: Math.min(to, from + most) })
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns the text of a range with collapsed white space. Each block and each line of the page becomes one line. */
export function blockText(axis: TextAxis, range: AxisRange): string {
  const blocks: string[][] = []
  for (const { node, text } of piecesOfRange(axis, range)) {
    const last = blocks[blocks.length - 1]
    if (last && axis.breakBefore[node] !== 1) last.push(text)
    else blocks.push([text])
  }
  return blocks
    .map((parts) => collapse(parts.join('')))
    .filter((block) => block !== '')
    .join('\n')
}

export function piecesOfRange(axis: TextAxis, { from, to }: AxisRange): { node: NodeId; from: number; text: string }[] {
  const pieces: { node: NodeId; from: number; text: string }[] = []
  if (from >= to) return pieces
  for (let n: number = nodeAtAxis(axis, from); n < axis.page.count && axis.start[n] < to; n++) {
    const first = axis.start[n]
    const next = axis.start[n + 1]
    if (next === first) continue
    const text = axis.page.text[n].slice(Math.max(0, from - first), Math.min(next, to) - first)
    if (text !== '') pieces.push({ node: n, from: Math.max(from, first), text })
  }
  return pieces
}

/** Returns a range without white space at the ends; null if nothing remains. */
export function trimRange(axis: TextAxis, { from, to }: AxisRange): AxisRange | null {
  let first = from
  let last = to
  while (first < last && isSpaceAt(axis, first)) first++
  while (last > first && isSpaceAt(axis, last - 1)) last--
  return first < last ? { from: first, to: last } : null
}

function isSpaceAt(axis: TextAxis, at: number): boolean {
  const node = nodeAtAxis(axis, at)
  const code = axis.page.text[node].charCodeAt(at - axis.start[node])
  // A paragraph with only a no-break space looks empty.
  return isHtmlSpace(code) || code === 0xa0
}

/** Returns the number of characters before `end` that are not white space. */
export function inkIn(text: string, end = text.length): number {
  let count = 0
  for (let i = 0; i < text.length && i < end; i++) if (!isHtmlSpace(text.charCodeAt(i))) count++
  return count
}

const MARK = /\p{M}/u
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}'’‐-]/u

/**
 * Trims white space, then extends both ends to whole words; null if the range contains only white space. Words end at the border of a text
 * node. The ends can be in any order, and outside the axis.
 */
export function snapToWords(axis: TextAxis, range: AxisRange): AxisRange | null {
  const { page, start } = axis
  const [first, last] = [Math.max(0, Math.min(range.from, range.to)), Math.min(axis.length, Math.max(range.from, range.to))]
  const trimmed = trimRange(axis, { from: first, to: last })
  if (!trimmed) return null
  let { from, to } = trimmed
  const firstNode = nodeAtAxis(axis, from)
  const lastNode = nodeAtAxis(axis, to - 1)
  while (from > start[firstNode] && isInWord(page.text[firstNode], from - start[firstNode])) from--
  while (to < start[lastNode + 1] && isInWord(page.text[lastNode], to - start[lastNode])) to++
  return { from, to }
}

function isInWord(text: string, at: number): boolean {
  if (!isWordAt(text, at - 1) || !isWordAt(text, at)) return false
  const character = text[at] ?? ''
  return MARK.test(character) || !(ONE_CHARACTER_WORD.test(character) || ONE_CHARACTER_WORD.test(text[at - 1] ?? ''))
}

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 128) return WORD_CHARACTER.test(text[at] ?? '')
  // Half of a surrogate pair is part of a word.
  return (code & 0xf800) === 0xd800 || WORD_CHARACTER.test(text[at] ?? '')
}

/** Joins neighbouring ranges with only white space between them. Joins only ranges that are alike, and keeps the values of the first range. */
export function joinOverSpace<R extends AxisRange>(axis: TextAxis, ranges: readonly R[], isAlike = (_a: R, _b: R): boolean => true): R[] {
  const result: R[] = []
  for (const range of ranges) {
    const last = result.at(-1)
    if (last && range.from >= last.to && isAlike(last, range) && !trimRange(axis, { from: last.to, to: range.from }))
      result[result.length - 1] = { ...last, to: Math.max(last.to, range.to) }
    else result.push(range)
  }
  return result
}

/** Returns a text without white space. */
export const solid = (text: string): string => text.replace(/[ \t\n\f\r]+/g, '')

export type SolidText = ReturnType<typeof solidText>

/**
 * Returns the text of a page without white space, and the words of the text. `origin`: position on the axis per character. `gapBefore`: 1
 * for characters after white space, or at the start of a block or line.
 */
export function solidText(axis: TextAxis) {
  const origin = new Int32Array(axis.length)
  const gapBefore = new Uint8Array(axis.length + 1)
  const parts: string[] = []
  let length = 0
  for (const { node, from, text } of piecesOfRange(axis, { from: 0, to: axis.length })) {
    if (axis.breakBefore[node] === 1) gapBefore[length] = 1
    for (let i = 0; i < text.length; i++) {
      if (isHtmlSpace(text.charCodeAt(i))) gapBefore[length] = 1
      else origin[length++] = from + i
    }
    parts.push(solid(text))
  }
  gapBefore[length] = 1
  const text = parts.join('')
  const words: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  for (const match of text.matchAll(WORD)) {
    // A gap of the page ends a word, but `text` contains no gaps.
    let start = match.index
    const end = start + match[0].length
    for (let i = start + 1; i <= end; i++) {
      if (i < end && gapBefore[i] === 0) continue
      words.push(text.slice(start, i))
      starts.push(start)
      ends.push(i)
      start = i
    }
  }
  return { text, origin: origin.subarray(0, length), gapBefore, words, wordStart: Int32Array.from(starts), wordEnd: Int32Array.from(ends) }
}

export const WORD = /[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

export function joinsWord({ text, gapBefore }: SolidText, at: number): boolean {
  return gapBefore[at] === 0 && at > 0 && LETTER_OR_DIGIT.test(text[at - 1]) && LETTER_OR_DIGIT.test(text[at])
}

export function toAxis(text: SolidText, { from, to }: AxisRange): AxisRange {
  return { from: text.origin[from], to: text.origin[to - 1] + 1 }
}
