import { INLINE_TAGS, tagTable } from '../../page/tags'
import type { ContentTree } from '../../page/content-tree'

/**
 * Returns texts that the `keepNode` and `dropNode` of their element do not affect, such as texts in an unwrapped form. The extractor
 * repeats the decision for each text. @param owner returns the element of a text, or a negative number to omit the text
 */
export function strayTexts(tree: ContentTree, owner: (entry: number) => number): number[] {
  const { page, size, node, parent, isText } = tree
  const inline = tagTable(page.tagNames, INLINE_TAGS)
  const stray: number[] = []
  // Per entry, the entry whose decision applies. Texts and inline elements directly in an unwrapped element have -1.
  const reach = new Int32Array(size)
  for (let e = 1; e < size; e++) {
    const n = node[e]
    const p = parent[e]
    const follows = isText[e] === 1 || inline[page.tag[n]] === 1
    reach[e] = !follows ? e : page.parent[n] === node[p] ? reach[p] : -1
    if (isText[e] === 1 && owner(e) >= 0 && owner(e) !== reach[e]) stray.push(e)
  }
  return stray
}
