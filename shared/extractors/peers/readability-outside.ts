/** What stands neither in the winner nor beside it: its nearest scored element against the winner. */
import { TEXT, isWithin, type NodeId } from '../../page/page-model'
import type { Attempt, Scored, Winner } from './readability-record'
import type { Drop, Telling } from './readability-telling'

/** The candidates that are elements of the page, by id. */
function scoredById({ scored }: Pick<Attempt, 'scored'>): Map<NodeId, Scored> {
  const byId = new Map<NodeId, Scored>()
  for (const candidate of scored) {
    const [node] = candidate.place.ids
    if (node !== undefined && candidate.place.ids.length === 1) byId.set(node, candidate)
  }
  return byId
}

/**
 * A drop of each outermost node that was neither taken nor looked at beside the winner, and of each candidate in it, outer before inner:
 * the last one about a text is then that of its nearest scored element. Linear in the page.
 */
export function outsideOf(telling: Telling, attempt: Attempt, winner: Winner): Drop[] {
  const { page } = telling
  const scores = scoredById(attempt)
  const looked = new Set(attempt.siblings.flatMap(({ place }) => place.ids))
  for (const id of winner.place.ids) looked.add(id)
  const holds = new Uint8Array(page.count)
  for (const id of looked) for (let up = page.parent[id]; up >= 0 && holds[up] === 0; up = page.parent[up]) holds[up] = 1
  const [first = page.body] = winner.place.ids
  const drops: Drop[] = []
  const end = page.subtreeEnd[page.body]
  const blank = (n: NodeId): boolean => page.kind[n] === TEXT && page.text[n].trim() === ''
  const outside = (node: NodeId): void => {
    let scored: number = node
    while (scored >= 0 && !scores.has(scored)) scored = page.parent[scored]
    const nearest = scores.get(scored)
    const rule = scored < 0 ? 'outside-unscored' : isWithin(page, first, scored) ? 'outside-ancestor' : 'outside'
    drops.push({ node, rule, value: nearest?.score ?? 0, limit: winner.score, note: nearest?.place.label ?? '' })
  }
  let n: number = page.body + 1
  while (n < end) {
    if (looked.has(n) || telling.isOut(n) || blank(n)) n = page.subtreeEnd[n]
    else if (holds[n] === 1) n++
    else {
      const after = page.subtreeEnd[n]
      outside(n)
      for (let inner = n + 1; inner < after; inner++) if (scores.has(inner)) outside(inner)
      n = after
    }
  }
  return drops
}
