import { tagTable } from '../../page/tags'
import type { ContentTree } from '../../page/content-tree'

/** Features in the order of the block vectors (Debnath et al.). */
export const FEATURES = ['text', 'images', 'links', 'scripts', 'lists'] as const
export const DIMENSIONS = FEATURES.length

export const SEPARATORS: ReadonlySet<string> = new Set(['table', 'tr', 'hr', 'ul', 'p', 'div'])
export const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'dl', 'li', 'dt', 'dd'])

export interface Blocks {
  readonly count: number
  readonly of: Int32Array
  /** First entry per block: the separator element, or body. */
  readonly entry: Int32Array
  /** Five counts per block, in the order of `FEATURES`. */
  readonly counts: Float64Array
  /** The counts divided by the maximum of the feature on the page, in [0,1]. */
  readonly features: Float64Array
}

/** Divides a page into blocks at body and at the separators. An `hr` begins a block for the following siblings. */
export function findBlocks(tree: ContentTree): Blocks {
  const { page, size, node, parent, isText, length } = tree
  const separator = tagTable(page.tagNames, SEPARATORS)
  const lists = tagTable(page.tagNames, LISTS)
  const image = page.tagNames.indexOf('img')
  const anchor = page.tagNames.indexOf('a')
  const rule = page.tagNames.indexOf('hr')
  const of = new Int32Array(size)
  const entries: number[] = []
  // The block of the next children, per element. An `hr` changes this block.
  const current = new Int32Array(size)
  for (let e = 0; e < size; e++) {
    const p = parent[e]
    const tag = page.tag[node[e]]
    if (e === 0 || (isText[e] === 0 && separator[tag] === 1)) {
      of[e] = entries.length
      entries.push(e)
      if (tag === rule && e > 0) current[p] = of[e]
    } else of[e] = current[p]
    current[e] = of[e]
  }
  const count = entries.length
  const counts = new Float64Array(count * DIMENSIONS)
  const add = (block: number, feature: number, value: number): void => {
    counts[block * DIMENSIONS + feature] += value
  }
  for (let e = 0; e < size; e++) {
    const block = of[e]
    if (isText[e] === 1) {
      add(block, 0, length[e])
      continue
    }
    const tag = page.tag[node[e]]
    if (tag === image) add(block, 1, 1)
    else if (tag === anchor) add(block, 2, 1)
    else if (lists[tag] === 1) add(block, 4, 1)
  }
  countScripts(tree, of, add)

  const features = new Float64Array(counts.length)
  for (let f = 0; f < DIMENSIONS; f++) {
    let largest = 0
    for (let b = 0; b < count; b++) largest = Math.max(largest, counts[b * DIMENSIONS + f])
    if (largest > 0) for (let b = 0; b < count; b++) features[b * DIMENSIONS + f] = counts[b * DIMENSIONS + f] / largest
  }
  return { count, of, entry: Int32Array.from(entries), counts, features }
}

/** Counts each script for the block of its parent element, because scripts are not in the tree. */
function countScripts(tree: ContentTree, of: Int32Array, add: (block: number, feature: number, value: number) => void): void {
  const { page } = tree
  const script = page.tagNames.indexOf('script')
  if (script < 0) return
  const blockOf = new Int32Array(page.count).fill(-1)
  let e = 0
  for (let n: number = page.body; n < page.subtreeEnd[page.body]; n++) {
    while (e < tree.size && tree.node[e] < n) e++
    blockOf[n] = e < tree.size && tree.node[e] === n ? of[e] : n === page.body ? 0 : blockOf[page.parent[n]]
    if (page.tag[n] === script) add(blockOf[n], 3, 1)
  }
}
