import { CANCELLED, failure, type Failure, type Result } from '../../../shared/base/failure'

/** How the failures of threads are told. */
export interface ThreadWords {
  /** Begins the codes: `extraction` gives `extraction.timeout`, `extraction.out-of-memory` and `extraction.crashed`. */
  readonly code: string
  /** What takes too long, as a sentence begins with it: `The extraction`. */
  readonly work: string
  /** What a person can do where it took too long, and where it needed too much memory. */
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

/** How the failure of a task on a page is reported. */
export const pageWords = (kind: string): ThreadWords => (/^(?:parse|model|layout)$/.test(kind) ? PARSE_WORDS : EXTRACTION_WORDS)

/** What a task comes to that was cancelled. */
export const STOPPED: Result<never> = { ok: false, failure: CANCELLED }

/** @param milliseconds that the task was given */
export const timeoutFailure = ({ code, work, tooLong }: ThreadWords, milliseconds: number): Failure =>
  failure(`${code}.timeout`, `${work} took longer than ${milliseconds / 1000} seconds and was stopped.`, tooLong)

/** @param thrown with what its thread ended */
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
