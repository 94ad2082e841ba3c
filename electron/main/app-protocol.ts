import { join, normalize, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { paced, type PageViews } from '../services/view/page-views'
import { WINDOW_HEADERS } from '../services/view/view-policy'
import { type DocumentationAnswer, documentationHeaders } from '../services/documentation'
import type { ElectronPort } from './electron-port'

const SCHEME = 'boilerscope'

/** Must run before the app is ready. */
export function declareScheme({ protocol }: Pick<ElectronPort, 'protocol'>): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

export interface SchemeOptions {
  readonly renderer: string
  readonly views: Pick<PageViews, 'answer'>
  /** The documentation, a separate host of the protocol. */
  readonly documentation: (path: string) => DocumentationAnswer
}

/** Serves the built renderer and the page views at `boilerscope://app/`, the documentation at `boilerscope://docs/`. */
export function serveScheme(
  { protocol, net }: Pick<ElectronPort, 'protocol' | 'net'>,
  { renderer, views, documentation }: SchemeOptions,
): void {
  /** Returns a file; Chromium derives its type from the name. */
  async function fileWith(file: string, own: Readonly<Record<string, string>>): Promise<Response> {
    const response = await net.fetch(pathToFileURL(file).href).catch(() => null)
    if (response === null) return new Response('Not found', { status: 404 })
    const headers = new Headers(response.headers)
    for (const [name, value] of Object.entries(own)) headers.set(name, value)
    return new Response(response.body, { status: response.status, headers })
  }

  protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url)
    if (url.host === 'docs') {
      const answer = documentation(url.pathname.slice(1))
      if ('location' in answer) return new Response(null, { status: 308, headers: { Location: new URL(answer.location, url).href } })
      if ('file' in answer) return fileWith(answer.file, documentationHeaders(answer))
      const headers = { ...documentationHeaders(answer), 'Content-Type': 'text/html; charset=utf-8' }
      return new Response(answer.page, { status: answer.status, headers })
    }
    if (url.host !== 'app') return new Response('Not found', { status: 404 })
    const view = await views.answer({ path: url.pathname, query: url.searchParams, origin: `${SCHEME}://app` })
    if (view) {
      const { status, headers, body } = view
      const sent =
        body instanceof ReadableStream ? ReadableStream.from(paced(body)) : typeof body === 'string' ? body : new Uint8Array(body)
      return new Response(sent, { status, headers })
    }
    const file = normalize(join(renderer, decodeURIComponent(url.pathname === '/' ? '/index.html' : url.pathname)))
    if (!file.startsWith(renderer + sep)) return new Response('Not found', { status: 404 })
    return fileWith(file, WINDOW_HEADERS)
  })
}
