import { INLINE_TAGS, tagTable } from '../../page/tags'
import type { ContentTree } from '../../page/content-tree'
import type { ParamValues } from '../core/params'
import type { params } from './description'

type Settings = ParamValues<typeof params>

export const LENGTH_BIAS = [
  { below: 25, times: 0.5 },
  { below: 100, times: 1 },
  { below: 250, times: 1.2 },
  { below: Number.POSITIVE_INFINITY, times: 1.5 },
] as const

/** Returns the bias towards long text: "a good indicator for an article's content" (§3). @param length characters of the text node */
export function lengthBias(length: number): number {
  for (const { below, times } of LENGTH_BIAS) if (length < below) return times
  return 1
}

/** Returns the weight of a layout tag: "headings and bold text are considered more important than other elements" (§3). */
function tagWeight(tag: string, { headingWeight, subheadingWeight, boldWeight }: Settings): number {
  if (tag === 'h1' || tag === 'h2' || tag === 'h3') return headingWeight
  if (tag === 'h4' || tag === 'h5' || tag === 'h6') return subheadingWeight
  return tag === 'b' || tag === 'strong' ? boldWeight : 1
}

/** Returns weighted lengths (equation 1): actual length · text weight · parent text weight. Elements have 0. */
export function weightedLengths(tree: ContentTree, p: Settings): Float64Array {
  const { page, size, node, parent, isText, length } = tree
  const byTag = page.tagNames.map((name) => tagWeight(name, p))
  const weightOf = (e: number): number => (e < 0 ? 1 : byTag[page.tag[node[e]]])
  const out = new Float64Array(size)
  for (let e = 0; e < size; e++) {
    if (isText[e] === 0) continue
    const actual = length[e]
    const textWeight = weightOf(parent[e]) * (p.lengthBias ? lengthBias(actual) : 1)
    out[e] = actual * textWeight * weightOf(parent[parent[e]])
  }
  return out
}

export const SPARED: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'td', 'th', 'tr', 'li', 'dt', 'dd'])

/**
 * Deletes nodes "which fall below a predefined minimum text length or which mainly contain links" (§3). Lengths and the net text `net` of the
 * remaining nodes are characters without weights.
 */
export function cleanUp(
  tree: ContentTree,
  { content, inLink }: { readonly content: number; readonly inLink: Uint8Array },
  rule: Settings,
  judge: (entry: number, net: number, linkShare: number, isDropped: boolean) => void,
) {
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
