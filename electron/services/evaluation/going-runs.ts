/** The runs that are going: begun, paused, gone on with, and told of as they stand. */
import { failed, toFailure, type FailureError } from '../../../shared/base/failure'
import type { Handlers } from '../../../shared/contract/dispatcher'
import type { RunSummary } from '../../../shared/contract/evaluation-contract'
import type { CollectionSource, RunSpec } from '../../../shared/evaluation/run-spec'
import { holdLock, isLocked, LOCK } from '../corpus/store/file-lock'
import type { OwnData } from '../own/own-data'
import type { PageCollection } from '../sources/page-record'
import { evaluatePages, progressSentence, type EvaluationPool } from './evaluation-runner'
import { corpusHash, differingFile, ownRecords, type RunFiles, type RunRecord, type RunStore } from './run-files'

export interface GoingOptions {
  readonly pool: EvaluationPool
  /** The files behind extractors of the person's own. @throws FailureError where one cannot be run now. */
  readonly own: (ids: readonly string[]) => Promise<OwnData | undefined>
  /** Opens a source of pages. */
  readonly entriesOf: (source: CollectionSource, spec: RunSpec) => PageCollection
}

type Run = Handlers['evaluation.run']

interface RunState {
  paused: Promise<void> | null
  go: () => void
}

/** Another program has the lock of the run. */
export function elsewhere(folder: string): FailureError {
  return failed(
    'run.elsewhere',
    'Another Boilerscope runs it.',
    `Wait for it, or cancel it there. If there is no other, delete ${folder}${LOCK}.`,
  )
}

/** Takes the lock of a run. @returns gives it back. @throws FailureError `run.elsewhere`. */
async function holdRun({ folder }: RunFiles): Promise<() => Promise<void>> {
  return holdLock(folder).catch((thrown: unknown) => {
    throw toFailure(thrown).code === 'corpus.locked' ? elsewhere(folder) : thrown
  })
}

/**
 * Runs what is left of saved runs.
 * @param checkSpec throws where an extractor or its parameters are not known
 */
export function createGoingRuns(store: RunStore, options: GoingOptions, checkSpec: (spec: RunSpec) => Promise<unknown>) {
  const active = new Map<string, RunState>()

  // A run that says "running" while nobody holds its lock was killed: it can be resumed.
  const seen = async (record: RunRecord): Promise<RunSummary> => {
    if (active.has(record.id) || record.status === 'finished') return record
    const files = store.open(record.id)
    if (await isLocked(files.folder)) return { ...record, status: 'elsewhere', pages: await files.pagesInJournal() }
    if (record.status !== 'running') return record
    // It may have ended between the two looks.
    const latest = await files.readRecord()
    return latest.status === 'running' ? { ...latest, status: 'cancelled', pages: await files.pagesInJournal() } : latest
  }

  const run: Run = async (input, context) => {
    const { run: id } = input
    if (active.has(id)) throw failed('run.active', 'This run is already going.', 'Wait for it, or cancel it first.')
    const files = store.open(id)
    const state: RunState = { paused: null, go: () => undefined }
    active.set(id, state)
    // A run that is paused is cancelled like any other.
    context.signal.addEventListener('abort', () => state.go(), { once: true })
    try {
      await files.readRecord()
      const release = await holdRun(files)
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

  /** Runs what is left of a run whose lock is held: another program may have finished it until then. */
  async function runHeld(
    files: RunFiles,
    state: RunState,
    { jobs, limits: { maxNodes } }: Parameters<typeof run>[0],
    context: Parameters<typeof run>[1],
  ): Promise<RunSummary> {
    const { status, spec, own: recorded, warnings: known } = await files.readRecord()
    if (status === 'finished') return files.readRecord()
    await checkSpec(spec)
    const own = await options.own(spec.configurations.map(({ extractor }) => extractor))
    const differs = differingFile(recorded, ownRecords(own))
    if (differs !== null)
      throw failed(
        'run.own-changed',
        `${differs} is not what it was when this run began.`,
        'Begin a new run: half a table of the one state and half of the other would be of neither.',
      )
    await files.changeRecord({ status: 'running', failure: null })
    const journal = await files.openJournal()
    const before = await files.readResults()
    const warnings = new Set(known)
    let total: number | null = null
    try {
      await evaluatePages(options.pool, {
        spec,
        maxNodes,
        own,
        jobs,
        entries: options.entriesOf(spec.source, spec),
        done: new Set(before.map(({ index }) => index)),
        signal: context.signal,
        resumed: () => state.paused ?? Promise.resolve(),
        append: (entry) => journal.append(entry),
        warn: (sentence) => void warnings.add(sentence),
        progress: (progress) => {
          total = progress.total
          context.progress({ done: total === null || total === 0 ? null : progress.pages / total, message: progressSentence(progress) })
        },
      })
      await journal.close()
      await files.finish()
      const results = await files.readResults()
      return await files.changeRecord({
        status: 'finished',
        pages: results.length,
        total: results.length,
        corpusHash: corpusHash(results),
        warnings: [...warnings],
      })
    } catch (thrown) {
      await journal.close()
      const reason = toFailure(thrown)
      const stopped = reason.code === 'cancelled'
      const pages = (await files.readResults()).length
      await files.changeRecord({
        status: stopped ? 'cancelled' : 'failed',
        pages,
        total,
        failure: stopped ? null : reason,
        warnings: [...warnings],
      })
      throw thrown
    }
  }

  const pause: Handlers['evaluation.pause'] = ({ run: id, paused }) => {
    const state = active.get(id)
    if (!state) return Promise.resolve(null)
    if (!paused) {
      state.go()
      state.paused = null
    } else
      state.paused ??= new Promise((resolve) => {
        state.go = resolve
      })
    return Promise.resolve(null)
  }

  return {
    /** Whether it is going here. */
    has: (id: string): boolean => active.has(id),
    /** A run as it stands, whoever runs it. */
    seen,
    run,
    pause,
  }
}
