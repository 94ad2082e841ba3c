export interface Clustering {
  /** Cluster of each point. */
  readonly cluster: Int32Array
  /** Centres, one vector a cluster. */
  readonly centres: number[][]
  readonly rounds: number
}

/**
 * Lloyd's k-means over vectors with a deterministic start: the points at the quantiles 0, 1/(k−1), …, 1 of their first
 * coordinate. Ties go to the first centre; an empty cluster keeps its centre. Linear in points a round, at most `maxRounds`.
 * @param points `count` vectors of `dimensions` numbers, one after another
 * @param round told of every round: number from 1, clusters and centres
 */
export function kMeans(
  points: Float64Array,
  count: number,
  dimensions: number,
  k: number,
  maxRounds: number,
  round: (number: number, cluster: Int32Array, centres: number[][]) => void,
): Clustering {
  const order = Array.from({ length: count }, (_, i) => i)
  order.sort((a, b) => points[a * dimensions] - points[b * dimensions] || a - b)
  const vector = (i: number): number[] => Array.from(points.subarray(i * dimensions, (i + 1) * dimensions))
  let centres = Array.from({ length: k }, (_, c) => vector(order[Math.round((c * (count - 1)) / Math.max(1, k - 1))]))
  const cluster = new Int32Array(count).fill(-1)
  let rounds = 0
  let changed = true
  while (changed && rounds < maxRounds) {
    changed = false
    rounds++
    const sums = centres.map((centre) => centre.map(() => 0))
    const sizes = new Int32Array(k)
    for (let i = 0; i < count; i++) {
      let nearest = 0
      let least = Number.POSITIVE_INFINITY
      for (let c = 0; c < k; c++) {
        const centre = centres[c]
        let distance = 0
        for (let d = 0; d < dimensions; d++) distance += (points[i * dimensions + d] - centre[d]) ** 2
        if (distance < least) {
          least = distance
          nearest = c
        }
      }
      if (cluster[i] !== nearest) changed = true
      cluster[i] = nearest
      sizes[nearest] += 1
      const sum = sums[nearest]
      for (let d = 0; d < dimensions; d++) sum[d] += points[i * dimensions + d]
    }
    centres = centres.map((centre, c) => (sizes[c] === 0 ? centre : sums[c].map((sum) => sum / sizes[c])))
    round(rounds, cluster, centres)
  }
  return { cluster, centres, rounds }
}
