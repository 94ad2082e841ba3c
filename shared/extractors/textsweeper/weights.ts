import type { ContentTree } from '../../page/content-tree'

export interface Weights {
  readonly heading: number
  readonly subheading: number
  readonly bold: number
  readonly lengthBias: boolean
}

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
function tagWeight(tag: string, weights: Weights): number {
  if (tag === 'h1' || tag === 'h2' || tag === 'h3') return weights.heading
  if (tag === 'h4' || tag === 'h5' || tag === 'h6') return weights.subheading
  return tag === 'b' || tag === 'strong' ? weights.bold : 1
}

/** Returns weighted lengths (equation 1): actual length · text weight · parent text weight. Elements have 0. */
export function weightedLengths(tree: ContentTree, weights: Weights): Float64Array {
  const { page, size, node, parent, isText, length } = tree
  const byTag = page.tagNames.map((name) => tagWeight(name, weights))
  const weightOf = (e: number): number => (e < 0 ? 1 : byTag[page.tag[node[e]]])
  const out = new Float64Array(size)
  for (let e = 0; e < size; e++) {
    if (isText[e] === 0) continue
    const actual = length[e]
    const p = parent[e]
    const textWeight = weightOf(p) * (weights.lengthBias ? lengthBias(actual) : 1)
    out[e] = actual * textWeight * weightOf(parent[p])
  }
  return out
}
