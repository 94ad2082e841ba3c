import type { ExchangeFormat } from '../../../../shared/contract/corpus-contract'
import type { Problem } from '../batch-context'

export interface ImportOptions {
  readonly format: ExchangeFormat
  /** Absolute path of the file or folder. */
  readonly path: string
  /** Name the imported gold goes by. */
  readonly annotator: string
  readonly align: boolean
  /** ISO 8601. */
  readonly now: string
}

/** What an import has done so far. */
export interface Outcome {
  readonly added: string[]
  /** Pages that were there without all of their gold. */
  readonly completed: string[]
  known: number
  readonly problems: Problem[]
  readonly coverage: { page: string; coverage: number; missing: number }[]
}
