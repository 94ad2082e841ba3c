/**
 * Returns the indices of the ten largest values, largest first, ties by index, for runner-up boards.
 * @param count number of values
 * @param value value of an index; NaN and -Infinity are omitted
 * @param chosen marks entries chosen by another criterion: if none is among the ten, the largest of these gets the last place
 */
export function topTen(count: number, value: (index: number) => number, chosen?: (index: number) => boolean): number[] {
  const top: number[] = []
  /** The least value in the list. */
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
