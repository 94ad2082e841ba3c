import type { PackedModel, PageLayout } from '../../../shared/page/page-model'
import type { ChangedStyles, DocumentPlaces, KeptPlace, LackedKind } from '../../../shared/page/view-html'
import type { CapturedLayout } from '../../../shared/page/place-layout'
import type { ExtractionResult } from '../../../shared/contract/contract'
import type { Fingerprints } from '../../../shared/extractors/core/known-measures'
import type { ParamValue, Preset } from '../../../shared/extractors/core/params'
import type { OwnData } from '../own/own-file'

export interface PageDocument {
  readonly html: string
  readonly url: string | null
  readonly layout: CapturedLayout | null
  readonly scriptingEnabled: boolean
  /** Whether tasks without this option read shadow roots and frames. Default: only in rendered mode. */
  readonly composed?: boolean
  /** Whether streamed content is read at the place where scripts would put the content. Default: only in source mode. */
  readonly streamed?: boolean
  readonly maxNodes: number
}

export interface RunOptions {
  readonly extractor: string
  readonly preset: Preset
  readonly params: Readonly<Record<string, ParamValue>>
  readonly own?: OwnData
  /** Whether shadow roots and frames are read. Default: the value from the parsing of the page. */
  readonly composed?: boolean | undefined
}

export type PageTask =
  /** Adds the layout to the parsed page. If `isNew` is set, the request's document first replaces the parsed page. */
  | { readonly kind: 'parse'; readonly layout: CapturedLayout | null; readonly isNew?: boolean }
  | { readonly kind: 'model' }
  | { readonly kind: 'layout' }
  | {
      readonly kind: 'view'
      readonly kept: KeptPlace | null
      readonly styles: ChangedStyles | null
      readonly documents: DocumentPlaces | null
      /** The `#document` to view; null for the page. */
      readonly root: number | null
      /** Base URL of the page's references, if the base differs from the captured address. */
      readonly base?: string
      /** If true, the HTML is streamed in pieces, and the result contains no HTML. */
      readonly inPieces?: boolean
    }
  | { readonly kind: 'frame'; readonly html: string; readonly url: string; readonly kept: KeptPlace }
  | { readonly kind: 'sheet'; readonly css: string; readonly url: string; readonly kept: KeptPlace }
  /** `known` are fingerprints of the caller's measures. `removeSameMeasures` omits equal measures from the result. */
  | ({ readonly kind: 'run'; readonly trace: boolean; readonly known?: Fingerprints } & RunOptions)
  | ({ readonly kind: 'export'; readonly format: 'html' | 'xml' | 'markdown' } & RunOptions)

export interface WrittenView {
  readonly html: string
  readonly lacked: readonly (readonly [url: string, kind: LackedKind])[]
  readonly frames: readonly number[]
}

export interface PageTaskResults {
  readonly parse: { readonly nodes: number; readonly title: string; readonly address: string | null; readonly notes: readonly string[] }
  readonly model: PackedModel
  readonly layout: PageLayout | null
  readonly view: WrittenView
  readonly frame: WrittenView
  readonly sheet: string
  readonly run: ExtractionResult
  readonly export: string
}

export interface PageRequest {
  readonly page: string
  readonly task: PageTask
  readonly document: PageDocument | null
  readonly kept: readonly string[]
}
