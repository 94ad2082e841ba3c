/** Serves the frames of the window: views of open pages, and their stored resources. */
import { setTimeout as pause } from 'node:timers/promises'
import type { KeptResponse, MissingResource, ResourceKind, ResourceSummary } from '../../../shared/contract/capture'
import { toFailure } from '../../../shared/base/failure'
import { escapeHtml } from '../../../shared/base/escape'
import type { KeptPlace } from '../../../shared/page/view-html'
import type { WrittenView } from '../extraction/tasks'
import { decodeCss, decodeHtml, headerIn } from '../files/html-bytes'
import type { TakePiece } from '../threads/task-thread'
import type { PageService } from './page-service'
import type { KeptAddresses } from './open-pages'
import { resourceHeaders, viewHeaders } from './view-policy'
import { shownType } from '../capture/find-kept'
import { describeMissingResource, notKept, summaryOf } from './resource-summary'
import { valueAt } from '../../../shared/base/once'

export interface ViewRequest {
  /** Path in the address, not decoded. */
  readonly path: string
  readonly query: URLSearchParams
  readonly origin: string
}

export interface ViewAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | ReadableStream<Uint8Array>
}

const PATH = /^\/view\/([0-9a-zA-Z-]{1,100})(?:\/([rfn])\/([^/?#]+))?$/

const MOST_MISSING = 1_000

function failureHtml(thrown: unknown): string {
  const { message, next } = toFailure(thrown)
  return `<p>${escapeHtml(message)} ${escapeHtml(next)}</p>`
}

/** Rejects if `write` fails before the first piece. The signal aborts when the stream is cancelled. */
function streamOf(write: (takePiece: TakePiece, signal: AbortSignal) => Promise<void>): Promise<ReadableStream<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const reading = new AbortController()
    const { signal } = reading
    let to: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (to = controller), cancel: () => reading.abort() })
    const takePiece: TakePiece = (piece) => {
      if (!signal.aborted) to?.enqueue(piece)
      resolve(body)
    }
    write(takePiece, signal)
      .catch((thrown: unknown) => {
        reject(thrown instanceof Error ? thrown : new Error(String(thrown)))
        // A partly sent document may end inside a style sheet.
        takePiece(new TextEncoder().encode(`</style>${failureHtml(thrown)}`))
      })
      .finally(() => {
        if (!signal.aborted) to?.close()
        resolve(body)
      })
  })
}

export type PageViews = ReturnType<typeof createPageViews>

export function createPageViews(pages: PageService) {
  const sheets = new WeakMap<KeptAddresses, Map<string, Promise<string>>>()

  const placeOf = (page: string): KeptPlace => ({ resources: `/view/${page}/r/`, frames: `/view/${page}/f/`, ...pages.addresses(page) })

  function addMissing(page: string, one: MissingResource): void {
    const known = pages.missing(page)
    if (known.size < MOST_MISSING) known.set(one.url, one)
  }

  function recordOmitted(page: string, { lacked }: WrittenView): void {
    const { scriptingEnabled } = pages.document(page)
    for (const [url, kind] of lacked) addMissing(page, describeMissingResource(url, kind, scriptingEnabled))
  }

  function sheetOf(page: string, found: KeptResponse): Promise<string> {
    const addresses = pages.addresses(page)
    const known = valueAt(sheets, addresses, () => new Map<string, Promise<string>>())
    return valueAt(known, found.url, () => {
      const css = decodeCss(found.body, headerIn(found.headers, 'content-type'))
      const sheet = pages.run(page, { kind: 'sheet', css, url: found.url, kept: placeOf(page) })
      sheet.catch(() => known.delete(found.url))
      return sheet
    })
  }

  function document(page: string, root: number | null, bare: boolean): Promise<ReadableStream<Uint8Array>> {
    const styles = bare ? null : (pages.bundle(page)?.styles ?? null)
    const documents = [`/view/${page}/n/`, bare ? '?bare=1' : ''] as const
    const task = { kind: 'view', kept: bare ? null : placeOf(page), styles, documents, root, inPieces: true } as const
    return streamOf(async (onPiece, signal) => recordOmitted(page, await pages.run(page, task, { onPiece, signal })))
  }

  async function kept(page: string, url: string, kind: ResourceKind): Promise<KeptResponse | null> {
    const found = await pages.resource(page, url)
    if (found && found.status < 400) return found
    addMissing(page, { url, kind, reason: found ? `the server responded with status ${found.status}` : notKept(url) })
    return null
  }

  async function frame(page: string, url: string): Promise<string | null> {
    const found = await kept(page, url, 'document')
    if (!found) return null
    const { html } = decodeHtml(found.body, headerIn(found.headers, 'content-type'))
    const view = await pages.run(page, { kind: 'frame', html, url: found.url, kept: placeOf(page) })
    recordOmitted(page, view)
    return view.html
  }

  async function part(page: string, url: string): Promise<ViewAnswer> {
    const found = await kept(page, url, 'other')
    const type = found && shownType(found)
    if (found && type === null) addMissing(page, { url, kind: found.kind, reason: 'pages do not show this kind of file' })
    if (!found || type === null) return { status: 404, headers: resourceHeaders('text/plain'), body: '' }
    if (type !== 'text/css') return { status: 200, headers: resourceHeaders(type), body: found.body }
    return { status: 200, headers: resourceHeaders('text/css; charset=utf-8'), body: await sheetOf(page, found) }
  }

  return {
    /** Responds to a request under `/view/`; null for other requests. Never rejects. */
    async answer({ path, query, origin }: ViewRequest): Promise<ViewAnswer | null> {
      const [, page, way, encoded = ''] = PATH.exec(path) ?? []
      if (page === undefined) return null
      try {
        // Throws if the page is not open, so that the request is not recorded.
        pages.document(page)
        if (way === 'r') return await part(page, decodeURIComponent(encoded))
        const root = way === 'n' ? (/^\d{1,9}$/.test(encoded) ? Number(encoded) : -1) : null
        const html = way === 'f' ? await frame(page, decodeURIComponent(encoded)) : await document(page, root, query.get('bare') === '1')
        if (html === null) return { status: 404, headers: viewHeaders(null), body: '' }
        return { status: 200, headers: viewHeaders(`${origin}/view/${page}/`), body: html }
      } catch (thrown) {
        return { status: 404, headers: viewHeaders(null), body: `<!doctype html>${failureHtml(thrown)}` }
      }
    },
    summary(page: string): ResourceSummary {
      const bundle = pages.bundle(page)
      const all = [...pages.missing(page).values(), ...(bundle?.missing ?? [])]
      return summaryOf(bundle?.resources ?? [], all, {
        userAgent: bundle?.userAgent ?? null,
        fetchable: pages.isOfTheWeb(page),
        addressable: pages.isAddressable(page),
      })
    },
    /** Must be called when further resources arrived. */
    forget: (page: string): void => pages.missing(page).clear(),
  }
}

/** Bytes per millisecond, equal to or slightly above the speed of a browser's HTML parser. */
const BYTES_PER_MS = 20 * 1024
const MOST_AT_ONCE = 256 * 1024

/** Yields pieces as fast as a browser parses them. Faster HTML would block the window for 0.5 s at a time. */
export async function* paced(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let free = MOST_AT_ONCE
  let since = performance.now()
  for await (const piece of pieces) {
    while (free <= 0) {
      await pause(Math.ceil(-free / BYTES_PER_MS) + 1)
      const now = performance.now()
      free = Math.min(MOST_AT_ONCE, free + (now - since) * BYTES_PER_MS)
      since = now
    }
    free -= piece.length
    yield piece
  }
}
