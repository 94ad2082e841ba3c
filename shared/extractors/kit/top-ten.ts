/**
 * The indices of the ten largest values, largest first, ties by index; for runner-up boards.
 * @param count how many values there are
 * @param value value of an index; NaN and -Infinity are left out
 * @param chosen where something else than the value chooses: the largest of these takes the tenth place, where none is among the ten
 */
export function topTen(count: number, value: (index: number) => number, chosen?: (index: number) => boolean): number[] {
  const top: number[] = []
  /** What a value has to be above to be among them. */
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
