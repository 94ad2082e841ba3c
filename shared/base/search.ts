/** Binary search in `count` ascending positions: returns the index of the last position ≤ `value`; -1 if all are greater. */
export function lastAtOrBefore(count: number, placeOf: (index: number) => number, value: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (placeOf(middle) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
