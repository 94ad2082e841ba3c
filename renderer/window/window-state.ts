/** What the window knows, as plain data, and the pure functions that change it. */
import type { PageSummary } from '../../shared/contract/capture'
import type { ExtractionResult, HostInfo, Progress, SampleInfo } from '../../shared/contract/contract'
import type { OwnExtractor } from '../../shared/contract/own-contract'
import type { Failure } from '../../shared/base/failure'
import { describeSource, type CaptureMode, type Source } from '../../shared/contract/source'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { presetValues, type ParamValue, type Preset } from '../../shared/extractors/core/params'
import type { NodeId, PageModel } from '../../shared/page/page-model'
import type { Connection } from './host/connect'

/** What is drawn over the page. */
export interface PageViewState {
  /** Tint what was kept. */
  readonly kept: boolean
  /** Dim everything else. */
  readonly dim: boolean
  /** Outline the ancestors of kept content. */
  readonly path: boolean
  /** Measure drawn as a heat map, by id; null for none. */
  readonly heat: string | null
  /** Colour hits and misses against the gold text, where there is one. */
  readonly gold: boolean
  /** Show what the page hides. */
  readonly reveal: boolean
  /** Hide fixed and sticky elements. */
  readonly unpin: boolean
  /** 1 is the page's own size; 0 fits the captured width into the pane. */
  readonly zoom: number
  /** Show the page with its own images and styles, as they were captured. */
  readonly styled: boolean
}

/** A page that was opened in a tab, for back and forward. */
export interface Visit {
  readonly source: Source
  readonly mode: CaptureMode
  readonly label: string
}

/** An extraction under way. */
interface ExtractionRun {
  readonly kind: RunKind
  readonly controller: AbortController
  /** Time in milliseconds, as of the next. */
  readonly startedAt: number
  /** What was asked for meanwhile and starts after this one; null if nothing was. */
  readonly next: { readonly kind: RunKind; readonly askedAt: number } | null
}

/**
 * `fresh`: nothing to compare with. `changed`: the result in view becomes `previous`. `draft`: while a slider is held, of what is
 * drawn at once only.
 */
export type RunKind = 'fresh' | 'changed' | 'draft'

export interface Tab {
  readonly id: string
  readonly status: 'empty' | 'loading' | 'ready' | 'failed'
  /** How far a load is; null while it may still be a quick one. */
  readonly progress: Progress | null
  /** Stops the load under way. */
  readonly load: AbortController | null
  readonly failure: Failure | null
  readonly source: Source | null
  readonly mode: CaptureMode
  readonly page: PageSummary | null
  readonly model: PageModel | null
  /** The page that takes its place once its model and, where it comes soon, its first result are here; its view is loaded meanwhile. */
  readonly coming: PageSummary | null
  /** Milliseconds from asking for the page until it was drawn; null before that. */
  readonly waited: number | null
  readonly extractor: string
  readonly preset: Preset
  /** Complete values of the extractor's parameters. */
  readonly params: Readonly<Record<string, ParamValue>>
  /** An extraction is under way, or waits for the one that is. */
  readonly running: boolean
  readonly run: ExtractionRun | null
  readonly result: ExtractionResult | null
  /** What the values in force give while a slider is held, without decisions: `result` stays that of before until it is let go. */
  readonly draft: ExtractionResult | null
  /** What another value would keep, while the pointer is on it; drawn over the page only. */
  readonly preview: Uint8Array | null
  /** The result before the last change of a parameter, of the same page and extractor. */
  readonly previous: ExtractionResult | null
  readonly extractionFailure: Failure | null
  readonly selected: NodeId | null
  readonly hovered: NodeId | null
  readonly view: PageViewState
  readonly visits: readonly Visit[]
  /** Index into `visits`, -1 before the first. */
  readonly visit: number
}

export type Theme = 'system' | 'light' | 'dark'

/** Something that can be taken back. */
export type UndoStep =
  | {
      readonly kind: 'parameters'
      readonly tab: string
      readonly extractor: string
      readonly preset: Preset
      readonly params: Readonly<Record<string, ParamValue>>
      /** Steps of one gesture (dragging a slider) share it and are taken back together. */
      readonly gesture: string
    }
  | { readonly kind: 'closed-tab'; readonly tab: Tab; readonly index: number }

/** What lies over the window. */
export type Overlay =
  | 'palette'
  | 'shortcuts'
  | 'paste'
  | 'settings'
  | 'capture-report'
  | 'add-extractor'
  | 'own-extractors'
  | 'new-extractor'
  | 'reduce'
  | 'page-figure'
  | null

export interface WindowState {
  /** The line to the host; null before it is opened. */
  readonly connection: Connection | null
  readonly host: HostInfo | null
  readonly extractors: readonly ExtractorInfo[]
  /** Files of the person's own that they agreed to run; those that can be run are among the extractors. */
  readonly own: readonly OwnExtractor[]
  /** The file that the dialog for adding one begins with, and where it comes from. */
  readonly proposed: { readonly path: string; readonly note: string }
  readonly samples: readonly SampleInfo[]
  readonly tabs: readonly Tab[]
  /** Id of the tab in front. */
  readonly active: string
  readonly theme: Theme
  /** The theme in force, after asking the system. */
  readonly dark: boolean
  /** `inspect`, `compare`, … : ids of renderer/app/workspaces.ts. */
  readonly workspace: string
  /** Panel shown in each pane that holds several, by pane id. */
  readonly panels: Readonly<Record<string, string>>
  readonly overlay: Overlay
  readonly undo: readonly UndoStep[]
  readonly redo: readonly UndoStep[]
  /** The last gesture of the hand: what it changes, the how-manieth it is, and when it last moved. */
  readonly gesture: { readonly name: string; readonly count: number; readonly at: number }
  /** Id of the page whose view is being loaded; null where none is. */
  readonly viewing: string | null
  /** The host is gone. */
  readonly lost: boolean
  /** A sentence about the last thing done, for the status bar and screen readers. */
  readonly notice: string
  readonly startFailure: Failure | null
  /** What was typed to be opened and is not open yet: a dialog closed by mistake loses nothing. */
  readonly pasted: { readonly html: string; readonly url: string }
}

export const DEFAULT_VIEW: PageViewState = {
  kept: true,
  dim: true,
  path: false,
  heat: null,
  gold: false,
  reveal: false,
  unpin: false,
  zoom: 0,
  styled: true,
}

/** What a tab shows of a page that is not there, or gone. */
export const NOTHING = {
  load: null,
  coming: null,
  progress: null,
  result: null,
  draft: null,
  waited: null,
  preview: null,
  previous: null,
  extractionFailure: null,
  selected: null,
  hovered: null,
  running: false,
  run: null,
} satisfies Partial<Tab>

/** A tab without a page. */
export function emptyTab(info?: ExtractorInfo, like?: Tab): Tab {
  return {
    ...NOTHING,
    id: `tab-${crypto.randomUUID()}`,
    status: 'empty',
    failure: null,
    source: null,
    mode: like?.mode ?? 'source',
    page: null,
    model: null,
    extractor: like?.extractor ?? info?.id ?? '',
    preset: like?.preset ?? 'default',
    params: like?.params ?? (info ? presetValues(info.params, 'default') : {}),
    view: like?.view ?? DEFAULT_VIEW,
    visits: [],
    visit: -1,
  }
}

/** The tab in front; there is always one. */
export function activeTab(state: Pick<WindowState, 'tabs' | 'active'>): Tab {
  return state.tabs.find((tab) => tab.id === state.active) ?? (state.tabs[0] as Tab)
}

/** What is drawn at once: while a slider is held what it gives, else the result. */
export const liveResult = (tab: Pick<Tab, 'draft' | 'result'>): ExtractionResult | null => tab.draft ?? tab.result

/** The tabs with one of them changed; the same array if it is not there. */
export function patchTab(tabs: readonly Tab[], id: string, patch: Partial<Tab>): readonly Tab[] {
  const index = tabs.findIndex((tab) => tab.id === id)
  return index < 0 ? tabs : tabs.map((tab, i) => (i === index ? { ...tab, ...patch } : tab))
}

/** A tab that begins to load; its former page stays in view until the new one is there. */
export function beginLoading(tab: Tab, source: Source, mode: CaptureMode, visit: 'new' | number): Partial<Tab> {
  const patch: Partial<Tab> = { status: 'loading', progress: null, coming: null, failure: null, source, mode }
  if (visit !== 'new') return { ...patch, visit }
  const visits = [...tab.visits.slice(0, tab.visit + 1), { source, mode, label: describeSource(source) }].slice(-50)
  return { ...patch, visits, visit: visits.length - 1 }
}

/** Whether a load lasts long enough to be shown: until then the former page stays as it is. */
export const isSeenLoading = ({ status, progress }: Pick<Tab, 'status' | 'progress'>): boolean => status === 'loading' && progress !== null

/** Whether two visits are to the same page, captured the same way. */
export function isSamePage(a: { readonly source: Source | null; readonly mode: CaptureMode }, b: typeof a): boolean {
  return a.mode === b.mode && JSON.stringify(a.source) === JSON.stringify(b.source)
}

/** What a tab is called. */
export function tabTitle(tab: Tab): string {
  if (tab.status === 'ready' && tab.page) return tab.page.title || tab.page.label
  // A tab of a restored session is not loaded before it is looked at; its history knows its name.
  if (tab.source) return tab.visits[tab.visit]?.label || describeSource(tab.source)
  return 'New tab'
}

/** What a person typed, as a source: HTML, an address, a path, or a name that can only be an address. Null for nothing. */
export function sourceOfText(text: string): Source | null {
  const value = text.trim()
  if (value === '') return null
  if (value.startsWith('<')) return { kind: 'html', html: text }
  if (/^https?:\/\//i.test(value)) return { kind: 'url', url: value }
  if (/^file:\/\//i.test(value) && URL.canParse(value)) return { kind: 'file', path: pathOfFileUrl(new URL(value)) }
  if (/^sample:/i.test(value)) return { kind: 'sample', id: value.slice(7).trim() }
  if (/^(?:[/~]|[a-z]:[\\/]|\\\\)/i.test(value)) return { kind: 'file', path: value }
  return { kind: 'url', url: `https://${value}` }
}

function pathOfFileUrl(url: URL): string {
  const path = decodeURIComponent(url.pathname)
  return /^\/[a-z]:\//i.test(path) ? path.slice(1) : path
}
