/** A division of points into clusters of which the first has its centre at the origin for good. */
export interface PinnedClusters {
  /** Cluster of each point; 0 is the one at the origin. */
  readonly of: Float64Array
  /** Centres [x, y]; the first is [0, 0]. */
  readonly centres: readonly (readonly [number, number])[]
  /** Squared distance of each point to the origin and to the nearest other centre. */
  readonly toOrigin: Float64Array
  readonly toOther: Float64Array
}

/** Rounds after which the clustering stops even if it is not stable; keeps the time linear. */
const MAX_ROUNDS = 100

/**
 * K-means in two dimensions with one centre pinned at the origin. Deterministic start: the others lie from the mean of all
 * points to the point farthest from the origin, in equal steps. A centre that loses all its points stays where it is.
 * @param onRound hears of each round: its number from 1, the centres after it, the points' clusters
 */
export function pinnedKMeans(
  x: Float64Array,
  y: Float64Array,
  k: number,
  onRound?: (round: number, centres: readonly (readonly [number, number])[], of: Float64Array) => void,
): PinnedClusters {
  const n = x.length
  const of = new Float64Array(n).fill(-1)
  const toOrigin = new Float64Array(n)
  const toOther = new Float64Array(n)
  const cx = new Float64Array(k)
  const cy = new Float64Array(k)
  let meanX = 0
  let meanY = 0
  let far = 0
  for (let i = 0; i < n; i++) {
    meanX += x[i] / n
    meanY += y[i] / n
    toOrigin[i] = x[i] ** 2 + y[i] ** 2
    if (toOrigin[i] > toOrigin[far]) far = i
  }
  for (let c = 1; c < k; c++) {
    const step = k === 2 ? 1 : (c - 1) / (k - 2)
    cx[c] = n === 0 ? 0 : meanX + (x[far] - meanX) * step
    cy[c] = n === 0 ? 0 : meanY + (y[far] - meanY) * step
  }
  const centres = (): [number, number][] => Array.from(cx, (v, c) => [v, cy[c]])
  const count = new Float64Array(k)
  const sumX = new Float64Array(k)
  const sumY = new Float64Array(k)
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    let changed = false
    count.fill(0)
    sumX.fill(0)
    sumY.fill(0)
    for (let i = 0; i < n; i++) {
      const px = x[i]
      const py = y[i]
      let best = 0
      let bestDistance = toOrigin[i]
      let other = Number.POSITIVE_INFINITY
      for (let c = 1; c < k; c++) {
        const d = (px - cx[c]) ** 2 + (py - cy[c]) ** 2
        if (d < other) other = d
        // Ties go to the cluster nearer the origin's.
        if (d < bestDistance) {
          bestDistance = d
          best = c
        }
      }
      toOther[i] = other
      if (of[i] !== best) changed = true
      of[i] = best
      count[best] += 1
      sumX[best] += px
      sumY[best] += py
    }
    if (!changed) break
    for (let c = 1; c < k; c++) {
      if (count[c] === 0) continue
      cx[c] = sumX[c] / count[c]
      cy[c] = sumY[c] / count[c]
    }
    onRound?.(round, centres(), of.slice())
  }
  return { of, centres: centres(), toOrigin, toOther }
}
