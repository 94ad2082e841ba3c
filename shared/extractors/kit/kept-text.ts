import { type ContentTree, sumUp } from '../../page/content-tree'
import { selectionOf } from '../../page/output'

/** Converts kept text entries to `selected`. Also keeps each element whose texts are all kept, with the textless elements inside. */
export function selectionOfText(tree: ContentTree, kept: Uint8Array): Uint8Array {
  const { size, parent, isText } = tree
  const all = new Int32Array(size)
  const chosen = new Int32Array(size)
  for (let e = 0; e < size; e++) {
    if (isText[e] === 0) continue
    all[e] = 1
    chosen[e] = kept[e]
  }
  sumUp(tree, all)
  sumUp(tree, chosen)
  const entries = new Uint8Array(size)
  for (let e = 0; e < size; e++) {
    if (all[e] === 0) entries[e] = e > 0 ? entries[parent[e]] : 0
    else entries[e] = all[e] === chosen[e] ? 1 : 0
  }
  return selectionOf(tree, entries)
}

/** Returns the mean of text values per entry, weighted by characters. Entries without text get NaN. */
export function meanOverText(tree: ContentTree, values: ArrayLike<number>): Float64Array {
  const weight = Float64Array.from(tree.length)
  const sum = new Float64Array(tree.size)
  for (let e = 0; e < tree.size; e++) if (tree.isText[e] === 1) sum[e] = values[e] * tree.length[e]
  sumUp(tree, weight)
  sumUp(tree, sum)
  return sum.map((s, e) => s / weight[e])
}

/** A text cannot be divided. A text is kept if more than this share of the text is content. */
export const HALF = 0.5

/** Returns 1 for each text whose share exceeds `HALF`. @param share per text entry, in [0,1] @param report called for each text */
export function majorityOfTexts(
  tree: ContentTree,
  share: ArrayLike<number>,
  report: (entry: number, isKept: boolean, share: number) => void,
): Uint8Array {
  const kept = new Uint8Array(tree.size)
  for (let e = 0; e < tree.size; e++) {
    if (tree.isText[e] === 0) continue
    kept[e] = share[e] > HALF ? 1 : 0
    report(e, kept[e] === 1, share[e])
  }
  return kept
}
