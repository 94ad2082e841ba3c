import { performFromMenu } from './actions/shortcuts'
import { mayBeLocal } from '../../shared/base/url'
import type { Source } from '../../shared/contract/capture'
import { requestStepOfLink } from '../features/demo/state/demo-step'
import { followComparedPage } from '../window/compare'
import { call, onHostEvent } from '../window/host/host'
import { missingExtractor, storeExtractors, type ExtractorsEvent } from '../window/page/own-extractors'
import { firstExtractor, followRecent } from '../window/page/recent'
import { Session, permalinkOf, sessionOf, tabOfLink, tabsOf } from '../window/session'
import { readText, readValue, writeText } from '../window/host/storage'
import { actions, currentTab, extractorOf, getState, setState, subscribe, type Tab, type WindowState } from '../window/window'
import { activeTab, configurationOf, emptyTab, firstVisit, isSamePage, placeOf } from '../window/window-state'
import { WORKSPACES } from './workspaces'
import { ACTIONS } from './actions/actions'

const NATIVE = new Set(
  `open-file focus-address paste-html open-session save-session save-text save-html settings new-tab close-tab
  undo redo copy-text copy-markdown
  toggle-kept toggle-dim toggle-gold zoom-in zoom-out theme
  search-tree select-parent expand-below collapse-below copy-selector copy-node-html copy-node-text must-keep reduce
  add-extractor new-extractor libraries own-extractors next-extractor previous-extractor
  preset-default preset-as-printed reset-parameters mode-source mode-rendered
  back forward reload next-tab previous-tab next-kept previous-kept
  workspace-inspect workspace-compare workspace-annotate workspace-evaluate workspace-demonstrate
  palette tours help shortcuts`.split(/\s+/),
)

/** Whether a page embeds this window. An embedded window must not overwrite the stored session of full windows. */
export const isEmbedded = new URLSearchParams(location.hash.slice(1)).has('embed')

const SESSION_KEY = 'boilerscope.session'
const WORKSPACE_KEY = 'boilerscope.workspace'
/** Key of a flag that prevents a reload from opening the page of the command line again. */
const OPENED_KEY = 'boilerscope.opened'
/** Browsers store about 5 million characters per origin in `localStorage`. The session uses less than half. */
const MOST_SESSION_CHARACTERS = 2_000_000

export async function start(): Promise<void> {
  /** Extractor lists that the host sent during the start. These lists are newer than the responses below. */
  let early: ExtractorsEvent | null = null
  onHostEvent((event) => {
    if (event.type === 'open') void actions.openInNewTab(event.source)
    else if (event.type === 'action') performFromMenu(event.id)
    else if (getState().host) storeExtractors(event)
    else early = event
  })
  const [host, extractors, own, samples] = await Promise.all([
    call('host.info', {}),
    call('extractors.list', {}),
    call('own.list', {}),
    call('samples.list', {}),
  ])
  if (!host.ok || !extractors.ok) {
    // oxlint-disable-next-line stale/no-stale-update -- requested once
    setState({ startFailure: !host.ok ? host.failure : !extractors.ok ? extractors.failure : null })
    return
  }
  const listed = early ?? { extractors: extractors.value, own: own.ok ? own.value : [] }
  // oxlint-disable-next-line stale/no-stale-update -- requested once; `early` is a newer event
  setState({ host: host.value, extractors: listed.extractors, own: listed.own, samples: samples.ok ? samples.value : [] })
  sendTheme()
  void call('menu.set', {
    actions: ACTIONS.filter(({ id }) => NATIVE.has(id)).map(({ id, label, group, keys, inFields }) => ({
      id,
      label,
      group,
      // On macOS, the menu omits the keys of actions without `inFields`, because a registered letter key would block typing.
      inFields: inFields === true || id === 'undo' || id === 'redo',
      keys: keys?.[0],
    })),
  })
  const waiting = listed.own.find(({ state }) => state !== 'ready')
  if (waiting?.failure) actions.notify(waiting.failure)
  followRecent()
  followComparedPage()
  const linked = await tabOfLink(location.hash, getState().extractors)
  openFirstPages(linked && host.value.published ? { ...linked, view: { ...linked.view, gold: true } } : linked)
  followAddress()
  if (!isEmbedded) storeSession()
}

function reportMissingExtractor(): void {
  const id = new URLSearchParams(location.hash.slice(1)).get('extractor')
  if (id !== null && !extractorOf(id)) actions.notify(missingExtractor(id))
}

function sendTheme(): void {
  const send = (): void => void call('window.theme', { theme: getState().theme })
  send()
  subscribe(({ theme }, before) => {
    if (theme !== before.theme) send()
  })
}

function openFirstPages(linked: Tab | null): void {
  const { host, extractors } = getState()
  reportMissingExtractor()
  const stored = isEmbedded ? null : readValue(SESSION_KEY, Session)
  const initial = host?.initial
  const isNamed = initial && initial.kind !== 'sample' && readText(OPENED_KEY, 'window') === null
  if (!isEmbedded) writeText(OPENED_KEY, '1', 'window')
  if (!isNamed && !isEmbedded) restoreWorkspace(linked !== null)
  // After a reload the address may contain a demonstration step although the user has left Demonstrate.
  if (linked && (isEmbedded || !isSeenAgain() || getState().workspace === 'demonstrate')) requestStepOfLink(location.hash, extractors)
  if (linked && !isEmbedded) writeText(WORKSPACE_KEY, getState().workspace, 'window')
  const tabs = stored ? tabsOf(stored, extractors) : []
  let active = stored?.active ?? 0
  // After a reload, `linked` can be a page of the stored session. Do not open that page twice.
  const same = linked?.source ? tabs.findIndex((tab) => isSamePage(tab, linked)) : -1
  const open = tabs[same]
  const needsApproval = same < 0 && linked?.source ? isLocalSource(linked.source) : false
  if (linked && open) tabs[(active = same)] = { ...open, ...configurationOf(linked), selected: linked.selected }
  else if (linked && !needsApproval) active = tabs.push(linked) - 1
  else if (initial && (isNamed || tabs.length === 0) && !host?.published) {
    const tab = emptyTab(firstExtractor(extractors))
    const sample = initial.kind === 'sample' ? getState().samples.find((s) => s.id === initial.id) : undefined
    const mode = sample?.mode ?? tab.mode
    active = tabs.push({ ...tab, mode, source: initial, visits: firstVisit(initial, tab.mode), visit: 0 }) - 1
  }
  if (tabs.length === 0) tabs.push(emptyTab(firstExtractor(extractors)))
  const front = tabs[active] ?? tabs[0]
  if (!front) return
  setState({ tabs, active: front.id })
  actions.activateTab(front.id)
  if (linked && needsApproval) followLink(linked)
}

/** Whether a page may be on this machine or its network. Any site can link to such a page, so the link needs approval. */
const isLocalSource = (source: Source): boolean => source.kind === 'file' || (source.kind === 'url' && mayBeLocal(source.url))

function rememberWorkspace(id: WindowState['workspace']): void {
  for (const store of ['window', 'kept'] as const) if (!writeText(WORKSPACE_KEY, id, store)) writeText(WORKSPACE_KEY, null, store)
}

/** Whether this window was reloaded or reopened from the history, not opened by a link. */
function isSeenAgain(): boolean {
  const [seen] = performance.getEntriesByType('navigation')
  return seen instanceof PerformanceNavigationTiming && seen.type !== 'navigate'
}

function restoreWorkspace(linked: boolean): void {
  if (getState().host?.published) return actions.setWorkspace(linked ? 'inspect' : 'evaluate')
  if (linked && !isSeenAgain()) return actions.setWorkspace('inspect')
  const id = readText(WORKSPACE_KEY, 'window') ?? readText(WORKSPACE_KEY)
  const known = WORKSPACES.find((workspace) => workspace.id === id)
  if (known) actions.setWorkspace(known.id)
}

function followLink(linked: Tab): void {
  const { source, mode, extractor, preset, params, selected } = linked
  if (!source) return setState(({ tabs }) => ({ tabs: [...tabs, linked], active: linked.id }))
  if (isEmbedded && isSamePage(currentTab(), linked)) {
    // The manual around the embedded window changed a value. Keep the page open and set the new values.
    if (currentTab().extractor !== extractor) actions.setExtractor(extractor)
    if (currentTab().preset !== preset) actions.setPreset(preset)
    actions.setParams(params)
    return
  }
  const isHere = isSamePage(currentTab(), linked)
  const show = isHere ? actions.open : actions.openInNewTab
  if (isHere || !isLocalSource(source)) void show(source, { mode, selected, configuration: { extractor, preset, params } })
  else setState({ linked, overlay: 'open-linked' })
}

const STORED = ['source', 'mode', 'visits', 'visit', 'extractor', 'preset', 'params', 'selected', 'view', 'gold'] as const

function storedPartChanged(now: readonly Tab[], before: readonly Tab[]): boolean {
  return (
    now.length !== before.length ||
    now.some((tab, i) => tab.load?.place !== before[i]?.load?.place || STORED.some((key) => tab[key] !== before[i]?.[key]))
  )
}

function fittingSession(session: Session, most: number): Session | null {
  const sizes = session.tabs.map((tab) => JSON.stringify(tab).length)
  let size = sizes.reduce((sum, own) => sum + own, 0)
  const dropped = new Set<number>()
  for (const i of [...sizes.keys()].sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0))) {
    if (size <= most) break
    dropped.add(i)
    size -= sizes[i] ?? 0
  }
  const isKept = (_: unknown, i: number): boolean => !dropped.has(i)
  const tabs = session.tabs.filter(isKept)
  return tabs.length > 0 ? { ...session, active: session.tabs.slice(0, session.active).filter(isKept).length, tabs } : null
}

function storeSession(): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = ''
  let isUrgent = false
  const write = (): void => {
    isUrgent = false
    const state = getState()
    const tab = activeTab(state)
    const link = permalinkOf(tab, extractorOf(tab.extractor))
    history.replaceState(null, '', link ? `#${link}` : location.pathname)
    const session = sessionOf(state, true)
    if (!session) {
      writeText(SESSION_KEY, null)
      last = ''
      return
    }
    const text = JSON.stringify(session)
    if (text === last) return
    last = text
    const kept = text.length > MOST_SESSION_CHARACTERS ? fittingSession(session, MOST_SESSION_CHARACTERS) : session
    if (kept && !writeText(SESSION_KEY, kept === session ? text : JSON.stringify(kept))) writeText(SESSION_KEY, null)
  }
  subscribe((state, before) => {
    if (state.workspace !== before.workspace) rememberWorkspace(state.workspace)
    const isInFront = state.active === before.active
    if (isInFront && (state.tabs === before.tabs || !storedPartChanged(state.tabs, before.tabs))) return
    // A reload uses the address, so update the address without delay after a change of the active page.
    isUrgent ||= !isInFront || !isSamePage(placeOf(activeTab(state)), placeOf(activeTab(before)))
    clearTimeout(timer)
    timer = setTimeout(write, isUrgent ? 0 : 800)
  })
  window.addEventListener('pagehide', write)
}

function followAddress(): void {
  window.addEventListener('hashchange', ({ newURL }) => {
    const { extractors } = getState()
    // The window may have replaced the address since the change.
    const { hash } = new URL(newURL)
    void tabOfLink(hash, extractors).then((linked) => {
      if (!linked) return
      followLink(linked)
      reportMissingExtractor()
      if (!isEmbedded) actions.setWorkspace('inspect')
      requestStepOfLink(hash, extractors)
    })
  })
}
