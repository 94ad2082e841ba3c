/** Everything a person can do that has a name: toolbar, shortcuts, command palette, shortcut sheet and native menus read this one list. */
import { LABEL_ACTIONS } from '../../features/annotate/labelling/label-actions'
import { PLAYER_ACTIONS } from '../../features/demo/player-actions'
import { useLabelling } from '../../features/annotate/state/labelling-state'
import { call } from '../../window/host/host'
import { copyLink, copyText } from '../../window/host/clipboard'
import { proposeExtractor } from '../../window/page/own-extractors'
import { helpPage } from '../help'
import { sharedLinkOf } from '../../window/session'
import { chooseTour } from '../../features/demo/state/tour-offer'
import { actions as store, extractorOf, getState, type WindowState } from '../../window/window'
import { activeTab, placeOf } from '../../window/window-state'
import { always, hasPage, hasResult, resultText, type Action } from './action'
import { FILE_ACTIONS } from './file-actions'
import { GO_ACTIONS } from './go-actions'
import { TREE_ACTIONS } from './tree-actions'
import { VIEW_ACTIONS } from './view-actions'

function stepExtractor(offset: number): (state: WindowState) => void {
  return (state) => {
    const index = state.extractors.findIndex((x) => x.id === activeTab(state).extractor)
    const next = state.extractors[(index + offset + state.extractors.length) % state.extractors.length]
    if (next) store.setExtractor(next.id)
  }
}

async function copyMarkdown(state: WindowState): Promise<void> {
  const { page, extractor, preset, params } = activeTab(state)
  if (!page) return
  const markdown = await call('extraction.export', { page: page.id, extractor, preset, params, format: 'markdown' })
  if (markdown.ok) copyText(markdown.value, 'Markdown')
  else store.notify(`${markdown.failure.message} ${markdown.failure.next}`)
}

const editActions: readonly Action[] = [
  { id: 'undo', label: 'Undo', keys: ['Mod+Z'], group: 'Edit', enabled: (s) => s.undo.length > 0, run: () => store.undo() },
  { id: 'redo', label: 'Redo', keys: ['Mod+Shift+Z', 'Mod+Y'], group: 'Edit', enabled: (s) => s.redo.length > 0, run: () => store.redo() },
  {
    id: 'copy-text',
    label: 'Copy extracted text',
    keys: ['Mod+Shift+C'],
    group: 'Edit',
    enabled: hasResult,
    run: (s) => copyText(resultText(s), 'Text'),
  },
  {
    id: 'copy-markdown',
    label: 'Copy extracted text as Markdown',
    group: 'Edit',
    enabled: hasResult,
    run: (s) => void copyMarkdown(s),
  },
  {
    id: 'copy-permalink',
    label: 'Copy link to this view',
    group: 'Edit',
    enabled: (s) => s.host !== null && s.host.kind !== 'electron' && activeTab(s).page !== null,
    run: (s) => void copyLink(sharedLinkOf(activeTab(s), extractorOf(activeTab(s).extractor, s))),
  },
]

const extractorActions: readonly Action[] = [
  { id: 'add-extractor', label: 'Add extractor …', group: 'Extractor', enabled: (s) => s.host !== null, run: () => proposeExtractor() },
  {
    id: 'new-extractor',
    label: 'New extractor from …',
    group: 'Extractor',
    enabled: (s) => s.host !== null,
    run: () => store.setOverlay('new-extractor'),
  },
  {
    id: 'own-extractors',
    label: 'Extractors of your own …',
    group: 'Extractor',
    enabled: (s) => s.host !== null,
    run: () => store.setOverlay('own-extractors'),
  },
  { id: 'next-extractor', label: 'Next extractor', keys: ['Alt+E'], group: 'Extractor', enabled: hasPage, run: stepExtractor(1) },
  {
    id: 'previous-extractor',
    label: 'Previous extractor',
    keys: ['Alt+Shift+E'],
    group: 'Extractor',
    enabled: hasPage,
    run: stepExtractor(-1),
  },
  { id: 'preset-default', label: 'Preset: default', group: 'Extractor', enabled: hasPage, run: () => store.setPreset('default') },
  {
    id: 'preset-as-printed',
    label: 'Preset: as printed in the paper',
    group: 'Extractor',
    enabled: hasPage,
    run: () => store.setPreset('as-printed'),
  },
  { id: 'reset-parameters', label: 'Reset all parameters', group: 'Extractor', enabled: hasPage, run: () => store.resetParams() },
  {
    id: 'mode-source',
    label: 'Capture: what the server sent',
    group: 'Extractor',
    checked: (s) => placeOf(activeTab(s)).mode === 'source',
    enabled: always,
    run: () => store.setMode('source'),
  },
  {
    id: 'mode-rendered',
    label: 'Capture: after scripts ran',
    group: 'Extractor',
    checked: (s) => placeOf(activeTab(s)).mode === 'rendered',
    enabled: always,
    run: () => store.setMode('rendered'),
  },
]

/** What a key does while a page is labelled; the code behind it comes with the workspace. */
const labelActions = LABEL_ACTIONS.map(({ id, label, keys }): Action => ({
  id: `label-${id}`,
  label,
  keys,
  group: 'Annotate',
  inView: true,
  enabled: (s) => s.workspace === 'annotate' && useLabelling.getState().open !== null,
  run: () => void import('../../features/annotate/labelling/label-keys').then(({ performLabelAction }) => performLabelAction(id)),
}))

const playerActions = PLAYER_ACTIONS.map(({ id, label, keys }): Action => ({
  id: `player-${id}`,
  label,
  keys,
  group: 'Demonstrate',
  inView: true,
  enabled: (s) => s.workspace === 'demonstrate' && hasPage(s),
  run: () => void import('../../features/demo/demo-keys').then(({ performPlayerAction }) => performPlayerAction(id)),
}))

const evaluateActions: readonly Action[] = [
  {
    id: 'new-run',
    label: 'New evaluation run …',
    group: 'Evaluate',
    enabled: always,
    run: () => {
      store.setWorkspace('evaluate')
      void import('../../features/evaluate/state/evaluation').then(({ evaluation }) => evaluation.select(null))
    },
  },
]

const helpActions: readonly Action[] = [
  {
    id: 'palette',
    label: 'Command palette …',
    keys: ['Mod+K', 'Mod+Shift+P'],
    group: 'Help',
    inFields: true,
    enabled: always,
    run: (s) => store.setOverlay(s.overlay === 'palette' ? null : 'palette'),
  },
  {
    id: 'tours',
    label: 'Guided tours …',
    group: 'Help',
    enabled: (s) => s.host !== null,
    run: () => chooseTour(true),
  },
  {
    id: 'help',
    label: 'Help on what is in front',
    keys: ['F1', 'Shift+?'],
    group: 'Help',
    enabled: (s) => s.host !== null,
    run: (s) => {
      if (s.host) window.open(new URL(s.host.docs + helpPage(s), location.href), '_blank', 'noopener')
    },
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    keys: ['Mod+/'],
    group: 'Help',
    enabled: always,
    run: () => store.setOverlay('shortcuts'),
  },
]

export const ACTIONS: readonly Action[] = [
  ...FILE_ACTIONS,
  ...editActions,
  ...VIEW_ACTIONS,
  ...TREE_ACTIONS,
  ...extractorActions,
  ...labelActions,
  ...evaluateActions,
  ...playerActions,
  ...GO_ACTIONS,
  ...helpActions,
]

const byId = new Map(ACTIONS.map((action) => [action.id, action]))

/** The action of an id; the id must exist. */
export function actionOf(id: string): Action {
  const action = byId.get(id)
  if (!action) throw new Error(`There is no action "${id}".`)
  return action
}

/** Does what an id names, if it can be done now. */
export function performAction(id: string): void {
  const action = byId.get(id)
  if (action?.enabled(getState())) action.run(getState())
}
