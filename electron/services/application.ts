import { availableParallelism } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { failed } from '../../shared/base/failure'
import type { HostEvent, HostInfo } from '../../shared/contract/contract'
import { descriptions } from '../../shared/extractors'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import type { Handlers } from '../../shared/contract/dispatcher'
import { CaptureOptions, DEFAULT_LIMITS, type Source } from '../../shared/contract/capture'
import { Corpora } from './corpus/corpora'
import { corpusHandlers, windowHandlers } from './corpus/corpus-handlers'
import { captureOfFile, captureOfPage, goldOfFile } from './corpus/corpus-pages'
import { createRecentCorpora, sampleCorpus } from './corpus/places'
import { createAnalysisPool } from './corpus/analysis/page-analyst'
import { createEvaluationPool } from './evaluation/evaluation-runner'
import { createEvaluationHandlers } from './evaluation/evaluation-service'
import { openCollection } from './corpus/open-collection'
import { createExtractionPool } from './extraction/extraction-pool'
import { createFigureHandlers } from './figures/figure-service'
import type { OpenTarget } from './capture/cdp-target'
import { describeOwn } from './own/own-extractors'
import { peerPlaces } from './peers/find-peers'
import { createLibraryHandlers } from './peers/library-handlers'
import { installedLibrary } from './peers/library-versions'
import { isLibraryName } from '../../shared/extractors/peers/library-name'
import type { OwnData } from './own/own-file'
import { createOwnService } from './own/own-service'
import { storeCaptures } from './capture/kept-captures'
import type { LoadPage } from './capture/loader'
import { createSamples } from './sources/collection-folder'
import { type PoolName, threadBudget } from './threads/thread-pool'
import { createPageService } from './view/page-service'
import { createPageViews } from './view/page-views'
import { reduceHandlers } from './reduce/reducer'
import { snippetHandlers } from './snippets/snippet-folder'
import { pageHandlers } from './view/page-handlers'
import type { ArchivePlace } from './capture/saves/archive'
import { type SaveReader, saveReaderIn } from './capture/saves/save-reader'

export type NativeHandlers = Pick<Handlers, 'dialog.openFile' | 'dialog.openExtractor' | 'dialog.openFolder' | 'window.theme' | 'menu.set'>

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

export type Application = ReturnType<typeof createApplication>

/** Maximum milliseconds for all extractors of an evaluation on one page. */
const EVALUATION_TIMEOUT = 120_000

const nothing = (): Promise<null> => Promise.resolve(null)
const NOT_NATIVE: NativeHandlers = {
  ...{ 'dialog.openFile': nothing, 'dialog.openExtractor': nothing, 'dialog.openFolder': nothing },
  ...{ 'window.theme': nothing, 'menu.set': nothing },
}

function archivePlace(source: Source): ArchivePlace {
  if (source.kind === 'bytes') return source
  if (source.kind === 'file' && isAbsolute(source.path)) return source
  throw failed('archive.no-page', 'This is not a web archive.', 'Choose a WARC or WACZ file.')
}

function createPools({ host, extractionTimeout: timeout = DEFAULT_LIMITS.extractionTimeout }: ApplicationOptions, workers: string) {
  const budgetOf = (name: PoolName) => threadBudget(name, availableParallelism(), host.kind === 'electron')
  const budget = budgetOf('extraction')
  const extraction = createExtractionPool({ program: join(workers, 'worker.js'), budget, timeout })
  const scoring = createEvaluationPool(join(workers, 'evaluation-worker.js'), budgetOf('evaluation'), EVALUATION_TIMEOUT)
  const analysis = createAnalysisPool(join(workers, 'corpus-worker.js'), budgetOf('analysis'))
  const all = [extraction, scoring, analysis]
  return {
    ...{ extraction, scoring, analyst: analysis.analyst },
    reducing: { program: join(workers, 'reduce-worker.js'), limits: budget.limits, timeout },
    renew(): void {
      for (const pool of all) pool.renew()
    },
    close: () => Promise.all(all.map((pool) => pool.close())),
  }
}

export function createApplication(options: ApplicationOptions) {
  const { root, data, host, loadPage } = options
  const { version } = host
  const workers = join(root, 'out', 'main')
  const samplesFolder = join(root, 'electron', 'samples')
  const samples = createSamples(samplesFolder)
  const pools = createPools(options, workers)
  const saves = options.saves ?? saveReaderIn(root, host.kind === 'electron')
  const pages = createPageService(storeCaptures(loadPage, join(data, 'captures')), pools.extraction)
  const views = createPageViews(pages)
  const places = peerPlaces(root)
  const own = createOwnService({
    file: join(data, 'own-extractors.json'),
    programs: workers,
    folder: options.own?.folder ?? process.cwd(),
    named: options.own?.named ?? [],
    libraries: { isName: isLibraryName, read: (name) => installedLibrary(name, places) },
    describe: (file) => describeOwn(file, workers),
    hasId: (id) => descriptions.get(id) !== undefined,
    onChange: async () => options.announce?.({ type: 'extractors', extractors: await extractors(), own: await own.list() }),
    onRevoked: () => pools.renew(),
  })
  /** Returns all extractors. Custom extractors are last. */
  const extractors = async (): Promise<readonly ExtractorInfo[]> => [...descriptions.list(), ...(await own.infos())]
  const dataOf = (ids: readonly string[]): Promise<OwnData | undefined> => own.dataOf(ids)
  const corpora = new Corpora({
    loadPage,
    analyst: pools.analyst,
    recent: createRecentCorpora(join(data, 'recent-corpora.json')),
    voters: {
      ready: async () => (await own.list()).flatMap(({ state, info }) => (state === 'ready' && info ? [info.id] : [])),
      dataOf,
    },
    now: () => new Date().toISOString(),
  })
  const ownOf = async (id: string): Promise<{ own?: OwnData }> => {
    const found = await dataOf([id])
    return found ? { own: found } : {}
  }
  const handlers: Handlers = {
    ...pageHandlers({ host: () => Promise.resolve(host), pages, views, samples, goldOfFile, captureOfFile, extractors, own: ownOf }),
    'page.openCorpus': async ({ corpus, page, limits }, context) => {
      const { store } = await corpora.opened(corpus)
      return { page: await pages.adopt(await captureOfPage(store, page), limits, context), run: null }
    },
    'page.resources': ({ page }) => Promise.resolve(views.summary(page)),
    'page.fetchResources': async ({ page, limits, address }, context) => {
      await pages.fetch(page, CaptureOptions.parse(limits), context, address)
      views.forget(page)
      return views.summary(page)
    },
    'archive.pages': ({ source, limits }, { signal }) =>
      saves.pages(archivePlace(source), limits.maxBytes, { signal, timeout: limits.timeout }),
    'own.inspect': ({ path }) => own.inspect(path),
    'own.add': ({ path, hash }) => own.add(path, hash),
    'own.list': () => own.list(),
    'own.remove': ({ path }) => own.remove(path).then(() => null),
    'own.sources': () => own.sources(),
    'own.copy': ({ extractor, path }) => own.copy(extractor, path),
    'own.find': ({ name, sha256 }) => own.find(name, sha256),
    ...(options.native ?? NOT_NATIVE),
    ...reduceHandlers({ pages, extractors, own: dataOf, pool: pools.reducing, version }),
    ...snippetHandlers(pages),
    ...createFigureHandlers(options.openTarget ?? null, views),
    ...createLibraryHandlers(places, own),
    ...createEvaluationHandlers({
      folder: join(data, 'runs'),
      pool: pools.scoring,
      version,
      extractors,
      own: dataOf,
      template: join(root, 'out', 'site'),
      entriesOf: (source, gold) => openCollection(source, { samples: { list: () => samples.list(), folder: samplesFolder }, gold }),
    }),
    ...corpusHandlers(corpora),
    ...windowHandlers(corpora, () => sampleCorpus(samples, data, new Date().toISOString())),
  }
  return {
    handlers,
    views,
    close: async (): Promise<void> => {
      own.close()
      await Promise.all([pools.close(), saves.close()])
    },
  }
}
