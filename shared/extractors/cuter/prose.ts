import type { CuterRun } from './description'
import { mergeNeighbours, type Chosen } from './groups'
import { titleUnit, type Nodes } from './units'

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
  const group = new Float64Array(count)
  groups.forEach(({ first, last }, g) => {
    for (let u = first; u <= last; u++) if (isLarge[u] === 1) group[u] = g + 1
  })
  const article = group.map((g) => (g > 0 && g - 1 === chosen ? 1 : 0))
  if (active && chosen >= 0) reportGrowth()
  return {
    groups,
    group,
    chosen,
    article: Uint8Array.from(article),
    title,
    minTP,
    maxTP,
  }

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
      else if (article[u] === 1) decide(entry[u], 'keepNode', u === start ? 'largest-text' : 'near-text', TP[u], minTP)
      else decide(entry[u], 'dropNode', 'close', u < first ? first - u : u - last, p.maxGap)
    }
  }
}
