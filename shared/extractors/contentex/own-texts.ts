import { collapse } from '../../page/text'
import { INLINE_TAGS, tagTable } from '../../page/tags'
import type { ContentTree } from '../../page/content-tree'

export interface OwnTexts {
  /** Block each entry is read with: text and inline elements with the nearest block above. */
  readonly home: Int32Array
  /** Text of each block that is no longer than the limit; absent where it is longer or there is none. */
  readonly text: ReadonlyMap<number, string>
}

/** Short texts of blocks, inline parts joined. Linear. @param limit longest text in characters */
export function shortOwnTexts(tree: ContentTree, limit: number): OwnTexts {
  const { page, size, node, parent, isText, length } = tree
  const inline = tagTable(page.tagNames, INLINE_TAGS)
  const home = new Int32Array(size)
  const total = new Int32Array(size)
  for (let e = 1; e < size; e++) {
    const folded = isText[e] === 1 || inline[page.tag[node[e]]] === 1
    const at = folded ? home[parent[e]] : e
    home[e] = at
    total[at] += length[e]
  }
  const text = new Map<number, string>()
  for (let e = 1; e < size; e++) {
    const at = home[e]
    if (isText[e] === 0 || total[at] > limit) continue
    text.set(at, `${text.get(at) ?? ''} ${collapse(page.text[node[e]])}`)
  }
  return { home, text }
}
