import type { AdditiveModel, TwoPasses } from '../../shared/extractors/lens/model'

/** F1 that a new run may lose against the stored weights before it is refused. */
const SLACK = 0.002

export interface CrossValidated {
  readonly scorecard: number
  readonly full: number
}

/** Returns whether the cross-validated weights have worse scores than the stored weights. */
export function isWorse(now: CrossValidated, stored: CrossValidated | undefined): boolean {
  return stored !== undefined && (now.scorecard < stored.scorecard - SLACK || now.full < stored.full - SLACK)
}

export interface Models {
  readonly scorecard: TwoPasses
  readonly full: TwoPasses
  readonly overview: AdditiveModel
}

/** The trained models, and where they come from. */
export interface Weights extends Models {
  readonly provenance: {
    readonly [fact: string]: unknown
    readonly date: string
    readonly crossValidated: CrossValidated & { readonly [fact: string]: unknown }
  }
}

/** Returns the stored date if the models are unchanged, so that training again gives the same bytes; otherwise today. */
export function madeOn(models: Models, stored: Partial<Weights> | null, today: Date): string {
  const same = JSON.stringify(models) === JSON.stringify({ scorecard: stored?.scorecard, full: stored?.full, overview: stored?.overview })
  return (same ? stored?.provenance?.date : undefined) ?? today.toISOString().slice(0, 10)
}
