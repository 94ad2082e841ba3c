import { configure, requestExtraction } from './extracting'
import { extractorOf, getState, notify, patchOf, setState, tabOf } from '../store'
import { isSameSource } from '../../../shared/contract/capture'
import { configurationOf, emptyTab, type Configuration, type SnippetStep, type Tab, type UndoStep } from '../window-state'
import type { SnippetChange } from '../../../shared/contract/fault-contract'
import type { Failure } from '../../../shared/base/failure'
import { call } from '../host/host'
import { readText, writeText } from '../host/storage'

const FOLDER = 'snippet-folder'

export const snippetFolder = (): string => readText(FOLDER) ?? ''

/** Notifies the user of success. The caller must show a returned failure. */
export async function changeSnippet(change: SnippetChange): Promise<{ readonly changed: boolean; readonly failure: Failure | null }> {
  const answer = await call('snippets.change', change)
  if (!answer.ok) return { changed: false, failure: answer.failure }
  const { changed, snippets } = answer.value
  writeText(FOLDER, change.folder)
  const count = `This page has ${snippets} ${snippets === 1 ? 'snippet' : 'snippets'}.`
  notify(
    !changed
      ? `The folder ${change.remove ? 'does not contain' : 'already contains'} this snippet.`
      : change.remove
        ? `Snippet removed. ${count}`
        : `Snippet saved as “${change.kind === 'with' ? 'must keep' : 'must not keep'}”. ${count}`,
  )
  return { changed, failure: null }
}

const MOST_UNDO_STEPS = 100
const UNDONE = 'Change undone.'
const REDONE = 'Change redone.'

const MS_WITHIN_A_GESTURE = 1000

/** Skips a later step of the same gesture: the first step restores the state before the gesture. */
export function remember(step: UndoStep): void {
  setState(({ undo, notice: before }) => {
    const last = undo[undo.length - 1]
    const notice = before === UNDONE || before === REDONE ? '' : before
    if (step.kind === 'parameters' && last?.kind === 'parameters' && last.tab === step.tab && last.gesture === step.gesture)
      return { redo: [], notice }
    return { undo: [...undo, step].slice(-MOST_UNDO_STEPS), redo: [], notice }
  })
}

function parameterStep(tab: Tab, gesture: string): UndoStep {
  return { kind: 'parameters', tab: tab.id, configuration: configurationOf(tab), gesture }
}

let lastGesture = { name: '', count: 0, at: 0 }

function gestureOf(name: string): string {
  const at = performance.now()
  const isSame = name === lastGesture.name && at - lastGesture.at <= MS_WITHIN_A_GESTURE
  lastGesture = { name, at, count: isSame ? lastGesture.count : lastGesture.count + 1 }
  return `${name}-${lastGesture.count}`
}

/**
 * Changes a tab's configuration, runs the extractor and stores an undo step.
 * @param name changes with the same name form one step if at most a second separates them
 * @param held whether the user still holds the slider; if so, and if the tab has a result, the run is a draft
 */
export function changeParameters(tab: Tab, change: Partial<Configuration>, name: string, held = false): void {
  remember(parameterStep(tab, gestureOf(name)))
  patchOf(tab.id, change)
  const isOther = change.extractor !== undefined && change.extractor !== tab.extractor
  requestExtraction(tab.id, isOther ? 'fresh' : held && tab.result ? 'draft' : 'changed')
}

export function changeConfiguration(tab: Tab, configuration: Configuration): void {
  const change = configure(tab, configuration)
  if (change.extractor !== undefined) changeParameters(tab, change, 'configuration')
}

export function rememberConfiguration(tab: Tab, configuration: Configuration): void {
  if (configure(tab, configuration).extractor !== undefined) remember(parameterStep(tab, gestureOf('configuration')))
}

export function undo(reopen: (id: string) => void): void {
  const { undo: steps } = getState()
  const step = steps.at(-1)
  if (!step) return
  setState({ undo: steps.slice(0, -1) })
  if (step.kind === 'closed-tab') {
    // Keep the id of the closed tab, because earlier undo steps refer to this id.
    const { id, source, mode, view, selected, visits, visit, gold } = step.tab
    const empty = emptyTab(getState().extractors[0])
    const restored: Tab = { ...empty, ...configure(empty, step.tab), id, source, mode, view, selected, visits, visit, gold }
    setState(({ tabs }) => {
      const others = tabs.length === 1 && tabs[0]?.status === 'empty' && !tabs[0].source ? [] : tabs
      return { tabs: [...others.slice(0, step.index), restored, ...others.slice(step.index)], notice: 'Tab reopened.' }
    })
    reopen(restored.id)
    return
  }
  revert(step, 'undo', 'redo')
}

export function redo(): void {
  const { redo: steps } = getState()
  const step = steps.at(-1)
  if (!step || step.kind === 'closed-tab') return
  setState({ redo: steps.slice(0, -1) })
  revert(step, 'redo', 'undo')
}

/** Reverts a step of the list `from`, and adds the opposite step to the list `to`. */
function revert(step: Exclude<UndoStep, { kind: 'closed-tab' }>, from: 'undo' | 'redo', to: typeof from): void {
  if (step.kind === 'snippet') {
    const opposite = revertSnippet(step, () =>
      setState((now) => ({ ...now, [from]: [...now[from], step], [to]: now[to].filter((other) => other !== opposite) })),
    )
    setState((now) => ({ ...now, [to]: [...now[to], opposite] }))
    return
  }
  const opposite = restoreParameters(step)
  if (opposite) setState((now) => ({ ...now, [to]: [...now[to], opposite], notice: from === 'undo' ? UNDONE : REDONE }))
}

/**
 * Reverts a snippet step. Uses the page's current id, because a reload can change the id.
 * @param onFailure called if the host refuses the change
 * @returns the opposite step
 */
function revertSnippet({ kind, change, source }: SnippetStep, onFailure: () => void): SnippetStep {
  const page = getState().tabs.find((tab) => tab.page && isSameSource(tab.source, source))?.page?.id ?? change.page
  const opposite = { ...change, page, remove: !change.remove }
  void changeSnippet(opposite).then(({ failure }) => {
    if (!failure) return
    notify(failure)
    onFailure()
  })
  return { kind, change: opposite, source }
}

function restoreParameters(step: Extract<UndoStep, { kind: 'parameters' }>): UndoStep | null {
  const tab = tabOf(step.tab)
  const { extractor } = step.configuration
  const isThere = extractorOf(extractor) !== undefined
  notify(isThere ? '' : `The extractor “${extractor}” no longer exists.`)
  if (!tab || !isThere) return null
  const opposite = parameterStep(tab, gestureOf('undo'))
  setState({ active: tab.id })
  patchOf(tab.id, configure(tab, step.configuration))
  requestExtraction(tab.id, extractor === tab.extractor ? 'changed' : 'fresh')
  return opposite
}
