import type { Handlers } from '../../../shared/contract/dispatcher'
import type { ExtractionResult, FirstRun, HostInfo, OpenedPage } from '../../../shared/contract/contract'
import { toFailure } from '../../../shared/base/failure'
import type { FoundGold } from '../../../shared/gold/gold-text'
import type { CaptureMode, PageSummary } from '../../../shared/contract/capture'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import type { KeptCapture } from '../capture/loader'
import type { OwnData } from '../own/own-file'
import type { PageService } from './page-service'
import type { Samples } from '../sources/sample-list'

interface PageHandlerPorts {
  readonly host: () => Promise<HostInfo>
  readonly pages: Pick<PageService, 'open' | 'adopt' | 'run' | 'compose' | 'close'>
  readonly views: { forget(page: string): void }
  readonly samples: Samples
  readonly goldOfFile?: (path: string) => Promise<FoundGold | null>
  /** Returns null for a file outside a corpus, for a capture in another mode, and for a page that cannot be read. */
  readonly captureOfFile?: (path: string, mode: CaptureMode) => Promise<KeptCapture | null>
  readonly extractors: () => Promise<readonly ExtractorInfo[]>
  readonly own: (extractor: string) => Promise<{ readonly own?: OwnData }>
}

type RunRequest = Parameters<Handlers['extraction.run']>[0]

export async function runFirst(
  page: PageSummary,
  run: FirstRun | undefined,
  extract: (request: RunRequest) => Promise<ExtractionResult>,
): Promise<OpenedPage> {
  if (!run) return { page, run: null }
  try {
    return { page, run: { ok: true, value: await extract({ page: page.id, ...run, trace: true, known: {} }) } }
  } catch (thrown) {
    return { page, run: { ok: false, failure: toFailure(thrown) } }
  }
}

/** Handlers for every host. This module uses no Node API, so it also runs in the web edition. */
export function pageHandlers({ host, pages, views, samples, goldOfFile, captureOfFile, extractors, own }: PageHandlerPorts) {
  const extract: Handlers['extraction.run'] = async ({ page, ...options }, { signal }) =>
    pages.run(page, { kind: 'run', ...options, ...(await own(options.extractor)) }, { signal })
  return {
    'host.info': host,
    'samples.list': async () =>
      (await samples.list()).map(({ id, title, description, pageType, mode }) => ({ id, title, description, pageType, mode })),
    'extractors.list': () => extractors(),
    'page.open': async ({ source, options, kept, run }, context) => {
      // A page of a corpus is opened from its stored capture if the capture has the requested mode.
      const capture = source.kind === 'file' ? await captureOfFile?.(source.path, options.mode) : null
      const begun: Promise<OpenedPage>[] = []
      const stored = (page: PageSummary): void => void begun.push(runFirst(page, run, (request) => extract(request, context)))
      const page = capture
        ? await pages.adopt(capture, options, { ...context, stored })
        : await pages.open(source.kind === 'sample' ? await samples.source(source.id) : source, options, { ...context, kept, stored })
      return begun[0] ?? { page, run: null }
    },
    'page.gold': async ({ source }) => {
      const text = source.kind === 'sample' ? await samples.gold(source.id) : null
      if (text !== null) return { text }
      return source.kind === 'file' ? ((await goldOfFile?.(source.path)) ?? null) : null
    },
    'page.view': async ({ page }, { signal }) => {
      const { html } = await pages.run(page, { kind: 'view', kept: null, styles: null, documents: null, root: null }, { signal })
      return html
    },
    'page.compose': ({ page, composed }) => {
      pages.compose(page, composed)
      return Promise.resolve(null)
    },
    'page.close': ({ page }) => {
      pages.close(page)
      views.forget(page)
      return Promise.resolve(null)
    },
    'extraction.run': extract,
    'extraction.selection': async ({ page, ...options }, { signal }) => {
      const program = await own(options.extractor)
      // A custom extractor runs with decisions, so that the result has the same nodes as the page view.
      const task = { kind: 'run', trace: 'own' in program, ...options, ...program } as const
      return (await pages.run(page, task, { signal })).extraction.selected
    },
    'extraction.export': async ({ page, extractor, preset, params, format }, { signal }) =>
      pages.run(page, { kind: 'export', format, extractor, preset, params, ...(await own(extractor)) }, { signal }),
  } satisfies Partial<Handlers>
}
