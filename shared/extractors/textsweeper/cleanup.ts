import { INLINE_TAGS, tagTable } from '../../page/tags'
import type { ContentTree } from '../../page/content-tree'

export const SPARED: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th', 'tr', 'li', 'dt', 'dd'])

export interface CleanupRule {
  /** Minimum net text of a block in characters, without weights. */
  readonly minTextLength: number
  readonly maxLinkShare: number
  readonly spare: boolean
}

export interface Cleanup {
  readonly gone: Uint8Array
  /** Net text of the remaining nodes, in characters without weights. */
  readonly net: number
}

/** Deletes nodes "which fall below a predefined minimum text length or which mainly contain links" (§3). */
export function cleanUp(
  tree: ContentTree,
  { content, inLink }: { readonly content: number; readonly inLink: Uint8Array },
  rule: CleanupRule,
  judge: (entry: number, net: number, linkShare: number, isDropped: boolean) => void,
): Cleanup {
  const { page, size, node, parent, end, isText, length } = tree
  const inline = tagTable(page.tagNames, INLINE_TAGS)
  const spared = tagTable(page.tagNames, rule.spare ? SPARED : new Set())
  const text = new Int32Array(size)
  const link = new Int32Array(size)
  const gone = new Uint8Array(size)
  for (let e = end[content] - 1; e > content; e--) {
    if (isText[e] === 1) {
      text[e] = length[e]
      if (inLink[e] === 1) link[e] = length[e]
    } else {
      const tag = page.tag[node[e]]
      if (inline[tag] === 0 && spared[tag] === 0) {
        const all = text[e]
        const net = all - link[e]
        const share = all === 0 ? 0 : link[e] / all
        const isDropped = net < rule.minTextLength || share > rule.maxLinkShare
        judge(e, net, share, isDropped)
        if (isDropped) {
          gone[e] = 1
          continue
        }
      }
    }
    const p = parent[e]
    text[p] += text[e]
    link[p] += link[e]
  }
  for (let e = content + 1; e < end[content]; e++) if (gone[parent[e]] === 1) gone[e] = 1
  return { gone, net: text[content] - link[content] }
}
