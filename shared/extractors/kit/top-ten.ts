/**
 * The indices of the ten largest values, largest first, ties by index; for runner-up boards.
 * @param count how many values there are
 * @param value value of an index; NaN and -Infinity are left out
 */
export function topTen(count: number, value: (index: number) => number): number[] {
  const top: number[] = []
  /** What a value has to be above to be among them. */
  let least = Number.NEGATIVE_INFINITY
  for (let i = 0; i < count; i++) {
    const v = value(i)
    if (!(v > least)) continue
    let at = top.length
    while (at > 0 && value(top[at - 1]) < v) at--
    top.splice(at, 0, i)
    if (top.length > 10) top.pop()
    if (top.length === 10) least = value(top[9])
  }
  return top
}
