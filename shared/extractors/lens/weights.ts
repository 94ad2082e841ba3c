import type { AdditiveModel } from './model'
import stored from './weights.json'

/** A model in two passes: the second reads the results of the first for the neighbours and adds to them. */
export interface TwoPasses {
  readonly first: AdditiveModel
  readonly second: AdditiveModel
}

/** The trained models; `weights.json` holds where they come from. */
export const WEIGHTS: { readonly scorecard: TwoPasses; readonly full: TwoPasses; readonly overview: AdditiveModel } = stored
