/** How sure a mean is, and whether two columns of a table differ, one by one and several at once. */
import { inOneGo, type Pieces } from '../base/pieces'
import { seededRandom } from '../base/random'

export interface Interval {
  readonly low: number
  readonly high: number
  /** Draws that were left out because the figure is not defined for them; absent where it is for all. */
  readonly undefinedDraws?: number
}

/** Below so many pages no interval is given and nothing is marked: it would say more than they do. */
export const FEWEST_PAGES = 10

export interface ResampleOptions {
  /** Default 10,000. */
  readonly resamples?: number
  /** Default 1. */
  readonly seed?: number
}

/**
 * 95 % interval of a mean over pages: percentile bootstrap, pages drawn with replacement.
 * @returns null for fewer than `FEWEST_PAGES` pages.
 */
export function bootstrapMean(values: readonly number[], options: ResampleOptions = {}): Interval | null {
  if (values.length < FEWEST_PAGES) return null
  const [sums = new Float64Array()] = inOneGo(resampledSums([Float64Array.from(values)], options))
  return percentileInterval(sums.map((sum) => sum / values.length))
}

/**
 * The middle 95 % of a statistic's draws; sorts them. Draws for which it is NaN (not defined) are left out.
 * @returns null where less than half of the draws are defined.
 */
export function percentileInterval(results: Float64Array): Interval | null {
  // NaN sorts last.
  results.sort()
  const undefinedFrom = results.findIndex(Number.isNaN)
  const defined = undefinedFrom < 0 ? results : results.subarray(0, undefinedFrom)
  if (defined.length === 0 || defined.length * 2 < results.length) return null
  const left = results.length - defined.length
  return { low: quantile(defined, 0.025), high: quantile(defined, 0.975), ...(left > 0 ? { undefinedDraws: left } : {}) }
}

/** Draws that are added up side by side. */
const LANES = 4
/** Additions of one piece of the work: some milliseconds. */
const PIECE = 4_000_000

/**
 * Sums of several columns of numbers over the same draws: what figures of a corpus are worked out from, each many times. A draw
 * is how often each page came, so that a column costs one multiplication a page.
 * @param columns one number a page each, all over the same pages.
 * @returns for each column its sum in every draw.
 */
export function* resampledSums(columns: readonly Float64Array[], options: ResampleOptions = {}): Pieces<Float64Array[]> {
  const pages = columns[0]?.length ?? 0
  const rounds = options.resamples ?? 10_000
  const random = seededRandom(options.seed ?? 1)
  const sums = columns.map(() => new Float64Array(rounds))
  const times = new Float64Array(pages * LANES)
  let added = 0
  for (let r = 0; r < rounds; r += LANES) {
    // Drawing a page costs as much as some additions.
    added += pages * (columns.length + 8) * LANES
    if (added > PIECE) {
      yield
      added = 0
    }
    const lanes = Math.min(LANES, rounds - r)
    times.fill(0)
    for (let lane = 0; lane < lanes; lane++) for (let i = 0; i < pages; i++) times[Math.floor(random() * pages) * LANES + lane]++
    for (let c = 0; c < columns.length; c++) {
      const column = columns[c]
      let first = 0
      let second = 0
      let third = 0
      let fourth = 0
      for (let i = 0, at = 0; i < pages; i++, at += LANES) {
        const value = column[i]
        first += value * times[at]
        second += value * times[at + 1]
        third += value * times[at + 2]
        fourth += value * times[at + 3]
      }
      const sum = sums[c]
      sum[r] = first
      if (lanes > 1) sum[r + 1] = second
      if (lanes > 2) sum[r + 2] = third
      if (lanes > 3) sum[r + 3] = fourth
    }
  }
  return sums
}

/** Linear interpolation between order statistics (R's type 7). */
function quantile(sorted: Float64Array, q: number): number {
  const at = q * (sorted.length - 1)
  const low = Math.floor(at)
  const high = Math.ceil(at)
  const below = sorted[low]
  return below + (sorted[high] - below) * (at - low)
}

export interface Significance {
  /** Mean of a − b over the pages both have. */
  readonly difference: number
  /** In (0,1]: how often a random swap of the columns page by page gives a mean difference at least as large. */
  readonly p: number
}

/** Pages up to which every swap is looked at. */
const EXACT_PAGES = 14

/**
 * Whether two extractors differ on the same pages: paired permutation (randomisation) test on the mean difference,
 * which assumes nothing of the scores' distribution. Exact up to 14 pages that differ, else sampled with a seed.
 * @throws RangeError where the columns have different lengths.
 * @returns null where there is no page.
 */
export function comparePaired(a: readonly number[], b: readonly number[], options: ResampleOptions = {}): Significance | null {
  if (a.length !== b.length) throw new RangeError('paired columns must have the same pages')
  return compareDifferences(
    a.map((x, i) => x - b[i]),
    a.length,
    options,
  )
}

/**
 * The same test on differences: of pages one by one, or added up over groups of pages. A swap then turns whole groups; those
 * swaps are a subgroup of all, so that the test keeps its level (Hemerik & Goeman 2018, theorem 1).
 * @param pages how many pages the differences are of.
 * @returns null where there is no page.
 */
export function compareDifferences(differences: ArrayLike<number>, pages: number, options: ResampleOptions = {}): Significance | null {
  if (pages === 0) return null
  let observed = 0
  const moving: number[] = []
  for (let i = 0; i < differences.length; i++) {
    const d = differences[i]
    observed += d
    // Pages without a difference add nothing under any swap.
    if (d !== 0) moving.push(d)
  }
  const n = moving.length
  // Sums in another order differ in the last bits; a tie must count as at least as large.
  const reach = Math.abs(observed) - 1e-9 * (1 + Math.abs(observed))
  let hits = 0
  let rounds: number
  if (n <= EXACT_PAGES) {
    rounds = 2 ** n
    for (let signs = 0; signs < rounds; signs++) {
      let total = 0
      for (let i = 0; i < n; i++) total += (signs >>> i) & 1 ? moving[i] : -moving[i]
      if (Math.abs(total) >= reach) hits++
    }
  } else {
    const random = seededRandom(options.seed ?? 1)
    const sums = sumsOfEight(moving)
    rounds = (options.resamples ?? 10_000) + 1
    hits = 1 // The columns as they are count as one of the swaps, so that p is never 0.
    for (let r = 1; r < rounds; r++) {
      // A random number has 32 signs; what keeps its sign, twice, less all, is the sum after the swap.
      let kept = 0
      for (let at = 0, bits = 0; at < sums.length; at += 256, bits >>>= 8) {
        if ((at & 1023) === 0) bits = Math.floor(random() * 2 ** 32)
        kept += sums[at + (bits & 255)]
      }
      if (Math.abs(2 * kept - observed) >= reach) hits++
    }
  }
  return { difference: observed / pages, p: hits / rounds }
}

/** Of each eight numbers the sums of all 256 choices of them: a byte of signs is then one addition. */
function sumsOfEight(numbers: readonly number[]): Float64Array {
  const sums = new Float64Array(Math.ceil(numbers.length / 8) * 256)
  for (let at = 0, first = 0; at < sums.length; at += 256, first += 8)
    for (let choice = 1; choice < 256; choice++) {
      const lowest = choice & -choice
      sums[at + choice] = sums[at + choice - lowest] + (numbers[first + 31 - Math.clz32(lowest)] ?? 0)
    }
  return sums
}

/**
 * Holm's step-down correction (Holm 1979): the k-th smallest of m p-values times m − k + 1, at least the one before it, at most
 * 1. What stays below α holds for all comparisons together with an error of at most α, whatever their dependence.
 * @returns the corrected values in the order given.
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).sort((i, j) => pValues[i] - pValues[j])
  const corrected = new Array<number>(pValues.length)
  let atLeast = 0
  for (const [rank, i] of order.entries()) {
    atLeast = Math.max(atLeast, Math.min(1, pValues[i] * (pValues.length - rank)))
    corrected[i] = atLeast
  }
  return corrected
}
