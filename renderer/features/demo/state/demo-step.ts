/** The step on the stage as something to keep: a file, an address. */
import type { Result } from '../../../../shared/base/failure'
import { placeOf } from '../../../../shared/demo/timeline'
import { fileName, saveFile } from '../../../components/panel/save-file'
import { momentOf, useDemo, type Demo } from './demo-state'
import { appendChanged, sharedLinkOf, stepSession, type Session, type StoredStep } from '../../../window/session'
import { actions, extractorOf, getState } from '../../../window/window'
import { activeTab, tabTitle, type WindowState } from '../../../window/window-state'

/** Where a demonstration stands; null where nothing is on the stage. */
function storedStep(demo: Demo): StoredStep | null {
  if (!demo.run) return null
  const { timeline } = demo.run
  const moment = momentOf(demo)
  const { chapter } = placeOf(timeline, moment)
  return {
    moment,
    moments: timeline.length,
    chapter: chapter.step.name,
    into: moment - chapter.start,
    beside: demo.beside && { ...demo.beside, params: { ...demo.beside.params } },
    example: demo.example?.html ?? null,
    tour: demo.tour && { id: demo.tour.tour.id, stop: demo.tour.stop },
  }
}

/** The step as the text of a file; null where nothing is on the stage. */
function stepFile(state: Pick<WindowState, 'tabs' | 'active' | 'own'>, demo: Demo): Session | null {
  const step = storedStep(demo)
  return step && stepSession(activeTab(state), step, state.own)
}

/** Hands the step over as a file that opens again at exactly this step, here or elsewhere. */
export function saveStep(): void {
  const state = getState()
  const demo = useDemo.getState()
  const session = stepFile(state, demo)
  if (!session || !demo.run) {
    actions.notify('Nothing is on the stage yet.')
    return
  }
  const name = `${demo.run.info.id} step ${momentOf(demo) + 1} ${tabTitle(activeTab(state))}`
  saveFile(fileName(name, 'boilerscope.json'), JSON.stringify(session, null, 1), 'application/json')
}

/** Whether there is a step that an address can name; there is none for examples. */
export function isLinkable(state: Pick<WindowState, 'tabs' | 'active' | 'host'>, demo: Demo): boolean {
  if (!state.host || state.host.kind === 'electron') return false
  return demo.run !== null && !demo.example && activeTab(state).extractor === demo.run.info.id
}

/** The step as the hash of an address, with the page in it where that lives only in this window. */
export async function stepLink(state: Pick<WindowState, 'tabs' | 'active' | 'extractors'>, demo: Demo): Promise<Result<string>> {
  const tab = activeTab(state)
  const link = await sharedLinkOf(tab, extractorOf(tab.extractor, state))
  if (!link.ok) return link
  const query = new URLSearchParams({ step: String(momentOf(demo) + 1) })
  const second = extractorOf(demo.beside?.extractor, state)
  if (demo.beside && second) {
    query.set('beside', second.id)
    if (demo.beside.preset !== 'default') query.set('beside-preset', demo.beside.preset)
    appendChanged(query, 'beside-set', demo.beside, second.params)
  }
  return { ok: true, value: `${link.value}&${query.toString()}` }
}
