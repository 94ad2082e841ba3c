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
  | ({ readonly kind: 'export'; readonly format: 'html' | 'xml' } & RunOptions)

export interface PageTaskResults {
  readonly parse: { readonly nodes: number; readonly title: string; readonly notes: readonly string[] }
  readonly model: PageModel
  readonly view: string
  readonly run: ExtractionResult
  readonly export: string
}

export interface WorkerRequest {
  readonly page: string
  readonly task: PageTask
  readonly document: PageDocument | null
}

/** A miss means: send the document along. Failures are data here too, since classes do not cross threads. */
export type WorkerReply =
  | { readonly type: 'miss' }
  | { readonly type: 'done'; readonly value: unknown }
  | { readonly type: 'failed'; readonly code: string; readonly message: string; readonly next: string }
