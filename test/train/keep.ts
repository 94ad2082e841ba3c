import type { AdditiveModel, TwoPasses } from '../../shared/extractors/lens/model'

/** Maximum loss of F1 compared with the stored weights. */
const SLACK = 0.002

export interface CrossValidated {
  readonly scorecard: number
  readonly full: number
}

export function isWorse(now: CrossValidated, stored: CrossValidated | undefined): boolean {
  return stored !== undefined && (now.scorecard < stored.scorecard - SLACK || now.full < stored.full - SLACK)
}

export interface Models {
  readonly scorecard: TwoPasses
  readonly full: TwoPasses
  readonly overview: AdditiveModel
}

export interface Weights extends Models {
  readonly provenance: {
    readonly [fact: string]: unknown
    readonly date: string
    readonly crossValidated: CrossValidated & { readonly [fact: string]: unknown }
  }
}

export function madeOn(models: Models, stored: Partial<Weights> | null, today: Date): string {
  const same = JSON.stringify(models) === JSON.stringify({ scorecard: stored?.scorecard, full: stored?.full, overview: stored?.overview })
  return (same ? stored?.provenance?.date : undefined) ?? today.toISOString().slice(0, 10)
}
