import { isAbsolute } from 'node:path'
import type { HostInfo } from '../../shared/contract/contract'
import type { Handlers } from '../../shared/contract/dispatcher'
import type { MenuAction } from '../../shared/contract/menu'
import { descriptions } from '../../shared/extractors'
import { checkCorpusPath, type CorpusService } from './corpus/corpus-service'
import { createCorpusHandlers } from './corpus/handlers'
import type { LabelHistories } from './corpus/store/label-histories'
import type { RecentCorpora } from './corpus/store/recent-corpora'
import { evaluationHandlers } from './evaluation/handlers'
import type { EvaluationService } from './evaluation/evaluation-service'
import type { PageService } from './page-service'
import type { Samples } from './samples'

export interface HandlerPorts {
  readonly host: HostInfo
  readonly pages: PageService
  readonly samples: Samples
  readonly evaluation: EvaluationService
  readonly corpora: CorpusService
  readonly recentCorpora: RecentCorpora
  readonly labelHistories: LabelHistories
  /** Shows the native file dialog; null where the host has none or the person cancelled. */
  readonly chooseFile: () => Promise<string | null>
  /** Shows the native dialog for a folder; null where the host has none or the person cancelled. */
  readonly chooseFolder: (title: string) => Promise<string | null>
  /** Shows the window's actions in the native menu. */
  readonly setMenu: (actions: readonly MenuAction[]) => void
  /** Colours what is around the window. */
  readonly setTheme: (theme: 'system' | 'light' | 'dark') => void
}

/** The use cases behind the contract; knows ports, not hosts. */
export function createHandlers(ports: HandlerPorts): Handlers {
  const { host, pages, samples, evaluation, corpora, recentCorpora, labelHistories, chooseFile, chooseFolder, setMenu, setTheme } = ports
  return {
    'host.info': () => Promise.resolve(host),
    'samples.list': async () =>
      (await samples.list()).map(({ id, title, description, pageType, mode }) => ({ id, title, description, pageType, mode })),
    'extractors.list': () => Promise.resolve(descriptions.list()),
    'page.open': async ({ source, options }, context) =>
      pages.open(source.kind === 'sample' ? await samples.source(source.id) : source, options, context),
    'page.openCorpus': async ({ corpus, page, limits }, { signal }) => {
      const { entry, html, url, mode, layout } = await (await corpora.store(checkCorpusPath(corpus, isAbsolute))).page(page)
      const { id, label, capturedAt } = entry
      return pages.adopt(
        { html, url, mode, layout, label: label ?? id, status: null, charset: null, log: [], capturedAt: capturedAt ?? '' },
        limits,
        signal,
      )
    },
    'page.model': ({ page }, { signal }) => pages.run(page, { kind: 'model' }, signal),
    'page.close': ({ page }) => {
      pages.close(page)
      return Promise.resolve(null)
    },
    'extraction.run': ({ page, ...options }, { signal }) => pages.run(page, { kind: 'run', ...options }, signal),
    'extraction.export': ({ page, extractor, preset, params, format }, { signal }) =>
      pages.run(page, { kind: 'export', format, extractor, preset, params }, signal),
    'dialog.openFile': () => chooseFile(),
    'dialog.openFolder': ({ title }) => chooseFolder(title),
    'window.theme': ({ theme }) => {
      setTheme(theme)
      return Promise.resolve(null)
    },
    'menu.set': ({ actions }) => {
      setMenu(actions)
      return Promise.resolve(null)
    },
    ...evaluationHandlers(evaluation),
    ...createCorpusHandlers(corpora, recentCorpora, labelHistories),
  }
}
