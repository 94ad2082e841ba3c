import { CANCELLED, failure, type Failure, type Result } from '../../../shared/base/failure'

/** Messages of thread failures. */
export interface ThreadWords {
  /** Prefix of the codes: `extraction` gives `extraction.timeout`, `extraction.out-of-memory` and `extraction.crashed`. */
  readonly code: string
  /** Start of a sentence about a timeout: `The extraction`. */
  readonly work: string
  /** Next steps after a timeout, and after too much memory. */
  readonly tooLong: string
  readonly tooLarge: string
}

export const EXTRACTION_WORDS: ThreadWords = {
  code: 'extraction',
  work: 'The extraction',
  tooLong: 'Raise the limit, try another extractor, or open a part of the page.',
  tooLarge: 'Close other pages, or open a smaller part of this one.',
}

const PARSE_WORDS: ThreadWords = { ...EXTRACTION_WORDS, work: 'Parsing the page', tooLong: 'Raise the limit, or open a part of the page.' }

/** Returns the messages for a task on a page. */
export const pageWords = (kind: string): ThreadWords => (/^(?:parse|model|layout)$/.test(kind) ? PARSE_WORDS : EXTRACTION_WORDS)

/** Result of a cancelled task. */
export const STOPPED: Result<never> = { ok: false, failure: CANCELLED }

/** @param milliseconds limit of the task */
export const timeoutFailure = ({ code, work, tooLong }: ThreadWords, milliseconds: number): Failure =>
  failure(`${code}.timeout`, `${work} took longer than ${milliseconds / 1000} seconds and was stopped.`, tooLong)

/** @param thrown error of the ended thread */
export function endFailure({ code, work, tooLarge }: ThreadWords, thrown: unknown): Failure {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return failure(`${code}.out-of-memory`, `${work} needed more memory than a thread may take and was stopped.`, tooLarge)
  return failure(
    `${code}.crashed`,
    `${work} stopped unexpectedly (${error.message}).`,
    'Try again; if it happens again, please report it with the page.',
  )
}
