/** Returns the moving average: the mean of the existing values from k − radius to k + radius. */
export function movingAverage(values: Float64Array, radius: number): Float64Array {
  const out = new Float64Array(values.length)
  for (let k = 0; k < values.length; k++) {
    const from = Math.max(0, k - radius)
    const to = Math.min(values.length - 1, k + radius)
    // A running sum accumulates rounding errors, so each window is added up separately.
    let sum = 0
    for (let i = from; i <= to; i++) sum += values[i]
    out[k] = sum / (to - from + 1)
  }
  return out
}

/** Returns prefix sums: `before[k] − before[i]` is the sum of the values from i to k − 1. */
export function sumsBefore(values: ArrayLike<number>): Float64Array {
  const before = new Float64Array(values.length + 1)
  for (let k = 0; k < values.length; k++) before[k + 1] = before[k] + values[k]
  return before
}

/** Returns the mean, or 0 for an empty list. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i]
  return values.length === 0 ? 0 : sum / values.length
}

/** Returns the population standard deviation, or 0 for an empty list. */
export function standardDeviation(values: ArrayLike<number>): number {
  const m = mean(values)
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += (values[i] - m) ** 2
  return values.length === 0 ? 0 : Math.sqrt(sum / values.length)
}

/** Smooths values by a Gaussian that ends after `radius` values. The weights have the sum 1, even at the ends. */
export function gaussianSmooth(values: Float64Array, sigma: number, radius: number): Float64Array {
  const n = values.length
  if (sigma <= 0 || radius <= 0) return values.slice()
  const reach = Math.min(radius, Math.max(0, n - 1))
  const weights = new Float64Array(reach + 1)
  for (let j = 0; j <= reach; j++) weights[j] = j === 0 ? 1 : Math.exp(-(j * j) / (2 * sigma * sigma))
  const out = new Float64Array(n)
  for (let k = 0; k < n; k++) {
    let sum = values[k]
    let total = 1
    const left = Math.min(k, reach)
    const right = Math.min(n - 1 - k, reach)
    for (let j = 1; j <= left; j++) {
      sum += weights[j] * values[k - j]
      total += weights[j]
    }
    for (let j = 1; j <= right; j++) {
      sum += weights[j] * values[k + j]
      total += weights[j]
    }
    out[k] = sum / total
  }
  return out
}
