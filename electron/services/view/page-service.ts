import { failed, valueOf } from '../../../shared/base/failure'
import type {
  KeptResponse,
  MissingResource,
  PageBundle,
  Capture,
  PageSummary,
  CaptureOptions,
  Source,
} from '../../../shared/contract/capture'
import type { OpenEvent } from '../../../shared/contract/contract'
import type { CallContext } from '../../../shared/contract/dispatcher'
import type { ArrivedPage, KeptCapture, LoadContext, LoadPage } from '../capture/loader'
import type { ExtractionPool } from '../extraction/extraction-pool'
import type { PageTaskOptions } from '../extraction/page-thread'
import { isWebAddress, webAddress } from '../../../shared/base/url'
import { archivedAddress } from '../capture/web-archive'
import {
  addressesOf,
  findPart,
  discardOldest,
  isOfTheWeb,
  type KeptAddresses,
  keptPage,
  mergeBundles,
  dropUnreachableResources,
  type OpenPage,
  type OpenPages,
  type Origin,
  pageOf,
  partsAt,
  partsOf,
} from './open-pages'
import type { PageDocument, PageTask, PageTaskResults } from '../extraction/tasks'

function originOf(source: Source, url: string | null): Origin {
  if (source.kind !== 'url') return 'elsewhere'
  // Missing resources of an archived page are not requested, because the site may have changed.
  if (archivedAddress(source.url.trim()) !== null) return 'archive'
  return isWebAddress(url) ? 'web' : 'elsewhere'
}

type KeepOptions = Pick<CaptureOptions, 'maxNodes' | 'taskTimeout'> & Partial<Pick<CaptureOptions, 'composed' | 'streamed'>>

interface Captured {
  readonly capture: Capture
  readonly origin: Origin
}

interface OpenContext extends Pick<CallContext, 'signal' | 'opening'> {
  /** Called when tasks can run on the page, before the layout is sent. */
  readonly stored?: (page: PageSummary) => void
}

function documentOf(
  { html, url, mode, layout }: Pick<Capture, 'html' | 'url' | 'mode' | 'layout'>,
  { maxNodes, composed, streamed = true }: KeepOptions,
): PageDocument & { readonly composed: boolean } {
  const scriptingEnabled = mode === 'rendered'
  return { html, url, layout, scriptingEnabled, composed: composed ?? scriptingEnabled, streamed: streamed && !scriptingEnabled, maxNodes }
}

/** @throws FailureError `load.bad-address`; `page.local` if the page has no web address. */
function sourceOfParts(open: OpenPage, address: string | undefined): { readonly source: Source; readonly given: string | null } {
  const { html } = open.document
  const given = address === undefined || open.origin !== 'elsewhere' ? null : webAddress(address)?.href
  if (given === undefined) {
    const message = `"${(address ?? '').slice(0, 200)}" is not the address of a page.`
    throw failed('load.bad-address', message, 'Enter the web address of the page, with http:// or https://.')
  }
  const url = given ?? open.address ?? open.document.url
  if ((given === null && !isOfTheWeb(open)) || url === null) {
    const message = 'This page is not from the web: its missing files cannot be fetched.'
    throw failed('page.local', message, 'Open the page by its web address to see the images.')
  }
  return { source: { kind: 'html', html, url }, given }
}

function openPage(
  document: ReturnType<typeof documentOf>,
  { taskTimeout: timeout }: KeepOptions,
  more: Partial<OpenPage> & Pick<OpenPage, 'parts'>,
): OpenPage {
  const { composed } = document
  const none = { kept: null, addresses: null, address: null, arriving: null, missing: new Map<string, MissingResource>() }
  return { ...none, origin: 'elsewhere', document, timeout, composed, ...more }
}

function asOpened<Task extends PageTask>(task: Task, { composed, address }: OpenPage): Task {
  if (task.kind === 'run' || task.kind === 'export') return { ...task, composed }
  return task.kind === 'view' && address !== null ? { ...task, base: address } : task
}

export type PagePool = Pick<ExtractionPool, 'run' | 'prepare'>

export type PageService = ReturnType<typeof createPageService>

export function createPageService(
  loadPage: LoadPage,
  pool: PagePool,
  /** The handle gives access to the page, so the handle must be unguessable. */
  newHandle: () => string = () => globalThis.crypto.randomUUID(),
) {
  const pages: OpenPages = new Map()

  async function sendModel(id: string, document: PageDocument, limits: PageTaskOptions, send: (event: OpenEvent) => void) {
    const model = await pool.run<'model'>(id, document, { kind: 'model' }, limits)
    if (model.ok) send({ is: 'model', model: model.value })
    return model
  }

  async function storeCapture(id: string, { capture, origin }: Captured, options: KeepOptions, { signal, opening, stored }: OpenContext) {
    const document = documentOf(capture, options)
    const limits = { signal, timeout: options.taskTimeout, stays: true }
    const before = pages.get(id)
    const { arriving = null } = before ?? {}
    const isSame = before?.document.html === document.html && before.document.url === document.url && !document.scriptingEnabled
    // If the parse without the layout failed, a second parse would fail, too.
    if (isSame && arriving) valueOf(await arriving.parsed)
    const start = performance.now()
    const { html, layout, bundle, parts, redirects = [], log, timings, kept = null, ...known } = capture
    const task = { kind: 'parse', layout, isNew: before !== undefined && !isSame } as const
    const parsed = valueOf(await pool.run<'parse'>(id, { ...document, layout: null }, task, limits))
    const waitedFor = arriving?.find ? (bundle?.missing ?? []) : []
    const summary: PageSummary = {
      ...known,
      id,
      title: parsed.title,
      address: parsed.address,
      redirects,
      hasLayout: layout !== null,
      nodes: parsed.nodes,
      htmlLength: html.length,
      log: [...log, ...parsed.notes],
      timings: { ...timings, parse: performance.now() - start },
      kept,
      isViewOutdated: (before !== undefined && !isSame) || waitedFor.some(({ kind }) => kind === 'stylesheet'),
    }
    const page = openPage(document, options, {
      kept: bundle ? keptPage(bundle) : null,
      parts,
      origin,
      ...(before && { missing: before.missing }),
    })
    // Changes the object in place, because requests during the load use the object.
    if (before) Object.assign(before, page)
    else pages.set(id, page)
    discardOldest(pages)
    stored?.(summary)
    if (!opening) return summary
    if (!before) opening({ is: 'view', page: id })
    const early = isSame ? await arriving?.model : null
    const sending = early?.ok === true ? early : sendModel(id, document, limits, opening)
    const [placed, model] = await Promise.all([pool.run<'layout'>(id, document, { kind: 'layout' }, limits), sending])
    valueOf(model)
    opening({ is: 'page', page: summary, layout: valueOf(placed) })
    return summary
  }

  async function openCapture(options: KeepOptions, context: OpenContext, capture: (id: string, ended: Promise<null>) => Promise<Captured>) {
    const id = newHandle()
    let end: (value: null) => void = () => undefined
    const ended = new Promise<null>((resolve) => (end = resolve))
    try {
      return await storeCapture(id, await capture(id, ended), options, context)
    } catch (thrown) {
      pages.delete(id)
      throw thrown
    } finally {
      end(null)
    }
  }

  return {
    open: (source: Source, options: CaptureOptions, context: LoadContext & OpenContext): Promise<PageSummary> =>
      openCapture(options, context, async (id, ended) => {
        pool.prepare(id)
        const limits = { signal: context.signal, timeout: options.taskTimeout, stays: true }
        const arrived = ({ parts, find, ...page }: ArrivedPage): void => {
          const document = documentOf({ ...page, mode: 'source', layout: null }, options)
          const parsed = pool.run<'parse'>(id, document, { kind: 'parse', layout: null }, limits)
          pages.set(id, openPage(document, options, { parts, arriving: { find: find ?? null, ended, parsed, model: null } }))
          context.opening?.({ is: 'view', page: id })
        }
        const loaded = (): void => {
          const { arriving = null, document } = pages.get(id) ?? {}
          if (arriving && document && context.opening) arriving.model = sendModel(id, document, limits, context.opening)
        }
        const capture = await loadPage(source, options, { ...context, arrived, loaded })
        context.progress({ done: 0.9, message: 'Parsing …' })
        return { capture, origin: originOf(source, capture.url) }
      }),
    /** Opens a stored capture without a browser, so that node ids and boxes stay as in the capture. */
    adopt: (capture: KeptCapture, options: KeepOptions, context: OpenContext): Promise<PageSummary> =>
      openCapture(options, context, () =>
        Promise.resolve({ capture: { ...capture, timings: {} }, origin: isWebAddress(capture.url) ? 'web' : 'elsewhere' }),
      ),
    document: (page: string): PageDocument => pageOf(pages, page).document,
    async run<K extends PageTask['kind']>(
      page: string,
      task: Extract<PageTask, { kind: K }>,
      options?: Pick<PageTaskOptions, 'signal' | 'onPiece'>,
    ): Promise<PageTaskResults[K]> {
      const open = pageOf(pages, page)
      const limits = { ...options, timeout: open.timeout, stays: open.arriving !== null }
      return valueOf(await pool.run(page, open.document, asOpened(task, open), limits))
    },
    bundle: (page: string): PageBundle | null => pages.get(page)?.kept?.bundle ?? null,
    async resource(page: string, url: string): Promise<KeptResponse | null> {
      const open = pages.get(page)
      return open ? findPart(open, url) : null
    },
    parts: (page: string): readonly string[] => partsOf(pageOf(pages, page)),
    missing: (page: string): Map<string, MissingResource> => pages.get(page)?.missing ?? new Map<string, MissingResource>(),
    addresses: (page: string): KeptAddresses => addressesOf(pageOf(pages, page)),
    isOfTheWeb: (page: string): boolean => isOfTheWeb(pages.get(page)),
    isAddressable: (page: string): boolean => pages.get(page)?.origin === 'elsewhere',
    /** @param address new base URL of the page @throws FailureError `page.unknown`, `page.local`, `load.bad-address`, and as `LoadPage` */
    async fetch(page: string, options: CaptureOptions, context: LoadContext, address?: string): Promise<void> {
      const open = pageOf(pages, page)
      const { source, given } = sourceOfParts(open, address)
      const { bundle } = await loadPage(source, { ...options, mode: 'source' }, { ...context, fetches: true })
      // The page may have been closed during the load.
      if (!bundle || pages.get(page) !== open) return
      const before = open.kept?.bundle
      if (given !== null) {
        open.parts = open.parts && partsAt(open.parts, open.address ?? open.document.url, given)
        open.address = given
      }
      open.kept = keptPage(before ? mergeBundles(given === null ? before : dropUnreachableResources(before), bundle) : bundle)
      open.addresses = null
      // Pages at the start are discarded first, so the page moves to the end.
      pages.delete(page)
      pages.set(page, open)
      discardOldest(pages)
    },
    /** Null sets the default of the page's mode. */
    compose(page: string, composed: boolean | null): void {
      const open = pages.get(page)
      if (open) open.composed = composed ?? open.document.scriptingEnabled
    },
    close: (page: string): void => void pages.delete(page),
  }
}
