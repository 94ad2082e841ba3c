export class IntList {
  #items: Int32Array
  #length = 0

  constructor(expected: number) {
    this.#items = new Int32Array(Math.max(16, expected))
  }

  get length(): number {
    return this.#length
  }

  push(item: number): void {
    if (this.#length === this.#items.length) {
      const longer = new Int32Array(this.#length * 2)
      longer.set(this.#items)
      this.#items = longer
    }
    this.#items[this.#length++] = item
  }

  set(at: number, item: number): void {
    this.#items[at] = item
  }

  toArray(): Int32Array {
    return this.#items.slice(0, this.#length)
  }
}

/** Returns the index of the range that contains a value; 0 for values before the first range. @param starts first value per range, ascending */
export function rangeAt({ start, count }: { readonly start: ArrayLike<number>; readonly count: number }, value: number): number {
  const at = lastAtOrBefore(count, (i) => start[i], value)
  return Math.max(0, at)
}

/** Returns the last index below `count` with `placeOf(index) <= value`; -1 without such an index. `placeOf` must ascend. */
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
