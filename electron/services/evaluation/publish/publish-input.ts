/** What a run is published from, and what is known of its pages once they were run again. */
import { failed } from '../../../../shared/base/failure'
import type { PublishedEntry } from '../../../../shared/contract/published'
import type { ExtractorInfo } from '../../../../shared/extractors/core/extractor'
import type { JournalEntry } from '../run-files'
import { differingFile, ownRecords, type RunRecord } from '../run-record'
import type { OwnData } from '../../own/own-data'
import type { PageCollection } from '../../sources/page-record'

export interface PublishInput {
  /** As it ended, see `readEnded`. */
  readonly record: RunRecord
  readonly entries: readonly JournalEntry[]
  /** Where the run's pages are. */
  readonly source: PageCollection
  /** Those of the run's rows, described. */
  readonly extractors: readonly ExtractorInfo[]
  readonly own: OwnData | undefined
  readonly maxNodes: number
  /** Absolute. */
  readonly folder: string
  /** What every site is made of: `out/site`. */
  readonly template: string
  /** As its readers see it; empty: the run's name. */
  readonly title: string
  readonly withPages: boolean
  /** Pages that are drawn to be opened; 0: all. */
  readonly sample: number
  readonly seed: number
  readonly boilerscope: string
  /** ISO 8601. */
  readonly now: string
  readonly signal: AbortSignal
  progress(done: number, total: number): void
}

/** Whether a row's method runs in a browser: what libraries and programs keep is stored. */
export const runsInBrowser = ({ family }: Pick<ExtractorInfo, 'family'>): boolean => family !== 'peer' && family !== 'yours'

/** @throws FailureError `run.own-changed` where an extractor of a person's own is another than the run's. */
export function checkUnchanged({ own: recorded }: RunRecord, own: OwnData | undefined): void {
  const path = differingFile(recorded, ownRecords(own))
  if (path !== null)
    throw failed('run.own-changed', `${path} is not what it was when this run was made.`, 'Run it again, then publish that run.')
}

/** Of a page, what its rows extracted, as hashes. */
export interface TextHash {
  readonly page: string
  /** sha256 of the HTML in UTF-8. */
  readonly content: string
  readonly rows: readonly ({ readonly hash: string; readonly characters: number } | null)[]
}

/** What is known of the pages once they were run again. */
export interface WrittenPages {
  readonly pages: readonly PublishedEntry[]
  readonly texts: readonly TextHash[]
  /** Pages that are not what they were when the run scored them. */
  readonly changed: readonly string[]
  /** Pages that name a folder of this machine. */
  readonly telling: readonly string[]
  /** Pages that could not be read or run again. */
  readonly unread: readonly string[]
}
