import type { ContentTree } from '../../page/content-tree'

const LEADERS = 5

/**
 * Returns at most ten entries, best first. Up to five entries are the largest entries that do not contain each other. The other entries are
 * the largest remaining entries.
 * @param value entries with NaN or -Infinity are omitted
 */
export function contest({ size, end, parent }: Pick<ContentTree, 'size' | 'end' | 'parent'>, value: (entry: number) => number): number[] {
  const open = new Float64Array(size)
  for (let e = 0; e < size; e++) open[e] = value(e)
  const others = open.slice()
  const leaders: number[] = []
  while (leaders.length < LEADERS) {
    let best = -1
    let most = Number.NEGATIVE_INFINITY
    for (let e = 0; e < size; e++) {
      if (open[e] > most) {
        best = e
        most = open[e]
      }
    }
    if (best < 0) break
    leaders.push(best)
    others[best] = Number.NaN
    open.fill(Number.NaN, best, end[best])
    for (let a = parent[best]; a >= 0; a = parent[a]) open[a] = Number.NaN
  }
  const rest = topTen(size, (e) => others[e]).slice(0, 10 - leaders.length)
  return [...leaders, ...rest].sort((a, b) => value(b) - value(a) || a - b)
}

/**
 * Returns the indices of the ten largest values, largest first, without NaN and -Infinity. If the best `chosen` index is not in the list,
 * this index replaces the tenth.
 */
export function topTen(count: number, value: (index: number) => number, chosen?: (index: number) => boolean): number[] {
  const top: number[] = []
  let least = Number.NEGATIVE_INFINITY
  let held = -1
  for (let i = 0; i < count; i++) {
    const v = value(i)
    if (chosen?.(i) && v > (held < 0 ? Number.NEGATIVE_INFINITY : value(held))) held = i
    if (!(v > least)) continue
    let at = top.length
    while (at > 0 && value(top[at - 1]) < v) at--
    top.splice(at, 0, i)
    if (top.length > 10) top.pop()
    if (top.length === 10) least = value(top[9])
  }
  if (held >= 0 && !top.includes(held)) top[9] = held
  return top
}
