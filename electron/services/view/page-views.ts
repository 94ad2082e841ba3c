/** What the frames of the window are answered: views of open pages, and what was kept of them. Both hosts serve it at their own address. */
import { MIMEType } from 'whatwg-mimetype'
import type { KeptResponse, MissingResource, ResourceSummary } from '../../../shared/contract/bundle'
import { toFailure } from '../../../shared/base/failure'
import { escapeHtml } from '../../../shared/base/escape'
import type { KeptPlace } from '../../../shared/page/view-html'
import { decodeCss, decodeHtml } from '../capture/decode-html'
import type { WrittenView } from '../extraction/tasks'
import type { PageService } from '../page-service'
import type { KeptAddresses } from '../open-pages'
import { resourceHeaders, viewHeaders } from '../view-policy'
import { shownType } from './find-kept'
import { lackedResource, notKept, summaryOf } from './resource-summary'
import { headerIn } from '../sources/header-fields'
import { valueAt } from '../../../shared/base/once'

interface ViewRequest {
  /** Path of the address, still encoded. */
  readonly path: string
  readonly query: URLSearchParams
  /** The host's own address, such as `http://127.0.0.1:4711`. */
  readonly origin: string
}

export interface ViewAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export interface PageViews {
  /** The answer to a request under `/view/`; null for any other. Never rejects. */
  answer(request: ViewRequest): Promise<ViewAnswer | null>
  /** What was kept of a page, and what it or its view asked for and is not there. */
  summary(page: string): ResourceSummary
  /** Forgets what was missing: the page has more now, or is closed. */
  forget(page: string): void
}

const PATH = /^\/view\/([0-9a-zA-Z-]{1,100})(?:\/([rfn])\/([^/?#]+))?$/

/** Different addresses that are remembered as missing, of one page. */
const MOST_MISSING = 1_000

export function createPageViews(pages: PageService): PageViews {
  const missing = new Map<string, Map<string, MissingResource>>()
  /** Style sheets as they are answered, by their own address; they lead elsewhere when more is there. */
  const sheets = new WeakMap<KeptAddresses, Map<string, Promise<string>>>()

  const isOpen = (page: string): boolean => {
    try {
      return pages.document(page) !== null
    } catch {
      return false
    }
  }

  function miss(page: string, one: MissingResource): void {
    if (!missing.has(page)) for (const other of missing.keys()) if (!isOpen(other)) missing.delete(other)
    const known = valueAt(missing, page, () => new Map())
    if (known.size < MOST_MISSING) known.set(one.url, one)
  }

  const placeOf = (page: string): KeptPlace => ({ resources: `/view/${page}/r/`, frames: `/view/${page}/f/`, ...pages.addresses(page) })

  /** Tells what a view left out, since nobody asks for it. */
  function leaveOut(page: string, { html, lacked }: WrittenView): string {
    const { scriptingEnabled } = pages.document(page)
    for (const [url, kind] of lacked) miss(page, lackedResource(url, kind, scriptingEnabled))
    return html
  }

  function sheetOf(page: string, found: KeptResponse): Promise<string> {
    const addresses = pages.addresses(page)
    const known = valueAt(sheets, addresses, () => new Map<string, Promise<string>>())
    return valueAt(known, found.url, () => {
      const css = decodeCss(found.body, MIMEType.parse(headerIn(found.headers, 'content-type'))?.parameters.get('charset') ?? null)
      const sheet = pages.run(page, { kind: 'sheet', css, url: found.url, kept: placeOf(page) })
      sheet.catch(() => known.delete(found.url))
      return sheet
    })
  }

  /** The page, or the document of one of its frames. */
  async function document(page: string, root: number | null, bare: boolean, origin: string): Promise<ViewAnswer> {
    const styles = bare ? null : (pages.bundle(page)?.styles ?? null)
    const documents = [`/view/${page}/n/`, bare ? '?bare=1' : ''] as const
    const view = await pages.run(page, { kind: 'view', kept: bare ? null : placeOf(page), styles, documents, root })
    return { status: 200, headers: viewHeaders(`${origin}/view/${page}/`), body: leaveOut(page, view) }
  }

  async function part(page: string, url: string, asFrame: boolean, origin: string): Promise<ViewAnswer> {
    const found = await pages.resource(page, url)
    if (!found || found.status >= 400) {
      const reason = found ? `the server answered ${found.status}` : notKept(url)
      miss(page, { url, kind: asFrame ? 'document' : 'other', reason })
      return { status: 404, headers: asFrame ? viewHeaders(null) : resourceHeaders('text/plain'), body: '' }
    }
    if (asFrame) {
      const { html } = decodeHtml(found.body, headerIn(found.headers, 'content-type'))
      const view = await pages.run(page, { kind: 'frame', html, url: found.url, kept: placeOf(page) })
      return { status: 200, headers: viewHeaders(`${origin}/view/${page}/`), body: leaveOut(page, view) }
    }
    const type = shownType(found)
    if (type === null) {
      miss(page, { url, kind: found.kind, reason: 'it is nothing that a page shows' })
      return { status: 404, headers: resourceHeaders('text/plain'), body: '' }
    }
    if (type !== 'text/css') return { status: 200, headers: resourceHeaders(type), body: found.body }
    const sheet = await sheetOf(page, found)
    return { status: 200, headers: resourceHeaders('text/css; charset=utf-8'), body: sheet }
  }

  return {
    async answer({ path, query, origin }) {
      const [, page, way, encoded] = PATH.exec(path) ?? []
      if (page === undefined) return null
      try {
        // Whoever asks for a page that is not open leaves no trace here.
        pages.document(page)
        const bare = query.get('bare') === '1'
        if (way === undefined || encoded === undefined) return await document(page, null, bare, origin)
        if (way === 'n') return await document(page, /^\d{1,9}$/.test(encoded) ? Number(encoded) : -1, bare, origin)
        return await part(page, decodeURIComponent(encoded), way === 'f', origin)
      } catch (thrown) {
        const { message, next } = toFailure(thrown)
        return { status: 404, headers: viewHeaders(null), body: `<!doctype html><p>${escapeHtml(message)} ${escapeHtml(next)}</p>` }
      }
    },
    summary(page) {
      const bundle = pages.bundle(page)
      const all = [...(missing.get(page)?.values() ?? []), ...(bundle?.missing ?? [])]
      return summaryOf(bundle?.resources ?? [], all, {
        userAgent: bundle?.userAgent ?? null,
        fetchable: pages.isOfTheWeb(page),
        addressable: pages.isAddressable(page),
      })
    },
    forget: (page) => void missing.delete(page),
  }
}
