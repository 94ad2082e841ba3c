/**
 * Computes the longest common subsequence (LCS) of two word lists a and b by bit-parallel rows (Hyyrö 2004). The number of zeros below bit
 * i of row j is the LCS length of the first i words of a and the first j words of b. From the row v, the next row is `v' = (v + (v & m)) |
 * (v & ~m)`. The bits of m are the positions in a of the next word of b.
 */
import { internWords } from './tokens'

/** Positions of words as bits. Word w has the bits `mask[k]` in the 32-bit blocks `block[k]`, for k in `[first[w], first[w + 1])`. */
export interface MatchMasks {
  readonly first: Int32Array
  readonly block: Int32Array
  readonly mask: Int32Array
}

/** If `reverse`, bit 0 is the last word of `a`. */
export function matchMasks(a: Int32Array, distinct: number, reverse = false): MatchMasks {
  const n = a.length
  const first = new Int32Array(distinct + 1)
  const last = new Int32Array(distinct).fill(-1)
  for (let i = 0; i < n; i++) {
    const w = a[reverse ? n - 1 - i : i]
    const b = i >>> 5
    if (last[w] !== b) {
      last[w] = b
      first[w + 1] += 1
    }
  }
  for (let w = 0; w < distinct; w++) first[w + 1] += first[w]
  const size = first[distinct]
  const block = new Int32Array(size)
  const mask = new Int32Array(size)
  const next = first.slice(0, distinct)
  last.fill(-1)
  for (let i = 0; i < n; i++) {
    const w = a[reverse ? n - 1 - i : i]
    const b = i >>> 5
    if (last[w] !== b) {
      last[w] = b
      block[next[w]] = b
      next[w] += 1
    }
    mask[next[w] - 1] |= 1 << (i & 31)
  }
  return { first, block, mask }
}

function advance(v: Int32Array, { first, block, mask }: MatchMasks, word: number): void {
  const stop = first[word + 1]
  let k = first[word]
  if (k === stop) return
  let x = block[k]
  let carry = 0
  for (; k < stop; k++) {
    const w = block[k]
    // In a block without a match, v' = (v + carry) | v.
    while (carry !== 0 && x < w) {
      const old = v[x]
      v[x] = (old + 1) | old
      carry = old === -1 ? 1 : 0
      x++
    }
    const old = v[w]
    const m = mask[k]
    const u = old & m
    const sum = (old + u + carry) | 0
    carry = ((old & u) | ((old | u) & ~sum)) >>> 31
    v[w] = sum | (old & ~m)
    x = w + 1
  }
  while (carry !== 0 && x < v.length) {
    const old = v[x]
    v[x] = (old + 1) | old
    carry = old === -1 ? 1 : 0
    x++
  }
}

const firstRow = (n: number): Int32Array => new Int32Array((n + 31) >>> 5).fill(-1)

/** Returns the row after all words of b. If `reverse`, reads both lists backwards. */
function lastRow(a: Int32Array, b: Int32Array, distinct: number, reverse = false): Int32Array {
  const v = firstRow(a.length)
  const masks = matchMasks(a, distinct, reverse)
  for (let j = 0; j < b.length; j++) advance(v, masks, b[reverse ? b.length - 1 - j : j])
  return v
}

const isZero = (v: Int32Array, i: number): boolean => ((v[i >>> 5] >>> (i & 31)) & 1) === 0

function popCount(value: number): number {
  let x = value - ((value >>> 1) & 0x55555555)
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  x = (x + (x >>> 4)) & 0x0f0f0f0f
  return Math.imul(x, 0x01010101) >>> 24
}

function zeros(v: Int32Array, n: number): number {
  const whole = n >>> 5
  let count = 0
  for (let x = 0; x < whole; x++) count += popCount(~v[x])
  const rest = n & 31
  if (rest > 0) count += popCount(~v[whole] & ((1 << rest) - 1))
  return count
}

/** Removes the common beginning and the common end of two lists. Some longest common subsequence contains all removed words. */
export function trim(a: Int32Array, b: Int32Array) {
  let start = 0
  let endA = a.length
  let endB = b.length
  while (start < endA && start < endB && a[start] === b[start]) start++
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  return { start, common: start + a.length - endA, a: a.subarray(start, endA), b: b.subarray(start, endB) }
}

export function lcsLength(wordsA: readonly string[], wordsB: readonly string[]): number {
  const [short, long] = wordsA.length <= wordsB.length ? [wordsA, wordsB] : [wordsB, wordsA]
  const numbered = internWords(short, long)
  const { common, a, b } = trim(numbered.a, numbered.b)
  return common + zeros(lastRow(a, b, numbered.distinct), a.length)
}

/** Word `a[i]` of the first list matches word `b[i]` of the second list. Both fields ascend. */
interface Matching {
  readonly a: Int32Array
  readonly b: Int32Array
}

/**
 * Maximum number of 32-bit blocks (16 MiB) that `walkBack` stores in addition to the first row. Lists that need more blocks are halved
 * first.
 */
const KEPT_BLOCKS = 4 * 1024 * 1024

/** Returns one longest common subsequence. Halves long lists to limit the memory (Hirschberg 1975). */
export function lcsMatching(wordsA: readonly string[], wordsB: readonly string[]): Matching {
  const { a, b, distinct } = internWords(wordsA, wordsB)
  return matchNumbers(a, b, distinct)
}

/** Matches lists of numbers. All numbers are below `distinct`. */
export function matchNumbers(numbersA: Int32Array, numbersB: Int32Array, distinct: number): Matching {
  const swapped = numbersA.length > numbersB.length
  const a = swapped ? numbersB : numbersA
  const b = swapped ? numbersA : numbersB
  const { start, common, ...middle } = trim(a, b)
  const inA: number[] = []
  const inB: number[] = []
  const match = (i: number, j: number, count: number): void => {
    for (let k = 0; k < count; k++) {
      inA.push(i + k)
      inB.push(j + k)
    }
  }
  match(0, 0, start)
  // Ranges that are not matched yet, leftmost on top. Four numbers per range: start and end in `a`, start and end in `b`.
  const stack: number[] = [start, start + middle.a.length, start, start + middle.b.length]
  while (stack.length > 0) {
    const [fromA, toA, fromB, toB] = stack.splice(-4)
    if (fromA === toA || fromB === toB) continue
    const [ownA, ownB] = [a.subarray(fromA, toA), b.subarray(fromB, toB)]
    if (ownB.length === 1 || ((ownA.length + 31) >>> 5) * ownB.length <= KEPT_BLOCKS) {
      for (const [i, j] of walkBack(ownA, ownB, distinct).reverse()) match(fromA + i, fromB + j, 1)
      continue
    }
    const half = ownB.length >>> 1
    const split = fromA + bestSplit(ownA, ownB, half, distinct)
    stack.push(split, toA, fromB + half, toB, fromA, split, fromB, fromB + half)
  }
  const end = common - start
  match(a.length - end, b.length - end, end)
  const one = Int32Array.from(inA)
  const other = Int32Array.from(inB)
  return swapped ? { a: other, b: one } : { a: one, b: other }
}

/**
 * Returns the first position at which a split of `a` gives the largest sum of two LCS lengths. The first part of `a` is matched with `b`
 * before `half`, the second part with the rest of `b`.
 */
function bestSplit(a: Int32Array, b: Int32Array, half: number, distinct: number): number {
  const n = a.length
  const left = lastRow(a, b.subarray(0, half), distinct)
  const right = lastRow(a, b.subarray(half), distinct, true)
  // The sum for split i is the number of zeros of `left` below i plus the number of zeros of `right` below n − i.
  let sum = zeros(right, n)
  let best = sum
  let split = 0
  for (let i = 0; i < n; i++) {
    if (isZero(left, i)) sum++
    if (isZero(right, n - 1 - i)) sum--
    if (sum > best) {
      best = sum
      split = i + 1
    }
  }
  return split
}

/** Stores every row. Reads one subsequence backwards from the last row. @returns pairs of positions, last pair first */
function walkBack(a: Int32Array, b: Int32Array, distinct: number): [number, number][] {
  const masks = matchMasks(a, distinct)
  const v = firstRow(a.length)
  const rows = new Int32Array(v.length * (b.length + 1))
  rows.set(v, 0)
  for (let j = 0; j < b.length; j++) {
    advance(v, masks, b[j])
    rows.set(v, v.length * (j + 1))
  }
  const isRowZero = (row: number, i: number): boolean => isZero(rows, row * v.length * 32 + i)
  const pairs: [number, number][] = []
  let i = a.length
  let j = b.length
  while (i > 0 && j > 0) {
    if (!isRowZero(j, i - 1)) i--
    else if (isRowZero(j - 1, i - 1)) j--
    // Row j has a zero at this bit, and row j − 1 has a one. Therefore the words `a[i - 1]` and `b[j - 1]` are equal.
    else pairs.push([--i, --j])
  }
  return pairs
}
