import { join, normalize, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageViews } from '../services/view/page-views'
import { WINDOW_HEADERS } from '../services/view-policy'
import type { ElectronPort } from './electron-port'

export const SCHEME = 'boilerscope'

/** Must run before the app is ready. */
export function declareScheme({ protocol }: Pick<ElectronPort, 'protocol'>): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

export interface SchemeOptions {
  /** Folder of the built window. */
  readonly renderer: string
  /** Views of open pages, and what was kept of them. */
  readonly views: Pick<PageViews, 'answer'>
}

/** Serves the built renderer and the page views at `boilerscope://app/`. */
export function serveScheme({ protocol, net }: Pick<ElectronPort, 'protocol' | 'net'>, { renderer, views }: SchemeOptions): void {
  protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url)
    if (url.host !== 'app') return new Response('Not found', { status: 404 })
    const view = await views.answer({ path: url.pathname, query: url.searchParams, origin: `${SCHEME}://app` })
    if (view) {
      const { status, headers, body } = view
      return new Response(typeof body === 'string' ? body : new Uint8Array(body), { status, headers })
    }
    const file = normalize(join(renderer, decodeURIComponent(url.pathname === '/' ? '/index.html' : url.pathname)))
    if (!file.startsWith(renderer + sep)) return new Response('Not found', { status: 404 })
    const response = await net.fetch(pathToFileURL(file).href)
    const headers = new Headers(response.headers)
    for (const [name, value] of Object.entries(WINDOW_HEADERS)) headers.set(name, value)
    return new Response(response.body, { status: response.status, headers })
  })
}
