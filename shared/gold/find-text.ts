/** Finding words on a page by typing them. */
import type { Blocks } from './blocks'
import { axisText, type AxisRange, type TextAxis } from './text-axis'

/** Matches that are looked for at most. */
const MOST = 5000

/**
 * Stretches that read as the query does, ascending; capitals and the length of white space do not count, and no match crosses
 * the border of a block. Linear in the text.
 */
export function findText(axis: TextAxis, blocks: Blocks, query: string): AxisRange[] {
  const wanted = query.trim()
  if (wanted === '') return []
  const pattern = wanted
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('\\s+')
  const expression = new RegExp(pattern, 'giu')
  const found: AxisRange[] = []
  for (let b = 0; b < blocks.count && found.length < MOST; b++) {
    const from = blocks.from[b]
    for (const match of axisText(axis, { from, to: blocks.to[b] }).matchAll(expression)) {
      found.push({ from: from + match.index, to: from + match.index + match[0].length })
      if (found.length >= MOST) break
    }
  }
  return found
}
