import { failure, FailureError } from '../../shared/base/failure'
import type { PageResult } from '../../shared/evaluation/evaluation-row'
import { write, type CliIo } from './cli-io'

/** Pages that are named one by one at most. */
const MOST_NAMED = 20

/**
 * Says on standard error which pages failed and why, and which have labels that do not count as gold.
 * @throws FailureError `evaluation.nothing-read` where no page could be read: there is nothing to make a table of.
 */
export async function reportPages(io: CliIo, results: readonly PageResult[]): Promise<void> {
  const failed = results.flatMap(({ facts, failure: reason }) => (reason ? [`${facts.page}: ${reason.message} [${reason.code}]`] : []))
  for (const line of shortened(failed)) await write(io.stderr, `boilerscope: ${line}\n`)
  if (failed.length === results.length && results.length > 0)
    throw new FailureError(
      failure(
        'evaluation.nothing-read',
        results.length === 1 ? 'The only page could not be read.' : `None of the ${results.length} pages could be read.`,
        'Correct what is said above, then run it again.',
      ),
    )
  const waiting = results.flatMap(({ facts }) => (facts.leftOut === undefined ? [] : [`${facts.page} (${facts.leftOut})`]))
  if (waiting.length === 0) return
  const named = shortened(waiting).join(', ')
  await write(io.stderr, `boilerscope: the labels of ${waiting.length} of ${results.length} pages do not count as gold: ${named}.\n`)
}

function shortened(lines: readonly string[]): string[] {
  return lines.length <= MOST_NAMED ? [...lines] : [...lines.slice(0, MOST_NAMED), `and ${lines.length - MOST_NAMED} more`]
}
