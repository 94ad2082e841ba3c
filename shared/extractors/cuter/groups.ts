import { pageNode, type ContentTree } from '../../page/content-tree'
import type { Candidate } from '../core/extractor'
import { topTen } from '../kit/top-ten'
import { type Units, titleUnit, type Nodes } from './units'
import type { CuterRun } from './description'

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

/** Returns the number of the group per unit, from 1. @param isMember units inside a group with 0 belong to no group */
export function groupNumbers(groups: readonly Group[], isMember: Uint8Array): Float64Array {
  const group = new Float64Array(isMember.length)
  for (const [g, { first, last }] of groups.entries()) for (let u = first; u <= last; u++) if (isMember[u] === 1) group[u] = g + 1
  return group
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

/**
 * Grows the article from the node with the largest TP (§IV). Near nodes join if their TP exceeds the largest TP divided by `nearDivisor`.
 */
export function growFromLargest({ tree, p, active, step, decide }: CuterRun, nodes: Nodes): Chosen {
  const { entry, of, count, SL, TP, out } = nodes
  const title = p.titleHint ? titleUnit(tree, of) : -1
  let start = -1
  for (let u = Math.max(title, 0); u < count; u++) if (out[u] === 0 && (start < 0 || TP[u] > TP[start])) start = u
  const maxTP = start < 0 ? 0 : TP[start]
  const minTP = start < 0 ? 0 : SL[start] / p.nearDivisor / nodes.SH
  step(
    'text percentage',
    'The text percentage of every node is computed: its share of the text of the page. The procedure starts at nk, the node with the largest text percentage.',
    {
      measures: ['TP'],
      values: { minTP, maxTP },
      lines: ['sort', 'largest'],
      ...(start >= 0 && { entry: entry[start] }),
    },
  )
  if (start >= 0) decide(entry[start], 'pass', 'largest-text', maxTP, minTP)

  const isLarge = out.map((value, u) => (value === 0 && u >= title && (u === start || TP[u] > minTP) ? 1 : 0))
  const groups = mergeNeighbours(isLarge, new Uint8Array(count), SL, p.maxGap)
  const chosen = groups.findIndex(({ first, last }) => first <= start && start <= last)
  const group = groupNumbers(groups, isLarge)
  if (active && chosen >= 0) reportGrowth()
  return { groups, group, chosen, title, minTP, maxTP }

  function reportGrowth(): void {
    const { first, last, length } = groups[chosen]
    let [low, high] = [start, start]
    const next = (from: number, by: 1 | -1): number => {
      for (let u = from + by; u >= first && u <= last; u += by) if (isLarge[u] === 1) return u
      return -1
    }
    while (low > first || high < last) {
      const [before, after] = [next(low, -1), next(high, 1)]
      const isBefore = after < 0 || (before >= 0 && low - before <= after - high)
      const joined = isBefore ? before : after
      step('unite', `Node ${joined + 1} is close to the united nodes, and its TP exceeds the limit. So the node is united with them.`, {
        entry: entry[joined],
        values: { minTP },
        lines: ['near', 'unite', 'again'],
      })
      decide(entry[joined], 'pass', 'close', isBefore ? low - before : after - high, p.maxGap)
      if (isBefore) low = before
      else high = after
    }
    step('rest', 'The other nodes are omitted, for example because they have too little text or are too far away.', {
      values: { length },
      lines: ['rest'],
    })
    for (let u = 0; u < count; u++) {
      if (out[u] === 1) continue
      if (u < title) decide(entry[u], 'dropNode', 'before-title', u + 1, title + 1)
      else if (isLarge[u] === 0) decide(entry[u], 'dropNode', 'near-text', TP[u], minTP)
      else if (group[u] === chosen + 1) decide(entry[u], 'keepNode', u === start ? 'largest-text' : 'near-text', TP[u], minTP)
      else decide(entry[u], 'dropNode', 'close', u < first ? first - u : u - last, p.maxGap)
    }
  }
}
