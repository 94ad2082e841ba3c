import { shownKeys } from '../../components/keys'
import { LABEL_ACTIONS } from '../../features/annotate/labelling/label-actions'
import { useLabelling } from '../../features/annotate/state/labelling-state'
import { PLAYER_ACTIONS } from '../../features/demo/player-actions'
import { chooseTour } from '../../features/demo/state/demo-state'
import { copyLink, copyText } from '../../window/host/clipboard'
import { proposeExtractor } from '../../window/page/own-extractors'
import { goToKept } from '../../window/result/gold-hits'
import { sharedLinkOf } from '../../window/session'
import { actions as store, extractorOf, getState, type WindowState, activeTab, placeOf } from '../../window/window'
import { focusNextPart, focusPanel, PANELS } from '../inspect/panels'
import { WORKSPACES } from '../workspaces'
import { dialogAction, hasPage, hasPanels, hasResult, helpPage, inGroup, isStarted, opens, hasMachine, resultText } from './action'
import { FILE_ACTIONS, exportAs } from './file-actions'
import { TREE_ACTIONS, VIEW_ACTIONS } from './page-actions'

const EDIT_ACTIONS = inGroup('Edit', [
  { id: 'undo', label: 'Undo', keywords: 'revert reverse', keys: ['Mod+Z'], enabled: (s) => s.undo.length > 0, run: () => store.undo() },
  { id: 'redo', label: 'Redo', keys: ['Mod+Shift+Z', 'Mod+Y'], enabled: (s) => s.redo.length > 0, run: () => store.redo() },
  {
    id: 'copy-text',
    label: 'Copy text',
    keywords: 'clipboard result export',
    keys: ['Mod+Shift+C'],
    enabled: hasResult,
    run: (s) => copyText(resultText(s), 'Text'),
  },
  {
    id: 'copy-markdown',
    label: 'Copy text as Markdown',
    keywords: 'clipboard result export',
    enabled: hasResult,
    run: (s) => void exportAs(s, 'markdown', (markdown) => copyText(markdown, 'Markdown')),
  },
  {
    id: 'copy-permalink',
    label: 'Copy link',
    keywords: 'share permalink url address',
    enabled: (s) => s.host !== null && s.host.kind !== 'electron' && hasPage(s),
    run: (s) => void copyLink(sharedLinkOf(activeTab(s), extractorOf(activeTab(s).extractor, s))),
  },
])

function stepExtractor(offset: number): (state: WindowState) => void {
  return ({ extractors, ...state }) => {
    const index = extractors.findIndex(({ id }) => id === activeTab(state).extractor)
    const next = extractors[(index + offset + extractors.length) % extractors.length]
    if (next) store.setExtractor(next.id)
  }
}

const EXTRACTOR_ACTIONS = inGroup('Extractor', [
  {
    id: 'add-extractor',
    label: 'Add extractor …',
    keywords: 'custom module program',
    enabled: hasMachine,
    run: () => proposeExtractor(),
  },
  dialogAction('new-extractor', 'New extractor …', 'custom create template', hasMachine),
  dialogAction('libraries', 'Install libraries …', 'trafilatura jusText python npm version', hasMachine),
  dialogAction('own-extractors', 'Your extractors …', 'custom allowed trust remove', hasMachine),
  { id: 'next-extractor', label: 'Next extractor', keys: ['Alt+E'], enabled: hasPage, run: stepExtractor(1) },
  { id: 'previous-extractor', label: 'Previous extractor', keys: ['Alt+Shift+E'], enabled: hasPage, run: stepExtractor(-1) },
  { id: 'preset-default', label: 'Preset: default', enabled: hasPage, run: () => store.setPreset('default') },
  { id: 'preset-as-printed', label: 'Preset: as printed', enabled: hasPage, run: () => store.setPreset('as-printed') },
  { id: 'reset-parameters', label: 'Reset parameters', keywords: 'default undo', enabled: hasPage, run: () => store.resetParams() },
  ...(['source', 'rendered'] as const).map((mode) => ({
    id: `mode-${mode}`,
    label: mode === 'source' ? 'Capture source HTML' : 'Capture rendered page',
    keywords: 'scripts javascript mode',
    checked: (s: WindowState) => placeOf(activeTab(s)).mode === mode,
    run: () => store.setMode(mode),
  })),
])

const LABEL_KEYS = LABEL_ACTIONS.map(({ id, label, keys }) => ({
  id: `label-${id}`,
  label,
  keys,
  inView: true,
  enabled: (s: WindowState) => s.workspace === 'annotate' && useLabelling.getState().open !== null,
  run: () => void import('../../features/annotate/labelling/label-keys').then(({ performLabelAction }) => performLabelAction(id)),
}))

const PLAYER_KEYS = PLAYER_ACTIONS.map(({ id, label, keys }) => ({
  id: `player-${id}`,
  label,
  keys,
  inView: true,
  enabled: (s: WindowState) => s.workspace === 'demonstrate' && hasPage(s),
  run: () => void import('../../features/demo/demo-keys').then(({ PLAYER_RUNS }) => PLAYER_RUNS[id]()),
}))

function newRun(): void {
  store.setWorkspace('evaluate')
  void import('../../features/evaluate/state/evaluation').then(({ evaluation }) => evaluation.select(null))
}

const GO_ACTIONS = inGroup('Go', [
  { id: 'back', label: 'Back', keys: ['Alt+ArrowLeft'], enabled: (s) => placeOf(activeTab(s)).visit > 0, run: () => store.back() },
  {
    id: 'forward',
    label: 'Forward',
    keys: ['Alt+ArrowRight'],
    enabled: (s) => placeOf(activeTab(s)).visit < placeOf(activeTab(s)).visits.length - 1,
    run: () => store.forward(),
  },
  {
    id: 'reload',
    label: 'Reload page',
    keywords: 'refresh load again',
    keys: ['Alt+R'],
    enabled: (s) => activeTab(s).source !== null && activeTab(s).status !== 'loading',
    run: () => store.reload(),
  },
  {
    id: 'cancel',
    label: 'Stop',
    keywords: 'cancel abort',
    keys: ['Escape'],
    enabled: (s) => activeTab(s).status === 'loading' || activeTab(s).running,
    run: () => store.cancel(),
  },
  { id: 'next-part', label: 'Next part of the window', keys: ['F6'], inFields: true, run: () => focusNextPart(1) },
  { id: 'previous-part', label: 'Previous part of the window', keys: ['Shift+F6'], inFields: true, run: () => focusNextPart(-1) },
  { id: 'next-kept', label: 'Next kept region', keys: ['Alt+N'], enabled: hasResult, run: () => goToKept(1) },
  { id: 'previous-kept', label: 'Previous kept region', keys: ['Alt+Shift+N'], enabled: hasResult, run: () => goToKept(-1) },
  ...([1, -1] as const).map((step) => ({
    id: step > 0 ? 'next-tab' : 'previous-tab',
    label: step > 0 ? 'Next tab' : 'Previous tab',
    keys: [step > 0 ? 'Alt+PageDown' : 'Alt+PageUp'],
    inFields: true,
    enabled: (s: WindowState) => s.tabs.length > 1,
    run: () => store.cycleTab(step),
  })),
  ...PANELS.map(({ id, title }, index) => ({
    id: `panel-${id}`,
    label: `Go to ${title}`,
    keys: [`Alt+${index + 1}`],
    inFields: true,
    enabled: hasPanels,
    run: () => focusPanel(id),
  })),
  ...WORKSPACES.map(({ id, title }) => ({
    id: `workspace-${id}`,
    label: `Workspace: ${title}`,
    checked: (s: WindowState) => s.workspace === id,
    run: () => store.setWorkspace(id),
  })),
])

function showHelp(state: WindowState): void {
  if (state.host) window.open(new URL(state.host.docs + helpPage(state), location.href), '_blank', 'noopener')
}

const HELP_ACTIONS = inGroup('Help', [
  {
    id: 'palette',
    label: 'Command palette …',
    keys: ['Mod+K', 'Mod+Shift+P'],
    inFields: true,
    run: (s) => store.setOverlay(s.overlay === 'palette' ? null : 'palette'),
  },
  { id: 'tours', label: 'Guided tours …', keywords: 'tutorial learn introduction', enabled: isStarted, run: () => chooseTour(true) },
  {
    id: 'help',
    label: 'Help for this view',
    keywords: 'manual documentation docs',
    keys: ['F1', 'Shift+?'],
    enabled: (s) => isStarted(s) && s.host?.docs !== '',
    run: showHelp,
  },
  { id: 'shortcuts', label: 'Keyboard shortcuts', keywords: 'keys hotkeys cheat sheet', keys: ['Mod+/'], run: opens('shortcuts') },
])

export const ACTIONS = [
  ...FILE_ACTIONS,
  ...EDIT_ACTIONS,
  ...VIEW_ACTIONS,
  ...TREE_ACTIONS,
  ...EXTRACTOR_ACTIONS,
  ...inGroup('Annotate', LABEL_KEYS),
  ...inGroup('Evaluate', [{ id: 'new-run', label: 'New evaluation run …', enabled: hasMachine, run: newRun }]),
  ...inGroup('Demonstrate', PLAYER_KEYS),
  ...GO_ACTIONS,
  ...HELP_ACTIONS,
]

const byId = new Map(ACTIONS.map((action) => [action.id, action]))

export function actionOf(id: string) {
  const action = byId.get(id)
  if (!action) throw new Error(`There is no action "${id}".`)
  return action
}

export const keysOf = (id: string): string | undefined => shownKeys(ACTIONS, id)

export function performAction(id: string): void {
  const action = byId.get(id)
  if (action?.enabled(getState())) action.run(getState())
}
