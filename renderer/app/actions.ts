/** Everything a person can do that has a name: toolbar, shortcuts, command palette, shortcut sheet and native menus read this one list. */
import { copyText } from '../stores/clipboard'
import { Session, permalinkOf, sessionOf, tabsOf } from '../stores/session'
import { LABEL_ACTIONS } from '../features/annotate/label-actions'
import { exportReport } from '../features/inspector/export-report'
import { useLabelling } from '../stores/annotate-labelling-state'
import { hasGold } from '../stores/gold-hits'
import { goToKept } from '../stores/kept-regions'
import { askForStoredStep } from '../stores/pending-step'
import { htmlOf, selectorOf, textOf } from '../stores/selector'
import { chooseTour } from '../stores/tour-offer'
import { treeActions } from '../stores/tree-view'
import { actions as store, getState, setState, type Workspace } from '../stores/workspace'
import { activeTab, tabTitle } from '../stores/workspace-state'
import { focusPanel, PANELS } from './panels'
import { WORKSPACES } from './workspaces'

export interface Action {
  readonly id: string
  readonly label: string
  /** Shortcuts, the first is shown: `Mod+O`. `Mod` is Command on a Mac, Control elsewhere. */
  readonly keys?: readonly string[]
  readonly group: 'File' | 'Edit' | 'View' | 'Tree' | 'Extractor' | 'Annotate' | 'Go' | 'Help'
  /** A view listens for these keys itself: they mean this there only. */
  readonly inView?: boolean
  /** Works while a text field has the focus, too. */
  readonly inFields?: boolean
  readonly checked?: (state: Workspace) => boolean
  readonly enabled: (state: Workspace) => boolean
  readonly run: (state: Workspace) => void
}

const always = (): boolean => true
const hasPage = (state: Workspace): boolean => activeTab(state).page !== null
const hasResult = (state: Workspace): boolean => activeTab(state).result !== null
const hasSelection = (state: Workspace): boolean => activeTab(state).model !== null && activeTab(state).selected !== null

/** Puts the cursor into the element an id names, and selects what it holds. */
function focusField(id: string): void {
  const field = document.getElementById(id)
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

async function openFile(state: Workspace): Promise<void> {
  if (state.host?.fileDialog) {
    const chosen = await state.client.call('dialog.openFile', {})
    if (!chosen.ok || chosen.value === null) return
    if (/\.boilerscope\.json$/i.test(chosen.value)) store.notify('Open sessions and steps with “Open session or step …”.')
    else store.openSource({ kind: 'file', path: chosen.value })
    return
  }
  chooseHere('.html,.htm,.xhtml,.gz,.warc,.json,text/html')
}

/** Lets a person choose a file in the window itself, and opens it. */
function chooseHere(accept: string): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = accept
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file) void openDropped(file)
  })
  input.click()
}

/** Opens a file that was dropped or chosen: a page, or a saved session. */
export async function openDropped(file: File): Promise<void> {
  if (/\.json$/i.test(file.name)) return openSession(await file.text())
  store.openSource({ kind: 'bytes', name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
}

function openSession(text: string): void {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  const session = Session.safeParse(value)
  if (!session.success) {
    store.notify('This file is not a Boilerscope session. Choose a file saved with “Save session”.')
    return
  }
  const tabs = tabsOf(session.data, getState().extractors)
  setState((state) => ({ tabs: [...state.tabs.filter((tab) => tab.source !== null), ...tabs] }))
  const front = tabs[session.data.active] ?? tabs[0]
  if (front) store.activateTab(front.id)
  if (front && session.data.step) askForStoredStep(session.data.step, front.id, getState().extractors)
  store.notify(`Session opened: ${tabs.length} ${tabs.length === 1 ? 'page' : 'pages'}.`)
}

/** Hands a text to the person as a file. */
function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

function fileName(state: Workspace, extension: string): string {
  const title = tabTitle(activeTab(state))
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .toLowerCase()
  return `${title || 'page'}${extension}`
}

async function exportHtml(state: Workspace): Promise<void> {
  const { page, extractor, preset, params } = activeTab(state)
  if (!page) return
  const html = await state.client.call('extraction.export', { page: page.id, extractor, preset, params, format: 'html' })
  if (html.ok) download(fileName(state, '.html'), `<!doctype html><meta charset="utf-8">\n${html.value}\n`, 'text/html')
  else store.notify(`${html.failure.message} ${html.failure.next}`)
}

function toggleView(key: 'kept' | 'dim' | 'path' | 'gold' | 'reveal' | 'remote'): (state: Workspace) => void {
  return (state) => store.setView({ [key]: !activeTab(state).view[key] })
}

const ZOOMS = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3]
function zoom(step: 1 | -1): (state: Workspace) => void {
  return (state) => {
    const now = activeTab(state).view.zoom || 0.6
    const next = step > 0 ? ZOOMS.find((z) => z > now + 0.01) : ZOOMS.findLast((z) => z < now - 0.01)
    if (next) store.setView({ zoom: next })
  }
}

function stepExtractor(offset: number): (state: Workspace) => void {
  return (state) => {
    const index = state.extractors.findIndex((x) => x.id === activeTab(state).extractor)
    const next = state.extractors[(index + offset + state.extractors.length) % state.extractors.length]
    if (next) store.setExtractor(next.id)
  }
}

function withSelection(use: (state: Workspace, node: number) => void): (state: Workspace) => void {
  return (state) => {
    const { selected } = activeTab(state)
    if (selected !== null) use(state, selected)
  }
}

/** What a key does while a page is labelled; the code behind it comes with the workspace. */
const labelActions = LABEL_ACTIONS.map(({ id, label, keys }): Action => ({
  id: `label-${id}`,
  label,
  keys,
  group: 'Annotate',
  inView: true,
  enabled: (s) => s.workspace === 'annotate' && useLabelling.getState().open !== null,
  run: () => void import('../features/annotate/label-keys').then(({ performLabelAction }) => performLabelAction(id)),
}))

export const ACTIONS: readonly Action[] = [
  { id: 'open-file', label: 'Open file …', keys: ['Mod+O'], group: 'File', inFields: true, enabled: always, run: (s) => void openFile(s) },
  {
    id: 'focus-address',
    label: 'Open address …',
    keys: ['Mod+L'],
    group: 'File',
    inFields: true,
    enabled: always,
    run: () => focusField('address'),
  },
  {
    id: 'paste-html',
    label: 'Paste HTML …',
    keys: ['Mod+Shift+E'],
    group: 'File',
    inFields: true,
    enabled: always,
    run: () => store.setOverlay('paste'),
  },
  { id: 'settings', label: 'Limits of loading a page …', group: 'File', enabled: always, run: () => store.setOverlay('settings') },
  { id: 'new-tab', label: 'New tab', keys: ['Alt+T'], group: 'File', inFields: true, enabled: always, run: () => store.newTab() },
  { id: 'close-tab', label: 'Close tab', keys: ['Alt+W'], group: 'File', inFields: true, enabled: always, run: () => store.closeTab() },
  {
    id: 'save-session',
    label: 'Save session …',
    keys: ['Mod+S'],
    group: 'File',
    inFields: true,
    enabled: (s) => sessionOf(s) !== null,
    run: (s) => download('session.boilerscope.json', JSON.stringify(sessionOf(s), null, 1), 'application/json'),
  },
  {
    id: 'save-step',
    label: 'Save this step as a file …',
    group: 'File',
    enabled: (s) => s.workspace === 'demonstrate' && hasPage(s),
    run: () => void import('../stores/demo-step').then(({ saveStep }) => saveStep()),
  },
  {
    id: 'open-session',
    label: 'Open session or step …',
    group: 'File',
    enabled: always,
    run: () => chooseHere('.json,application/json'),
  },
  {
    id: 'save-text',
    label: 'Save extracted text',
    group: 'File',
    enabled: hasResult,
    run: (s) => download(fileName(s, '.txt'), activeTab(s).result?.extraction.text ?? '', 'text/plain'),
  },
  {
    id: 'save-report',
    label: 'Save report of this inspection',
    group: 'File',
    enabled: hasResult,
    run: () => exportReport(),
  },
  { id: 'save-html', label: 'Save extracted HTML', group: 'File', enabled: hasResult, run: (s) => void exportHtml(s) },

  { id: 'undo', label: 'Undo', keys: ['Mod+Z'], group: 'Edit', enabled: (s) => s.undo.length > 0, run: () => store.undo() },
  { id: 'redo', label: 'Redo', keys: ['Mod+Shift+Z', 'Mod+Y'], group: 'Edit', enabled: (s) => s.redo.length > 0, run: () => store.redo() },
  {
    id: 'copy-text',
    label: 'Copy extracted text',
    keys: ['Mod+Shift+C'],
    group: 'Edit',
    enabled: hasResult,
    run: (s) => copyText(activeTab(s).result?.extraction.text ?? '', 'Text'),
  },
  {
    id: 'copy-permalink',
    label: 'Copy link to this view',
    group: 'Edit',
    enabled: (s) => s.host?.kind === 'browser' && permalinkOf(activeTab(s), undefined) !== null,
    run: (s) =>
      copyText(
        `${location.origin}/#${
          permalinkOf(
            activeTab(s),
            s.extractors.find((x) => x.id === activeTab(s).extractor),
          ) ?? ''
        }`,
        'Link',
      ),
  },

  {
    id: 'toggle-kept',
    label: 'Tint what was kept',
    keys: ['Alt+K'],
    group: 'View',
    checked: (s) => activeTab(s).view.kept,
    enabled: hasPage,
    run: toggleView('kept'),
  },
  {
    id: 'toggle-dim',
    label: 'Dim what was dropped',
    keys: ['Alt+D'],
    group: 'View',
    checked: (s) => activeTab(s).view.dim,
    enabled: hasPage,
    run: toggleView('dim'),
  },
  {
    id: 'toggle-path',
    label: 'Mark the path to kept content',
    keys: ['Alt+P'],
    group: 'View',
    checked: (s) => activeTab(s).view.path,
    enabled: hasPage,
    run: toggleView('path'),
  },
  {
    id: 'toggle-gold',
    label: 'Colour hits and misses against the gold text',
    keys: ['Alt+G'],
    group: 'View',
    checked: (s) => activeTab(s).view.gold,
    enabled: (s) => hasGold(activeTab(s)),
    run: toggleView('gold'),
  },
  {
    id: 'toggle-hidden',
    label: 'Reveal hidden text',
    keys: ['Alt+H'],
    group: 'View',
    checked: (s) => activeTab(s).view.reveal,
    enabled: hasPage,
    run: toggleView('reveal'),
  },
  {
    id: 'toggle-remote',
    label: 'Load the page’s images and styles',
    group: 'View',
    checked: (s) => activeTab(s).view.remote,
    enabled: hasPage,
    run: toggleView('remote'),
  },
  { id: 'zoom-in', label: 'Zoom page in', keys: ['Alt+='], group: 'View', enabled: hasPage, run: zoom(1) },
  { id: 'zoom-out', label: 'Zoom page out', keys: ['Alt+-'], group: 'View', enabled: hasPage, run: zoom(-1) },
  { id: 'zoom-fit', label: 'Fit page to pane', keys: ['Alt+0'], group: 'View', enabled: hasPage, run: () => store.setView({ zoom: 0 }) },
  {
    id: 'theme',
    label: 'Switch between light and dark',
    keys: ['Alt+L'],
    group: 'View',
    enabled: always,
    run: (s) => store.setTheme(s.dark ? 'light' : 'dark'),
  },
  { id: 'theme-system', label: 'Theme as the system', group: 'View', enabled: always, run: () => store.setTheme('system') },

  {
    id: 'search-tree',
    label: 'Search the tree',
    keys: ['Mod+F'],
    group: 'Tree',
    inFields: true,
    enabled: hasPage,
    run: () => focusPanel('tree', () => focusField('tree-search')),
  },
  {
    id: 'expand-below',
    label: 'Expand all below the selected node',
    group: 'Tree',
    enabled: hasSelection,
    run: withSelection((s, n) => {
      const { model } = activeTab(s)
      if (model) treeActions.expandBelow(model, n, true)
    }),
  },
  {
    id: 'collapse-below',
    label: 'Collapse all below the selected node',
    group: 'Tree',
    enabled: hasSelection,
    run: withSelection((s, n) => {
      const { model } = activeTab(s)
      if (model) treeActions.expandBelow(model, n, false)
    }),
  },
  {
    id: 'select-parent',
    label: 'Select the parent',
    keys: ['Alt+U'],
    group: 'Tree',
    enabled: hasSelection,
    run: withSelection((s, n) => {
      const parent = activeTab(s).model?.parent[n] ?? -1
      if (parent >= 0) store.select(parent)
    }),
  },
  { id: 'clear-selection', label: 'Clear the selection', group: 'Tree', enabled: hasSelection, run: () => store.select(null) },
  {
    id: 'copy-selector',
    label: 'Copy CSS selector of the selected node',
    group: 'Tree',
    enabled: hasSelection,
    run: withSelection((s, n) => {
      const { model } = activeTab(s)
      if (model) copyText(selectorOf(model, n), 'Selector')
    }),
  },
  {
    id: 'copy-node-html',
    label: 'Copy HTML of the selected node',
    group: 'Tree',
    enabled: hasSelection,
    run: withSelection((s, n) => {
      const { model } = activeTab(s)
      if (model) copyText(htmlOf(model, n), 'HTML')
    }),
  },
  {
    id: 'copy-node-text',
    label: 'Copy text of the selected node',
    group: 'Tree',
    enabled: hasSelection,
    run: withSelection((s, n) => {
      const { model } = activeTab(s)
      if (model) copyText(textOf(model, n), 'Text')
    }),
  },
  { id: 'filter-all', label: 'Tree: show all nodes', group: 'Tree', enabled: hasPage, run: () => treeActions.setFilter('all') },
  { id: 'filter-kept', label: 'Tree: show only kept nodes', group: 'Tree', enabled: hasResult, run: () => treeActions.setFilter('kept') },
  {
    id: 'filter-text',
    label: 'Tree: show only nodes with text',
    group: 'Tree',
    enabled: hasPage,
    run: () => treeActions.setFilter('text'),
  },
  {
    id: 'filter-changed',
    label: 'Tree: show only what the last change moved',
    group: 'Tree',
    enabled: (s) => activeTab(s).previous !== null,
    run: () => treeActions.setFilter('changed'),
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
    checked: (s) => activeTab(s).mode === 'source',
    enabled: always,
    run: () => store.setMode('source'),
  },
  {
    id: 'mode-rendered',
    label: 'Capture: after scripts ran',
    group: 'Extractor',
    checked: (s) => activeTab(s).mode === 'rendered',
    enabled: always,
    run: () => store.setMode('rendered'),
  },

  ...labelActions,

  { id: 'back', label: 'Back', keys: ['Alt+ArrowLeft'], group: 'Go', enabled: (s) => activeTab(s).visit > 0, run: () => store.back() },
  {
    id: 'forward',
    label: 'Forward',
    keys: ['Alt+ArrowRight'],
    group: 'Go',
    enabled: (s) => activeTab(s).visit < activeTab(s).visits.length - 1,
    run: () => store.forward(),
  },
  {
    id: 'reload',
    label: 'Load the page again',
    keys: ['Alt+R'],
    group: 'Go',
    enabled: (s) => activeTab(s).source !== null && activeTab(s).status !== 'loading',
    run: () => store.reload(),
  },
  {
    id: 'cancel',
    label: 'Stop',
    keys: ['Escape'],
    group: 'Go',
    enabled: (s) => activeTab(s).status === 'loading',
    run: () => store.cancel(),
  },
  { id: 'next-kept', label: 'Next kept region', keys: ['Alt+N'], group: 'Go', enabled: hasResult, run: () => goToKept(1) },
  { id: 'previous-kept', label: 'Previous kept region', keys: ['Alt+Shift+N'], group: 'Go', enabled: hasResult, run: () => goToKept(-1) },
  {
    id: 'next-tab',
    label: 'Next tab',
    keys: ['Alt+PageDown'],
    group: 'Go',
    inFields: true,
    enabled: (s) => s.tabs.length > 1,
    run: () => store.cycleTab(1),
  },
  {
    id: 'previous-tab',
    label: 'Previous tab',
    keys: ['Alt+PageUp'],
    group: 'Go',
    inFields: true,
    enabled: (s) => s.tabs.length > 1,
    run: () => store.cycleTab(-1),
  },
  ...PANELS.map((panel, index): Action => ({
    id: `panel-${panel.id}`,
    label: `Go to ${panel.title}`,
    keys: [`Alt+${index + 1}`],
    group: 'Go',
    inFields: true,
    enabled: hasPage,
    run: () => focusPanel(panel.id),
  })),
  ...(WORKSPACES.length > 1
    ? WORKSPACES.map((workspace): Action => ({
        id: `workspace-${workspace.id}`,
        label: `Workspace: ${workspace.title}`,
        group: 'Go',
        checked: (s) => s.workspace === workspace.id,
        enabled: always,
        run: () => store.setWorkspace(workspace.id),
      }))
    : []),

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
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    keys: ['F1', 'Shift+?'],
    group: 'Help',
    enabled: always,
    run: () => store.setOverlay('shortcuts'),
  },
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
