/** Handlers of a published site. Only the extractors of shared/ run; other extractors have stored results. */
import { failed, FailureError } from '../../shared/base/failure'
import type { ExtractionResult } from '../../shared/contract/contract'
import type { Handlers } from '../../shared/contract/dispatcher'
import type { PublishedEntry, PublishedPage, PublishedRun } from '../../shared/contract/published'
import { completeParams } from '../../shared/evaluation/run-spec'
import { resolveParams } from '../../shared/extractors/core/run'
import type { ParamValue } from '../../shared/extractors/core/params'
import type { PageThread } from '../services/extraction/page-thread'
import { pageHandlers, runFirst } from '../services/view/page-handlers'
import { createPageService } from '../services/view/page-service'
import { createBlobViews, type Blobs } from '../static/blob-views'
import { refuseAllMethods } from '../static/browser-host'

export interface SitePorts {
  readonly site: Promise<PublishedRun>
  readonly page: (file: string) => Promise<unknown>
  readonly thread: PageThread
  readonly blobs: Blobs
}

type StoredRequest = Pick<Parameters<Handlers['extraction.run']>[0], 'page' | 'extractor' | 'preset' | 'params'>

const sameness = (values: Readonly<Record<string, ParamValue>>): string => JSON.stringify(Object.entries(values).sort())

/** @throws FailureError `site.stored-only` if no stored result has the requested values, or the stored failure */
export function storedResult(
  { details, extractors }: PublishedRun,
  page: PublishedPage,
  request: Omit<StoredRequest, 'page'>,
): ExtractionResult {
  const info = extractors.find(({ id }) => id === request.extractor)
  const values = info && sameness(resolveParams(info, request.preset, request.params))
  const row = details.run.spec.configurations.findIndex(
    (one) => info !== undefined && one.extractor === info.id && sameness(completeParams(info, one)) === values,
  )
  const found = page.stored[row]
  if (!found)
    throw failed(
      'site.stored-only',
      `${info?.title ?? request.extractor} does not run in a browser. This site stores the result of the extractor only for the parameter values in the table.`,
      'Select the extractor’s row in the page’s table. To run the extractor with other values, install Boilerscope.',
    )
  if (!found.ok) throw new FailureError(found.failure)
  return found.value
}

function samplesOf(site: Promise<PublishedRun>, read: (id: string) => Promise<PublishedPage>) {
  return {
    list: async () =>
      (await site).pages.map(({ id, title, pageType, mode }) => ({ id, file: '', title: id, description: title, pageType, url: '', mode })),
    source: async (id: string) => ({ kind: 'sample' as const, id }),
    gold: async (id: string) => (await read(id)).gold,
  }
}

export function siteHandlers({ site, page: readFile, thread, blobs }: SitePorts): Handlers {
  let handles = 0
  const newHandle = (): string => `page-${++handles}`
  const pages = createPageService(() => Promise.reject(elsewhere()), thread, newHandle)
  const views = createBlobViews(pages, blobs)
  const opened = new Map<string, PublishedPage>()
  const entryOf = async (id: string): Promise<PublishedEntry> => {
    const entry = (await site).pages.find((one) => one.id === id)
    if (entry) return entry
    throw failed('site.no-page', `This site has no page "${id}".`, 'The table contains the scores of all scored pages.')
  }
  const read = async (id: string): Promise<PublishedPage> => (await readFile((await entryOf(id)).file)) as PublishedPage

  const storedOf = async (request: StoredRequest): Promise<ExtractionResult | null> => {
    const published = await site
    const page = opened.get(request.page)
    const { family } = published.extractors.find(({ id }) => id === request.extractor) ?? { family: null }
    if (!page || (family !== 'peer' && family !== 'yours')) return null
    return storedResult(published, page, request)
  }

  const ofPages = pageHandlers({
    host: async () => {
      const { facts, pages: there } = await site
      const initial = { kind: 'sample', id: there[0]?.id ?? '' } as const
      return { kind: 'static', version: facts.boilerscope, initial, fileDialog: false, docs: '', published: facts }
    },
    pages,
    views,
    samples: samplesOf(site, read),
    extractors: async () => (await site).extractors,
    own: () => Promise.resolve({}),
  })

  const extract: Handlers['extraction.run'] = async (request, context) =>
    (await storedOf(request)) ?? ofPages['extraction.run'](request, context)

  return {
    ...refuseAllMethods(),
    ...ofPages,
    'page.open': async ({ source, options, run }, context) => {
      if (source.kind !== 'sample') throw elsewhere()
      const page = await read(source.id)
      const { html, url, layout, scriptingEnabled } = page
      const { details } = await site
      const capture = { html, url, layout, label: page.id, status: null, charset: null, log: [], capturedAt: details.run.createdAt }
      const summary = await pages.adopt({ ...capture, mode: scriptingEnabled ? 'rendered' : 'source' }, options, context)
      opened.set(summary.id, page)
      return runFirst(summary, run, (request) => extract(request, context))
    },
    'page.close': (request) => {
      opened.delete(request.page)
      return ofPages['page.close'](request)
    },
    'page.view': ({ page, styled }) => views.view(page, styled),
    'page.resources': ({ page }) => views.summary(page),
    'extraction.run': extract,
    'extraction.selection': async (request, context) =>
      (await storedOf(request))?.extraction.selected ?? ofPages['extraction.selection'](request, context),
    'extraction.export': async (request, context) => {
      if ((await storedOf(request)) === null) return ofPages['extraction.export'](request, context)
      const message = 'A stored result can be shown but not exported in this format.'
      throw failed('site.stored-only', message, 'Copy the text from the Text tab.')
    },
    'evaluation.list': async () => ({ runs: [(await site).details.run], damaged: [] }),
    'evaluation.results': async () => (await site).details,
    // The window requests the gold text of a sample separately.
    'evaluation.page': async ({ page }) => ({ source: { kind: 'sample', id: page }, mode: (await entryOf(page)).mode, gold: null }),
  }
}

function elsewhere(): FailureError {
  return failed('site.no-page', 'A published site opens only its pages.', 'Install Boilerscope to open other pages.')
}
