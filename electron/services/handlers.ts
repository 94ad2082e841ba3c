import { isAbsolute } from 'node:path'
import { failed } from '../../shared/base/failure'
import type { HostInfo } from '../../shared/contract/contract'
import { CaptureOptions, type Source } from '../../shared/contract/capture'
import type { Handlers } from '../../shared/contract/dispatcher'
import type { ExtractorInfo } from '../../shared/extractors/core/extractor'
import type { Corpora } from './corpus/corpora'
import { corpusHandlers, windowHandlers } from './corpus/corpus-handlers'
import type { EvaluationHandlers } from './evaluation/evaluation-service'
import type { OwnData } from './own/own-file'
import type { LibraryHandlers } from './peers/library-handlers'
import type { OwnService } from './own/own-service'
import type { Samples } from './sources/sample-list'
import { pageHandlers } from './view/page-handlers'
import type { PageService } from './view/page-service'
import { snippetHandlers } from './snippets/snippet-folder'
import { captureOfFile, captureOfPage, goldOfFile } from './corpus/corpus-pages'
import type { ArchivePlace } from './capture/saves/archive'
import type { SaveReader } from './capture/saves/save-reader'
import type { PageViews } from './view/page-views'

function archivePlace(source: Source): ArchivePlace {
  if (source.kind === 'bytes') return source
  if (source.kind === 'file' && isAbsolute(source.path)) return source
  throw failed('archive.no-page', 'This is not a web archive.', 'Choose a WARC or WACZ file.')
}

export type NativeHandlers = Pick<Handlers, 'dialog.openFile' | 'dialog.openExtractor' | 'dialog.openFolder' | 'window.theme' | 'menu.set'>

export interface HandlerPorts {
  readonly host: HostInfo
  readonly pages: PageService
  readonly own: OwnService
  /** Returns all extractors. Custom extractors are last. */
  readonly extractors: () => Promise<readonly ExtractorInfo[]>
  readonly views: PageViews
  readonly saves: Pick<SaveReader, 'pages'>
  readonly reducing: Pick<Handlers, 'reduce.run'>
  readonly libraries: LibraryHandlers
  readonly figures: Pick<Handlers, 'figure.page'>
  readonly samples: Samples
  readonly evaluation: EvaluationHandlers
  readonly corpora: Corpora
  readonly sampleCorpus: () => Promise<string>
  readonly native: NativeHandlers
}

export function createHandlers(ports: HandlerPorts): Handlers {
  const { host, pages, views, saves, own, extractors, reducing, figures, libraries, samples, evaluation, corpora } = ports
  const ownOf = async (id: string): Promise<{ own?: OwnData }> => {
    const data = await own.dataOf([id])
    return data ? { own: data } : {}
  }
  return {
    ...pageHandlers({ host, pages, views, samples, goldOfFile, captureOfFile, extractors, own: ownOf }),
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
    'own.remove': async ({ path }) => {
      await own.remove(path)
      return null
    },
    'own.sources': () => own.sources(),
    'own.copy': ({ extractor, path }) => own.copy(extractor, path),
    'own.find': ({ name, sha256 }) => own.find(name, sha256),
    ...ports.native,
    ...reducing,
    ...snippetHandlers(pages),
    ...figures,
    ...libraries,
    ...evaluation,
    ...corpusHandlers(corpora),
    ...windowHandlers(corpora, ports.sampleCorpus),
  }
}
