import stored from './weights.json'

/** A model in two passes: the second pass reads the results of the first pass, and adds points. */
export interface TwoPasses {
  readonly first: AdditiveModel
  readonly second: AdditiveModel
}

/** The trained models. `weights.json` states their origin. */
export const WEIGHTS: { readonly scorecard: TwoPasses; readonly full: TwoPasses; readonly overview: AdditiveModel } = stored

/** One term of an additive model: a step function of a measure. */
export interface Term {
  readonly measure: string
  /** Ascending limits of the steps. Step k contains the values from cuts[k − 1] to below cuts[k]. */
  readonly cuts: readonly number[]
  /** Points per step, in log odds. The list has one more element than `cuts`. */
  readonly points: readonly number[]
}

/** An additive model. The log odds are the intercept plus the points of each term. */
export interface AdditiveModel {
  readonly intercept: number
  readonly terms: readonly Term[]
}

/** Returns the index of the step that contains a value. */
export function stepOf(cuts: readonly number[], value: number): number {
  let step = 0
  while (step < cuts.length && value >= cuts[step]) step++
  return step
}

export function pointsFor({ cuts, points }: Term, value: number): number {
  return points[stepOf(cuts, value)]
}

/** The cut of a page is `least + more · F^power`, where F is the `expectedF1` of the page. */
export interface CutRule {
  readonly least: number
  readonly more: number
  readonly power: 2 | 3
}

export const CUTS = {
  scorecard: { least: 0.15, more: 0.45, power: 2 },
  full: { least: 0.2, more: 0.5, power: 3 },
} as const satisfies Record<string, CutRule>

const cutFormula = ({ least, more, power }: CutRule): string => `${least} + ${more} F${power === 2 ? '²' : '³'}`

export const CUT_FORMULAS = `${cutFormula(CUTS.scorecard)} (full model: ${cutFormula(CUTS.full)})`

/** Returns the log odds of every block. @throws Error if `values` lacks the measure of a term */
export function logOddsBy(model: AdditiveModel, values: ReadonlyMap<string, Float64Array>, count: number): Float64Array {
  const logOdds = new Float64Array(count).fill(model.intercept)
  for (const { measure, cuts, points } of model.terms) {
    const value = values.get(measure)
    if (!value) throw new Error(`The measure ${measure} of a term was not computed.`)
    for (let b = 0; b < count; b++) logOdds[b] += points[stepOf(cuts, value[b])]
  }
  return logOdds
}

/** Returns the probability of log odds. */
export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

/** Returns the log odds of a probability, limited to ±9.2. */
export function logOddsOf(p: number): number {
  return Math.log(Math.max(1e-4, p) / Math.max(1e-4, 1 - p))
}

/** Returns the blocks by descending probability. Equally probable blocks are in page order. */
export function byProbability(p: Float64Array): Int32Array {
  const order = new Int32Array(p.length)
  for (let b = 0; b < order.length; b++) order[b] = b
  return order.sort((a, b) => p[b] - p[a] || a - b)
}

/**
 * Returns the minimum probability of a kept block, from `least` to `least + more`. Clear content gives a high cut, and ambiguous content
 * gives a low cut. `expectedF1` is the largest expected F1 of keeping the k most probable blocks, over all k, in [0,1].
 * @param p probability per block that the block is content @param w number of words per block
 */
export function automaticCut(p: Float64Array, w: ArrayLike<number>, { least, more, power }: CutRule) {
  let all = 0
  for (let b = 0; b < p.length; b++) all += p[b] * w[b]
  let hit = 0
  let size = 0
  let expectedF1 = 0
  for (const b of byProbability(p)) {
    hit += p[b] * w[b]
    size += w[b]
    if (size + all > 0) expectedF1 = Math.max(expectedF1, (2 * hit) / (size + all))
  }
  return { cut: least + more * expectedF1 ** power, expectedF1 }
}
