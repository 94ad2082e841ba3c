/** All rows have the same height, so that a very long line scrolls like other text. */
import { IntList, lastAtOrBefore } from '../../../shared/base/int-list'
import { KEPT } from '../../../shared/page/output'
import type { LineData } from '../../../shared/extractors/core/extractor'
import { ELEMENT, type NodeId, type PageModel } from '../../../shared/page/page-model'

/** Compares numbers, because a pattern would be five times slower, and every change of the width runs this per character. */
function cells(code: number): number {
  if (code < 0x1100) return code === 9 ? 4 : 1
  return code <= 0x115f ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xd800 && code <= 0xdbff) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60)
    ? 2
    : 1
}

/** Returns as `start` the first offset of each row. The last entry is the end of the text. */
export function sourceRows(html: string, columns: number) {
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
export type SourceRows = ReturnType<typeof sourceRows>

export function keptRanges(model: PageModel, selected: Uint8Array) {
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
export type Ranges = ReturnType<typeof keptRanges>

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

// Tokens only for the colours. The page model defines the nodes.
export const PLAIN = 0
export const TAG = 1
export const ATTRIBUTE = 2
export const STRING = 3
export const COMMENT = 4

const RAW = /^(?:script|style|textarea|title)$/i
const NAME = /[a-z][^\s/>]*/iy
const ATTRIBUTE_PART = /([^\s=/>]+)|(=\s*)("[^"]*"?|'[^']*'?|[^\s>]*)|[\s/]+/y

/** A token ends at the start of the next token. Takes linear time, because every pattern is anchored and advances. */
export function sourceTones(html: string) {
  const start = new IntList(4096)
  const kind: number[] = []
  const push = (at: number, what: number): void => {
    if (kind.at(-1) === what) return
    start.push(at)
    kind.push(what)
  }
  const lower = html.toLowerCase()
  let at = 0
  push(0, PLAIN)
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    if (open > at) push(at, PLAIN)
    const next = html[open + 1] ?? ''
    const closing = next === '/'
    if (next === '!' || next === '?') {
      const [closer, from] = html.startsWith('<!--', open) ? ['-->', open + 4] : ['>', open]
      const end = html.indexOf(closer, from)
      push(open, COMMENT)
      at = end < 0 ? html.length : end + closer.length
      push(at, PLAIN)
      continue
    }
    NAME.lastIndex = open + (closing ? 2 : 1)
    const name = NAME.exec(html)?.[0]
    if (name === undefined) {
      push(open, PLAIN)
      at = open + 1
      continue
    }
    push(open, TAG)
    at = open + (closing ? 2 : 1) + name.length
    while (at < html.length && html[at] !== '>') {
      ATTRIBUTE_PART.lastIndex = at
      const part = ATTRIBUTE_PART.exec(html)
      if (!part || part[0] === '') {
        at += 1
        continue
      }
      if (part[1] !== undefined) push(at, ATTRIBUTE)
      else if (part[2] !== undefined) {
        push(at, PLAIN)
        push(at + part[2].length, STRING)
      }
      at += part[0].length
    }
    push(Math.min(at, html.length), TAG)
    at = Math.min(at + 1, html.length)
    push(at, PLAIN)
    if (!closing && RAW.test(name)) {
      const end = lower.indexOf(`</${name.toLowerCase()}`, at)
      at = end < 0 ? html.length : end
    }
  }
  return { start: start.toArray(), kind: Uint8Array.from(kind), count: kind.length }
}
export type SourceTones = ReturnType<typeof sourceTones>
