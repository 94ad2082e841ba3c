import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { failed, toFailure, type FailureError } from '../../../shared/base/failure'
import type { Handlers } from '../../../shared/contract/dispatcher'
import type { evaluationContract, RunSummary, Triage } from '../../../shared/contract/evaluation-contract'
import { completeParams, configurationName, type CollectionSource, type RunSpec } from '../../../shared/evaluation/run-spec'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { OwnData } from '../own/own-data'
import { evaluatePages, type EvaluationPool, type EvaluationProgress } from './evaluation-runner'
import type { PageCollection } from '../sources/page-record'
import { holdLock, isLocked, LOCK } from '../corpus/store/file-lock'
import { choosePages } from './choose-pages'
import { explainFaults } from './explain-faults'
import { checkUnchanged } from '../publish/publish-input'
import { publishRun } from '../publish/publish-run'
import { corpusHash, createRunStore, differingFile, newRunRecord, ownRecords, type RunFiles, type RunRecord } from './run-files'

export interface EvaluationOptions {
  /** Folder of the saved runs. */
  readonly folder: string
  readonly pool: EvaluationPool
  readonly version: string
  /** All extractors that there are now. */
  readonly extractors: () => Promise<readonly ExtractorInfo[]>
  /** The files behind extractors of the person's own. @throws FailureError where one cannot be run now. */
  readonly own: (ids: readonly string[]) => Promise<OwnData | undefined>
  /** Opens a source of pages. */
  readonly entriesOf: (source: CollectionSource, spec: RunSpec) => PageCollection
  /** Folder of what every published site is made of. */
  readonly template: string
}

/** What the window asks of runs. */
export type EvaluationHandlers = Pick<Handlers, keyof typeof evaluationContract>

const TriageFile = z.record(z.string(), z.object({ tags: z.array(z.string()), note: z.string() }))

/** A sentence for the progress bar: pages, rate and time left. */
export function progressSentence({ pages, total, rate, left }: EvaluationProgress): string {
  const of = total === null ? `${pages} pages` : `${pages} of ${total} pages`
  if (rate === 0) return of
  const speed = `${rate >= 10 ? rate.toFixed(0) : rate.toFixed(1)} pages a second`
  if (left === null) return `${of}, ${speed}`
  return `${of}, ${speed}, ${left < 90 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`} left`
}

interface RunState {
  paused: Promise<void> | null
  go: () => void
}

function elsewhere(folder: string): FailureError {
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

/** The use cases of the evaluate workspace: saved runs, running, resuming, triage. */
export function createEvaluationHandlers(options: EvaluationOptions): EvaluationHandlers {
  const store = createRunStore(options.folder)
  const active = new Map<string, RunState>()

  async function checkSpec(spec: RunSpec): Promise<string[]> {
    const known = await options.extractors()
    return spec.configurations.map((configuration) => {
      const extractor = known.find(({ id }) => id === configuration.extractor)
      if (!extractor)
        throw failed(
          'extractor.unknown',
          `There is no extractor "${configuration.extractor}".`,
          'Choose one from the list; if it is one of your own, add its file with “Add extractor …”.',
        )
      completeParams(extractor, configuration)
      return configurationName(configuration)
    })
  }

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

  async function readTriage(files: RunFiles): Promise<Record<string, Triage>> {
    const text = await readFile(join(files.folder, 'triage.json'), 'utf8').catch(() => '{}')
    try {
      return TriageFile.parse(JSON.parse(text))
    } catch {
      throw failed(
        'run.damaged',
        `${join(files.folder, 'triage.json')} is damaged.`,
        'Repair or delete the file; the scores are not affected.',
      )
    }
  }

  const run: EvaluationHandlers['evaluation.run'] = async (input, context) => {
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

  return {
    async 'evaluation.list'() {
      const { runs, damaged } = await store.list()
      // One that was removed meanwhile is shown as it was read.
      return { runs: await Promise.all(runs.map((record) => seen(record).catch(() => record))), damaged }
    },
    async 'evaluation.count'({ spec }, { signal }) {
      let pages = 0
      const types: Record<string, number> = {}
      for await (const entry of choosePages(options.entriesOf(spec.source, spec), spec.pages)) {
        if (signal.aborted) break
        pages++
        types[entry.pageType] = (types[entry.pageType] ?? 0) + 1
      }
      return { pages, types }
    },
    async 'evaluation.create'({ name, spec }) {
      const names = await checkSpec(spec)
      const own = await options.own(spec.configurations.map(({ extractor }) => extractor))
      const createdAt = new Date().toISOString()
      const id = `${createdAt.replace(/[^0-9]/g, '').slice(0, 14)}-${randomBytes(3).toString('hex')}`
      const given =
        name || `${names.length === 1 ? names[0] : `${names.length} configurations`}, ${createdAt.slice(0, 16).replace('T', ' ')}`
      const record = newRunRecord({ id, name: given, createdAt, spec, names, boilerscope: options.version, status: 'cancelled' }, own)
      await store.create(record)
      return record
    },
    'evaluation.run': run,
    async 'evaluation.faults'({ run: id, configuration: place, limits: { maxNodes } }, context) {
      const { spec } = await store.open(id).readRecord()
      const configuration = spec.configurations[place]
      if (!configuration) throw failed('evaluation.no-such-row', 'The run has no such row.', 'Choose another one.')
      await checkSpec(spec)
      return explainFaults(options.pool, {
        ...{ configuration, maxNodes, pages: spec.pages, signal: context.signal },
        entries: options.entriesOf(spec.source, spec),
        own: await options.own([configuration.extractor]),
        progress: (done, total) =>
          context.progress({
            done: total === null ? null : done / Math.max(1, total),
            message: total === null ? `${done} pages` : `${done} of ${total} pages`,
          }),
      })
    },
    async 'evaluation.publish'({ run: id, folder, limits: { maxNodes }, ...choice }, context) {
      if (!isAbsolute(folder))
        throw failed('publish.bad-folder', `"${folder}" is not a whole path.`, 'Give the path from the root of the disk.')
      const files = store.open(id)
      const record = await files.readRecord()
      const ids = record.spec.configurations.map(({ extractor }) => extractor)
      await checkSpec(record.spec)
      const own = await options.own(ids)
      checkUnchanged(record, own)
      const known = await options.extractors()
      return publishRun(options.pool, {
        ...{ record, own, maxNodes, folder, signal: context.signal, ...choice },
        entries: await files.readResults(),
        source: options.entriesOf(record.spec.source, record.spec),
        extractors: known.filter((info) => ids.includes(info.id)),
        ...{ template: options.template, boilerscope: options.version, now: new Date().toISOString() },
        progress: (done, total) => context.progress({ done: done / Math.max(1, total), message: `${done} of ${total} pages` }),
      })
    },
    'evaluation.pause'({ run: id, paused }) {
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
    },
    async 'evaluation.results'({ run: id }) {
      const files = store.open(id)
      // The record first: one that says "finished" has its results.
      const run = await seen(await files.readRecord())
      const [entries, triage] = await Promise.all([files.readResults(), readTriage(files)])
      return {
        run,
        results: entries.map(({ result }) => result),
        timings: entries.map(({ timings }) => timings),
        triage,
      }
    },
    async 'evaluation.rename'({ run: id, name, notes }) {
      return seen(await store.open(id).changeRecord({ name, notes }))
    },
    async 'evaluation.remove'({ run: id }) {
      if (active.has(id)) throw failed('run.active', 'This run is going.', 'Cancel it before removing it.')
      const { folder } = store.open(id)
      if (await isLocked(folder)) throw elsewhere(folder)
      await store.remove(id)
      return null
    },
    async 'evaluation.restore'({ run: id }) {
      await store.restore(id)
      return null
    },
    async 'evaluation.triage'({ run: id, page, tags, note }) {
      const files = store.open(id)
      await files.readRecord()
      const all = await readTriage(files)
      const empty = tags.length === 0 && note === ''
      const next = Object.fromEntries(Object.entries({ ...all, [page]: { tags, note } }).filter(([key]) => key !== page || !empty))
      await writeFileAtomic(join(files.folder, 'triage.json'), JSON.stringify(next, null, 2) + '\n')
      return null
    },
    async 'evaluation.page'({ run: id, page }) {
      const { spec } = await store.open(id).readRecord()
      for await (const entry of options.entriesOf(spec.source, spec).all()) {
        if (entry.id !== page) continue
        const { html, gold } = await entry.read()
        return { html, url: entry.url, gold: gold.text }
      }
      throw failed(
        'evaluation.page-missing',
        `The page "${page}" is no longer in the source.`,
        'Check that the folder of the run is still where it was.',
      )
    },
  }
}
