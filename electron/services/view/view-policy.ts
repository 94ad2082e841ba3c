/**
 * Returns the headers for the view of a hostile page. They forbid scripts, forms and navigations, and all requests to servers except for
 * `kept`.
 * @param kept prefix of the addresses of resources; null: no resources
 */
export function viewHeaders(kept: string | null): Record<string, string> {
  const own = kept === null ? '' : ` ${kept}`
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'none'",
      `img-src data: blob:${own}`,
      `style-src 'unsafe-inline' data:${own}`,
      `font-src data:${own}`,
      `media-src data: blob:${own}`,
      "form-action 'none'",
      `frame-src ${kept ?? "'none'"}`,
      "object-src 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-same-origin',
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
}

/** Returns the headers of a stored resource. If a user opens an SVG image directly, they forbid its scripts and requests. */
export function resourceHeaders(type: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
}

/** Headers of the window. They allow resources from the window's origin and `data:` and `blob:` images, but no inline code. */
export const WINDOW_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

export const INDEX_URL = 'boilerscope://app/index.html'

/** Returns the host of an address in our protocol. Origins cannot be compared: in Node, `new URL('app://x').origin` is "null". */
function ownHost(url: string): string | null {
  const { protocol, host } = URL.canParse(url) ? new URL(url) : { protocol: '', host: '' }
  return protocol === 'boilerscope:' ? host : null
}

const isOwnAddress = (url: string): boolean => ownHost(url) === 'app'

/** First page of the documentation. The documentation has a separate host in our protocol, so that it shares no storage with the window. */
export const DOCUMENTATION_URL = 'boilerscope://docs/'

const isDocumentation = (url: string): boolean => ownHost(url) === 'docs'

/** Whether a frame of a documentation window may open an address. Frames inside a page may also open page views of demonstrations. */
export function mayShowHelp(url: string, isTopFrame: boolean): boolean {
  return isDocumentation(url) || (!isTopFrame && url.startsWith(`blob:${DOCUMENTATION_URL}`))
}

/** Whether a frame is our own window. The frame must be a top frame with the path `/index.html`, because page views have the same host. */
export function isOwnFrame(url: string, isTopFrame: boolean): boolean {
  return isTopFrame && isOwnAddress(url) && new URL(url).pathname === '/index.html'
}

/** Whether a frame of the window may open an address. The top frame may open only its own page; other frames may open only page views. */
export function isAllowedInView(url: string, isTopFrame: boolean): boolean {
  if (isTopFrame) return isOwnFrame(url, true)
  return isOwnAddress(url) && new URL(url).pathname.startsWith('/view/')
}

/** Permissions of the window and the documentation. The window uses full screen in lecture mode. */
const OWN_PERMISSIONS = new Set(['clipboard-sanitized-write', 'fullscreen'])

/** Whether an address receives a permission. `isTopFrame` is false for frames inside a window. */
export function isGranted(permission: string, url: string, isTopFrame: boolean): boolean {
  return OWN_PERMISSIONS.has(permission) && isTopFrame && (isOwnAddress(url) || isDocumentation(url))
}

export type WindowWish = 'help' | 'browser' | 'refuse'

/** Returns how to open a new window for an absolute address: https in the user's browser, documentation in a help window. */
export function decideNewWindow(url: string): WindowWish {
  if (!URL.canParse(url)) return 'refuse'
  const { protocol } = new URL(url)
  if (protocol === 'https:') return 'browser'
  return isDocumentation(url) ? 'help' : 'refuse'
}

/** Options of a window of the documentation: no preload (and so no contract), no Node, a sandbox, and another origin than the window. */
export const HELP_WINDOW = {
  width: 1200,
  height: 860,
  autoHideMenuBar: true,
  webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false, webviewTag: false },
} as const
