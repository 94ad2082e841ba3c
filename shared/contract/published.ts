/** The data of a published site: written when a run is published, read by the site. */
import type { Failure } from '../base/failure'
import type { ExtractorInfo } from '../extractors/core/extractor'
import type { CapturedLayout } from '../page/place-layout'
import type { ExtractionResult } from './contract'
import type { RunDetails, SiteFacts } from './evaluation-contract'

/** One file with the whole site except its pages. */
export interface PublishedRun {
  readonly facts: SiteFacts
  readonly details: RunDetails
  readonly extractors: readonly ExtractorInfo[]
  /** Pages that can be opened, in the order of `facts.pages`. */
  readonly pages: readonly PublishedEntry[]
}

export interface PublishedEntry {
  readonly id: string
  /** Name of its file of data. */
  readonly file: string
  readonly title: string
  readonly pageType: string
  readonly mode: 'source' | 'rendered'
}

/** The stored result of a row on a page; the failure if the run failed. */
export type StoredResult = { readonly ok: true; readonly value: ExtractionResult } | { readonly ok: false; readonly failure: Failure }

/** One page of a site: one file, read when it is opened. */
export interface PublishedPage {
  readonly id: string
  readonly url: string | null
  readonly html: string
  readonly layout: CapturedLayout | null
  readonly scriptingEnabled: boolean
  readonly gold: string | null
  /** By the place of the row. */
  readonly stored: Readonly<Record<number, StoredResult>>
}

/** Name of the global function that a file of data calls. */
export const SITE_DATA = 'boilerscopeData'
