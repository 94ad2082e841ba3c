import type { ContentTree } from '../../page/content-tree'

/** More than this share of a text must count for the text to be kept: it is one piece, and is kept or left whole. */
export const HALF = 0.5

/**
 * Keeps the texts of which more than half counts. Linear.
 * @param share for each text entry how much of it counts, in [0,1]
 * @param told hears of each text
 * @returns 1 for each text that is kept
 */
export function majorityOfTexts(
  tree: ContentTree,
  share: ArrayLike<number>,
  told: (entry: number, isKept: boolean, share: number) => void,
): Uint8Array {
  const kept = new Uint8Array(tree.size)
  for (let e = 0; e < tree.size; e++) {
    if (tree.isText[e] === 0) continue
    kept[e] = share[e] > HALF ? 1 : 0
    told(e, kept[e] === 1, share[e])
  }
  return kept
}
