import { failure, FailureError } from '../../../shared/base/failure'
import type { Extractor } from '../../../shared/extractors/core/extractor'
import type { OwnData } from '../own/own-data'
import type { ParamValue } from '../../../shared/extractors/core/params'
import { NO_PROBE } from '../../../shared/extractors/core/probe'
import { outputText } from '../../../shared/page/output'
import { parsePage } from '../../../shared/page/parse-page'
import { completed, hasText, isJustified, pageSize, type Complaint, type PageSize, type Wish } from '../../../shared/reduce/complaint'

/** A page that a thread is to try. */
export interface ReduceTask {
  readonly html: string
  readonly extractor: string
  /** Its file, where it is a person's own. */
  readonly own?: OwnData | undefined
  /** Checked and complete. */
  readonly params: Readonly<Record<string, ParamValue>>
  readonly url: string | null
  readonly scripting: boolean
  readonly maxNodes: number
  readonly complaint: Wish
  /** Whether the output is wanted, too. */
  readonly withOutput: boolean
}

export interface ReduceReply {
  /** Whether the complaint holds, and whether it does but for witness and contrast. */
  readonly holds: boolean
  readonly holdsAlone: boolean
  /** Whether a person can read the text in the page. */
  readonly there: boolean
  readonly size: PageSize
  readonly complaint: Complaint
  /** What the extractor keeps. */
  readonly output: string
}

/** Runs the extractor on a page and says whether the complaint holds. @throws FailureError as the extractor does. */
export function tryPage(task: ReduceTask, extractor: Extractor): ReduceReply {
  const { html, url, scripting, maxNodes, params } = task
  const page = parsePage(html, { url, scriptingEnabled: scripting, maxNodes, sourcePositions: extractor.needsSource ?? false })
  const { selected } = extractor.run(page, params as never, NO_PROBE)
  const complaint = completed(page, selected, task.complaint)
  const holds = isJustified(page, selected, complaint)
  return {
    holds,
    holdsAlone: holds || isJustified(page, selected, { ...complaint, witness: null, contrast: null }),
    there: holds || hasText(page, complaint.text),
    size: pageSize(page),
    complaint,
    output: task.withOutput ? outputText(page, selected).text : '',
  }
}

/** Why a page that is to be reduced proves nothing. @param title of the extractor */
export function unjustified({ there, holdsAlone, complaint: { kind, text, witness, contrast } }: ReduceReply, title: string): FailureError {
  const shown = `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`
  const reason = !there
    ? failure(
        'reduce.no-such-text',
        `The page has no text ${shown} that a person can read.`,
        'Copy the text from the page; white space does not count.',
      )
    : holdsAlone
      ? failure(
          'reduce.no-witness',
          `${title} does not ${[...(witness === null ? [] : [`keep “${witness}”`]), ...(contrast === null ? [] : [`drop “${contrast}”`])].join(' or does not ')}.`,
          'Name another text beside it, or none.',
        )
      : failure(
          'reduce.not-so',
          `${title} does not ${kind === 'drops' ? 'drop' : 'keep'} the text ${shown} as a whole.`,
          'Choose a text of one block, and compare extractor, preset and parameters with the run that you saw.',
        )
  return new FailureError(reason)
}
