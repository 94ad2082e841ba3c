/** F1 that a new run may lose against the stored weights before it is refused. */
const SLACK = 0.002

export interface CrossValidated {
  readonly scorecard: number
  readonly full: number
}

/** Whether weights scored worse, cross-validated, than those that are stored. */
export function isWorse(now: CrossValidated, stored: CrossValidated | undefined): boolean {
  return stored !== undefined && (now.scorecard < stored.scorecard - SLACK || now.full < stored.full - SLACK)
}
