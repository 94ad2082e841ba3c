/** The step of a run that a link asked for, until the demonstration shows it. */
import { actions } from './workspace'

let pending: number | null = null

/** Reads `step=N` from an address's hash, counted from 1; the demonstration opens at it. */
export function askForStep(hash: string): void {
  const step = Number(new URLSearchParams(hash.replace(/^#/, '')).get('step') ?? Number.NaN)
  if (!Number.isInteger(step) || step < 1) return
  pending = step - 1
  actions.setWorkspace('demonstrate')
}

/** The moment asked for, once. */
export function takeStep(): number | null {
  const moment = pending
  pending = null
  return moment
}
