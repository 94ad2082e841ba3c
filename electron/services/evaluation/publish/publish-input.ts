/** The input of publishing a run, and the results of running its pages again. */
import { failed } from '../../../../shared/base/failure'
import type { PublishedEntry } from '../../../../shared/contract/published'
import type { ExtractorInfo } from '../../../../shared/extractors/core/extractor'
import type { OwnData } from '../../own/own-file'
import type { JournalEntry } from '../run-files'
import { differingFile, ownRecords, type RunRecord } from '../run-record'
import type { PageCollection } from '../../sources/page-record'

export interface PublishInput {
  /** As it ended, see `readEnded`. */
  readonly record: RunRecord
  readonly entries: readonly JournalEntry[]
  /** The run's pages. */
  readonly source: PageCollection
  /** Descriptions of the extractors of the run's rows. */
  readonly extractors: readonly ExtractorInfo[]
  readonly own: OwnData | undefined
  readonly maxNodes: number
  /** Absolute path. */
  readonly folder: string
  /** Template of sites: `out/site`. */
  readonly template: string
  /** Title for readers; empty: the run's name. */
  readonly title: string
  readonly withPages: boolean
  /** Number of random pages that can be opened; 0: all. */
  readonly sample: number
  readonly seed: number
  readonly boilerscope: string
  /** ISO 8601. */
  readonly now: string
  readonly signal: AbortSignal
  progress(done: number, total: number): void
}

/** Whether an extractor runs in a browser; results of libraries and programs are stored. */
export const runsInBrowser = ({ family }: Pick<ExtractorInfo, 'family'>): boolean => family !== 'peer' && family !== 'yours'

/** @throws FailureError `run.own-changed` if a custom extractor differs from the run's. */
export function checkUnchanged({ own: recorded }: RunRecord, own: OwnData | undefined): void {
  const path = differingFile(recorded, ownRecords(own))
  if (path !== null) throw failed('run.own-changed', `${path} has changed since this run was made.`, 'Run it again, then publish that run.')
}

/** Hashes of a page and of its extracted texts. */
export interface TextHash {
  readonly page: string
  /** The sha256 of the HTML in UTF-8. */
  readonly content: string
  readonly rows: readonly ({ readonly hash: string; readonly characters: number } | null)[]
}

/** Results of running the pages again. */
export interface WrittenPages {
  readonly pages: readonly PublishedEntry[]
  readonly texts: readonly TextHash[]
  /** Pages that changed after they were scored. */
  readonly changed: readonly string[]
  /** Pages that contain a folder of this machine. */
  readonly telling: readonly string[]
  /** Pages that could not be read or run again. */
  readonly unread: readonly string[]
}
