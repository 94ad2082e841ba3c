import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { failed, toFailure } from '../../../shared/base/failure'
import type { Handlers } from '../../../shared/contract/dispatcher'
import type { evaluationContract, RunSummary, Triage } from '../../../shared/contract/evaluation-contract'
import { completeParams, configurationName, type CollectionSource, type RunSpec } from '../../../shared/evaluation/run-spec'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { OwnData } from '../own/own-data'
import { evaluatePages, type EvaluationPool, type EvaluationProgress } from './evaluation-runner'
import type { PageCollection } from '../sources/page-record'
import { choosePages } from './choose-pages'
import { newRunRecord } from './new-run'
import { differingFile, ownRecords } from './own-record'
import { createRunStore, type RunFiles, type RunRecord } from './run-files'

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

/** sha256 over the pages' hashes in page order: the same corpus gives the same hash. */
function corpusHash(hashes: readonly string[]): string {
  const hash = createHash('sha256')
  for (const one of hashes) hash.update(one).update('\n')
  return hash.digest('hex')
}

/** The use cases of the evaluate workspace: saved runs, running, resuming, triage. */
export function createEvaluationHandlers(options: EvaluationOptions): EvaluationHandlers {
  const store = createRunStore(options.folder)
  const active = new Map<string, { paused: Promise<void> | null; go: () => void }>()

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

  // A run that says "running" while this host does not run it was killed: it can be resumed.
  const seen = async (record: RunRecord): Promise<RunSummary> =>
    record.status === 'running' && !active.has(record.id)
      ? { ...record, status: 'cancelled', pages: await store.open(record.id).pagesInJournal() }
      : record

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

  const run: EvaluationHandlers['evaluation.run'] = async ({ run: id, jobs, limits: { maxNodes } }, context) => {
    if (active.has(id)) throw failed('run.active', 'This run is already going.', 'Wait for it, or cancel it first.')
    const files = store.open(id)
    let record = await files.readRecord()
    if (record.status === 'finished') return record
    await checkSpec(record.spec)
    const own = await options.own(record.spec.configurations.map(({ extractor }) => extractor))
    const differs = differingFile(record.own, ownRecords(own))
    if (differs !== null)
      throw failed(
        'run.own-changed',
        `${differs} is not what it was when this run began.`,
        'Begin a new run: half a table of the one state and half of the other would be of neither.',
      )
    const state: { paused: Promise<void> | null; go: () => void } = { paused: null, go: () => undefined }
    active.set(id, state)
    try {
      const before = await files.readJournal()
      record = { ...record, status: 'running', failure: null }
      await files.writeRecord(record)
      const journal = await files.openJournal()
      let total: number | null = null
      try {
        const { pages } = await evaluatePages(options.pool, {
          spec: record.spec,
          maxNodes,
          own,
          jobs,
          entries: options.entriesOf(record.spec.source, record.spec),
          done: new Set(before.map(({ index }) => index)),
          signal: context.signal,
          resumed: () => state.paused ?? Promise.resolve(),
          append: (entry) => journal.append(entry),
          warn: (sentence) => {
            if (!record.warnings.includes(sentence)) record = { ...record, warnings: [...record.warnings, sentence] }
          },
          progress: (progress) => {
            total = progress.total
            context.progress({ done: total === null || total === 0 ? null : progress.pages / total, message: progressSentence(progress) })
          },
        })
        await journal.close()
        await files.finish()
        const results = await files.readResults()
        record = { ...record, status: 'finished', pages, total: pages, corpusHash: corpusHash(results.map(({ hash }) => hash)) }
      } catch (thrown) {
        await journal.close()
        const reason = toFailure(thrown)
        const stopped = reason.code === 'cancelled'
        const done = (await files.readJournal()).length
        record = {
          ...record,
          status: stopped ? 'cancelled' : 'failed',
          pages: done,
          total,
          failure: stopped ? null : reason,
        }
        await files.writeRecord(record)
        throw thrown
      }
      await files.writeRecord(record)
      return record
    } finally {
      state.go()
      active.delete(id)
    }
  }

  return {
    async 'evaluation.list'() {
      const { runs, damaged } = await store.list()
      return { runs: await Promise.all(runs.map(seen)), damaged }
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
      const [record, entries, triage] = await Promise.all([files.readRecord(), files.readResults(), readTriage(files)])
      return {
        run: await seen(record),
        results: entries.map(({ result }) => result),
        timings: entries.map(({ timings }) => timings),
        triage,
      }
    },
    async 'evaluation.rename'({ run: id, name, notes }) {
      const files = store.open(id)
      const record = { ...(await files.readRecord()), name, notes }
      await files.writeRecord(record)
      return seen(record)
    },
    async 'evaluation.remove'({ run: id }) {
      if (active.has(id)) throw failed('run.active', 'This run is going.', 'Cancel it before removing it.')
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
