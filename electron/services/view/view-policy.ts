/** Which headers what is shown has, where frames may go, what the window may do, and which windows it may open. */

/**
 * Headers of the page view. The page under inspection is hostile: no script, no form, nothing that navigates, no network.
 * Images, styles, fonts and frames come from what was kept of this page and nowhere else.
 * @param kept the address that everything kept of the page lies under; null where nothing is to be shown
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

/** Headers of what was kept of a page. Opened by itself it is nothing but what it is: a drawing runs nothing and asks for nothing. */
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

/** Headers of the window itself: everything from its own origin, nothing inline. */
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

/** The window's own page. */
export const INDEX_URL = 'boilerscope://app/index.html'

/** The host of an address of our own protocol. `new URL('app://x').origin` is "null" in Node, so origins are never compared. */
function ownHost(url: string): string | null {
  const { protocol, host } = URL.canParse(url) ? new URL(url) : { protocol: '', host: '' }
  return protocol === 'boilerscope:' ? host : null
}

const isOwnAddress = (url: string): boolean => ownHost(url) === 'app'

/** The documentation's first page: a host of its own in our protocol, so that it shares no storage with the window. */
export const DOCUMENTATION_URL = 'boilerscope://docs/'

/** Whether an address is of the documentation. */
const isDocumentation = (url: string): boolean => ownHost(url) === 'docs'

/** Whether a frame of a window of the documentation may go to an address: its pages, and in frames the views that its stages make. */
export function mayShowHelp(url: string, isTopFrame: boolean): boolean {
  return isDocumentation(url) || (!isTopFrame && url.startsWith(`blob:${DOCUMENTATION_URL}`))
}

/** Whether a frame is our own window: the top frame, and exactly its page; a page view would be of the same host. */
export function isOwnFrame(url: string, isTopFrame: boolean): boolean {
  return isTopFrame && isOwnAddress(url) && new URL(url).pathname === '/index.html'
}

/** Whether a frame of the window may go to an address: the top frame to its own page, others to page views. */
export function mayShow(url: string, isTopFrame: boolean): boolean {
  if (isTopFrame) return isOwnFrame(url, true)
  return isOwnAddress(url) && new URL(url).pathname.startsWith('/view/')
}

/** What the window itself may do that Electron asks about: copy, and fill the screen in lecture mode. */
const OWN_PERMISSIONS = new Set(['clipboard-sanitized-write', 'fullscreen'])

/** Whether a permission is granted to whoever asks from an address; `isTopFrame` false for frames inside a window. */
export function isGranted(permission: string, url: string, isTopFrame: boolean): boolean {
  return OWN_PERMISSIONS.has(permission) && isTopFrame && (isOwnAddress(url) || isDocumentation(url))
}

/** What is to be done with a request to open a window. */
export type WindowWish = 'help' | 'browser' | 'refuse'

/**
 * Decides about a window that is asked for. Help: a page of the documentation.
 * Addresses on the secure web (links to the papers) go to the person's own browser. Everything else is refused.
 * @param url the address as Electron resolved it
 */
export function windowWish(url: string): WindowWish {
  if (!URL.canParse(url)) return 'refuse'
  const { protocol } = new URL(url)
  if (protocol === 'https:') return 'browser'
  return isDocumentation(url) ? 'help' : 'refuse'
}

/** Options of a window of the documentation: no preload and so no contract, no Node, sandboxed, and of another origin than the window. */
export const HELP_WINDOW = {
  width: 1200,
  height: 860,
  autoHideMenuBar: true,
  webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, spellcheck: false, webviewTag: false },
} as const
