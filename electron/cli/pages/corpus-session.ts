import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { BatchOutcome } from '../../../shared/contract/corpus-contract'
import { failed, type Failure } from '../../../shared/base/failure'
import { counted } from '../../../shared/base/written-number'
import type { OwnVoters } from '../../services/corpus/analysis/measure-pages'
import type { Checked, Output, Progress } from '../../../shared/contract/contract'
import type { CallContext, Handlers } from '../../../shared/contract/dispatcher'
import { Corpora } from '../../services/corpus/corpora'
import { corpusHandlers } from '../../services/corpus/corpus-handlers'
import { createAnalysisPool, type PageAnalyst } from '../../services/corpus/analysis/page-analyst'
import { createRecentCorpora } from '../../services/corpus/places'
import type { LoadPage } from '../../services/capture/loader'
import { threadBudget } from '../../services/threads/thread-pool'
import { type CliIo, EXIT, progressLine, untilInterrupted, warn, withPool, write } from '../cli-io'
import { wholeNumber } from '../options'

const loadNothing: LoadPage = () =>
  Promise.reject(failed('corpus.no-browser', 'This command cannot capture pages.', 'Use boilerscope capture.'))

export function withAnalyst<T>(io: CliIo, act: (analyst: PageAnalyst) => Promise<T>): Promise<T> {
  const pool = createAnalysisPool(join(io.workers, 'corpus-worker.js'), threadBudget('analysis', availableParallelism(), false))
  return withPool(pool, ({ analyst }) => act(analyst))
}

type CorpusMethod = keyof ReturnType<typeof corpusHandlers>

export type CallCorpora = <M extends CorpusMethod>(method: M, input: Checked<M>) => Promise<Output<M>>

export function withCorpora<T>(
  io: CliIo,
  act: (call: CallCorpora, corpora: Corpora) => Promise<T>,
  { loadPage = loadNothing, voters }: { readonly loadPage?: LoadPage | undefined; readonly voters?: OwnVoters | undefined } = {},
): Promise<T> {
  return withAnalyst(io, (analyst) => {
    const ports = { loadPage, analyst, recent: createRecentCorpora(null), now: () => new Date().toISOString() }
    const corpora = new Corpora({ ...ports, ...(voters && { voters }) })
    const handlers: Pick<Handlers, CorpusMethod> = corpusHandlers(corpora)
    return act((method, input) => inContext(io, (context) => handlers[method](input, context)), corpora)
  })
}

export function callCorpora<M extends CorpusMethod>(io: CliIo, method: M, input: Checked<M>, loadPage?: LoadPage): Promise<Output<M>> {
  return withCorpora(io, (call) => call(method, input), { loadPage })
}

export type AddCommand = (name: string, description: string) => Command

/** Returns a function that adds commands of a corpus. The first argument of their actions is the absolute path of the corpus. */
export const corpusCommands =
  (parent: Command, io: CliIo): AddCommand =>
  (name, description) =>
    parent
      .command(name)
      .description(description)
      .argument('<corpus>', 'corpus folder', (folder) => resolve(io.cwd, folder))

export function inContext<T>(io: CliIo, act: (context: CallContext) => Promise<T>): Promise<T> {
  const shown = 'isTTY' in io.stderr && io.stderr.isTTY === true
  const progress = ({ done, message }: Progress): void => {
    if (shown) io.stderr.write(progressLine(`${done === null ? '' : `${Math.round(done * 100)} % `}${message.slice(0, 100)}`))
  }
  return untilInterrupted((signal) => act({ signal, progress }))
}

export const milliseconds = wholeNumber(0, 600_000)

export function described({ message, next }: Failure): string {
  return `${message} ${next}`
}

export async function reportProblems(io: CliIo, problems: BatchOutcome['problems']): Promise<void> {
  for (const { place, failure: reason } of problems) await warn(io, `${place}: ${described(reason)} [${reason.code}]`)
}

export async function reportDone(
  io: CliIo,
  problems: BatchOutcome['problems'],
  text: string,
  notes: readonly string[] = [],
): Promise<void> {
  await reportProblems(io, problems)
  for (const note of notes) await warn(io, note)
  await write(io.stdout, text)
  if (problems.length > 0) io.exit(EXIT.someFailed)
}

export function reportBatch(io: CliIo, { problems, added, notes }: BatchOutcome, what: string): Promise<void> {
  return reportDone(io, problems, `${counted(added.length, 'page')} ${what}, ${counted(problems.length, 'problem')}\n`, notes)
}
