/** Which parts of the source were kept, and which measures its lines have. */
import { KEPT } from '../../../shared/page/selection'
import type { LineData } from '../../../shared/extractors/core/extractor'
import { ELEMENT, type NodeId, type PageModel } from '../../../shared/page/page-model'
import { lastAtOrBefore } from '../../../shared/base/search'

export interface Ranges {
  readonly start: Int32Array
  readonly end: Int32Array
}

/** Source ranges of the kept text nodes, ascending and joined where they touch. */
export function keptRanges(model: PageModel, selected: Uint8Array): Ranges {
  const kept: [number, number][] = []
  for (let n = 0; n < model.count; n++) {
    if (selected[n] !== KEPT || model.kind[n] === ELEMENT) continue
    const from = model.sourceStart[n] as number
    if (from >= 0) kept.push([from, model.sourceEnd[n] as number])
  }
  // Foster parenting moves text before tables: the order of nodes is not always that of the source.
  kept.sort((a, b) => a[0] - b[0])
  return { start: Int32Array.from(kept, (r) => r[0]), end: Int32Array.from(kept, (r) => r[1]) }
}

/** Index of the first range that ends behind an offset. */
export function firstBehind(ends: Int32Array, offset: number): number {
  return lastAtOrBefore(ends.length, (i) => ends[i] as number, offset) + 1
}

/** Whether a range overlaps `[from, to)`. */
export function overlaps({ start, end }: Ranges, from: number, to: number): boolean {
  const at = firstBehind(end, from)
  return at < start.length && (start[at] as number) < to
}

/** The deepest node whose source holds an offset. Linear. */
export function nodeAtOffset(model: PageModel, offset: number): NodeId | null {
  let found: NodeId | null = null
  for (let n = 0; n < model.count; n++) {
    const from = model.sourceStart[n] as number
    if (from >= 0 && from <= offset && offset < (model.sourceEnd[n] as number)) found = n
  }
  return found
}

/** Index of the counted line that holds an offset, -1 if none does. */
export function countedLineAt(lines: LineData, offset: number): number {
  const at = firstBehind(lines.end, offset)
  return at < lines.start.length && (lines.start[at] as number) <= offset ? at : -1
}
