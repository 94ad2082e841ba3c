/** Whole numbers in a row that grows: one typed array in place of a list and its copy. */
export class IntList {
  #items: Int32Array
  #length = 0

  /** @param expected how many numbers are likely; the row grows where there are more */
  constructor(expected: number) {
    this.#items = new Int32Array(Math.max(16, expected))
  }

  get length(): number {
    return this.#length
  }

  push(item: number): void {
    if (this.#length === this.#items.length) {
      const grown = new Int32Array(this.#length * 2)
      grown.set(this.#items)
      this.#items = grown
    }
    this.#items[this.#length++] = item
  }

  /** Writes over a number that was pushed before. */
  set(at: number, item: number): void {
    this.#items[at] = item
  }

  /** The numbers, in an array of their own. */
  toArray(): Int32Array {
    return this.#items.slice(0, this.#length)
  }
}
