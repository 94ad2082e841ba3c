import { standardDeviation, sumsBefore } from '../kit/smoothing'
import type { Curve } from '../core/probe'
import { lastAtOrBefore } from '../../base/int-list'

type ClusterMethod = 'k-means' | 'threshold' | 'farthest-first' | 'em' | 'prediction'

export interface Clusters {
  /** The method of the clustering. `threshold` replaces a method with more centres than distinct values. */
  readonly method: ClusterMethod
  /** Cluster per line. Cluster 0 is dropped, and every other cluster is content. */
  readonly of: Float64Array
  readonly value: Float64Array
  readonly limit: Float64Array
  /** 1 for each line that continues a content range. A separate limit applies to these lines. */
  readonly stays?: Uint8Array
  /** Centres in ascending order. Empty for `threshold` and `prediction`. */
  readonly centres: readonly number[]
  /** Threshold between content lines and other lines. NaN for `em` and `prediction`. */
  readonly threshold: number
}

/** Called after each round with ascending centres. Round 0 is the start, without clusters. */
export type RoundListener = (
  round: number,
  centres: readonly number[],
  assign: (() => Float64Array) | null,
  curves?: readonly Curve[],
) => void

export const MAX_ROUNDS = 100

/** Clusters by threshold: a line is content if e ≥ c·σ, with the population standard deviation σ of e. */
export function thresholdClusters(e: Float64Array, c: number): Clusters {
  const limit = c * standardDeviation(e)
  return {
    method: 'threshold',
    of: e.map((v) => (v >= limit ? 1 : 0)),
    value: e,
    limit: new Float64Array(e.length).fill(limit),
    centres: [],
    threshold: limit,
  }
}

export function hasDistinct(values: Float64Array, k: number): boolean {
  const seen = new Set<number>()
  for (const v of values) {
    seen.add(v)
    if (seen.size >= k) return true
  }
  return false
}

function startCentres(mean: number, maximum: number, k: number): number[] {
  if (k === 2) return [0, maximum]
  const centres = [0]
  for (let j = 0; j < k - 1; j++) centres.push(mean + ((maximum - mean) * j) / (k - 2))
  return centres
}

/** Returns the index of the nearest centre, or of the lower of two equally near centres. @param centres ascending */
export function nearest(centres: readonly number[], v: number): number {
  let best = 0
  for (let c = 1; c < centres.length; c++) {
    if (Math.abs(v - centres[c]) < Math.abs(v - centres[best])) best = c
  }
  return best
}

/** Returns the centres of one-dimensional k-means. Clusters are ranges of sorted values, so a round needs only k binary searches. */
export function kMeansCentres(e: Float64Array, k: number, onRound?: RoundListener): number[] {
  const sorted = e.slice().sort()
  const before = sumsBefore(sorted)
  let centres = startCentres(before[e.length] / e.length, sorted[e.length - 1], k)
  onRound?.(0, centres, null)
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const next: number[] = []
    let from = 0
    for (let c = 0; c < k; c++) {
      const own = centres[c]
      const to = c === k - 1 ? e.length : lastAtOrBefore(e.length, (i) => sorted[i], (own + centres[c + 1]) / 2) + 1
      next.push(to > from ? (before[to] - before[from]) / (to - from) : own)
      from = Math.max(from, to)
    }
    const assigned = centres
    onRound?.(round, next, () => e.map((v) => nearest(assigned, v)))
    const stable = next.every((v, c) => v === centres[c])
    centres = next
    if (stable) break
  }
  return centres
}

function byCentres(method: ClusterMethod, e: Float64Array, centres: readonly number[]): Clusters {
  const threshold = (centres[0] + centres[1]) / 2
  return {
    method,
    of: e.map((v) => nearest(centres, v)),
    value: e,
    limit: new Float64Array(e.length).fill(threshold),
    centres,
    threshold,
  }
}

/** Clusters the smoothed ratios by k-means. `e` must have at least k distinct values. */
export function kMeansClusters(e: Float64Array, k: number, onRound?: RoundListener): Clusters {
  return byCentres('k-means', e, kMeansCentres(e, k, onRound))
}

/**
 * Clusters by farthest first. The first centre is the minimum, and each next centre is the value that is farthest from its nearest centre.
 */
export function farthestFirstClusters(e: Float64Array, k: number): Clusters {
  let minimum = Number.POSITIVE_INFINITY
  for (const v of e) if (v < minimum) minimum = v
  const centres = [minimum]
  const distance = e.map((v) => v - minimum)
  while (centres.length < k) {
    let far = 0
    for (let i = 1; i < e.length; i++) if (distance[i] > distance[far]) far = i
    const centre = e[far]
    centres.push(centre)
    for (let i = 0; i < e.length; i++) distance[i] = Math.min(distance[i], Math.abs(e[i] - centre))
  }
  return byCentres(
    'farthest-first',
    e,
    centres.sort((a, b) => a - b),
  )
}

/**
 * Clusters by prediction (ours). Content begins at e > m + c·σ, where m is the mean of the `window` previous lines. Content ends at e < m +
 * c·σ/2, with the same m.
 */
export function predictionClusters(e: Float64Array, window: number, c: number): Clusters {
  const jump = c * standardDeviation(e)
  const of = new Float64Array(e.length)
  const limit = new Float64Array(e.length)
  const stays = new Uint8Array(e.length)
  let entered = Number.NaN
  for (let i = 0; i < e.length; i++) {
    let sum = 0
    const from = Math.max(0, i - window)
    for (let j = from; j < i; j++) sum += e[j]
    const m = i === 0 ? 0 : sum / (i - from)
    const v = e[i]
    // The line that ends content may also begin new content.
    if (!Number.isNaN(entered) && v < entered + jump / 2) entered = Number.NaN
    else if (!Number.isNaN(entered)) {
      of[i] = 1
      stays[i] = 1
      limit[i] = entered + jump / 2
      continue
    }
    limit[i] = m + jump
    if (v - m > jump) {
      entered = m
      of[i] = 1
    }
  }
  return { method: 'prediction', of, value: e, limit, stays, centres: [], threshold: Number.NaN }
}
