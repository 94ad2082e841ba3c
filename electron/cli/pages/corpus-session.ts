/** What a command needs to work on a corpus. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { BatchOutcome } from '../../../shared/contract/corpus-contract'
import { failed, type Failure } from '../../../shared/base/failure'
import { createAnalysisPool } from '../../services/corpus/analysis/analysis-pool'
import type { OwnVoters } from '../../services/corpus/analysis/measure-pages'
import type { BatchContext } from '../../services/corpus/batch-context'
import { createCorpusService, type CorpusService } from '../../services/corpus/corpus-service'
import { createPageAnalyst, type PageAnalyst } from '../../services/corpus/analysis/page-analyst'
import { createRecentCorpora } from '../../services/corpus/store/recent-corpora'
import type { PageLoader } from '../../services/capture/loader'
import { threadBudget } from '../../services/threads/thread-budget'
import { EXIT, write, type CliIo } from '../cli-io'

const NO_LOADER: PageLoader = {
  load: () => Promise.reject(failed('corpus.no-browser', 'This command captures no pages.', 'Use boilerscope capture.')),
}

/** Parsing is done on threads, which end with the command. */
export async function withAnalyst<T>(io: CliIo, act: (analyst: PageAnalyst) => Promise<T>): Promise<T> {
  const pool = createAnalysisPool(join(io.workers, 'corpus-worker.js'), threadBudget('analysis', availableParallelism(), false))
  try {
    return await act(createPageAnalyst(pool.answer))
  } finally {
    await pool.close()
  }
}

/** @param voters extractors of the person's own that vote, where there are any */
export function withService<T>(
  io: CliIo,
  act: (service: CorpusService) => Promise<T>,
  loader: PageLoader = NO_LOADER,
  voters?: OwnVoters,
): Promise<T> {
  return withAnalyst(io, (analyst) =>
    act(
      createCorpusService({
        ...{ loader, analyst, recent: createRecentCorpora(null), now: () => new Date().toISOString() },
        ...(voters && { voters }),
      }),
    ),
  )
}

/** Ctrl-C and a polite end let the command clear away what is half done; a second one ends it at once. */
export function contextOf(io: CliIo): BatchContext {
  const shown = 'isTTY' in io.stderr && io.stderr.isTTY === true
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
  return {
    signal: stop.signal,
    progress: ({ done, message }) => {
      if (shown) io.stderr.write(`\r\u001b[K${done === null ? '' : `${Math.round(done * 100)} % `}${message.slice(0, 100)}`)
    },
  }
}

export function milliseconds(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 600_000)
    throw new InvalidArgumentError('It must be a whole number from 0 to 600000.')
  return value
}

export function described({ message, next }: Failure): string {
  return `${message} ${next}`
}

/** Says what was not done, and where. */
export async function reportProblems(io: CliIo, problems: BatchOutcome['problems']): Promise<void> {
  for (const { place, failure: reason } of problems)
    await write(io.stderr, `boilerscope: ${place}: ${described(reason)} [${reason.code}]\n`)
}

/** Says what a batch did. */
export async function reportBatch(io: CliIo, outcome: BatchOutcome, what: string): Promise<void> {
  await reportProblems(io, outcome.problems)
  for (const note of outcome.notes ?? []) await write(io.stderr, `boilerscope: ${note}\n`)
  await write(io.stdout, `${outcome.added.length} pages ${what}, ${outcome.problems.length} problems\n`)
  if (outcome.problems.length > 0) io.exit(EXIT.someFailed)
}
