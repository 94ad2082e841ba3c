import type { Result } from '../../../../shared/base/failure'
import { exampleTitle } from '../../../../shared/demo/examples'
import { placeOf } from '../../../../shared/demo/timeline'
import { fileName, saveFile } from '../../../components/panel/save-file'
import { momentOf, useDemo, type RequestedStep, type Demo } from './demo-state'
import { acceptedSettings } from '../../../../shared/extractors/core/param-settings'
import { appendChanged, restoredParams, sessionOf, sharedLinkOf, type StoredStep } from '../../../window/session'
import { actions, extractorOf, getState, activeTab, tabTitle, type WindowState } from '../../../window/window'

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

export function saveStep(): void {
  const state = getState()
  const demo = useDemo.getState()
  const tab = activeTab(state)
  const step = storedStep(demo)
  const session = sessionOf({ tabs: [tab], active: tab.id, own: state.own })
  if (!step || !session || !demo.run) {
    actions.notify('The stage is empty.')
    return
  }
  const name = `${demo.run.info.id} step ${momentOf(demo) + 1} ${demo.example ? exampleTitle(demo.example.html) : tabTitle(tab)}`
  saveFile(fileName(name, 'boilerscope.json'), JSON.stringify({ ...session, step }, null, 1), 'application/json')
}

/** The desktop application has no links, and a link cannot contain an example. */
export function isLinkable(state: Pick<WindowState, 'tabs' | 'active' | 'host'>, demo: Demo): boolean {
  if (!state.host || state.host.kind === 'electron') return false
  return demo.run !== null && !demo.example && activeTab(state).extractor === demo.run.info.id
}

export async function stepLink(state: Pick<WindowState, 'tabs' | 'active' | 'extractors'>, demo: Demo): Promise<Result<string>> {
  const tab = activeTab(state)
  const link = await sharedLinkOf(tab, extractorOf(tab.extractor, state))
  if (!link.ok) return link
  const query = new URLSearchParams({ step: String(momentOf(demo) + 1) })
  const second = extractorOf(demo.beside?.extractor, state)
  if (demo.beside && second) {
    query.set('beside', second.id)
    appendChanged(query, 'beside-set', { preset: 'default', params: demo.beside.params }, second.params)
  }
  return { ok: true, value: `${link.value}&${query.toString()}` }
}

type Extractors = WindowState['extractors']

function requestStep(step: RequestedStep): void {
  useDemo.setState({ requested: step })
  actions.setWorkspace('demonstrate')
}

/** In the hash, `step` counts from 1. */
export function requestStepOfLink(hash: string, extractors: Extractors): void {
  const query = new URLSearchParams(hash.replace(/^#/, ''))
  const step = Number(query.get('step') ?? Number.NaN)
  if (!Number.isInteger(step) || step < 1) return
  const info = extractors.find((x) => x.id === query.get('beside'))
  requestStep({
    tab: null,
    moment: step - 1,
    moments: null,
    chapter: '',
    into: 0,
    beside: info ? { extractor: info.id, params: acceptedSettings(info.params, query.getAll('beside-set'), 'default') } : null,
    example: null,
    tour: null,
  })
}

export function requestStoredStep(step: StoredStep, tab: string, extractors: Extractors): void {
  const info = extractors.find((x) => x.id === step.beside?.extractor)
  const beside = step.beside && info ? { extractor: info.id, params: restoredParams(info.params, 'default', step.beside.params) } : null
  requestStep({ ...step, tab, beside })
}
