/**
 * Longest common subsequence of two word lists: its length, and one subsequence.
 *
 * Bit-parallel rows (Hyyrö 2004): bit i of `v` is 0 where the row's LCS grows at word i of `a`, so that
 * `LCS(a[0..i), b[0..j)) = zeros of v_j below i`, and a row follows from the last by
 * `v' = (v + (v & m)) | (v & ~m)`, with m the places of b's word in a. Match masks are sparse: a row costs the
 * 32-bit blocks that hold a match plus the run of the carry. Time O(matches/1 + carries), at worst n·m/32; never an n·m table.
 */
import { internWords } from './tokens'

/** Places of each word in a list, as blocks of 32 bits: `block[k]`, `mask[k]` for k in `[first[w], first[w + 1])`. */
interface MatchMasks {
  readonly first: Int32Array
  readonly block: Int32Array
  readonly mask: Int32Array
}

/** Masks of `a[from..to)`; walks backwards where `reverse`, so that bit 0 is the last word. */
function matchMasks(a: Int32Array, from: number, to: number, distinct: number, reverse: boolean): MatchMasks {
  const n = to - from
  const first = new Int32Array(distinct + 1)
  const last = new Int32Array(distinct).fill(-1)
  for (let i = 0; i < n; i++) {
    const w = a[reverse ? to - 1 - i : from + i]
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
    const w = a[reverse ? to - 1 - i : from + i]
    const b = i >>> 5
    if (last[w] !== b) {
      last[w] = b
      block[next[w]] = b
      next[w] += 1
    }
    const k = next[w] - 1
    mask[k] |= 1 << (i & 31)
  }
  return { first, block, mask }
}

/** One row: takes in a word of b. */
function advance(v: Int32Array, blocks: number, masks: MatchMasks, word: number): void {
  const { first, block, mask } = masks
  const stop = first[word + 1]
  let k = first[word]
  if (k === stop) return
  let x = block[k]
  let carry = 0
  for (; k < stop; k++) {
    const w = block[k]
    // Between matches v' = v + carry | v: the carry runs through blocks of ones.
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
  while (carry !== 0 && x < blocks) {
    const old = v[x]
    v[x] = (old + 1) | old
    carry = old === -1 ? 1 : 0
    x++
  }
}

function popCount(value: number): number {
  let x = value - ((value >>> 1) & 0x55555555)
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  x = (x + (x >>> 4)) & 0x0f0f0f0f
  return Math.imul(x, 0x01010101) >>> 24
}

/** Zeros among the first n bits. */
function zeros(v: Int32Array, n: number): number {
  const whole = n >>> 5
  let count = 0
  for (let x = 0; x < whole; x++) count += popCount(~v[x])
  const rest = n & 31
  if (rest > 0) count += popCount(~v[whole] & ((1 << rest) - 1))
  return count
}

/** Equal words at both ends belong to some longest common subsequence and are set aside. */
function trim(a: Int32Array, b: Int32Array): { start: number; endA: number; endB: number } {
  let start = 0
  let endA = a.length
  let endB = b.length
  while (start < endA && start < endB && a[start] === b[start]) start++
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--
    endB--
  }
  return { start, endA, endB }
}

/** Length of the longest common subsequence of two word lists, in words. Memory linear. */
export function lcsLength(wordsA: readonly string[], wordsB: readonly string[]): number {
  // The shorter list makes the bits.
  const [short, long] = wordsA.length <= wordsB.length ? [wordsA, wordsB] : [wordsB, wordsA]
  const { a, b, distinct } = internWords(short, long)
  const { start, endA, endB } = trim(a, b)
  const common = start + (a.length - endA)
  const n = endA - start
  if (n === 0) return common
  const blocks = (n + 31) >>> 5
  const v = new Int32Array(blocks).fill(-1)
  const masks = matchMasks(a, start, endA, distinct, false)
  for (let j = start; j < endB; j++) advance(v, blocks, masks, b[j])
  return common + zeros(v, n)
}

/** Two lists of equal length: word `a[i]` is matched with word `b[i]`; both ascend. */
export interface Matching {
  readonly a: Int32Array
  readonly b: Int32Array
}

/** Blocks of bits kept for walking back before the lists are halved instead; 16 MiB. */
const KEPT_BLOCKS = 4 * 1024 * 1024

/**
 * One longest common subsequence, as pairs of positions. Deterministic. Memory linear in the words plus a fixed
 * 16 MiB: short stretches keep their rows and walk back, long ones are halved first (Hirschberg 1975), which
 * doubles the time of `lcsLength`.
 */
export function lcsMatching(wordsA: readonly string[], wordsB: readonly string[]): Matching {
  const { a, b, distinct } = internWords(wordsA, wordsB)
  return matchNumbers(a, b, distinct)
}

/** The same for words that are numbered, below `distinct`: equal numbers of the two lists are equal words. */
export function matchNumbers(numbersA: Int32Array, numbersB: Int32Array, distinct: number): Matching {
  const swapped = numbersA.length > numbersB.length
  const a = swapped ? numbersB : numbersA
  const b = swapped ? numbersA : numbersB
  const { start, endA, endB } = trim(a, b)
  const inA: number[] = []
  const inB: number[] = []
  for (let i = 0; i < start; i++) {
    inA.push(i)
    inB.push(i)
  }
  // Stretches still to do, the leftmost on top: four numbers each.
  const stack: number[] = [start, endA, start, endB]
  while (stack.length > 0) {
    const toB = stack.pop() as number
    const fromB = stack.pop() as number
    const toA = stack.pop() as number
    const fromA = stack.pop() as number
    const n = toA - fromA
    const m = toB - fromB
    if (n === 0 || m === 0) continue
    const blocks = (n + 31) >>> 5
    if (m === 1 || blocks * m <= KEPT_BLOCKS) {
      walkBack(a, fromA, n, b, fromB, m, distinct, inA, inB)
      continue
    }
    const middle = fromB + (m >>> 1)
    const split = fromA + bestSplit(a, fromA, toA, b, fromB, middle, toB, distinct)
    stack.push(split, toA, middle, toB, fromA, split, fromB, middle)
  }
  for (let i = endA, j = endB; i < a.length; i++, j++) {
    inA.push(i)
    inB.push(j)
  }
  const one = Int32Array.from(inA)
  const other = Int32Array.from(inB)
  return swapped ? { a: other, b: one } : { a: one, b: other }
}

/** Where `a` is cut so that the halves of `b` lose nothing: the first split with the greatest sum of both sides' LCS. */
function bestSplit(
  a: Int32Array,
  fromA: number,
  toA: number,
  b: Int32Array,
  fromB: number,
  middle: number,
  toB: number,
  distinct: number,
): number {
  const n = toA - fromA
  const blocks = (n + 31) >>> 5
  const left = new Int32Array(blocks).fill(-1)
  const leftMasks = matchMasks(a, fromA, toA, distinct, false)
  for (let j = fromB; j < middle; j++) advance(left, blocks, leftMasks, b[j])
  const right = new Int32Array(blocks).fill(-1)
  const rightMasks = matchMasks(a, fromA, toA, distinct, true)
  for (let j = toB - 1; j >= middle; j--) advance(right, blocks, rightMasks, b[j])
  // Sum at a split i: zeros of left below i, zeros of right below n - i.
  let sum = zeros(right, n)
  let best = sum
  let split = 0
  for (let i = 0; i < n; i++) {
    if (((left[i >>> 5] >>> (i & 31)) & 1) === 0) sum++
    const r = n - 1 - i
    if (((right[r >>> 5] >>> (r & 31)) & 1) === 0) sum--
    if (sum > best) {
      best = sum
      split = i + 1
    }
  }
  return split
}

/** Keeps every row of the stretch and reads one subsequence back from the last. */
function walkBack(
  a: Int32Array,
  fromA: number,
  n: number,
  b: Int32Array,
  fromB: number,
  m: number,
  distinct: number,
  inA: number[],
  inB: number[],
): void {
  const blocks = (n + 31) >>> 5
  const masks = matchMasks(a, fromA, fromA + n, distinct, false)
  const rows = new Int32Array(blocks * (m + 1))
  const v = new Int32Array(blocks).fill(-1)
  rows.set(v, 0)
  for (let j = 0; j < m; j++) {
    advance(v, blocks, masks, b[fromB + j])
    rows.set(v, blocks * (j + 1))
  }
  const isZero = (row: number, i: number): boolean => ((rows[row * blocks + (i >>> 5)] >>> (i & 31)) & 1) === 0
  const at = inA.length
  let i = n
  let j = m
  while (i > 0 && j > 0) {
    if (!isZero(j, i - 1)) i--
    else if (isZero(j - 1, i - 1)) j--
    else {
      // The row grew here and the one above did not: the two words are the same.
      i--
      j--
      inA.push(fromA + i)
      inB.push(fromB + j)
    }
  }
  reverseFrom(inA, at)
  reverseFrom(inB, at)
}

function reverseFrom(list: number[], from: number): void {
  for (let low = from, high = list.length - 1; low < high; low++, high--) {
    const kept = list[low]
    list[low] = list[high]
    list[high] = kept
  }
}
