import { failed, type Result, valueOf } from '../../../shared/base/failure'
import type { KeptResponse, PageBundle, Capture, PageSummary, CaptureOptions, Source } from '../../../shared/contract/capture'
import type { ArrivedPage, KeptCapture, LoadContext, PageLoader } from '../capture/loader'
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
  ofTheWeb,
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
  // Does not request missing parts of an archived page: the site may have changed.
  if (archivedAddress(source.url.trim()) !== null) return 'archive'
  return isWebAddress(url) ? 'web' : 'elsewhere'
}

type KeepOptions = Pick<CaptureOptions, 'maxNodes' | 'taskTimeout'> & Partial<Pick<CaptureOptions, 'composed' | 'streamed'>>

/** A page in source mode is parsed while the browser lays it out; the layout is added later. */
interface Ahead {
  readonly page: ArrivedPage
  readonly parsed: Promise<Result<unknown>>
}

interface ViewRequest {
  readonly source: Source
  readonly options: CaptureOptions
  readonly context: LoadContext
}

interface Captured {
  readonly id: string
  readonly capture: Capture
  readonly origin: Origin
  readonly options: KeepOptions
  readonly signal: AbortSignal
}

function documentOf(
  { html, url, mode, layout }: Pick<Capture, 'html' | 'url' | 'mode' | 'layout'>,
  { maxNodes, composed, streamed = true }: KeepOptions,
): PageDocument & { readonly composed: boolean } {
  const scriptingEnabled = mode === 'rendered'
  return { html, url, layout, scriptingEnabled, composed: composed ?? scriptingEnabled, streamed: streamed && !scriptingEnabled, maxNodes }
}

/** Returns the input for loading a page's parts. @throws FailureError `load.bad-address`; `page.local` if the page is not from the web. */
function sourceOfParts(open: OpenPage, address: string | undefined): { readonly source: Source; readonly given: string | null } {
  const { html } = open.document
  const given = address === undefined || open.origin !== 'elsewhere' ? null : webAddress(address)?.href
  if (given === undefined) {
    const message = `"${(address ?? '').slice(0, 200)}" is not the address of a page.`
    throw failed('load.bad-address', message, 'Enter the web address of the page, with http:// or https://.')
  }
  const url = given ?? open.address ?? open.document.url
  if ((given === null && !isOfTheWeb(open)) || url === null) {
    const message = 'This page is not from the web: its parts cannot be fetched.'
    throw failed('page.local', message, 'Open it by its address to see it with its images.')
  }
  return { source: { kind: 'html', html, url }, given }
}

/** Adds loaded parts to an open page. @param given the address that the user gave */
function addParts(pages: OpenPages, page: string, bundle: PageBundle, given: string | null): void {
  const open = pageOf(pages, page)
  if (given !== null) {
    open.parts = open.parts && partsAt(open.parts, open.address ?? open.document.url, given)
    open.address = given
  }
  open.kept = keptPage(open.kept ? mergeBundles(given === null ? open.kept.bundle : ofTheWeb(open.kept.bundle), bundle) : bundle)
  open.addresses = null
  // Moves the page to the end, because pages at the start are discarded first.
  pages.delete(page)
  pages.set(page, open)
  discardOldest(pages)
}

function openPage(
  document: ReturnType<typeof documentOf>,
  { taskTimeout: timeout }: KeepOptions,
  more: Partial<OpenPage> & Pick<OpenPage, 'parts'>,
): OpenPage {
  const { composed } = document
  return { kept: null, addresses: null, origin: 'elsewhere', address: null, document, arriving: null, timeout, composed, ...more }
}

/** Adds the current settings of an open page to a task. */
function asOpened<Task extends PageTask>(task: Task, { composed, address }: OpenPage): Task {
  if (task.kind === 'run' || task.kind === 'export') return { ...task, composed }
  return task.kind === 'view' && address !== null ? { ...task, base: address } : task
}

export type PagePool = Pick<ExtractionPool, 'run' | 'prepare'>

/** Parses a capture and adds it to the open pages. */
async function storeCapture(pages: OpenPages, pool: PagePool, { id, capture, origin, options, signal }: Captured): Promise<PageSummary> {
  const document = documentOf(capture, options)
  const start = performance.now()
  const task = { kind: 'parse', layout: capture.layout } as const
  const parsed = valueOf(await pool.run<'parse'>(id, { ...document, layout: null }, task, { signal, timeout: options.taskTimeout }))
  // Changes this object in place, because requests during the load refer to it.
  const before = pages.get(id)
  const waitedFor = before?.arriving?.find ? (capture.bundle?.missing ?? []) : []
  const summary: PageSummary = {
    id,
    label: capture.label,
    title: parsed.title,
    url: capture.url,
    address: parsed.address,
    redirects: capture.redirects ?? [],
    mode: capture.mode,
    status: capture.status,
    charset: capture.charset,
    hasLayout: capture.layout !== null,
    nodes: parsed.nodes,
    htmlLength: capture.html.length,
    log: [...capture.log, ...parsed.notes],
    timings: { ...capture.timings, parse: performance.now() - start },
    capturedAt: capture.capturedAt,
    kept: capture.kept ?? null,
    lacksSheets: waitedFor.some(({ kind }) => kind === 'stylesheet'),
  }
  const kept = capture.bundle ? keptPage(capture.bundle) : null
  const page = openPage(document, options, { kept, parts: capture.parts, origin })
  if (before) Object.assign(before, page)
  else pages.set(id, page)
  discardOldest(pages)
  return summary
}

export type PageService = ReturnType<typeof createPageService>

/** Stores the captures of open pages and sends their tasks to the pool. */
export function createPageService(
  loader: PageLoader,
  pool: PagePool,
  /** Creates the handle of an open page; it must be unguessable, because it gives access to the page. */
  newHandle: () => string = () => globalThis.crypto.randomUUID(),
) {
  const pages: OpenPages = new Map()

  /** Waits for the capture of a page and stores it. @param ahead the parse during the load */
  async function arrive(id: string, { source, options, context }: ViewRequest, ahead: readonly Ahead[]): Promise<PageSummary> {
    const capture = await loader.load(source, options, context)
    context.progress({ done: 0.9, message: 'Parsing …' })
    const origin = originOf(source, capture.url)
    const [before] = ahead
    const isSame = capture.mode === 'source' && capture.html === before?.page.html && capture.url === before.page.url
    // A second parse would also fail.
    if (before && isSame) valueOf(await before.parsed)
    if (before && !isSame) pages.delete(id)
    return storeCapture(pages, pool, { id: before && !isSame ? newHandle() : id, capture, origin, options, signal: context.signal })
  }

  return {
    async open(source: Source, options: CaptureOptions, context: LoadContext): Promise<PageSummary> {
      const id = newHandle()
      pool.prepare(id)
      const ahead: Ahead[] = []
      let end = (): void => undefined
      const ended = new Promise<null>((resolve) => {
        end = () => resolve(null)
      })
      const arrived = (page: ArrivedPage): void => {
        const document = documentOf({ ...page, mode: 'source', layout: null }, options)
        const limits = { signal: context.signal, timeout: options.taskTimeout }
        const parsed = pool.run<'parse'>(id, document, { kind: 'parse', layout: null }, limits)
        ahead.push({ page, parsed })
        pages.set(id, openPage(document, options, { parts: page.parts, arriving: { find: page.find ?? null, ended } }))
        context.progress({ done: 0.3, message: 'Laying the page out …', coming: id })
      }
      try {
        return await arrive(id, { source, options, context: { ...context, arrived } }, ahead)
      } catch (thrown) {
        pages.delete(id)
        throw thrown
      } finally {
        end()
      }
    },
    /** Opens a stored capture without a browser, so that node ids and boxes are those of the capture. */
    adopt: (capture: KeptCapture, options: KeepOptions, signal: AbortSignal): Promise<PageSummary> =>
      storeCapture(pages, pool, {
        id: newHandle(),
        capture: { ...capture, timings: {} },
        origin: isWebAddress(capture.url) ? 'web' : 'elsewhere',
        options,
        signal,
      }),
    document: (page: string): PageDocument => pageOf(pages, page).document,
    /** Runs a task on an open page. @throws FailureError `page.unknown` for a handle that was closed. */
    async run<K extends PageTask['kind']>(
      page: string,
      task: Extract<PageTask, { kind: K }>,
      options?: Pick<PageTaskOptions, 'signal' | 'onPiece'>,
    ): Promise<PageTaskResults[K]> {
      const open = pageOf(pages, page)
      const limits = { ...options, timeout: open.timeout, stays: open.arriving !== null }
      return valueOf(await pool.run(page, open.document, asOpened(task, open), limits))
    },
    /** Returns the stored parts of a page; null without any, or if the page is not open. */
    bundle: (page: string): PageBundle | null => pages.get(page)?.kept?.bundle ?? null,
    /** Returns the stored part of an address after redirects, or a file beside the page; null without one. */
    async resource(page: string, url: string): Promise<KeptResponse | null> {
      const open = pages.get(page)
      return open ? findPart(open, url) : null
    },
    parts: (page: string): readonly string[] => partsOf(pageOf(pages, page)),
    /** Returns the addresses of parts; the same object until there are more. */
    addresses: (page: string): KeptAddresses => addressesOf(pageOf(pages, page)),
    /** Whether missing parts of a page may be requested: it came from the web, or the user entered its address. */
    isOfTheWeb: (page: string): boolean => isOfTheWeb(pages.get(page)),
    /** Whether the user may enter the page's address: the page came from this disk, a paste or a corpus. */
    isAddressable: (page: string): boolean => pages.get(page)?.origin === 'elsewhere',
    /** Loads missing parts of a page; `address` becomes the base of its references. @throws FailureError `page.local`, `load.*`. */
    async fetch(page: string, options: CaptureOptions, context: LoadContext, address?: string): Promise<void> {
      const open = pageOf(pages, page)
      const { source, given } = sourceOfParts(open, address)
      const { bundle } = await loader.load(source, { ...options, mode: 'source' }, { ...context, fetches: true })
      // The page may be closed by now.
      if (bundle && pages.get(page) === open) addParts(pages, page, bundle, given)
    },
    /** Returns the address of a page; null if it has none or is not open. */
    address: (page: string): string | null => pages.get(page)?.document.url ?? null,
    /** Sets whether later runs read shadow roots and frames; null: as in the page's mode. */
    compose(page: string, composed: boolean | null): void {
      const open = pages.get(page)
      if (open) open.composed = composed ?? open.document.scriptingEnabled
    },
    close: (page: string): void => void pages.delete(page),
  }
}
