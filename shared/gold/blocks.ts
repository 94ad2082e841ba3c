import { TEXT } from '../page/page-model'
import { LINE_TAGS, tagTable } from '../page/tags'
import { hiddenMask } from './label-spans'
import { axisText, trimRange, type AxisRange, type TextAxis } from './text-axis'

/**
 * Ranges of text, ascending. Each range contains text of one block element, such as a paragraph or a cell, without white space at the ends.
 */
export type Blocks = readonly AxisRange[]

export function blocksOf(axis: TextAxis): Blocks {
  const { page, start } = axis
  const inline = tagTable(page.tagNames, LINE_TAGS)
  const hidden = hiddenMask(page)
  const owner = new Int32Array(page.count)
  const blocks: AxisRange[] = []
  let current = -1
  let first = 0
  let last = 0
  const close = (): void => {
    const range = current < 0 ? null : trimRange(axis, { from: first, to: last })
    current = -1
    if (range) blocks.push(range)
  }
  for (let n = 0; n < page.count; n++) {
    const parent = page.parent[n]
    const isText = page.kind[n] === TEXT
    const holder = parent < 0 ? 0 : owner[parent]
    owner[n] = isText || inline[page.tag[n]] === 1 ? holder : n
    const begin = start[n]
    const end = start[n + 1]
    if (!isText || end === begin) continue
    if (hidden[n] !== 0) {
      // Hidden text of another block element ends the current block. Hidden inline text does not end the block.
      if (owner[n] !== current) close()
      continue
    }
    if (owner[n] !== current) {
      close()
      current = owner[n]
      first = begin
    }
    last = end
  }
  close()
  return blocks
}

const MOST = 5000

/**
 * Returns the first `MOST` ranges that match a query, ascending. Ignores case and the amount of white space. A match never crosses blocks.
 * Linear.
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
  for (const block of blocks)
    for (const match of axisText(axis, block).matchAll(expression)) {
      const from = block.from + match.index
      found.push({ from, to: from + match[0].length })
      if (found.length >= MOST) return found
    }
  return found
}
