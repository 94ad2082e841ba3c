/** Asks for the step of a demonstration that a link or a file names; the stage goes there once its run is on it. */
import { actions } from '../../../window/window'
import { paramsOfPairs, restoredParams, type StoredStep } from '../../../window/session'
import { useDemo, type AskedStep } from './demo-state'
import type { WindowState } from '../../../window/window-state'

type Extractors = WindowState['extractors']

function ask(step: AskedStep): void {
  useDemo.setState({ asked: step })
  actions.setWorkspace('demonstrate')
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
