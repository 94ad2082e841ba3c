/** The source as rows: lines, cut where they are wider than the pane. Row heights are all alike, so a one-line page of megabytes scrolls like any other. */
import { lastAtOrBefore } from '../../../shared/base/search'

export interface SourceRows {
  readonly html: string
  /** First offset of each row, one more entry for the end of the text. */
  readonly start: Int32Array
  /** Line of each row, from 1. */
  readonly line: Int32Array
  readonly count: number
}

/** Cells a character takes: East Asian wide ones two, tabs four. */
function cells(code: number): number {
  if (code < 0x1100) return code === 9 ? 4 : 1
  return code <= 0x115f ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xd800 && code <= 0xdbff)
    ? 2
    : 1
}

/** Cuts a source into rows of at most `columns` cells. Lines end with CR LF, LF or CR. Linear. */
export function sourceRows(html: string, columns: number): SourceRows {
  const start: number[] = [0]
  const line: number[] = [1]
  let current = 1
  let width = 0
  for (let i = 0; i < html.length; i++) {
    const code = html.charCodeAt(i)
    if (code === 10 || (code === 13 && html.charCodeAt(i + 1) !== 10)) {
      current += 1
      start.push(i + 1)
      line.push(current)
      width = 0
      continue
    }
    if (code >= 0xdc00 && code <= 0xdfff) continue
    const size = cells(code)
    if (width + size > columns) {
      start.push(i)
      line.push(current)
      width = 0
    }
    width += size
  }
  const count = start.length
  start.push(html.length)
  return { html, start: Int32Array.from(start), line: Int32Array.from(line), count }
}

/** Row that holds an offset. */
export function rowAt({ start, count }: SourceRows, offset: number): number {
  return Math.max(
    0,
    lastAtOrBefore(count, (i) => start[i] as number, offset),
  )
}
