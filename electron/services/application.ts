import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { HostEvent, HostInfo } from '../../shared/contract/contract'
import { descriptions } from '../../shared/extractors'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import type { Handlers } from '../../shared/contract/dispatcher'
import { DEFAULT_LIMITS } from '../../shared/contract/capture'
import { Corpora } from './corpus/corpora'
import { createRecentCorpora, sampleCorpus } from './corpus/places'
import { createAnalysisPool, createPageAnalyst } from './corpus/analysis/page-analyst'
import { createEvaluationPool } from './evaluation/evaluation-runner'
import { createEvaluationHandlers } from './evaluation/evaluation-service'
import { openCollection } from './corpus/open-collection'
import { createExtractionPool } from './extraction/extraction-pool'
import { createFigureHandlers } from './figures/figure-service'
import type { OpenTarget } from './capture/cdp-target'
import { createHandlers, type NativeHandlers } from './handlers'
import { describeOwn } from './own/own-extractors'
import { peerPlaces } from './peers/find-peers'
import { createLibraryHandlers } from './peers/library-handlers'
import { installedLibrary } from './peers/library-versions'
import { isLibraryName } from '../../shared/extractors/peers/library-name'
import { createOwnService } from './own/own-service'
import { storeCaptures } from './capture/kept-captures'
import type { LoadPage } from './capture/loader'
import { createSamples } from './sources/collection-folder'
import { type PoolName, threadBudget, type ThreadBudget } from './threads/thread-pool'
import { createPageService } from './view/page-service'
import { createPageViews, type PageViews } from './view/page-views'
import { reduceHandlers } from './reduce/handlers'
import { type SaveReader, saveReaderIn } from './capture/saves/save-reader'

export interface ApplicationOptions {
  readonly root: string
  readonly data: string
  readonly host: HostInfo
  readonly loadPage: LoadPage
  readonly saves?: SaveReader
  readonly openTarget?: OpenTarget
  readonly native?: NativeHandlers
  /** Maximum milliseconds per extraction. */
  readonly extractionTimeout?: number
  readonly announce?: (event: HostEvent) => void
  /** `named` are the extractor files and libraries of the command line. `folder` is the base of relative paths. */
  readonly own?: { readonly named: readonly string[]; readonly folder: string }
}

export interface Application {
  readonly handlers: Handlers
  readonly views: Pick<PageViews, 'answer'>
  close(): Promise<void>
}

/** Maximum milliseconds for all extractors of an evaluation on one page. */
const EVALUATION_TIMEOUT = 120_000

const nothing = (): Promise<null> => Promise.resolve(null)
const NOT_NATIVE: NativeHandlers = {
  ...{ 'dialog.openFile': nothing, 'dialog.openExtractor': nothing, 'dialog.openFolder': nothing },
  ...{ 'window.theme': nothing, 'menu.set': nothing },
}

function createPools({ host, extractionTimeout: timeout = DEFAULT_LIMITS.extractionTimeout }: ApplicationOptions, workers: string) {
  const budgetOf = (name: PoolName): ThreadBudget => threadBudget(name, availableParallelism(), host.kind === 'electron')
  const budget = budgetOf('extraction')
  const extraction = createExtractionPool({ program: join(workers, 'worker.js'), budget, timeout })
  const scoring = createEvaluationPool(join(workers, 'evaluation-worker.js'), budgetOf('evaluation'), EVALUATION_TIMEOUT)
  const analysis = createAnalysisPool(join(workers, 'corpus-worker.js'), budgetOf('analysis'))
  return {
    extraction,
    scoring,
    analysis,
    reducing: { program: join(workers, 'reduce-worker.js'), limits: budget.limits, timeout },
    renew(): void {
      for (const pool of [extraction, scoring, analysis]) pool.renew()
    },
    close: () => Promise.all([extraction.close(), analysis.close(), scoring.close()]),
  }
}

export function createApplication(options: ApplicationOptions): Application {
  const workers = join(options.root, 'out', 'main')
  const samplesFolder = join(options.root, 'electron', 'samples')
  const samples = createSamples(samplesFolder)
  const pools = createPools(options, workers)
  const saves = options.saves ?? saveReaderIn(options.root, options.host.kind === 'electron')
  const pages = createPageService(storeCaptures(options.loadPage, join(options.data, 'captures')), pools.extraction)
  const views = createPageViews(pages)
  const places = peerPlaces(options.root)
  const own = createOwnService({
    file: join(options.data, 'own-extractors.json'),
    programs: workers,
    folder: options.own?.folder ?? process.cwd(),
    named: options.own?.named ?? [],
    libraries: { isName: isLibraryName, read: (name) => installedLibrary(name, places) },
    describe: (file) => describeOwn(file, workers),
    hasId: (id) => descriptions.get(id) !== undefined,
    onChange: () => notifyWindows(),
    onRevoked: () => pools.renew(),
  })
  const allExtractors = async (): Promise<readonly ExtractorInfo[]> => [...descriptions.list(), ...(await own.infos())]
  const notifyWindows = async (): Promise<void> =>
    options.announce?.({ type: 'extractors', extractors: await allExtractors(), own: await own.list() })
  const evaluation = createEvaluationHandlers({
    folder: join(options.data, 'runs'),
    pool: pools.scoring,
    version: options.host.version,
    extractors: allExtractors,
    own: (ids) => own.dataOf(ids),
    template: join(options.root, 'out', 'site'),
    entriesOf: (source, gold) => openCollection(source, { samples: { list: () => samples.list(), folder: samplesFolder }, gold }),
  })
  const corpora = new Corpora({
    loadPage: options.loadPage,
    analyst: createPageAnalyst(pools.analysis.answer),
    recent: createRecentCorpora(join(options.data, 'recent-corpora.json')),
    voters: {
      ready: async () => (await own.list()).flatMap(({ state, info }) => (state === 'ready' && info ? [info.id] : [])),
      dataOf: (ids) => own.dataOf(ids),
    },
    now: () => new Date().toISOString(),
  })
  return {
    handlers: createHandlers({
      host: options.host,
      pages,
      own,
      extractors: allExtractors,
      views,
      reducing: reduceHandlers({
        pages,
        extractors: allExtractors,
        own: (ids) => own.dataOf(ids),
        ...pools.reducing,
        version: options.host.version,
      }),
      libraries: createLibraryHandlers(places, own),
      figures: createFigureHandlers(options.openTarget ?? null, views),
      samples,
      saves,
      evaluation,
      corpora,
      sampleCorpus: () => sampleCorpus(samples, options.data, new Date().toISOString()),
      native: options.native ?? NOT_NATIVE,
    }),
    views,
    close: async () => {
      own.close()
      await Promise.all([pools.close(), saves.close()])
    },
  }
}
