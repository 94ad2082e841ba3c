import { z } from 'zod'
import type { SnippetChange } from '../../shared/contract/fault-contract'
import { type PageSummary, describeSource, isSameSource, type CaptureMode, type Source } from '../../shared/contract/capture'
import type { ExtractionResult, HostInfo, Progress, SampleInfo } from '../../shared/contract/contract'
import type { OwnExtractor } from '../../shared/contract/own-contract'
import type { Failure } from '../../shared/base/failure'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import { presetValues, type ParamValue, type Preset } from '../../shared/extractors/core/params'
import type { NodeId, PageModel } from '../../shared/page/page-model'

export const PageViewState = z.object({
  kept: z.boolean().default(true),
  dim: z.boolean().default(true),
  path: z.boolean().default(false),
  heat: z.string().nullable().default(null),
  gold: z.boolean().default(false),
  reveal: z.boolean().default(false),
  unpin: z.boolean().default(false),
  /** 0 fits the captured width into the pane. */
  zoom: z.number().min(0).max(4).default(0),
  styled: z.boolean().default(true),
})
export type PageViewState = Readonly<z.infer<typeof PageViewState>>

export const DEFAULT_VIEW: PageViewState = PageViewState.parse({})

export const VIEW_SWITCHES = [
  { key: 'kept', label: 'Tint kept text' },
  { key: 'dim', label: 'Dim dropped text' },
  { key: 'path', label: 'Mark elements that contain kept text' },
  { key: 'gold', label: 'Colour missing and extra text' },
  { key: 'reveal', label: 'Reveal hidden text' },
  { key: 'unpin', label: 'Hide fixed parts while scrolling' },
  { key: 'styled', label: 'Show the page’s own images and styles' },
] as const

export type ViewSwitch = (typeof VIEW_SWITCHES)[number]['key']

const ZOOMS = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3]

export function zoomStep(now: number, step: 1 | -1): number | undefined {
  return step > 0 ? ZOOMS.find((z) => z > now + 0.01) : ZOOMS.findLast((z) => z < now - 0.01)
}

export interface Configuration {
  readonly extractor: string
  readonly preset: Preset
  /** The configuration of a tab has all values. In other configurations, missing values come from the preset. */
  readonly params: Readonly<Record<string, ParamValue>>
}

export interface Visit {
  readonly source: Source
  readonly mode: CaptureMode
  readonly label: string
}

interface HistoryEntry extends Visit {
  readonly id: string
  readonly gold?: string | undefined
}

export const firstVisit = (source: Source, mode: CaptureMode, label = ''): readonly HistoryEntry[] => [
  { id: crypto.randomUUID(), source, mode, label },
]

export interface Place {
  readonly source: Source | null
  readonly mode: CaptureMode
  readonly visits: readonly HistoryEntry[]
  /** Index in `visits`; -1 before the first page. */
  readonly visit: number
}

export interface PageLoad {
  readonly place: Place
  /** Time from `performance.now()`. */
  readonly startedAt: number
  readonly controller: AbortController
  readonly progress: Progress | null
  /** Id of the page if its view is already shown while its layout, model and first result are loading. */
  readonly coming: string | null
}

/** `fresh`: no previous result. `changed`: the result in view becomes `previous`. `draft`: a run without decisions for a held slider. */
export type RunKind = 'fresh' | 'changed' | 'draft'

export interface ExtractionRun {
  readonly kind: RunKind
  readonly controller: AbortController
  /** Time from `performance.now()`. */
  readonly startedAt: number
  /** The latest waiting request, which starts after the current run. */
  readonly next: { readonly kind: RunKind; readonly requestedAt: number } | null
}

/**
 * `held`: the user holds a slider, and only drafts are requested. `running`: a full run is active, and the last draft is drawn until its
 * result arrives.
 */
export type Extracting =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly run: ExtractionRun; readonly draft: ExtractionResult | null }
  | { readonly is: 'held'; readonly run: ExtractionRun | null; readonly draft: ExtractionResult | null }

/** The fields of `Place` describe the page in view; `load` contains the next page. */
interface TabState extends Place, Configuration {
  readonly id: string
  readonly load: PageLoad | null
  readonly failure: Failure | null
  readonly page: PageSummary | null
  readonly model: PageModel | null
  /** Milliseconds from the request of the page until the page was visible with its first result; null until then. */
  readonly waited: number | null
  readonly extracting: Extracting
  readonly result: ExtractionResult | null
  readonly preview: Uint8Array | null
  /**
   * Result before the last change of a parameter, of the preset or of the extractor's file. Page and extractor are the same as in `result`.
   */
  readonly previous: ExtractionResult | null
  readonly extractionFailure: Failure | null
  readonly selected: NodeId | null
  readonly reference: NodeId | null
  readonly hovered: NodeId | null
  readonly view: PageViewState
  readonly gold: { readonly text: string; readonly isGiven: boolean } | null
}

interface TabFacts {
  readonly status: 'empty' | 'loading' | 'ready' | 'failed'
  readonly running: boolean
  readonly draft: ExtractionResult | null
}

export interface Tab extends TabState, TabFacts {}

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

export const runOf = ({ extracting }: Pick<Tab, 'extracting'>): ExtractionRun | null => (extracting.is === 'idle' ? null : extracting.run)

export const configurationOf = ({ extractor, preset, params }: Configuration): Configuration => ({ extractor, preset, params })

export const placeOf = (tab: Pick<Tab, 'load' | keyof Place>): Place => tab.load?.place ?? tab

export type Theme = 'system' | 'light' | 'dark'

export interface SnippetStep {
  readonly kind: 'snippet'
  readonly change: SnippetChange
  /** The page's id can change with a reload, so this source identifies the page. */
  readonly source: Source | null
}

export type UndoStep =
  | {
      readonly kind: 'parameters'
      readonly tab: string
      readonly configuration: Configuration
      /** The changes of one gesture, such as dragging a slider, share this value and form one undo step. */
      readonly gesture: string
    }
  | { readonly kind: 'closed-tab'; readonly tab: Tab; readonly index: number }
  | SnippetStep

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
  readonly own: readonly OwnExtractor[]
  readonly proposed: { readonly path: string; readonly note: string }
  readonly samples: readonly SampleInfo[]
  readonly tabs: readonly Tab[]
  readonly active: string
  readonly theme: Theme
  readonly dark: boolean
  readonly workspace: string
  readonly panels: Readonly<Record<string, string>>
  readonly overlay: Overlay
  /** Tab of a link whose page needs the user's approval before it opens. */
  readonly linked: Tab | null
  readonly undo: readonly UndoStep[]
  readonly redo: readonly UndoStep[]
  readonly viewing: string | null
  readonly scale: number
  readonly lost: boolean
  readonly notice: string
  readonly marked: string
  readonly startFailure: Failure | null
}

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

export const activeTab = ({ tabs, active }: Pick<WindowState, 'tabs' | 'active'>): Tab =>
  tabs.find((tab) => tab.id === active) ?? (tabs[0] as Tab)

export const liveResult = (tab: Pick<Tab, 'draft' | 'result'>): ExtractionResult | null => tab.draft ?? tab.result

export function patchTab(tabs: readonly Tab[], id: string, patch: TabPatch): readonly Tab[] {
  const index = tabs.findIndex((tab) => tab.id === id)
  return index < 0 ? tabs : tabs.map((tab, i) => (i === index ? withFacts({ ...tab, ...patch }) : tab))
}

export const MOST_VISITS = 50

export function placeOfRequest(tab: Tab, source: Source, mode: CaptureMode, visit: 'new' | number): Place {
  if (visit === 'new') {
    const visits = [...tab.visits.slice(0, tab.visit + 1), ...firstVisit(source, mode, describeSource(source))].slice(-MOST_VISITS)
    return { source, mode, visits, visit: visits.length - 1 }
  }
  const visits = placeOf(tab).visits.map((entry, i) => (i === visit ? { ...entry, source, mode } : entry))
  return { source, mode, visits, visit }
}

export const isSeenLoading = ({ load }: Pick<Tab, 'load'>): boolean => load !== null && load.progress !== null

/** Whether the frame shows the new page before its load is complete. False while the load's progress is not shown. */
export const isSeenComing = (tab: Pick<Tab, 'load'>): boolean => isSeenLoading(tab) && tab.load?.coming !== null

export const isSamePage = (a: Pick<Place, 'source' | 'mode'>, b: typeof a): boolean => a.mode === b.mode && isSameSource(a.source, b.source)

export function tabTitle(tab: Tab): string {
  if (!tab.load && tab.page) return tab.page.title || tab.page.label
  const { source, visits, visit } = placeOf(tab)
  return source ? visits[visit]?.label || describeSource(source) : 'New tab'
}
