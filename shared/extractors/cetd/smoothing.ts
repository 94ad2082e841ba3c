import type { ContentTree } from '../../page/content-tree'
import type { OwnText } from './density-sum'

function smoothingWeights(radius: number, kind: 'binomial' | 'uniform'): number[] {
  let row = [1]
  for (let i = 0; i < 2 * radius; i++) row = [...row, 0].map((v, k) => v + (k > 0 ? row[k - 1] : 0))
  return kind === 'uniform' ? row.map(() => 1) : row
}

/**
 * Returns the smoothed density per entry: "simply weighted averaging with sibling nodes" (§4.3). Text runs count as siblings, and body
 * keeps its density.
 */
export function smooth(
  tree: ContentTree,
  density: Float64Array,
  { inLink, runs, runDensity }: OwnText,
  { radius, weights: kind }: { readonly radius: number; readonly weights: 'binomial' | 'uniform' },
): Float64Array {
  const { size, parent, isText } = tree
  const out = Float64Array.from(density)
  const weights = smoothingWeights(radius, kind)
  const first = new Int32Array(size + 1)
  for (let e = 1; e < size; e++) if (counts(e)) first[parent[e] + 1] += 1
  for (let e = 0; e < size; e++) first[e + 1] += first[e]
  const at = Int32Array.from(first)
  const slots = new Int32Array(first[size])
  for (let e = 1; e < size; e++) {
    if (!counts(e)) continue
    const p = parent[e]
    slots[at[p]] = e
    at[p] += 1
  }
  for (let p = 0; p < size; p++) {
    const from = first[p]
    const to = first[p + 1]
    for (let k = from; k < to; k++) {
      const e = slots[k]
      if (isText[e] === 1) continue
      let sum = 0
      let total = 0
      for (let d = -radius; d <= radius; d++) {
        const j = k + d
        if (j < from || j >= to) continue
        const w = weights[d + radius]
        sum += w * value(slots[j])
        total += w
      }
      out[e] = sum / total
    }
  }
  return out

  /** The first text node of a run represents the run. */
  function counts(e: number): boolean {
    if (isText[e] === 0) return true
    return runs.first[runs.of[e]] === e
  }
  function value(e: number): number {
    if (isText[e] === 0) return density[e]
    return inLink[parent[e]] === 1 ? 0 : runDensity(runs.length[runs.of[e]])
  }
}
