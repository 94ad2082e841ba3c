import { z } from 'zod'
import type { Result } from '../base/failure'
import type { FoundGold } from '../gold/gold-text'
import type { ExtractorInfo } from '../extractors/core/extractor'
import type { Extraction } from '../extractors/core/run'
import type { Trace } from '../extractors/core/probe'
import type { PackedModel, PageLayout } from '../page/page-model'
import { type ResourceSummary, type ArchivedPages, type PageSummary, KeptEntry, CaptureOptions, PageLimits, Source } from './capture'
import { corpusContract } from './corpus-contract'
import { evaluationContract, type SiteFacts } from './evaluation-contract'
import { faultContract } from './fault-contract'
import { out, type Out, ParamRecord, request } from './conditions'
import { libraryContract, ownContract, type OwnExtractor } from './own-contract'

export interface SampleInfo {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly pageType: string
  readonly mode: 'source' | 'rendered'
}

export interface HostInfo {
  /** `static`: a website of files without a server. A worker of the window is the host. */
  readonly kind: 'electron' | 'browser' | 'static'
  readonly version: string
  readonly initial: Source
  readonly fileDialog: boolean
  /** Path of the documentation, relative to the window; empty without documentation. */
  readonly docs: string
  readonly published?: SiteFacts
}

export interface ExtractionResult {
  readonly extraction: Extraction
  readonly trace: Trace | null
  /** Milliseconds. `parse` is 0 if the page was cached. */
  readonly timings: { readonly parse: number; readonly extract: number }
  /** Ids of measures that the response omits, because the window already has the measures. */
  readonly same?: readonly string[]
}

export const MenuAction = z.object({
  id: z.string().min(1).max(80),
  label: z.string().min(1).max(200),
  group: z.string().min(1).max(40),
  keys: z.string().max(40).optional(),
  inFields: z.boolean().default(false),
})
export type MenuAction = z.infer<typeof MenuAction>

export interface PagePicture {
  readonly png: Uint8Array
  /** Size in CSS pixels. The picture has `scale` times as many pixels per side. */
  readonly width: number
  readonly height: number
  readonly scale: number
  /** x, y, width and height per node id in CSS pixels, up to the last element with a box; four zeros for nodes without a box. */
  readonly boxes: Float32Array
  /** Six numbers per text with sibling elements, except blank texts: id of the parent, index among its texts, x, y, width, height. */
  readonly texts: Float32Array
}

const page = z.string().min(1).max(100)
const ExtractionRequest = z.object({
  page,
  extractor: z.string().min(1).max(80),
  preset: z.enum(['default', 'as-printed']).default('default'),
  params: ParamRecord.default({}),
  trace: z.boolean().default(true),
  /** Fingerprints of measures that the window already has. The response omits equal measures. */
  known: z.record(z.string(), z.string().max(60)).default({}),
})

const FirstRun = ExtractionRequest.pick({ extractor: true, preset: true, params: true })
export type FirstRun = z.output<typeof FirstRun>

/** Events of a request that opens a page, in this order. */
export type OpenEvent =
  /** The view of the page can be shown. */
  | { readonly is: 'view'; readonly page: string }
  /** The model without its layout. Sent again if the captured HTML differs from the HTML of the view. */
  | { readonly is: 'model'; readonly model: PackedModel }
  /** The open page. The host may close the page before `page.close` if newer pages need the memory. */
  | { readonly is: 'page'; readonly page: PageSummary; readonly layout: PageLayout | null }

export interface OpenedPage {
  readonly page: PageSummary
  readonly run: Result<ExtractionResult> | null
}

/** All requests of the window and the command line to the host. `in` is the schema of the input, and `out` is the type of the output. */
export const contract = {
  'host.info': request(out<HostInfo>(), {}),
  'samples.list': request(out<readonly SampleInfo[]>(), {}),
  'extractors.list': request(out<readonly ExtractorInfo[]>(), {}),
  /** Loads, captures and parses a page. With `run`, also runs an extractor. Sends `OpenEvent`s and progress. */
  'page.open': request(out<OpenedPage>(), {
    source: Source,
    options: CaptureOptions.prefault({}),
    kept: KeptEntry.optional(),
    run: FirstRun.optional(),
  }),
  /** Returns the gold text or gold labels of a source; null if no gold standard can be read. */
  'page.gold': request(out<FoundGold | null>(), { source: Source }),
  /** Opens the stored capture of a corpus page, so that node ids in labels stay valid. Sends `OpenEvent`s. */
  'page.openCorpus': request(out<OpenedPage>(), {
    corpus: z.string().min(1).max(4096),
    page: z.string().min(1).max(80),
    limits: PageLimits.prefault({}),
  }),
  /** Returns a page's view as HTML without scripts, for hosts without addresses for views. `styled`: whether to include resources. */
  'page.view': request(out<string>(), { page, styled: z.boolean().default(true) }),
  'page.resources': request(out<ResourceSummary>(), { page }),
  /** Fetches the missing resources of an open page. Reports progress; can be cancelled. */
  'page.fetchResources': request(out<ResourceSummary>(), {
    page,
    limits: PageLimits.prefault({}),
    /** The web address of a page that was not loaded from the web. */
    address: z.string().min(1).max(8192).optional(),
  }),
  'archive.pages': request(out<ArchivedPages>(), { source: Source, limits: PageLimits.prefault({}) }),
  /** Sets whether later runs read shadow roots and frames. Null restores the default of the page's mode. */
  'page.compose': request(out<null>(), { page, composed: z.boolean().nullable() }),
  'page.close': request(out<null>(), { page }),
  /** Returns a picture of a page's view, `width` CSS pixels wide and at most `height` CSS pixels high. */
  'figure.page': request(out<PagePicture>(), {
    page,
    styled: z.boolean(),
    width: z.number().int().min(100).max(4_000),
    height: z.number().int().min(50).max(16_000),
  }),
  'extraction.run': request(out<ExtractionResult>(), ExtractionRequest.shape),
  /** Returns only the selection, for parameter values that the user tries. See `ExtractionCore.selected`. */
  'extraction.selection': request(out<Uint8Array>(), ExtractionRequest.omit({ trace: true, known: true }).shape),
  'extraction.export': request(out<string>(), ExtractionRequest.extend({ format: z.enum(['html', 'xml', 'markdown']) }).shape),
  'dialog.openFile': request(out<string | null>(), {}),
  /** Returns the folder that the user chooses or creates in a native dialog; null if the user cancels. */
  'dialog.openFolder': request(out<string | null>(), { title: z.string().min(1).max(200) }),
  /** Sends the window's colour theme to the host, for native menus and dialogs. */
  'window.theme': request(out<null>(), { theme: z.enum(['system', 'light', 'dark']) }),
  /** Sends the window's actions to the host, for a native menu. */
  'menu.set': request(out<null>(), { actions: z.array(MenuAction).max(500) }),
  ...ownContract,
  ...libraryContract,
  ...faultContract,
  ...evaluationContract,
  ...corpusContract,
} as const

type Contract = typeof contract
export type Method = keyof Contract
type Unchangeable<T> = T extends object ? { readonly [K in keyof T]: Unchangeable<T[K]> } : T
export type Input<M extends Method> = Unchangeable<z.input<Contract[M]['in']>>
export type Checked<M extends Method> = z.output<Contract[M]['in']>
export type Output<M extends Method> = Contract[M]['out'] extends Out<infer T> ? T : never

export interface Progress {
  /** Completed share in [0,1]; null if unknown. */
  readonly done: number | null
  readonly message: string
}

export type HostEvent =
  | { readonly type: 'open'; readonly source: Source }
  | { readonly type: 'action'; readonly id: string }
  /** The custom extractors changed. Contains the complete new lists. */
  | { readonly type: 'extractors'; readonly extractors: readonly ExtractorInfo[]; readonly own: readonly OwnExtractor[] }

export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), id: z.number(), method: z.string(), input: z.unknown().optional() }),
  z.object({ type: z.literal('cancel'), id: z.number() }),
])
export type ClientMessage = z.infer<typeof ClientMessage>
