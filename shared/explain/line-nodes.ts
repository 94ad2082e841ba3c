import type { LineData } from '../extractors/core/extractor'
import { TEXT, type NodeId, type PageModel } from '../page/page-model'
import { lastAtOrBefore } from '../base/search'

/** A line of an extraction that a node's source touches, and how many characters of the source they share. */
export interface LineOverlap {
  /** Index into the line data. */
  readonly line: number
  readonly characters: number
}

/** Index of the first line that ends after `offset`; lines are ascending. */
function firstLineAfter(lines: LineData, offset: number): number {
  return lastAtOrBefore(lines.end.length, (l) => lines.end[l] as number, offset) + 1
}

/**
 * The lines that overlap with a node's source range, in order.
 * @param limit maximum number of lines
 */
export function linesOfNode(page: PageModel, lines: LineData, node: NodeId, limit: number): LineOverlap[] {
  const from = page.sourceStart[node] ?? -1
  const to = page.sourceEnd[node] ?? -1
  const found: LineOverlap[] = []
  if (from < 0 || to < 0) return found
  for (let l = firstLineAfter(lines, from); l < lines.start.length && found.length < limit; l++) {
    const start = lines.start[l] as number
    if (start >= to) break
    found.push({ line: l, characters: Math.min(to, lines.end[l] as number) - Math.max(from, start) })
  }
  return found
}

/** Returns, per line, the first text node with visible characters whose source touches the line; -1 if missing. */
export function firstTextOfLines(page: PageModel, lines: LineData): Int32Array {
  const first = new Int32Array(lines.start.length).fill(-1)
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== TEXT) continue
    const lead = (page.text[n] as string).search(/[^ \t\n\f\r]/)
    const start = page.sourceStart[n] as number
    if (lead < 0 || start < 0) continue
    const end = page.sourceEnd[n] as number
    for (let l = firstLineAfter(lines, start + lead); l < first.length && (lines.start[l] as number) < end; l++) {
      if (first[l] === -1) first[l] = n
    }
  }
  return first
}
