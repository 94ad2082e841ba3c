import type { Curve } from '../core/probe'
import { mean } from '../kit/smoothing'
import { kMeansCentres, MAX_ROUNDS, nearest, type Clusters, type RoundListener } from './clusterings'

/** Minimum variance of a component, as a share of the total variance. */
export const VARIANCE_FLOOR = 1e-3
/** The rounds end if the log-likelihood grows by less than this number. */
export const TOLERANCE = 1e-6

/** A one-dimensional Gaussian mixture. Rounds may change the order of the means. */
export interface Mixture {
  readonly weights: number[]
  readonly means: number[]
  readonly variances: number[]
}

function logDensities(m: Mixture, v: number, out: Float64Array): void {
  for (let c = 0; c < m.means.length; c++) {
    const variance = m.variances[c]
    const d = v - m.means[c]
    out[c] = Math.log(m.weights[c]) - 0.5 * Math.log(2 * Math.PI * variance) - (d * d) / (2 * variance)
  }
}

/** Runs one round of expectation and maximisation. @returns the new mixture and the log-likelihood of the old mixture */
export function emRound(values: Float64Array, m: Mixture, floor: number): { mixture: Mixture; logLikelihood: number } {
  const k = m.means.length
  const log = new Float64Array(k)
  const total = new Float64Array(k)
  const sum = new Float64Array(k)
  const squares = new Float64Array(k)
  let logLikelihood = 0
  for (const v of values) {
    logDensities(m, v, log)
    let top = Number.NEGATIVE_INFINITY
    for (let c = 0; c < k; c++) top = Math.max(top, log[c])
    let all = 0
    for (let c = 0; c < k; c++) {
      log[c] = Math.exp(log[c] - top)
      all += log[c]
    }
    logLikelihood += top + Math.log(all)
    for (let c = 0; c < k; c++) {
      const p = log[c] / all
      // Differences of moments around 0 would lose digits, so second moments use the old mean.
      const d = v - m.means[c]
      total[c] += p
      sum[c] += p * d
      squares[c] += p * d * d
    }
  }
  const mixture: Mixture = { weights: [], means: [], variances: [] }
  for (let c = 0; c < k; c++) {
    const n = total[c]
    const shift = n > 0 ? sum[c] / n : 0
    const variance = n > 0 ? squares[c] / n - shift * shift : m.variances[c]
    mixture.weights.push(Math.max(n / values.length, Number.MIN_VALUE))
    mixture.means.push(m.means[c] + shift)
    mixture.variances.push(Math.max(variance, floor))
  }
  return { mixture, logLikelihood }
}

function startMixture(values: Float64Array, centres: readonly number[], floor: number): Mixture {
  const count = centres.map(() => 0)
  const squares = centres.map(() => 0)
  for (const v of values) {
    const best = nearest(centres, v)
    count[best] += 1
    squares[best] += (v - centres[best]) ** 2
  }
  return {
    weights: count.map((n) => Math.max(n / values.length, Number.MIN_VALUE)),
    means: [...centres],
    variances: squares.map((s, c) => Math.max(count[c] > 0 ? s / count[c] : 0, floor)),
  }
}

/** Clusters by EM with a mixture of k Gaussians that starts from k-means. A line belongs to its most probable component. */
export function emClusters(e: Float64Array, k: number, onRound?: RoundListener): Clusters {
  const m = mean(e)
  let variance = 0
  for (const v of e) variance += (v - m) ** 2
  variance /= e.length
  const floor = VARIANCE_FLOOR * variance
  let mixture = startMixture(e, kMeansCentres(e, k), floor)
  onRound?.(0, sortedMeans(mixture), null, curvesOf(mixture))
  let last = Number.NEGATIVE_INFINITY
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const next = emRound(e, mixture, floor)
    mixture = next.mixture
    const current = mixture
    onRound?.(round, sortedMeans(current), () => assign(e, current).of, curvesOf(current))
    if (next.logLikelihood - last < TOLERANCE) break
    last = next.logLikelihood
  }
  const { of, value, limit } = assign(e, mixture)
  return { method: 'em', of, value, limit, centres: sortedMeans(mixture), threshold: Number.NaN }
}

function ascending(m: Mixture): number[] {
  return m.means.map((_, c) => c).sort((a, b) => m.means[a] - m.means[b])
}

const sortedMeans = (m: Mixture): number[] => ascending(m).map((c) => m.means[c])

const curvesOf = (m: Mixture): Curve[] => ascending(m).map((c) => ({ weight: m.weights[c], mean: m.means[c], variance: m.variances[c] }))

/**
 * Returns, per value, the rank of the most probable component as `of`, the probability of the lowest component as `value`, and the largest
 * other probability as `limit`.
 */
function assign(values: Float64Array, m: Mixture): { of: Float64Array; value: Float64Array; limit: Float64Array } {
  const order = ascending(m)
  const log = new Float64Array(order.length)
  const of = new Float64Array(values.length)
  const value = new Float64Array(values.length)
  const limit = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) {
    logDensities(m, values[i], log)
    let best = 0
    let other = Number.NEGATIVE_INFINITY
    for (let r = 1; r < order.length; r++) {
      const here = log[order[r]]
      if (here > log[order[best]]) best = r
      other = Math.max(other, here)
    }
    const lowest = log[order[0]]
    let all = 0
    const top = Math.max(lowest, other)
    for (const l of log) all += Math.exp(l - top)
    of[i] = best
    value[i] = Math.exp(lowest - top) / all
    limit[i] = Math.exp(other - top) / all
  }
  return { of, value, limit }
}
