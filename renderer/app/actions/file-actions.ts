import { useEffect, useState } from 'react'
import { call, pathOf } from '../../window/host/host'
import { missingIn, Session, sessionOf, tabsOf } from '../../window/session'
import { missingExtractor, proposeExtractor } from '../../window/page/own-extractors'
import { chooseFiles, saveFile } from '../../components/panel/save-file'
import { requestStoredStep, saveStep } from '../../features/demo/state/demo-step'
import { actions as store, getState, setState, type WindowState, activeTab, placeOf, tabTitle } from '../../window/window'
import { LONGEST_REQUEST, REQUEST_TOO_LONG } from '../../../shared/contract/client'
import { sourceOfText } from '../../../shared/contract/capture'
import { dialogAction, focusField, hasPage, hasResult, inGroup, opens, resultText } from './action'

async function openFile(state: WindowState): Promise<void> {
  if (state.host?.fileDialog) {
    const chosen = await call('dialog.openFile', {})
    if (!chosen.ok || chosen.value === null) return
    if (/\.boilerscope\.json$/i.test(chosen.value)) store.notify('Use “Open session or step …” for this file.')
    else store.openSource({ kind: 'file', path: chosen.value })
    return
  }
  chooseHere('.html,.htm,.xhtml,.mhtml,.mht,.warc,.wacz,.gz,.json,text/html')
}

function chooseHere(accept: string): void {
  chooseFiles({ accept, multiple: true }, (files) => void openDropped(files))
}

export async function openDropped(files: readonly File[]): Promise<void> {
  let open = store.open
  for (const file of files) {
    if (/\.m?[jt]s$/i.test(file.name)) await proposeDropped(file)
    else if (/\.json$/i.test(file.name)) {
      const text = await file.text()
      if (namesExtractors(readObject(text))) await proposeDropped(file)
      else openSession(text)
    } else {
      const isLong = file.size > LONGEST_REQUEST
      const path = isLong ? pathOf(file) : null
      if (isLong && path === null) store.notify(REQUEST_TOO_LONG)
      else {
        void open(
          path === null ? { kind: 'bytes', name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) } : { kind: 'file', path },
        )
        open = store.openInNewTab
      }
    }
  }
}

export function useDropTarget(): boolean {
  const [dropping, setDropping] = useState(false)
  useEffect(() => {
    const wanted = (event: DragEvent): boolean =>
      event.dataTransfer?.types.some((type) => type === 'Files' || type === 'text/uri-list' || type === 'text/html') ?? false
    const onOver = (event: DragEvent): void => {
      if (!wanted(event)) return
      event.preventDefault()
      setDropping(true)
    }
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDropping(false)
    }
    const onDrop = (event: DragEvent): void => {
      setDropping(false)
      const data = event.dataTransfer
      if (!data || !wanted(event)) return
      event.preventDefault()
      const files = [...data.files]
      if (files.length > 0) {
        void openDropped(files)
        return
      }
      const link = data
        .getData('text/uri-list')
        .split('\n')
        .find((line) => line && !line.startsWith('#'))
      const source = link ? sourceOfText(link) : { kind: 'html' as const, html: data.getData('text/html') }
      if (source) void store.open(source)
    }
    const ending = new AbortController()
    const { signal } = ending
    window.addEventListener('dragover', onOver, { signal })
    window.addEventListener('dragleave', onLeave, { signal })
    window.addEventListener('drop', onDrop, { signal })
    return () => ending.abort()
  }, [])
  return dropping
}

function readObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

const namesExtractors = (value: object | null): boolean =>
  value !== null && !('format' in value) && (('command' in value && 'mode' in value) || 'extractors' in value)

async function proposeDropped(file: File): Promise<void> {
  const path = pathOf(file)
  if (path !== null) return proposeExtractor(path)
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const found = await call('own.find', { name: file.name, sha256 })
  if (!found.ok) store.notify(found.failure)
  else if (found.value !== null) proposeExtractor(found.value)
  else proposeExtractor(file.name, `The folder of “${file.name}” is unknown. Type the folder before the name.`)
}

function openSession(text: string): void {
  const session = Session.safeParse(readObject(text))
  if (!session.success) {
    store.notify('This file is not a Boilerscope session. Choose a saved session or step.')
    return
  }
  const tabs = tabsOf(session.data, getState().extractors)
  setState((state) => ({ tabs: [...state.tabs.filter((tab) => placeOf(tab).source !== null), ...tabs] }))
  const front = tabs[session.data.active] ?? tabs[0]
  if (front) store.activateTab(front.id)
  if (front && session.data.step) requestStoredStep(session.data.step, front.id, getState().extractors)
  const missing = missingIn(session.data, getState().extractors)
  if (missing !== null) setState({ proposed: { path: missing.path, note: '' } })
  store.notify(missing ? missingExtractor(missing.id) : `Session opened: ${tabs.length} ${tabs.length === 1 ? 'page' : 'pages'}.`)
}

function fileName(state: WindowState, extension: string): string {
  const title = tabTitle(activeTab(state))
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .toLowerCase()
  return `${title || 'page'}${extension}`
}

export async function exportAs(state: WindowState, format: 'markdown' | 'html', onText: (text: string) => void): Promise<void> {
  const { page, extractor, preset, params } = activeTab(state)
  if (!page) return
  const text = await call('extraction.export', { page: page.id, extractor, preset, params, format })
  if (text.ok) onText(text.value)
  else store.notify(text.failure)
}

const saveHtml = (state: WindowState): Promise<void> =>
  exportAs(state, 'html', (html) => saveFile(fileName(state, '.html'), `<!doctype html><meta charset="utf-8">\n${html}\n`, 'text/html'))

const EXPORTS = [
  { id: 'save-report', label: 'Export report', name: 'exportReport', keywords: 'save download markdown issue bug' },
  { id: 'save-inspection', label: 'Export measures as JSON', name: 'exportInspection', keywords: 'save download decisions data' },
] as const

function openTab(): void {
  store.newTab()
  focusField('address')
}

const isInspectingResult = (state: WindowState): boolean => state.workspace === 'inspect' && hasResult(state)

const loadExports = () => import('../../features/inspector/export-data')

export const FILE_ACTIONS = inGroup('File', [
  { id: 'open-file', label: 'Open file …', keys: ['Mod+O'], inFields: true, run: (s) => void openFile(s) },
  { id: 'focus-address', label: 'Open address …', keys: ['Mod+L'], inFields: true, run: () => focusField('address') },
  { id: 'paste-html', label: 'Paste HTML …', keys: ['Mod+Shift+E'], inFields: true, run: opens('paste') },
  { id: 'settings', label: 'Settings …', keywords: 'preferences options limits timeout', run: opens('settings') },
  { id: 'capture-report', label: 'Capture report …', enabled: hasPage, run: opens('capture-report') },
  { id: 'new-tab', label: 'New tab', keys: ['Alt+T'], inFields: true, run: openTab },
  { id: 'close-tab', label: 'Close tab', keys: ['Alt+W'], inFields: true, run: () => store.closeTab() },
  {
    id: 'save-session',
    label: 'Save session …',
    keywords: 'export download tabs',
    keys: ['Mod+S'],
    inFields: true,
    enabled: (s) => sessionOf(s) !== null,
    run: (s) => saveFile('session.boilerscope.json', JSON.stringify(sessionOf(s), null, 1), 'application/json'),
  },
  {
    id: 'save-step',
    label: 'Save this step …',
    keywords: 'export download share',
    enabled: (s) => s.workspace === 'demonstrate' && hasPage(s),
    run: saveStep,
  },
  { id: 'open-session', label: 'Open session or step …', run: () => chooseHere('.json,application/json') },
  {
    id: 'save-text',
    label: 'Export text',
    keywords: 'save download result txt',
    enabled: hasResult,
    run: (s) => saveFile(fileName(s, '.txt'), resultText(s), 'text/plain'),
  },
  ...EXPORTS.map(({ name, ...words }) => ({ ...words, enabled: hasResult, run: () => void loadExports().then((all) => all[name]()) })),
  dialogAction('page-figure', 'Export figure of the page …', 'save download picture image svg png', isInspectingResult),
  { id: 'save-html', label: 'Export HTML', keywords: 'save download result', enabled: hasResult, run: (s) => void saveHtml(s) },
])
