/**
 * Levenshtein distance over words (insert, remove, replace: 1 each), for the text-to-tag ratio's edit distance ratio.
 *
 * Bit-parallel blocks of 32 rows (Myers 1999, Hyyrö 2003) inside a band of diagonals that doubles until the distance
 * fits (Ukkonen 1985). Between the bounds `max(n, m) − L` and `n + m − 2·L` that the LCS length L gives. Memory linear.
 */
import { lcsLength } from './lcs'
import { internWords } from './tokens'

/**
 * Number of words to insert, remove or replace to make one list of the other.
 * @param lcs their LCS length, if it is already known.
 */
export function levenshtein(wordsA: readonly string[], wordsB: readonly string[], lcs?: number): number {
  const { a, b, distinct } = internWords(wordsA, wordsB)
  return distanceOfNumbers(a, b, distinct, lcs ?? lcsLength(wordsA, wordsB))
}

/** The same for words that are numbered, below `distinct`: equal numbers of the two lists are equal words. */
export function distanceOfNumbers(numbersA: Int32Array, numbersB: Int32Array, distinct: number, lcs: number): number {
  const [a, b] = numbersA.length <= numbersB.length ? [numbersA, numbersB] : [numbersB, numbersA]
  let start = 0
  let endA = a.length
  let endB = b.length
  while (start < endA && a[start] === b[start]) start++
  while (endA > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  const n = endA - start
  const m = endB - start
  if (n === 0) return m
  const common = lcs - (start + a.length - endA)
  const atMost = Math.min(m, n + m - 2 * common)
  const atLeast = m - common
  const masks = blockMasks(a.subarray(start, endA), distinct)
  for (let k = Math.max(64, atLeast); ; k *= 2) {
    const band = Math.min(k, atMost)
    const distance = banded(masks, n, b.subarray(start, endB), band)
    if (distance <= band || band === atMost) return distance
  }
}

interface BlockMasks {
  /** Entry of a word and block in `blocks`/`values`, ascending by block within a word. */
  readonly first: Int32Array
  readonly blocks: Int32Array
  readonly values: Int32Array
}

function blockMasks(a: Int32Array, distinct: number): BlockMasks {
  const lists = new Map<number, number[]>()
  for (let i = 0; i < a.length; i++) {
    const w = a[i]
    let list = lists.get(w)
    if (!list) lists.set(w, (list = []))
    const block = i >>> 5
    const bit = 1 << (i & 31)
    if (list.length > 0 && list[list.length - 2] === block) list[list.length - 1] |= bit
    else list.push(block, bit)
  }
  const first = new Int32Array(distinct + 1)
  for (const [w, list] of lists) first[w + 1] = list.length / 2
  for (let w = 0; w < distinct; w++) first[w + 1] += first[w]
  const total = first[distinct]
  const blocks = new Int32Array(total)
  const values = new Int32Array(total)
  for (const [w, list] of lists) {
    const at = first[w]
    for (let k = 0; k < list.length; k += 2) {
      blocks[at + k / 2] = list[k]
      values[at + k / 2] = list[k + 1]
    }
  }
  return { first, blocks, values }
}

/** The distance if it is at most `k`; otherwise some greater number. Rows are words of a (n ≤ m), columns words of b. */
function banded(masks: BlockMasks, n: number, b: Int32Array, k: number): number {
  const m = b.length
  const lastBlock = (n - 1) >>> 5
  const plus = new Int32Array(lastBlock + 1).fill(-1)
  const minus = new Int32Array(lastBlock + 1)
  let bottom = Math.min(lastBlock, k >>> 5)
  // Value at the last row of block `bottom` (all rows of full blocks exist; those past n are padding).
  let score = (bottom + 1) * 32
  for (let j = 0; j < m; j++) {
    // Cells further than k off the diagonal cannot lie on a path that costs at most k.
    const top = Math.max(0, (j - k) >> 5)
    const wanted = Math.min(lastBlock, (j + k + 1) >> 5)
    if (wanted > bottom) {
      bottom++
      plus[bottom] = -1
      minus[bottom] = 0
      score += 32
    }
    if (top > lastBlock) return k + 1
    const word = b[j]
    let entry = masks.first[word]
    const stop = masks.first[word + 1]
    while (entry < stop && masks.blocks[entry] < top) entry++
    // Above the band a row costs one more a column: never less than the truth.
    let carryIn = 1
    for (let x = top; x <= bottom; x++) {
      let eq = 0
      if (entry < stop && masks.blocks[entry] === x) {
        eq = masks.values[entry]
        entry++
      }
      const pv = plus[x]
      const mv = minus[x]
      const xv = eq | mv
      if (carryIn < 0) eq |= 1
      const xh = (((eq & pv) + pv) ^ pv) | eq
      let ph = mv | ~(xh | pv)
      let mh = pv & xh
      const carryOut = (ph >>> 31) - (mh >>> 31)
      ph = (ph << 1) | (carryIn > 0 ? 1 : 0)
      mh = (mh << 1) | (carryIn < 0 ? 1 : 0)
      plus[x] = mh | ~(xv | ph)
      minus[x] = ph & xv
      carryIn = carryOut
    }
    score += carryIn
  }
  if (bottom < lastBlock) return k + 1
  // Walk up from the padding's last row to row n.
  let value = score
  for (let i = 31; i > ((n - 1) & 31); i--) {
    const bit = 1 << i
    if (plus[lastBlock] & bit) value--
    else if (minus[lastBlock] & bit) value++
  }
  return value
}
