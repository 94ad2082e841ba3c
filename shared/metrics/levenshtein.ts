/**
 * Computes the Levenshtein distance: each insertion, removal or replacement costs 1. Computes bit-parallel blocks of 32 rows (Myers 1999,
 * Hyyrö 2003) inside a band of diagonals. The band doubles until the distance fits (Ukkonen 1985). With the LCS length L, the distance is
 * between `max(n, m) − L` and `n + m − 2·L`.
 */
import { matchMasks, trim, type MatchMasks, matchNumbers } from './lcs'
import { internWords } from './tokens'

/** Returns the Levenshtein distance of two lists of numbers below `distinct`. @param lcs LCS length of both lists */
export function distanceOfNumbers(numbersA: Int32Array, numbersB: Int32Array, distinct: number, lcs: number): number {
  const [shorter, longer] = numbersA.length <= numbersB.length ? [numbersA, numbersB] : [numbersB, numbersA]
  const { common: aside, a, b } = trim(shorter, longer)
  if (a.length === 0) return b.length
  const common = lcs - aside
  const atMost = Math.min(b.length, a.length + b.length - 2 * common)
  const masks = matchMasks(a, distinct)
  for (let k = Math.max(64, b.length - common); ; k *= 2) {
    const band = Math.min(k, atMost)
    const distance = banded(masks, a.length, b, band)
    if (distance <= band || band === atMost) return distance
  }
}

/**
 * Returns the distance; a number above `k` if the distance is above `k`. Rows are the words of a, columns are the words of b. Requires n ≤
 * m.
 */
function banded(masks: MatchMasks, n: number, b: Int32Array, k: number): number {
  const m = b.length
  const lastBlock = (n - 1) >>> 5
  const plus = new Int32Array(lastBlock + 1).fill(-1)
  const minus = new Int32Array(lastBlock + 1)
  let bottom = Math.min(lastBlock, k >>> 5)
  // `score` is the value at the last row of block `bottom`. All blocks have 32 rows; rows after `n` are padding.
  let score = (bottom + 1) * 32
  for (let j = 0; j < m; j++) {
    // Cells more than k from the diagonal cannot be on a path that costs at most k.
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
    while (entry < stop && masks.block[entry] < top) entry++
    // Assume that the distance above the band grows by 1 per column. The true growth is never larger.
    let carryIn = 1
    for (let x = top; x <= bottom; x++) {
      let eq = 0
      if (entry < stop && masks.block[entry] === x) {
        eq = masks.mask[entry]
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
  // Go back from the last padding row to row n.
  let value = score
  for (let i = 31; i > ((n - 1) & 31); i--) {
    const bit = 1 << i
    if (plus[lastBlock] & bit) value--
    else if (minus[lastBlock] & bit) value++
  }
  return value
}

/**
 * Compares two texts by code points. Time grows with the product of the lengths. `edit` is `1 − Levenshtein(a, b) / max(|a|, |b|)`. `ratio`
 * is `2·LCS(a, b) / (|a| + |b|)`, the ratio of Levenshtein libraries. Both are in [0,1], and 1 if both texts are empty.
 */
export function editSimilarity(extracted: string, gold: string): { readonly edit: number; readonly ratio: number } {
  const { a, b, distinct } = internWords(extracted, gold)
  if (a.length + b.length === 0) return { edit: 1, ratio: 1 }
  const common = matchNumbers(a, b, distinct).b.length
  return {
    edit: 1 - distanceOfNumbers(a, b, distinct, common) / Math.max(a.length, b.length),
    ratio: (2 * common) / (a.length + b.length),
  }
}
