import type { AdditiveModel } from './model'
import stored from './weights.json'

/** A model in two passes: the second pass reads the first results of neighbours and adds points. */
export interface TwoPasses {
  readonly first: AdditiveModel
  readonly second: AdditiveModel
}

/** The trained models; `weights.json` states their origin. */
export const WEIGHTS: { readonly scorecard: TwoPasses; readonly full: TwoPasses; readonly overview: AdditiveModel } = stored
