import type { ContentTree } from '../../page/content-tree'
import type { Blocks } from './blocks'
import type { BlockContext } from './block-context'
import { NOWHERE } from './marks'

/** Minimum kept words outside comments for dropping comments (docs/lens.md, Comments). */
export const ENOUGH_WITHOUT_COMMENTS = 400

/** 1 for each block inside an element whose class or id names comments. */
export function commentBlocks(context: BlockContext): Uint8Array {
  const levels = context.levels('class-comment')
  return Uint8Array.from(context.blocks.element, (element) => (levels[element] < NOWHERE ? 1 : 0))
}

export function keptOutsideComments({ count, words }: Blocks, comments: Uint8Array, kept: Uint8Array): number {
  let sum = 0
  for (let b = 0; b < count; b++) if (kept[b] === 1 && comments[b] === 0) sum += words[b]
  return sum
}

const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** Elements whose blocks are all kept if most of their words are kept. */
const WHOLE: ReadonlySet<string> = new Set(['table', 'figure', 'pre', 'dl'])

/**
 * Keeps or drops blocks with related blocks: a heading with the next block; the parts of a table, figure, listing or description list with
 * the larger part of their words. Linear.
 * @param kept 1 for each kept block; changed in place
 * @returns the changed blocks
 */
export function companions(tree: ContentTree, blocks: Blocks, kept: Uint8Array): number[] {
  const { page, node, parent, size, isText } = tree
  const before = Uint8Array.from(kept)
  const whole = new Int32Array(size).fill(-1)
  const heading = new Uint8Array(size)
  for (let e = 1; e < size; e++) {
    const up = parent[e]
    const tag = isText[e] === 1 ? '' : page.tagNames[page.tag[node[e]]]
    // The outermost element counts: a nested table follows the table around it.
    whole[e] = whole[up] >= 0 ? whole[up] : WHOLE.has(tag) ? e : -1
    heading[e] = HEADINGS.has(tag) ? 1 : heading[up]
  }
  const words = new Int32Array(size)
  const keptWords = new Int32Array(size)
  for (let b = 0; b < blocks.count; b++) {
    const e = whole[blocks.element[b]]
    if (e < 0) continue
    words[e] += blocks.words[b]
    if (kept[b] === 1) keptWords[e] += blocks.words[b]
  }
  for (let b = 0; b < blocks.count; b++) {
    const e = whole[blocks.element[b]]
    if (e >= 0) kept[b] = keptWords[e] * 2 > words[e] ? 1 : 0
  }
  for (let b = blocks.count - 2; b >= 0; b--) if (heading[blocks.element[b]] === 1 && whole[blocks.element[b]] < 0) kept[b] = kept[b + 1]
  const changed: number[] = []
  for (let b = 0; b < blocks.count; b++) if (kept[b] !== before[b]) changed.push(b)
  return changed
}
