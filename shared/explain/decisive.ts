import type { Outcome, Trace } from '../extractors/core/probe'
import { ELEMENT, tagName, type NodeId, type PageModel } from '../page/page-model'
import { INLINE_TAGS } from '../page/tags'
import { outcomeOf } from './gauge'

export const KEEPS: readonly Outcome[] = ['keep', 'keepNode']
export const DROPS: readonly Outcome[] = ['drop', 'dropNode']

/**
 * Returns the index of the decision that explains a node's status; -1 if missing. For the status `path`, considers only decisions about the
 * node. For other statuses, prefers decisions that keep or drop the node or an ancestor, then decisions about source lines, then tests.
 */
export function findDecisive(
  [page, node, status]: readonly [PageModel, NodeId, 'kept' | 'path' | 'out'],
  trace: Trace,
  found: readonly number[],
  distance: (d: number) => number,
  lines: ReadonlyMap<number, number>,
): number {
  const outcome = (d: number): Outcome => outcomeOf(trace, d)
  const onNode = (d: number): boolean => trace.perLine[d] === 0

  if (status === 'path') {
    const own = found.filter((d) => onNode(d) && distance(d) === 0)
    return own.findLast((d) => outcome(d) === 'path') ?? own.findLast((d) => outcome(d) !== 'fail') ?? -1
  }
  const agreeing = status === 'kept' ? KEEPS : DROPS

  // Outcome of the last decision that keeps or drops the subtree of the node or of an ancestor.
  let last: Outcome | null = null
  let judged = Number.POSITIVE_INFINITY
  // Distance of the nearest decision about a subtree. This decision has priority over decisions about the direct text of a farther
  // ancestor.
  let shield = Number.POSITIVE_INFINITY
  for (const d of found) {
    const o = outcome(d)
    if (!onNode(d)) continue
    if (o === 'keepNode' || o === 'dropNode') judged = Math.min(judged, distance(d))
    if (o !== 'keep' && o !== 'drop') continue
    shield = Math.min(shield, distance(d))
    last = o
  }
  const applies = (d: number): boolean => {
    const o = outcome(d)
    if (!agreeing.includes(o) || !onNode(d)) return false
    return o === 'keep' || o === 'drop' ? o === last : distance(d) === judged && judged <= shield
  }
  // If dropped elements are nested, the nearest dropped element explains the result. Drops before the last keep do not count.
  const since = status === 'out' ? found.findLastIndex((d) => onNode(d) && outcome(d) === 'keep') + 1 : 0
  const direct = found.slice(since).reduce<number | null>((best, d) => {
    if (!applies(d)) return best
    return best === null || status === 'kept' || distance(d) <= distance(best) ? d : best
  }, null)
  if (direct !== null) return direct

  // Choose a decision that agrees with the result and is about a line. Prefer the line that shares the most characters with the node.
  let best = -1
  let most = 0
  for (const d of found) {
    if (onNode(d) || !(agreeing.includes(outcome(d)) || outcome(d) === (status === 'kept' ? 'pass' : 'fail'))) continue
    const characters = lines.get(trace.subject[d] as number) ?? 0
    if (characters >= most) {
      most = characters
      best = d
    }
  }
  if (best >= 0) return best

  // Otherwise choose the test nearest to the node, and among equally near tests the last.
  const weak: readonly Outcome[] = status === 'kept' ? ['pass'] : ['fail', 'path']
  for (const d of found) {
    if (!onNode(d) || !weak.includes(outcome(d))) continue
    // A test of an element does not apply to block elements inside the element.
    if (distance(d) > 0 && page.kind[node] === ELEMENT && !INLINE_TAGS.has(tagName(page, node)) && outcome(d) !== 'path') continue
    if (best < 0 || distance(d) <= distance(best)) best = d
  }
  return best
}
