/** Computes bootstrap confidence intervals, and tests differences between two extractors. */
import { runToEnd, type Pieces } from '../base/pieces'
import { seededRandom } from '../base/random'

export interface Interval {
  readonly low: number
  readonly high: number
  readonly undefinedDraws?: number
}

/** Minimum pages for an interval or a significance test. */
export const FEWEST_PAGES = 10

export interface ResampleOptions {
  readonly resamples?: number
  readonly seed?: number
}

/** Returns the 95 % percentile bootstrap interval of a mean over pages; null for fewer than `FEWEST_PAGES` pages. */
export function bootstrapMean(values: readonly number[], options: ResampleOptions = {}): Interval | null {
  if (values.length < FEWEST_PAGES) return null
  const [sums = new Float64Array()] = runToEnd(resampledSums([Float64Array.from(values)], options))
  return percentileInterval(sums.map((sum) => sum / values.length))
}

/**
 * Sorts `results` in place. Each result is the value of a draw; NaN is an undefined value. Returns the middle 95 % of the defined values;
 * null without values, or if fewer than half of the values are defined.
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

const LANES = 4
/** Number of additions per step of `Pieces`. A step takes some milliseconds. */
const PIECE = 4_000_000

/**
 * Draws bootstrap samples of the pages, the same for all columns. @param columns one number per page @returns per column, the sum of each
 * sample
 */
export function* resampledSums(columns: readonly Float64Array[], options: ResampleOptions = {}): Pieces<Float64Array[]> {
  const pages = columns[0]?.length ?? 0
  const rounds = options.resamples ?? 10_000
  const random = seededRandom(options.seed ?? 1)
  const sums = columns.map(() => new Float64Array(rounds))
  const times = new Float64Array(pages * LANES)
  let added = 0
  for (let r = 0; r < rounds; r += LANES) {
    // Drawing a page takes as long as several additions.
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

/** Returns a quantile of sorted values, by linear interpolation between order statistics (R's type 7); NaN without values. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  const at = q * (sorted.length - 1)
  const low = Math.floor(at)
  const high = Math.ceil(at)
  const below = sorted[low]
  return below + (sorted[high] - below) * (at - low)
}

export interface Significance {
  /** Mean of a − b over the pages with both values. */
  readonly difference: number
  /** Two-sided p-value of the paired permutation test, in (0,1]. */
  readonly p: number
}

/**
 * Compares two extractors on the same pages by a two-sided paired permutation test of the mean difference. Tests differences per page, or
 * sums of differences per group of pages. Swapping whole groups keeps the significance level valid (Hemerik & Goeman 2018, theorem 1).
 * @param pages number of pages @returns null for 0 pages
 */
export function compareDifferences(differences: ArrayLike<number>, pages: number): Significance | null {
  if (pages === 0) return null
  const added = new Float64Array(Math.min(differences.length, MOST_SWAPPED))
  let observed = 0
  for (let i = 0; i < differences.length; i++) {
    observed += differences[i]
    added[i % MOST_SWAPPED] += differences[i]
  }
  const sizes = added.map(Math.abs).filter((size) => size > 0)
  return { difference: observed / pages, p: sizes.length === 0 ? 1 : swapShare(sizes, Math.abs(observed)) }
}

/** Maximum number of differences that are swapped individually. More differences are summed in this number of groups. */
const MOST_SWAPPED = 2000
/**
 * Minimum number of grid steps in the sum of all sizes. A size is the absolute value of a difference. The sums of swaps are counted on the
 * grid.
 */
const STEPS = 2 ** 16
/**
 * The size with the largest share of the sum is a multiple of this number of grid steps. The shares of equal sizes are added. A half,
 * third, quarter, fifth or sixth of this size is exact on the grid.
 */
const DIVISIBLE = 60

/** Returns the p-value by counting all 2ⁿ swaps on a grid (shift algorithm, Pagano & Tritchler 1983). */
function swapShare(sizes: Float64Array, observed: number): number {
  const step = gridStep(sizes)
  let total = 0
  let rounding = 0
  const weights = sizes.map((size) => {
    const weight = Math.round(size / step)
    total += weight
    rounding += (size / step - weight) ** 2
    return weight
  })
  // Count one tail, because the tails are symmetrical. A sum that is less than the observed sum by up to four standard deviations of the
  // rounding error counts as equal to the observed sum.
  const most = Math.floor((total - (observed / step - 4 * Math.sqrt(rounding) - 1e-3)) / 2)
  const counts = new Float64Array(most + 1)
  // Each difference at most doubles the sum of the counts. The start 2^−1000 prevents an overflow with `MOST_SWAPPED` differences.
  counts[0] = 2 ** -1000
  let reached = 0
  for (const weight of weights) {
    reached = Math.min(most, reached + weight)
    // A weight of 0 doubles each count, because both signs give the same sum.
    for (let k = reached; k >= weight; k--) counts[k] += counts[k - weight]
  }
  const tail = counts.reduce((sum, count) => sum + count, 0)
  return Math.min(1, Math.max(Number.MIN_VALUE, tail * 2 ** (1001 - weights.length)))
}

function gridStep(sizes: Float64Array): number {
  const mass = new Map<number, number>()
  let all = 0
  for (const size of sizes) {
    const rounded = Number(size.toPrecision(9))
    mass.set(rounded, (mass.get(rounded) ?? 0) + size)
    all += size
  }
  const [[commonest]] = [...mass].sort(([, a], [, b]) => b - a) as [[number, number]]
  return commonest / (DIVISIBLE * Math.ceil(((commonest / all) * STEPS) / DIVISIBLE))
}

/** Returns the p-values with Holm's step-down correction (1979), in the given order. */
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

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length
}

export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((x, y) => x - y)
  return sorted.length === 0 ? null : quantile(sorted, 0.5)
}
