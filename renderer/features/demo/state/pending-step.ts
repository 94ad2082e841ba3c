/** The step of a demonstration that a link or a file asked for, until the stage shows it. */
import { actions } from '../../../window/workspace'
import { paramsOfPairs, restoredParams, type StoredStep } from '../../../window/session'
import type { Beside } from './demo-state'
import type { Workspace } from '../../../window/workspace-state'

export interface AskedStep extends Omit<StoredStep, 'beside' | 'moments'> {
  /** The tab it is a step of; null for whichever is in front. */
  readonly tab: string | null
  /** How many moments the film had, where that is known. */
  readonly moments: number | null
  readonly beside: Beside | null
}

type Extractors = Workspace['extractors']

let pending: AskedStep | null = null
const listeners = new Set<() => void>()

function ask(step: AskedStep): void {
  pending = step
  actions.setWorkspace('demonstrate')
  for (const listener of listeners) listener()
}

/** Reads a step (`step=N`, counted from 1, and what plays beside it) from an address's hash; the demonstration opens at it. */
export function askForStep(hash: string, extractors: Extractors): void {
  const query = new URLSearchParams(hash.replace(/^#/, ''))
  const step = Number(query.get('step') ?? Number.NaN)
  if (!Number.isInteger(step) || step < 1) return
  const info = extractors.find((x) => x.id === query.get('beside'))
  const preset = query.get('beside-preset') === 'as-printed' ? 'as-printed' : 'default'
  ask({
    tab: null,
    moment: step - 1,
    moments: null,
    chapter: '',
    into: 0,
    beside: info ? { extractor: info.id, preset, params: paramsOfPairs(query.getAll('beside-set'), info.params, preset) } : null,
    example: null,
    tour: null,
  })
}

/** Asks for the step of a file, in the tab that its page is in. */
export function askForStoredStep(step: StoredStep, tab: string, extractors: Extractors): void {
  const info = extractors.find((x) => x.id === step.beside?.extractor)
  const beside =
    step.beside && info
      ? { extractor: info.id, preset: step.beside.preset, params: restoredParams(info.params, step.beside.preset, step.beside.params) }
      : null
  ask({ ...step, tab, beside })
}

/** The step asked for in a tab; it stays until `forgetStep`. */
export function askedStep(tab: string): AskedStep | null {
  return pending !== null && (pending.tab === null || pending.tab === tab) ? pending : null
}

export function forgetStep(): void {
  pending = null
}

/** Calls back when a step is asked for. Returns the way to stop. */
export function onStepAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
