import { INLINE_TAGS, tagTable } from '../../page/tags'
import type { ContentTree } from '../../page/content-tree'

/**
 * Returns texts that belong to an element but are not its direct or inline text, for example in an unwrapped form, in a nested block, or
 * after an `hr`. The element's `keepNode` and `dropNode` do not affect these texts, so the extractor repeats the decision per text. Linear.
 * @param owner the element of an entry; negative: no element
 */
export function strayTexts(tree: ContentTree, owner: (entry: number) => number): number[] {
  const { page, size, node, parent, isText } = tree
  const inline = tagTable(page.tagNames, INLINE_TAGS)
  const stray: number[] = []
  // Per entry, the entry whose decision applies to this entry; -1 for texts and inline elements directly in an unwrapped element.
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
