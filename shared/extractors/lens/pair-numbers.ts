/**
 * Numbers pairs of whole numbers from 0 on, in the order in which they are first met. An open hash table: the key of a `Map`
 * would have to be made of both, and is then too large to be compared without being allocated.
 */
export class PairNumbers {
  #size = 0
  readonly #shift: number
  readonly #first: Int32Array
  readonly #second: Int32Array
  /** Number of the pair in each slot, plus 1; 0 if it is free. */
  readonly #number: Int32Array

  /** @param most pairs that are met at most */
  constructor(most: number) {
    const bits = Math.max(4, 33 - Math.clz32(most))
    this.#shift = 32 - bits
    this.#first = new Int32Array(1 << bits)
    this.#second = new Int32Array(1 << bits)
    this.#number = new Int32Array(1 << bits)
  }

  /** How many different pairs were met. */
  get size(): number {
    return this.#size
  }

  /** Number of a pair. A new one gets `size`. */
  of(first: number, second: number): number {
    const number = this.#number
    const mask = number.length - 1
    let slot = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) >>> this.#shift
    while (number[slot] !== 0) {
      if (this.#first[slot] === first && this.#second[slot] === second) return number[slot] - 1
      slot = (slot + 1) & mask
    }
    this.#first[slot] = first
    this.#second[slot] = second
    number[slot] = ++this.#size
    return this.#size - 1
  }
}
