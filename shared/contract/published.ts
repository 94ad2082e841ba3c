import type { Result } from '../base/failure'
import type { ExtractorInfo } from '../extractors/core/extractor'
import type { CapturedLayout } from '../page/place-layout'
import type { ExtractionResult } from './contract'
import type { RunDetails, SiteFacts } from './evaluation-contract'

export interface PublishedRun {
  readonly facts: SiteFacts
  readonly details: RunDetails
  readonly extractors: readonly ExtractorInfo[]
  readonly pages: readonly PublishedEntry[]
}

export interface PublishedEntry {
  readonly id: string
  readonly file: string
  readonly title: string
  readonly pageType: string
  readonly mode: 'source' | 'rendered'
}

export type StoredResult = Result<ExtractionResult>

/** Data of one page of a site. The site reads the data when the user opens the page. */
export interface PublishedPage {
  readonly id: string
  readonly url: string | null
  readonly html: string
  readonly layout: CapturedLayout | null
  readonly scriptingEnabled: boolean
  readonly gold: string | null
  readonly stored: Readonly<Record<number, StoredResult>>
}

/** Name of the global function that the site's data files call. */
export const SITE_DATA = 'boilerscopeData'
