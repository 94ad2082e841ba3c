import type { PackedModel } from '../../../shared/page/packed-model'
import type { PageLayout } from '../../../shared/page/page-model'
import type { ChangedStyles, DocumentPlaces, KeptPlace, LackedKind } from '../../../shared/page/view-html'
import type { CapturedLayout } from '../../../shared/page/place-layout'
import type { ExtractionResult } from '../../../shared/contract/contract'
import type { Fingerprints } from '../../../shared/extractors/core/known-measures'
import type { ParamValue, Preset } from '../../../shared/extractors/core/params'
import type { OwnData } from '../own/own-data'

/** What a worker needs to parse a page. */
export interface PageDocument {
  readonly html: string
  readonly url: string | null
  readonly layout: CapturedLayout | null
  readonly scriptingEnabled: boolean
  /** Whether shadow roots and frames are read where a task does not say; default: where scripts ran. */
  readonly composed?: boolean
  /** Whether streamed content is read where scripts would put it; default: unless scripts ran. */
  readonly streamed?: boolean
  readonly maxNodes: number
}

export interface RunOptions {
  readonly extractor: string
  readonly preset: Preset
  readonly params: Readonly<Record<string, ParamValue>>
  /** The file that defines the extractor, where it is one of the person's own. */
  readonly own?: OwnData
  /** Whether shadow roots and frames are read; default: as the page's mode has it. */
  readonly composed?: boolean | undefined
}

/** What a worker can be asked to do with a page. */
export type PageTask =
  /** Puts the layout on the parsed page, whose document comes without: it may be parsed before its layout is known. */
  | { readonly kind: 'parse'; readonly layout: CapturedLayout | null }
  | { readonly kind: 'model' }
  | { readonly kind: 'layout' }
  | {
      readonly kind: 'view'
      readonly kept: KeptPlace | null
      readonly styles: ChangedStyles | null
      /** Where frames' documents are answered; null where nowhere. */
      readonly documents: DocumentPlaces | null
      /** The `#document` whose view is wanted; null for the page. */
      readonly root: number | null
      /** What the page's references resolve against, where it is another than the page was captured at. */
      readonly base?: string
      /** It is told piece by piece while it is written, and its result is without its HTML. */
      readonly inPieces?: boolean
    }
  /** The document of a frame, and a style sheet, as the view gets them. */
  | { readonly kind: 'frame'; readonly html: string; readonly url: string; readonly kept: KeptPlace }
  | { readonly kind: 'sheet'; readonly css: string; readonly url: string; readonly kept: KeptPlace }
  /** `known`: measures that need not be told again, see `withoutKnown`. */
  | ({ readonly kind: 'run'; readonly trace: boolean; readonly known?: Fingerprints } & RunOptions)
  | ({ readonly kind: 'export'; readonly format: 'html' | 'xml' | 'markdown' } & RunOptions)

/** A document as it is shown. */
export interface WrittenView {
  /** Empty where it was told in pieces. */
  readonly html: string
  /** What its elements name that was not kept, each address once. */
  readonly lacked: readonly (readonly [url: string, kind: LackedKind])[]
  /** The `#document` nodes of the frames in it. */
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
  /** Null where the thread holds the page. */
  readonly document: PageDocument | null
  /** The pages that the thread keeps; it forgets the others. */
  readonly kept: readonly string[]
}
