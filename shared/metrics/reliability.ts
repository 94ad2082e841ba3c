/** Measures the agreement of annotators, corrected for chance: Krippendorff's α and Fleiss' κ for nominal values. */

/** Units with equal ratings. `counts` is the number of annotators per value. `weight` is the number of units or of characters. */
export interface RatingUnit {
  readonly counts: Readonly<Record<string, number>>
  readonly weight: number
}

export interface RatingSums {
  /** Weighted number of ratings, over units with at least two annotators. */
  readonly judgements: number
  /** Weighted number of ordered pairs of different ratings in a unit. Each pair counts weight / (annotators − 1). */
  readonly observed: number
  readonly totals: ReadonlyMap<string, number>
}

/** Adds up units. Ignores units with fewer than two annotators. */
export function ratingSums(units: readonly RatingUnit[]): RatingSums {
  const totals = new Map<string, number>()
  let judgements = 0
  let observed = 0
  for (const { counts, weight } of units) {
    const values = Object.values(counts)
    const judges = values.reduce((a, b) => a + b, 0)
    if (judges < 2) continue
    for (const [value, count] of Object.entries(counts)) totals.set(value, (totals.get(value) ?? 0) + weight * count)
    judgements += weight * judges
    const same = values.reduce((sum, count) => sum + count * (count - 1), 0)
    observed += (weight * (judges * (judges - 1) - same)) / (judges - 1)
  }
  return { judgements, observed, totals }
}

/** κ is defined only if all units have the same number of annotators, at least two. */
function hasEqualJudges(units: readonly RatingUnit[]): boolean {
  const judges = new Set(units.map(({ counts }) => Object.values(counts).reduce((a, b) => a + b, 0)))
  return judges.size === 1 && !judges.has(0) && !judges.has(1)
}

const squaresOf = (totals: Iterable<number>): number => [...totals].reduce((squares, total) => squares + total * total, 0)

/** Computes α from the fields of `RatingSums`, see `krippendorffAlpha`. */
export function alphaOfSums(judgements: number, observed: number, totals: Iterable<number>): number | null {
  const expected = judgements * judgements - squaresOf(totals)
  // If all ratings are equal, α is undefined.
  if (expected <= 1e-9 * judgements) return null
  return 1 - ((judgements - 1) * observed) / expected
}

/** Computes κ from the fields of `RatingSums`, see `fleissKappa`. All units must have the same number of annotators. */
export function kappaOfSums(judgements: number, observed: number, totals: Iterable<number>): number | null {
  if (judgements === 0) return null
  const chance = squaresOf(totals) / (judgements * judgements)
  return chance >= 1 - 1e-12 ? null : (1 - observed / judgements - chance) / (1 - chance)
}

/**
 * Returns Krippendorff's α for nominal values with missing ratings (Krippendorff 2011, section C): `1 − D_o / D_e`. Null if no unit has two
 * ratings, or if all ratings are equal.
 */
export function krippendorffAlpha(units: readonly RatingUnit[]): number | null {
  const { judgements, observed, totals } = ratingSums(units)
  return alphaOfSums(judgements, observed, totals.values())
}

/**
 * Returns Fleiss' κ (1971): `(P̄ − P̄_e) / (1 − P̄_e)`. Null without units, if all ratings are equal, if the numbers of annotators differ,
 * or if a unit has fewer than two annotators.
 */
export function fleissKappa(units: readonly RatingUnit[]): number | null {
  if (!hasEqualJudges(units)) return null
  const { judgements, observed, totals } = ratingSums(units)
  return kappaOfSums(judgements, observed, totals.values())
}
