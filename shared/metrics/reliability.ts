/** How far several people agree, corrected for chance: Krippendorff's α and Fleiss' κ for nominal values. */

/** Things judged alike: how many judges gave each value, and how many such things there are (or characters, as a weight). */
export interface RatingUnit {
  readonly counts: Readonly<Record<string, number>>
  readonly weight: number
}

/** What α and κ are worked out from. Sums of several pages are those of their units together. */
export interface RatingSums {
  /** Judgements of units that at least two judged. */
  readonly judgements: number
  /** Pairs of different values in a unit, each ordered pair 1 / (judges − 1). */
  readonly observed: number
  /** Judgements by value. */
  readonly totals: ReadonlyMap<string, number>
}

/** Adds units up. A unit of weight w counts as w units; one that fewer than two judged counts nothing. */
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

/** Whether every unit has the same number of judges, at least two: κ is only defined then. */
export function hasEqualJudges(units: readonly RatingUnit[]): boolean {
  const judges = new Set(units.map(({ counts }) => Object.values(counts).reduce((a, b) => a + b, 0)))
  return judges.size === 1 && !judges.has(0) && !judges.has(1)
}

/** The sum of the squares of numbers. */
function squaresOf(totals: Iterable<number>): number {
  let squares = 0
  for (const total of totals) squares += total * total
  return squares
}

/** α of sums, see `krippendorffAlpha`. @param totals judgements by value */
export function alphaOfSums(judgements: number, observed: number, totals: Iterable<number>): number | null {
  const expected = judgements * judgements - squaresOf(totals)
  // All judgements alike: nothing that could vary did.
  if (expected <= 1e-9 * judgements) return null
  return 1 - ((judgements - 1) * observed) / expected
}

/** κ of sums of units with equally many judges, see `fleissKappa`. @param totals judgements by value */
export function kappaOfSums(judgements: number, observed: number, totals: Iterable<number>): number | null {
  if (judgements === 0) return null
  const chance = squaresOf(totals) / (judgements * judgements)
  return chance >= 1 - 1e-12 ? null : (1 - observed / judgements - chance) / (1 - chance)
}

/**
 * Krippendorff's α for nominal values, any number of judges, and missing judgements: `1 − D_o / D_e` over the coincidence matrix
 * (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", C).
 * @returns in (−1,1]; null if nothing can be compared, or if all values are equal
 */
export function krippendorffAlpha(units: readonly RatingUnit[]): number | null {
  const { judgements, observed, totals } = ratingSums(units)
  return alphaOfSums(judgements, observed, totals.values())
}

/**
 * Fleiss' κ (Fleiss 1971, "Measuring nominal scale agreement among many raters"): `(P̄ − P̄_e) / (1 − P̄_e)`. Every unit must have
 * the same number of judges.
 * @returns in [−1,1]; null if numbers differ, nothing can be compared, or only one value was ever given.
 */
export function fleissKappa(units: readonly RatingUnit[]): number | null {
  if (!hasEqualJudges(units)) return null
  const { judgements, observed, totals } = ratingSums(units)
  return kappaOfSums(judgements, observed, totals.values())
}
