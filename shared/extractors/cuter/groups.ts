import { pageNode, type ContentTree } from '../../page/content-tree'
import type { Candidate } from '../core/extractor'
import { topTen } from '../kit/top-ten'
import type { Units } from './units'

/** A group of neighbouring valid units ("mergeNeighbouringNodes"). */
export interface Group {
  readonly first: number
  readonly last: number
  /** Bytes of the group's text, including merged units between the valid units. */
  readonly length: number
}

export interface Chosen {
  readonly groups: readonly Group[]
  /** Number of the group per unit, from 1. 0 marks a unit without a group. */
  readonly group: Float64Array
  /** Index of the article's group, or −1. */
  readonly chosen: number
  readonly article: Uint8Array
  /** Unit of the headline, or −1. Units before the headline are not valid. */
  readonly title: number
  readonly minTP: number
  readonly maxTP: number
  readonly lengths?: { readonly maxLength: number; readonly acceptableLength: number }
}

/**
 * Merges successive valid units whose numbers differ by at most `maxGap`. The text of a unit in a gap counts if `passes` is 1 for the unit.
 */
export function mergeNeighbours(valid: Uint8Array, passes: Uint8Array, SL: Float64Array, maxGap: number): Group[] {
  const groups: Group[] = []
  let first = -1
  let last = -1
  let length = 0
  let gap = 0
  for (let u = 0; u < valid.length; u++) {
    if (valid[u] === 0) {
      if (passes[u] === 1) gap += SL[u]
      continue
    }
    if (first >= 0 && u - last > maxGap) {
      groups.push({ first, last, length })
      first = -1
    }
    if (first < 0) {
      first = u
      length = 0
      gap = 0
    }
    length += gap + SL[u]
    gap = 0
    last = u
  }
  if (first >= 0) groups.push({ first, last, length })
  return groups
}

/** Returns the index of the first group of at least `acceptableLength` bytes, or -1. */
export function firstLongGroup(groups: readonly Group[], acceptableLength: number): number {
  return groups.findIndex((group) => group.length >= acceptableLength)
}

/**
 * Returns at most ten groups, including `article`, longest first. The node of a candidate is the smallest element that contains the group.
 */
export function candidates(
  tree: ContentTree,
  units: Units,
  groups: readonly Group[],
  { acceptable, article }: { readonly acceptable: number | undefined; readonly article: number },
): Candidate[] {
  const best = topTen(
    groups.length,
    (g) => groups[g].length,
    (g) => g === article,
  )
  return best.map((g) => {
    const { first, last, length } = groups[g]
    let holder = units.entry[first]
    while (tree.end[holder] <= units.entry[last]) holder = tree.parent[holder]
    return {
      node: pageNode(tree, holder),
      score: length,
      terms: [
        { label: 'group number', value: g + 1 },
        ...(acceptable === undefined ? [] : [{ label: 'acceptable length', value: acceptable }]),
        { label: 'is the article', value: g === article ? 1 : 0 },
      ],
      ...(g === article && { chosen: true as const }),
    }
  })
}
