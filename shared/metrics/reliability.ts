/** How far several people agree, corrected for chance: Krippendorff's α and Fleiss' κ for nominal values. */

/** Things judged alike: how many judges gave each value, and how many such things there are (or characters, as a weight). */
export interface RatingUnit {
  readonly counts: Readonly<Record<string, number>>
  readonly weight: number
}

/**
 * Krippendorff's α for nominal values, any number of judges, and judgements missing: `1 − D_o / D_e` over the coincidence matrix
 * (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", C). A unit of weight w counts as w units; one that fewer than
 * two judged counts nothing.
 * @returns in (−1,1]; null where nothing can be compared, or only one value was ever given.
 */
export function krippendorffAlpha(units: readonly RatingUnit[]): number | null {
  const totals = new Map<string, number>()
  let all = 0
  let observed = 0
  for (const { counts, weight } of units) {
    const values = Object.values(counts)
    const judges = values.reduce((a, b) => a + b, 0)
    if (judges < 2) continue
    for (const [value, count] of Object.entries(counts)) totals.set(value, (totals.get(value) ?? 0) + weight * count)
    all += weight * judges
    // Pairs of different values in the unit, each ordered pair 1 / (judges − 1).
    const same = values.reduce((sum, count) => sum + count * (count - 1), 0)
    observed += (weight * (judges * (judges - 1) - same)) / (judges - 1)
  }
  let expected = all * all
  for (const total of totals.values()) expected -= total * total
  // All judgements alike: nothing that could vary did.
  if (expected <= 1e-9 * all) return null
  return 1 - ((all - 1) * observed) / expected
}

/**
 * Fleiss' κ (Fleiss 1971, "Measuring nominal scale agreement among many raters"): `(P̄ − P̄_e) / (1 − P̄_e)`. Every unit must have
 * the same number of judges.
 * @returns in [−1,1]; null where numbers differ, nothing can be compared, or only one value was ever given.
 */
export function fleissKappa(units: readonly RatingUnit[]): number | null {
  const totals = new Map<string, number>()
  let judges: number | null = null
  let weights = 0
  let agreed = 0
  for (const { counts, weight } of units) {
    const values = Object.values(counts)
    const n = values.reduce((a, b) => a + b, 0)
    judges ??= n
    if (n !== judges) return null
    weights += weight
    agreed += (weight * values.reduce((sum, count) => sum + count * (count - 1), 0)) / (n * (n - 1))
    for (const [value, count] of Object.entries(counts)) totals.set(value, (totals.get(value) ?? 0) + weight * count)
  }
  if (judges === null || judges < 2 || weights === 0) return null
  let chance = 0
  for (const total of totals.values()) chance += (total / (weights * judges)) ** 2
  return chance >= 1 - 1e-12 ? null : (agreed / weights - chance) / (1 - chance)
}
