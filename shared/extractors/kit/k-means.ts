export interface Clustering {
  readonly of: Int32Array
  readonly centres: readonly (readonly number[])[]
  readonly rounds: number
}

export interface KMeansOptions {
  readonly maxRounds: number
  /** The first `pinned` centres never move. Default 0. */
  readonly pinned?: number
  /** Called after each round. `round` starts at 1, and `changed` is true if a point changed its cluster. */
  readonly onRound?: ((round: number, of: Int32Array, centres: readonly (readonly number[])[], changed: boolean) => void) | undefined
}

/**
 * Runs Lloyd's k-means until no point changes its cluster, for at most `maxRounds` rounds. A centre without points does not move.
 * @param points vectors of `dimensions` numbers, one after another
 */
export function kMeans(
  points: Float64Array,
  dimensions: number,
  start: readonly (readonly number[])[],
  { maxRounds, pinned = 0, onRound }: KMeansOptions,
): Clustering {
  const count = points.length / dimensions
  const of = new Int32Array(count).fill(-1)
  let centres = start
  for (let round = 1; ; round++) {
    let changed = false
    const sums = centres.map((centre) => new Float64Array(centre.length))
    const sizes = new Int32Array(centres.length)
    for (let i = 0; i < count; i++) {
      let nearest = 0
      let least = Number.POSITIVE_INFINITY
      for (let c = 0; c < centres.length; c++) {
        let distance = 0
        for (let d = 0; d < dimensions; d++) distance += (points[i * dimensions + d] - centres[c][d]) ** 2
        if (distance < least) {
          least = distance
          nearest = c
        }
      }
      if (of[i] !== nearest) changed = true
      of[i] = nearest
      sizes[nearest] += 1
      for (let d = 0; d < dimensions; d++) sums[nearest][d] += points[i * dimensions + d]
    }
    const last = !changed || round >= maxRounds
    if (!last) centres = centres.map((centre, c) => (c < pinned || sizes[c] === 0 ? centre : Array.from(sums[c], (sum) => sum / sizes[c])))
    onRound?.(round, of, centres, changed)
    if (last) return { of, centres, rounds: round }
  }
}
