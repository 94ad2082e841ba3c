/** Several tests at once. */

/**
 * Holm's step-down correction (Holm 1979): the k-th smallest of m p-values times m − k + 1, at least the one before it, at most
 * 1. What stays below α holds for all comparisons together with an error of at most α, whatever their dependence.
 * @returns the corrected values in the order given.
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).sort((i, j) => pValues[i] - pValues[j])
  const corrected = new Array<number>(pValues.length)
  let atLeast = 0
  for (const [rank, i] of order.entries()) {
    atLeast = Math.max(atLeast, Math.min(1, pValues[i] * (pValues.length - rank)))
    corrected[i] = atLeast
  }
  return corrected
}
