import type { OwnData } from '../own/own-data'
import { ownRecords } from './own-record'
import type { RunRecord } from './run-files'

/** The record of a run that has no page yet, on this Node, with the extractors of a person's own as they are now. */
export function newRunRecord(
  given: Omit<RunRecord, 'format' | 'version' | 'node' | 'pages' | 'total' | 'corpusHash' | 'failure' | 'notes' | 'warnings' | 'own'>,
  own: OwnData | undefined,
): RunRecord {
  return {
    format: 'boilerscope-run',
    version: 1,
    ...given,
    node: process.version,
    pages: 0,
    total: null,
    corpusHash: null,
    failure: null,
    notes: '',
    warnings: [],
    own: ownRecords(own),
  }
}
