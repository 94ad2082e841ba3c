/** All rows have the same height, so that a very long line scrolls like other text. */
import { lastAtOrBefore } from '../../../shared/base/int-list'
import { KEPT } from '../../../shared/page/output'
import type { LineData } from '../../../shared/extractors/core/extractor'
import { ELEMENT, type NodeId, type PageModel } from '../../../shared/page/page-model'

export interface SourceRows {
  readonly html: string
  /** First offset of each row. The last entry is the end of the text. */
  readonly start: Int32Array
  readonly line: Int32Array
  readonly count: number
}

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

export function rowAt({ start, count }: SourceRows, offset: number): number {
  return Math.max(
    0,
    lastAtOrBefore(count, (i) => start[i] as number, offset),
  )
}

export interface Ranges {
  readonly start: Int32Array
  readonly end: Int32Array
}

export function keptRanges(model: PageModel, selected: Uint8Array): Ranges {
  const kept: [number, number][] = []
  for (let n = 0; n < model.count; n++) {
    if (selected[n] !== KEPT || model.kind[n] === ELEMENT) continue
    const from = model.sourceStart[n] as number
    if (from >= 0) kept.push([from, model.sourceEnd[n] as number])
  }
  // The parser moves text out of tables, so the order of nodes can differ from the source.
  kept.sort((a, b) => a[0] - b[0])
  return { start: Int32Array.from(kept, (r) => r[0]), end: Int32Array.from(kept, (r) => r[1]) }
}

export const firstBehind = (ends: Int32Array, offset: number): number => lastAtOrBefore(ends.length, (i) => ends[i] as number, offset) + 1

export function overlaps({ start, end }: Ranges, from: number, to: number): boolean {
  const at = firstBehind(end, from)
  return at < start.length && (start[at] as number) < to
}

export function nodeAtOffset(model: PageModel, offset: number): NodeId | null {
  let found: NodeId | null = null
  for (let n = 0; n < model.count; n++) {
    const from = model.sourceStart[n] as number
    if (from >= 0 && from <= offset && offset < (model.sourceEnd[n] as number)) found = n
  }
  return found
}

export function countedLineAt(lines: LineData, offset: number): number {
  const at = firstBehind(lines.end, offset)
  return at < lines.start.length && (lines.start[at] as number) <= offset ? at : -1
}
