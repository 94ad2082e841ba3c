import { failed, FailureError, toFailure } from '../../../shared/base/failure'
import type { Handlers } from '../../../shared/contract/dispatcher'
import type { RunSummary } from '../../../shared/contract/evaluation-contract'
import type { CollectionSource, RunSpec } from '../../../shared/evaluation/run-spec'
import { holdLock, isLocked, LOCK } from '../files/file-lock'
import type { OwnData } from '../own/own-file'
import type { PageCollection } from '../sources/page-record'
import { evaluatePages, type EvaluationPool, type EvaluationProgress, progressSentence, type RunInput } from './evaluation-runner'
import { corpusHash, type JournalEntry, type RunFiles, type RunStore } from './run-files'
import { differingFile, endedBy, type RunRecord } from './run-record'

export interface GoingOptions {
  readonly pool: EvaluationPool
  /** @throws FailureError if an extractor or parameter is unknown, or if an extractor cannot run */
  readonly ownOf: (spec: RunSpec) => Promise<OwnData | undefined>
  readonly entriesOf: (source: CollectionSource, spec: RunSpec) => PageCollection
}

type Run = Handlers['evaluation.run']

interface RunState {
  paused: Promise<void> | null
  go: () => void
}

export function runElsewhereFailure(folder: string): FailureError {
  const message = 'Another Boilerscope executes this run.'
  return failed('run.elsewhere', message, `Wait for the run, or cancel it there. If no other Boilerscope is open, delete ${folder}${LOCK}.`)
}

/** Evaluates the unfinished pages of a run and stores how the run ended. Returns the record, and the entries in page order. */
export async function runRest(
  pool: EvaluationPool,
  files: RunFiles,
  input: Omit<RunInput, 'done' | 'append'>,
): Promise<{ readonly record: RunRecord; readonly entries: readonly JournalEntry[] }> {
  const { pages: before, total } = await files.changeRecord({ status: 'running', failure: null })
  const journal = await files.openJournal()
  let seen: Pick<EvaluationProgress, 'pages' | 'total'> = { pages: before, total }
  try {
    const { pages } = await evaluatePages(pool, {
      ...input,
      done: await files.readResults(),
      append: (entry) => journal.append(entry),
      progress: (progress) => {
        seen = progress
        input.progress(progress)
      },
    })
    await journal.close()
    const entries = await files.finish(pages)
    const record = await files.changeRecord({
      status: 'finished',
      pages: entries.length,
      total: entries.length,
      corpusHash: corpusHash(entries),
    })
    return { record, entries }
  } catch (thrown) {
    await journal.close()
    await files.changeRecord({ ...endedBy(thrown), pages: seen.pages, total: seen.total })
    throw thrown
  }
}

export function createGoingRuns(store: RunStore, options: GoingOptions) {
  const active = new Map<string, RunState>()

  // A killed run has the status "running" and no lock. The summary of a killed run has the status "cancelled".
  const seen = async (record: RunRecord): Promise<RunSummary> => {
    if (record.status === 'finished') return record
    const files = store.open(record.id)
    if (active.has(record.id)) return { ...record, pages: await files.pagesInJournal() }
    if (await isLocked(files.folder)) return { ...record, status: 'elsewhere', pages: await files.pagesInJournal() }
    if (record.status !== 'running') return record
    // The run may have ended after its record was read and before its lock was checked.
    const latest = await files.readRecord()
    return latest.status === 'running' ? { ...latest, status: 'cancelled', pages: await files.pagesInJournal() } : latest
  }

  const run: Run = async (input, context) => {
    const { run: id } = input
    if (active.has(id)) throw failed('run.active', 'This run is already active.', 'Wait for the run, or cancel it first.')
    const files = store.open(id)
    const state: RunState = { paused: null, go: () => undefined }
    active.set(id, state)
    // A paused run must also react to an abort.
    context.signal.addEventListener('abort', () => state.go(), { once: true })
    try {
      await files.readRecord()
      const release = await holdLock(files.folder).catch((thrown: unknown) => {
        throw toFailure(thrown).code === 'file.locked' ? runElsewhereFailure(files.folder) : thrown
      })
      try {
        return await runHeld(files, state, input, context)
      } finally {
        await release()
      }
    } finally {
      state.go()
      active.delete(id)
    }
  }

  /** Call `runHeld` only with the lock of the run. Another program may have finished the run before this program acquired the lock. */
  async function runHeld(
    files: RunFiles,
    state: RunState,
    { jobs, limits: { maxNodes } }: Parameters<typeof run>[0],
    context: Parameters<typeof run>[1],
  ): Promise<RunSummary> {
    const record = await files.readRecord()
    const { spec } = record
    const reason = await files.readScored(record).then(() => null, toFailure)
    if (reason === null && record.status === 'finished') return record
    if (reason?.code === 'run.damaged') await files.clearScores()
    else if (reason) throw new FailureError(reason)
    const own = await options.ownOf(spec)
    const differs = differingFile(record.own, own)
    if (differs !== null) {
      const message = `${differs} has changed since this run started.`
      throw failed('run.own-changed', message, 'Start a new run, so that all pages are scored with one version.')
    }
    const ended = await runRest(options.pool, files, {
      ...{ spec, own, jobs, maxNodes, signal: context.signal },
      entries: options.entriesOf(spec.source, spec),
      resumed: () => state.paused ?? Promise.resolve(),
      progress: (progress) => {
        const { pages, total } = progress
        context.progress({ done: total === null || total === 0 ? null : pages / total, message: progressSentence(progress) })
      },
    })
    return ended.record
  }

  const pause: Handlers['evaluation.pause'] = async ({ run: id, paused }) => {
    const state = active.get(id)
    if (state && paused)
      state.paused ??= new Promise((resolve) => {
        state.go = resolve
      })
    else if (state) {
      state.go()
      state.paused = null
    }
    return null
  }

  return { has: (id: string): boolean => active.has(id), seen, run, pause }
}
