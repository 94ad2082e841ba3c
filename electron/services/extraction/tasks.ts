import type { PageModel } from '../../../shared/page/page-model'
import type { CapturedLayout } from '../../../shared/page/place-layout'
import type { ExtractionResult } from '../../../shared/contract/contract'
import type { ParamValue, Preset } from '../../../shared/extractors/core/params'

/** What a worker needs to parse a page. */
export interface PageDocument {
  readonly html: string
  readonly url: string | null
  readonly layout: CapturedLayout | null
  readonly scriptingEnabled: boolean
  readonly maxNodes: number
}

export interface RunOptions {
  readonly extractor: string
  readonly preset: Preset
  readonly params: Readonly<Record<string, ParamValue>>
}

/** What a worker can be asked to do with a page; `document` comes along only when the worker said it does not hold the page. */
export type PageTask =
  | { readonly kind: 'parse' }
  | { readonly kind: 'model' }
  | { readonly kind: 'view'; readonly remote: boolean }
  | ({ readonly kind: 'run'; readonly trace: boolean } & RunOptions)
  | ({ readonly kind: 'export'; readonly format: 'html' | 'xml' | 'markdown' } & RunOptions)

export interface PageTaskResults {
  readonly parse: { readonly nodes: number; readonly title: string; readonly notes: readonly string[] }
  readonly model: PageModel
  readonly view: string
  readonly run: ExtractionResult
  readonly export: string
}

export interface PageRequest {
  readonly page: string
  readonly task: PageTask
  /** Null at first: the thread may hold the page. */
  readonly document: PageDocument | null
}

/** A miss means: send the document along. */
export type PageReply = 'miss' | { readonly done: PageTaskResults[PageTask['kind']] }
