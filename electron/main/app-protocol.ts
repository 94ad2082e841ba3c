import { join, normalize, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { toFailure } from '../../shared/base/failure'
import { escapeHtml } from '../../shared/base/escape'
import { viewHeaders, WINDOW_HEADERS } from '../services/view-policy'
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
  /** The view of an open page as HTML. */
  readonly view: (page: string, remote: boolean) => Promise<string>
}

/** Serves the built renderer and the page views at `boilerscope://app/`. */
export function serveScheme({ protocol, net }: Pick<ElectronPort, 'protocol' | 'net'>, { renderer, view }: SchemeOptions): void {
  protocol.handle(SCHEME, async (request) => {
    const url = new URL(request.url)
    if (url.host !== 'app') return new Response('Not found', { status: 404 })
    const page = /^\/view\/([0-9a-zA-Z-]{1,100})$/.exec(url.pathname)?.[1]
    if (page !== undefined) {
      const remote = url.searchParams.get('remote') === '1'
      try {
        return new Response(await view(page, remote), { headers: viewHeaders(remote) })
      } catch (thrown) {
        const { message, next } = toFailure(thrown)
        return new Response(`<!doctype html><p>${escapeHtml(message)} ${escapeHtml(next)}</p>`, {
          status: 404,
          headers: viewHeaders(false),
        })
      }
    }
    const file = normalize(join(renderer, decodeURIComponent(url.pathname === '/' ? '/index.html' : url.pathname)))
    if (!file.startsWith(renderer + sep)) return new Response('Not found', { status: 404 })
    const response = await net.fetch(pathToFileURL(file).href)
    const headers = new Headers(response.headers)
    for (const [name, value] of Object.entries(WINDOW_HEADERS)) headers.set(name, value)
    return new Response(response.body, { status: response.status, headers })
  })
}
