/**
 * The indices of the ten largest values, largest first, ties by index; for runner-up boards.
 * @param count how many values there are
 * @param value value of an index; NaN and -Infinity are left out
 */
export function topTen(count: number, value: (index: number) => number): number[] {
  const top: number[] = []
  for (let i = 0; i < count; i++) {
    const v = value(i)
    if (!(v > Number.NEGATIVE_INFINITY)) continue
    const last = top.at(-1)
    if (top.length === 10 && last !== undefined && v <= value(last)) continue
    let at = top.length
    while (at > 0 && value(top[at - 1]) < v) at--
    top.splice(at, 0, i)
    if (top.length > 10) top.pop()
  }
  return top
}
