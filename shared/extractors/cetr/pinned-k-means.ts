import { kMeans } from '../kit/k-means'

/** A division of points into clusters; the first cluster has its centre fixed at the origin. */
export interface PinnedClusters {
  /** Cluster of each point; 0 is the cluster at the origin. */
  readonly of: Float64Array
  /** Centres [x, y]; the first is [0, 0]. */
  readonly centres: readonly (readonly number[])[]
  /** Distance of each point to the origin and to the nearest other centre. */
  readonly toOrigin: Float64Array
  readonly toOther: Float64Array
}

/** Maximum rounds of the clustering, stable or not; keeps the time linear. */
export const MAX_ROUNDS = 100

/**
 * K-means in two dimensions with one centre fixed at the origin. Deterministic start: the other centres lie in equal steps from the mean
 * of all points to the point farthest from the origin.
 * @param onRound receives the start (round 0, without clusters) and each round with changes: number, centres after it, clusters of the
 * points
 */
export function pinnedKMeans(
  x: Float64Array,
  y: Float64Array,
  k: number,
  onRound?: (round: number, centres: readonly (readonly number[])[], of: Float64Array | null) => void,
): PinnedClusters {
  const n = x.length
  let meanX = 0
  let meanY = 0
  let far = 0
  const toOrigin = new Float64Array(n)
  const points = new Float64Array(2 * n)
  for (let i = 0; i < n; i++) {
    points[2 * i] = x[i]
    points[2 * i + 1] = y[i]
    meanX += x[i] / n
    meanY += y[i] / n
    toOrigin[i] = Math.sqrt(x[i] ** 2 + y[i] ** 2)
    if (toOrigin[i] > toOrigin[far]) far = i
  }
  const start = [[0, 0]]
  for (let c = 1; c < k; c++) {
    const step = k === 2 ? 1 : (c - 1) / (k - 2)
    start.push(n === 0 ? [0, 0] : [meanX + (x[far] - meanX) * step, meanY + (y[far] - meanY) * step])
  }
  onRound?.(0, start, null)
  const { of, centres } = kMeans(points, 2, start, {
    maxRounds: MAX_ROUNDS,
    pinned: 1,
    onRound: onRound && ((round, now, means, changed) => changed && onRound(round, means, Float64Array.from(now))),
  })
  const toOther = Float64Array.from(x, (px, i) =>
    Math.sqrt(Math.min(...centres.slice(1).map(([cx, cy]) => (px - cx) ** 2 + (y[i] - cy) ** 2))),
  )
  return { of: Float64Array.from(of), centres, toOrigin, toOther }
}
