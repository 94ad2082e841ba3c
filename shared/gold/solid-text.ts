import { isHtmlSpace } from '../page/text'
import { solid } from './label-spans'
import { piecesOfRange, type AxisRange, type TextAxis } from './text-axis'

/** The text of a page without white space, and the words of the text. */
export interface SolidText {
  readonly text: string
  /** Position on the axis per character. */
  readonly origin: Int32Array
  /** 1 for characters after white space, or at the start of a block or line. */
  readonly gapBefore: Uint8Array
  readonly words: readonly string[]
  readonly wordStart: Int32Array
  readonly wordEnd: Int32Array
}

export function solidText(axis: TextAxis): SolidText {
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

const WORD_CHARACTER = /[\p{L}\p{N}]/u

export function joinsWord({ text, gapBefore }: SolidText, at: number): boolean {
  return gapBefore[at] === 0 && at > 0 && WORD_CHARACTER.test(text[at - 1]) && WORD_CHARACTER.test(text[at])
}

export function toAxis(text: SolidText, { from, to }: { readonly from: number; readonly to: number }): AxisRange {
  return { from: text.origin[from], to: text.origin[to - 1] + 1 }
}
