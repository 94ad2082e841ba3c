import { randomBytes } from 'node:crypto'
import { isAbsolute } from 'node:path'
import { failed } from '../../../shared/base/failure'
import type { CallContext, Handlers } from '../../../shared/contract/dispatcher'
import type { evaluationContract } from '../../../shared/contract/evaluation-contract'
import { completeParams, configurationName, runName, type RunSpec } from '../../../shared/evaluation/run-spec'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { isLocked } from '../files/file-lock'
import type { OwnData } from '../own/own-file'
import { checkUnchanged } from './publish/run-contents'
import { publishRun } from './publish/publish-run'
import { choosePages } from './choose-pages'
import { explainFaults } from './explain-pages'
import { createGoingRuns, runElsewhereFailure, type GoingOptions } from './going-runs'
import { createRunStore } from './run-files'
import { changeTriage, newRunRecord, readTriage } from './run-record'
import { countedOf } from '../../../shared/base/written-number'
import { foundGold } from '../sources/page-record'

export interface EvaluationOptions extends Omit<GoingOptions, 'ownOf'> {
  readonly own: (ids: readonly string[]) => Promise<OwnData | undefined>
  readonly folder: string
  readonly version: string
  readonly extractors: () => Promise<readonly ExtractorInfo[]>
  readonly template: string
}

export type EvaluationHandlers = Pick<Handlers, keyof typeof evaluationContract>

function checkSpec(spec: RunSpec, extractors: readonly ExtractorInfo[]): void {
  for (const configuration of spec.configurations) {
    const extractor = extractors.find(({ id }) => id === configuration.extractor)
    if (!extractor) {
      const message = `There is no extractor "${configuration.extractor}".`
      throw failed('extractor.unknown', message, 'Choose one from the list; for a custom extractor, add its file with “Add extractor …”.')
    }
    completeParams(extractor, configuration)
  }
}

const extractorsOf = (spec: RunSpec): string[] => spec.configurations.map(({ extractor }) => extractor)

const reportPages =
  ({ progress }: Pick<CallContext, 'progress'>) =>
  (done: number, total: number | null): void =>
    progress({ done: total === null ? null : done / Math.max(1, total), message: countedOf(done, total, 'page') })

/** Maximum bytes of a run that a window receives, because the window holds the whole run in memory. */
const MOST_SENT = 512 * 1024 * 1024

export function createEvaluationHandlers(options: EvaluationOptions): EvaluationHandlers {
  const store = createRunStore(options.folder)

  async function ownOf(spec: RunSpec): Promise<OwnData | undefined> {
    checkSpec(spec, await options.extractors())
    return options.own(extractorsOf(spec))
  }

  const going = createGoingRuns(store, { ...options, ownOf })

  return {
    async 'evaluation.count'({ spec }, { signal }) {
      let pages = 0
      const types: Record<string, number> = {}
      for await (const entry of choosePages(options.entriesOf(spec.source, spec), spec.pages, signal)) {
        if (signal.aborted) break
        pages++
        types[entry.pageType] = (types[entry.pageType] ?? 0) + 1
      }
      return { pages, types }
    },
    async 'evaluation.create'({ name, spec }) {
      const own = await ownOf(spec)
      const names = spec.configurations.map(configurationName)
      const createdAt = new Date().toISOString()
      const id = `${createdAt.replace(/[^0-9]/g, '').slice(0, 14)}-${randomBytes(3).toString('hex')}`
      const runLabel = name || runName(spec, createdAt)
      const record = newRunRecord({ id, name: runLabel, createdAt, spec, names, boilerscope: options.version, status: 'cancelled' }, own)
      await store.create(record)
      return record
    },
    'evaluation.run': going.run,
    'evaluation.pause': going.pause,
    async 'evaluation.faults'({ run: id, configuration: place, limits: { maxNodes } }, context) {
      const { spec } = await store.open(id).readRecord()
      const configuration = spec.configurations[place]
      if (!configuration) throw failed('evaluation.no-such-row', 'The run does not have this row.', 'Choose another row.')
      checkSpec(spec, await options.extractors())
      return explainFaults(options.pool, {
        ...{ configuration, maxNodes, pages: spec.pages, signal: context.signal },
        entries: options.entriesOf(spec.source, spec),
        own: await options.own([configuration.extractor]),
        progress: reportPages(context),
      })
    },
    async 'evaluation.publish'({ run: id, folder, limits: { maxNodes }, ...choice }, context) {
      if (!isAbsolute(folder))
        throw failed('publish.bad-folder', `"${folder}" is not an absolute path.`, 'Enter the path from the root of the disk.')
      const files = store.open(id)
      const record = await files.readEnded()
      const own = await ownOf(record.spec)
      checkUnchanged(record, own)
      const ids = extractorsOf(record.spec)
      const known = await options.extractors()
      return publishRun(options.pool, {
        ...{ record, own, maxNodes, folder, signal: context.signal, ...choice },
        entries: await files.readScored(record),
        source: options.entriesOf(record.spec.source, record.spec),
        extractors: known.filter((info) => ids.includes(info.id)),
        ...{ template: options.template, boilerscope: options.version, now: new Date().toISOString() },
        progress: reportPages(context),
      })
    },
    async 'evaluation.list'() {
      const { runs, damaged } = await store.list()
      return { runs: await Promise.all(runs.map((record) => going.seen(record).catch(() => record))), damaged }
    },
    async 'evaluation.results'({ run: id }) {
      const files = store.open(id)
      // Read the record before the results: a run writes its results, and then stores the status `finished`. In the other order, a finished
      // record could belong to incomplete results.
      const record = await files.readRecord()
      const run = await going.seen(record)
      const bytes = await files.bytes()
      if (bytes > MOST_SENT)
        throw failed(
          'run.too-large',
          `The scores of this run are ${Math.round(bytes / 1024 / 1024)} MB, more than the ${MOST_SENT / 1024 / 1024} MB that a window can show.`,
          `Start a run with fewer pages, or fewer values of a parameter. The scores are in ${files.folder}, one page per line.`,
        )
      const [entries, triage] = await Promise.all([files.readScored(record), readTriage(files.folder)])
      return {
        run,
        results: entries.map(({ result }) => result),
        timings: entries.map(({ timings }) => timings),
        triage,
      }
    },
    async 'evaluation.rename'({ run: id, name, notes }) {
      return going.seen(await store.open(id).changeRecord({ name, notes }))
    },
    async 'evaluation.remove'({ run: id }) {
      if (going.has(id)) throw failed('run.active', 'This run is active.', 'Cancel the run before you remove it.')
      const { folder } = store.open(id)
      if (await isLocked(folder)) throw runElsewhereFailure(folder)
      await store.remove(id)
      return null
    },
    'evaluation.restore': ({ run: id }) => store.restore(id).then(() => null),
    async 'evaluation.triage'({ run: id, page, tags, note }) {
      const files = store.open(id)
      await files.readRecord()
      await changeTriage(files.folder, page, { tags, note })
      return null
    },
    async 'evaluation.page'({ run: id, page }, { signal }) {
      const { spec } = await store.open(id).readRecord()
      for await (const entry of options.entriesOf(spec.source, spec).all(signal)) {
        signal.throwIfAborted()
        if (entry.id !== page) continue
        const content = await entry.read()
        const { html, file, scriptingEnabled } = content
        return {
          source: file === undefined ? { kind: 'html', html, name: page, url: entry.url ?? undefined } : { kind: 'file', path: file },
          mode: file !== undefined && scriptingEnabled ? 'rendered' : 'source',
          gold: foundGold(content),
        }
      }
      const message = `The page "${page}" is no longer in the source.`
      throw failed('evaluation.page-missing', message, 'Check that the folder of the pages was not moved.')
    },
  }
}
