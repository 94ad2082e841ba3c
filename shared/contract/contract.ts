import { z } from 'zod'
import type { FoundGold } from '../gold/gold-text'
import type { ExtractorInfo } from '../extractors/core/extractor'
import type { Extraction } from '../extractors/core/run'
import type { Trace } from '../extractors/core/probe'
import type { PackedModel, PageLayout } from '../page/page-model'
import { type ResourceSummary, type ArchivedPages, type PageSummary, KeptEntry, CaptureOptions, PageLimits, Source } from './capture'
import { corpusContract } from './corpus-contract'
import { evaluationContract, type SiteFacts } from './evaluation-contract'
import { faultContract } from './fault-contract'
import { figureContract } from './figure-contract'
import { out, type Out, ParamRecord } from './conditions'
import { libraryContract, ownContract, type OwnExtractor } from './own-contract'

/** A sample page that ships with Boilerscope. */
export interface SampleInfo {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly pageType: string
  readonly mode: 'source' | 'rendered'
}

export interface HostInfo {
  /** `static`: a web site of files only; the host is a worker of the window. */
  readonly kind: 'electron' | 'browser' | 'static'
  readonly version: string
  /** Page to open at the start: the command line's, or a sample. */
  readonly initial: Source
  /** Whether the host can show native dialogs (`dialog.openFile`, `dialog.openFolder`). */
  readonly fileDialog: boolean
  /** Path of the documentation, relative to the window; empty if missing. */
  readonly docs: string
  /** Data of a published site; undefined in other windows. The samples are the pages of its run. */
  readonly published?: SiteFacts
}

export interface ExtractionResult {
  readonly extraction: Extraction
  readonly trace: Trace | null
  /** Milliseconds in the worker: parsing (0 if the page was cached) and running. */
  readonly timings: { readonly parse: number; readonly extract: number }
  /** Measures that the response omits, because the window has them. */
  readonly same?: readonly string[]
}

/** An action of the window as a native menu shows it. */
export const MenuAction = z.object({
  id: z.string().min(1).max(80),
  label: z.string().min(1).max(200),
  group: z.string().min(1).max(40),
  /** `Mod+Shift+P`. */
  keys: z.string().max(40).optional(),
  /** Whether the keys mean this while a text field has the focus, too. */
  inFields: z.boolean().default(false),
})
export type MenuAction = z.infer<typeof MenuAction>

const page = z.string().min(1).max(100)
const ExtractionRequest = z.object({
  page,
  extractor: z.string().min(1).max(80),
  preset: z.enum(['default', 'as-printed']).default('default'),
  params: ParamRecord.default({}),
  /** Record steps and decisions; needed by explanations and the demo. */
  trace: z.boolean().default(true),
  /** Fingerprints of measures that the requester has: equal measures are omitted. */
  known: z.record(z.string(), z.string().max(60)).default({}),
})

/** Every request the renderer can make: input schema, checked on the receiving side, and output type. */
export const contract = {
  'host.info': { in: z.object({}), out: out<HostInfo>() },
  'samples.list': { in: z.object({}), out: out<readonly SampleInfo[]>() },
  'extractors.list': { in: z.object({}), out: out<readonly ExtractorInfo[]>() },
  /** Loads, captures and parses a page. Reports progress; can be cancelled. */
  'page.open': {
    in: z.object({ source: Source, options: CaptureOptions.prefault({}), kept: KeptEntry.optional() }),
    out: out<PageSummary>(),
  },
  /** The gold text stored beside a source: of a sample, or of a file in a corpus or data set. Null if it cannot be read. */
  'page.gold': { in: z.object({ source: Source }), out: out<FoundGold | null>() },
  /** Opens a page of a corpus as it was captured: node ids are those its labels refer to. */
  'page.openCorpus': {
    in: z.object({ corpus: z.string().min(1).max(4096), page: z.string().min(1).max(80), limits: PageLimits.prefault({}) }),
    out: out<PageSummary>(),
  },
  /** The whole model, for tree, source and selection. While the browser still lays out the page, the model has no layout. */
  'page.model': { in: z.object({ page }), out: out<PackedModel>() },
  'page.layout': { in: z.object({ page }), out: out<PageLayout | null>() },
  /** The page as a harmless document with its policy, for a window whose host serves no addresses. `styled`: with its resources. */
  'page.view': { in: z.object({ page, styled: z.boolean().default(true) }), out: out<string>() },
  'page.resources': { in: z.object({ page }), out: out<ResourceSummary>() },
  /** Fetches missing resources from the web, for this page and while it is open. Reports progress; can be cancelled. */
  'page.fetchResources': {
    /** `address`: web address of a page that was not loaded from the web. */
    in: z.object({ page, limits: PageLimits.prefault({}), address: z.string().min(1).max(8192).optional() }),
    out: out<ResourceSummary>(),
  },
  /** The pages of a web archive (WARC, WACZ). */
  'archive.pages': { in: z.object({ source: Source, limits: PageLimits.prefault({}) }), out: out<ArchivedPages>() },
  /** Whether extractors read shadow roots and frames from the next run on; null: default of the page's mode. Node ids stay the same. */
  'page.compose': { in: z.object({ page, composed: z.boolean().nullable() }), out: out<null>() },
  /** Frees the page's memory. */
  'page.close': { in: z.object({ page }), out: out<null>() },
  'extraction.run': { in: ExtractionRequest, out: out<ExtractionResult>() },
  /** Only the selection, see `ExtractionCore.selected`: for trial values. */
  'extraction.selection': { in: ExtractionRequest.omit({ trace: true, known: true }), out: out<Uint8Array>() },
  /** The selection as HTML, or as an XML document. */
  'extraction.export': { in: ExtractionRequest.extend({ format: z.enum(['html', 'xml', 'markdown']) }), out: out<string>() },
  /** Native dialog; null if the person cancelled. */
  'dialog.openFile': { in: z.object({}), out: out<string | null>() },
  /** Native dialog for a folder, with a command for a new folder; null if the person cancelled. */
  'dialog.openFolder': { in: z.object({ title: z.string().min(1).max(200) }), out: out<string | null>() },
  /** Sends the colour theme of the window to the host, for its frame, menus and dialogs; hosts without these ignore it. */
  'window.theme': { in: z.object({ theme: z.enum(['system', 'light', 'dark']) }), out: out<null>() },
  /** Sends the actions of the window to the host, for its native menu; hosts without menus ignore them. */
  'menu.set': { in: z.object({ actions: z.array(MenuAction).max(500) }), out: out<null>() },
  ...ownContract,
  ...libraryContract,
  ...faultContract,
  ...figureContract,
  ...evaluationContract,
  ...corpusContract,
} as const

type Contract = typeof contract
export type Method = keyof Contract
/** Input as the caller writes it. */
export type Input<M extends Method> = z.input<Contract[M]['in']>
/** Input as the receiving side gets it, checked and completed. */
export type Checked<M extends Method> = z.output<Contract[M]['in']>
export type Output<M extends Method> = Contract[M]['out'] extends Out<infer T> ? T : never

/** How far a request is. */
export interface Progress {
  /** Share done in [0,1], null if unknown. */
  readonly done: number | null
  readonly message: string
  /** Handle of a page whose view can be shown while the rest loads. */
  readonly coming?: string
}

export type HostEvent =
  | { readonly type: 'open'; readonly source: Source }
  | { readonly type: 'action'; readonly id: string }
  /** Custom extractors were added, removed or changed: the complete new list. */
  | { readonly type: 'extractors'; readonly extractors: readonly ExtractorInfo[]; readonly own: readonly OwnExtractor[] }

export type ClientMessage =
  | { readonly type: 'call'; readonly id: number; readonly method: string; readonly input: unknown }
  | { readonly type: 'cancel'; readonly id: number }
