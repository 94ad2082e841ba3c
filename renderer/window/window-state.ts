/** What the window knows, as plain data, and the pure functions that change it. */
import type { SnippetChange } from '../../shared/contract/fault-contract'
import type { PageSummary } from '../../shared/contract/capture'
import type { ExtractionResult, HostInfo, Progress, SampleInfo } from '../../shared/contract/contract'
import { DEFAULT_VIEW, type PageViewState } from './page/page-view'
import type { OwnExtractor } from '../../shared/contract/own-contract'
import type { Failure } from '../../shared/base/failure'
import { describeSource, isSameSource, type CaptureMode, type Source } from '../../shared/contract/source'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { presetValues, type ParamValue, type Preset } from '../../shared/extractors/core/params'
import type { NodeId, PageModel } from '../../shared/page/page-model'

/** An extractor with its values. */
export interface Configuration {
  readonly extractor: string
  readonly preset: Preset
  /** Values of the extractor's parameters: complete in a tab; what is asked for without one has the preset's. */
  readonly params: Readonly<Record<string, ParamValue>>
}

/** A page that was opened in a tab, for back and forward. */
export interface Visit {
  readonly source: Source
  readonly mode: CaptureMode
  readonly label: string
}

/** A visit in a tab's history. */
export interface HistoryEntry extends Visit {
  /** What its captures are kept under, also when the window is loaded anew. */
  readonly id: string
  /** The gold text that somebody had given the page when it was left. */
  readonly gold?: string | undefined
}

/** A history of one page. */
export const firstVisit = (source: Source, mode: CaptureMode, label = ''): readonly HistoryEntry[] => [
  { id: crypto.randomUUID(), source, mode, label },
]

/** A page that is asked for, how it is captured, and where it stands in a tab's history. */
export interface Place {
  readonly source: Source | null
  readonly mode: CaptureMode
  readonly visits: readonly HistoryEntry[]
  /** Index into `visits`, -1 before the first. */
  readonly visit: number
}

/** A page that was asked for and is not here yet; what the tab shows stays as it is meanwhile. */
export interface PageLoad {
  readonly asked: Place
  /** Time in milliseconds. */
  readonly startedAt: number
  readonly controller: AbortController
  /** How far it is; null while it may still be a quick one. */
  readonly progress: Progress | null
  /** Handle of the page while the host still lays it out, or its model and its first result are on the way; its view is shown meanwhile. */
  readonly coming: string | null
}

/**
 * `fresh`: nothing to compare with. `changed`: the result in view becomes `previous`. `draft`: while a slider is held, of what is
 * drawn at once only.
 */
export type RunKind = 'fresh' | 'changed' | 'draft'

/** A run that the host was asked for. */
export interface ExtractionRun {
  readonly kind: RunKind
  readonly controller: AbortController
  /** Time in milliseconds, as of the next. */
  readonly startedAt: number
  /** What was asked for meanwhile and starts after this one; null if nothing was. */
  readonly next: { readonly kind: RunKind; readonly askedAt: number } | null
}

/**
 * What a tab's extractor is at. `held`: a slider is, and the values in force were asked for as drafts only. `running`: they were asked
 * for as a whole; what a draft gave is drawn until the result is here.
 */
export type Extracting =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly run: ExtractionRun; readonly draft: ExtractionResult | null }
  | { readonly is: 'held'; readonly run: ExtractionRun | null; readonly draft: ExtractionResult | null }

/** What a tab is made of. Its place is that of what it shows; what it will show is in `load`. */
interface TabState extends Place, Configuration {
  readonly id: string
  readonly load: PageLoad | null
  /** Why what was asked for last did not come. */
  readonly failure: Failure | null
  readonly page: PageSummary | null
  readonly model: PageModel | null
  /** Milliseconds from asking for the page until it was drawn; null before that. */
  readonly waited: number | null
  readonly extracting: Extracting
  readonly result: ExtractionResult | null
  /** What another value would keep, while the pointer is on it; drawn over the page only. */
  readonly preview: Uint8Array | null
  /** The result before the last change of a parameter, of the same page and extractor. */
  readonly previous: ExtractionResult | null
  readonly extractionFailure: Failure | null
  readonly selected: NodeId | null
  /** A node that was put aside, to see others beside it. */
  readonly reference: NodeId | null
  readonly hovered: NodeId | null
  readonly view: PageViewState
  /** The text that should be kept of its page, given by somebody or found with the page. */
  readonly gold: { readonly text: string; readonly isGiven: boolean } | null
}

/** What follows from the state of a tab, for whoever reads it. */
interface TabFacts {
  readonly status: 'empty' | 'loading' | 'ready' | 'failed'
  /** An extraction is under way, or waits for the one that is. */
  readonly running: boolean
  /** What the values in force give while a slider is held, without decisions: `result` stays that of before until it is let go. */
  readonly draft: ExtractionResult | null
}

export interface Tab extends TabState, TabFacts {}

/** What can be changed of a tab; the rest follows. */
export type TabPatch = Partial<Omit<Tab, 'id' | keyof TabFacts>>

function withFacts(tab: TabState): Tab {
  const { load, page, failure, extracting } = tab
  return {
    ...tab,
    status: load ? 'loading' : page ? 'ready' : failure ? 'failed' : 'empty',
    running: runOf(tab) !== null,
    draft: extracting.is === 'idle' ? null : extracting.draft,
  }
}

/** The run under way; null where none is. */
export const runOf = ({ extracting }: Pick<Tab, 'extracting'>): ExtractionRun | null => (extracting.is === 'idle' ? null : extracting.run)

/** What a tab extracts with. */
export const configurationOf = ({ extractor, preset, params }: Configuration): Configuration => ({ extractor, preset, params })

/** Where a tab is on its way to; where it stands, while nothing is asked for. */
export const placeOf = (tab: Pick<Tab, 'load' | keyof Place>): Place => tab.load?.asked ?? tab

export type Theme = 'system' | 'light' | 'dark'

/** A snippet that was put into a folder, or taken out of it again. */
export interface SnippetStep {
  readonly kind: 'snippet'
  readonly change: SnippetChange
  /** Where its page comes from: it may have been loaded again since. */
  readonly source: Source | null
}

/** Something that can be taken back. */
export type UndoStep =
  | {
      readonly kind: 'parameters'
      readonly tab: string
      readonly configuration: Configuration
      /** Steps of one gesture (dragging a slider) share it and are taken back together. */
      readonly gesture: string
    }
  | { readonly kind: 'closed-tab'; readonly tab: Tab; readonly index: number }
  | SnippetStep

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
  | 'libraries'
  | 'reduce'
  | 'must-keep'
  | 'must-not-keep'
  | 'open-linked'
  | 'page-figure'
  | null

export interface WindowState {
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
  /** A page that a link leads to and that is asked about before it is opened. */
  readonly linked: { readonly source: Source; readonly open: () => void } | null
  readonly undo: readonly UndoStep[]
  readonly redo: readonly UndoStep[]
  /** The last gesture of the hand: what it changes, the how-manieth it is, and when it last moved. */
  readonly gesture: { readonly name: string; readonly count: number; readonly at: number }
  /** Id of the page whose view is being loaded; null where none is. */
  readonly viewing: string | null
  /** The scale at which the page view was last drawn: that of a page that is fitted depends on its room. */
  readonly scale: number
  /** The host is gone. */
  readonly lost: boolean
  /** A sentence about the last thing done, for the status bar and screen readers. */
  readonly notice: string
  /** Whether the stage has an example of its own, not the tab's page. */
  readonly hasExample: boolean
  /** Text that is marked in the page view; empty where none is. */
  readonly marked: string
  readonly startFailure: Failure | null
  /** What was typed to be opened and is not open yet: a dialog closed by mistake loses nothing. */
  readonly pasted: { readonly html: string; readonly url: string }
}

/** What a tab shows of a page that is not there, or gone. */
export const NOTHING = {
  load: null,
  failure: null,
  result: null,
  waited: null,
  preview: null,
  previous: null,
  extractionFailure: null,
  extracting: { is: 'idle' },
  selected: null,
  reference: null,
  hovered: null,
} satisfies TabPatch

/** A tab without a page. */
export function emptyTab(info?: ExtractorInfo, like?: Tab): Tab {
  return withFacts({
    ...NOTHING,
    id: `tab-${crypto.randomUUID()}`,
    source: null,
    mode: like?.mode ?? 'source',
    page: null,
    model: null,
    extractor: like?.extractor ?? info?.id ?? '',
    preset: like?.preset ?? 'default',
    params: like?.params ?? (info ? presetValues(info.params, 'default') : {}),
    view: like?.view ?? DEFAULT_VIEW,
    gold: null,
    visits: [],
    visit: -1,
  })
}

/** The tab in front; there is always one. */
export const activeTab = ({ tabs, active }: Pick<WindowState, 'tabs' | 'active'>): Tab =>
  tabs.find((tab) => tab.id === active) ?? (tabs[0] as Tab)

/** What is drawn at once: while a slider is held what it gives, else the result. */
export const liveResult = (tab: Pick<Tab, 'draft' | 'result'>): ExtractionResult | null => tab.draft ?? tab.result

/** The tabs with one of them changed; the same array if it is not there. */
export function patchTab(tabs: readonly Tab[], id: string, patch: TabPatch): readonly Tab[] {
  const index = tabs.findIndex((tab) => tab.id === id)
  return index < 0 ? tabs : tabs.map((tab, i) => (i === index ? withFacts({ ...tab, ...patch }) : tab))
}

/** Pages that a tab's history holds. */
export const MOST_VISITS = 50

/** Where a tab goes when a page is asked for: to a new entry of its history, after the page that it shows, or to the entry of an index. */
export function askedPlace(tab: Tab, source: Source, mode: CaptureMode, visit: 'new' | number): Place {
  if (visit === 'new') {
    const visits = [...tab.visits.slice(0, tab.visit + 1), ...firstVisit(source, mode, describeSource(source))].slice(-MOST_VISITS)
    return { source, mode, visits, visit: visits.length - 1 }
  }
  const visits = placeOf(tab).visits.map((entry, i) => (i === visit ? { ...entry, source, mode } : entry))
  return { source, mode, visits, visit }
}

/** Whether a load lasts long enough to be shown: until then the former page stays as it is. */
export const isSeenLoading = ({ load }: Pick<Tab, 'load'>): boolean => load !== null && load.progress !== null

/** Whether such a load has its page in its frame, where it can be read while the rest of it follows. */
export const isSeenComing = (tab: Pick<Tab, 'load'>): boolean => isSeenLoading(tab) && tab.load?.coming !== null

/** Whether two visits are to the same page, captured the same way. */
export const isSamePage = (a: Pick<Place, 'source' | 'mode'>, b: typeof a): boolean => a.mode === b.mode && isSameSource(a.source, b.source)

/** What a tab is called. */
export function tabTitle(tab: Tab): string {
  if (!tab.load && tab.page) return tab.page.title || tab.page.label
  // A tab of a restored session is not loaded before it is looked at; its history knows its name.
  const { source, visits, visit } = placeOf(tab)
  return source ? visits[visit]?.label || describeSource(source) : 'New tab'
}
