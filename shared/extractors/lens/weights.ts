import type { AdditiveModel } from './model'
import stored from './weights.json'

/** A model in two passes: the second looks at what the first said of the neighbours, and adds to it. */
export interface TwoPasses {
  readonly first: AdditiveModel
  readonly second: AdditiveModel
}

/** The trained models; `weights.json` holds where they come from. */
export const WEIGHTS: { readonly scorecard: TwoPasses; readonly full: TwoPasses; readonly overview: AdditiveModel } = stored
