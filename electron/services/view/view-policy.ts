/** Forbids scripts, forms, navigations of the top frame, and resources from servers, except below the address `kept` if not null. */
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

/** If a user opens an SVG image directly, these headers forbid its scripts and requests. */
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

/** Origins cannot be compared: in Node, `new URL('app://x').origin` is "null". */
function ownHost(url: string): string | null {
  const { protocol, host } = URL.canParse(url) ? new URL(url) : { protocol: '', host: '' }
  return protocol === 'boilerscope:' ? host : null
}

const isOwnAddress = (url: string): boolean => ownHost(url) === 'app'

/** The documentation has its own host, so that it shares no storage with the window. */
export const DOCUMENTATION_URL = 'boilerscope://docs/'

const isDocumentation = (url: string): boolean => ownHost(url) === 'docs'

/** Frames inside a documentation page may also open page views of demonstrations. */
export function mayShowHelp(url: string, isTopFrame: boolean): boolean {
  return isDocumentation(url) || (!isTopFrame && url.startsWith(`blob:${DOCUMENTATION_URL}`))
}

/** Page views have the same host, so the frame must be a top frame with the path `/index.html`. */
export function isOwnFrame(url: string, isTopFrame: boolean): boolean {
  return isTopFrame && isOwnAddress(url) && new URL(url).pathname === '/index.html'
}

/** The top frame may open only its own page; other frames may open only page views. */
export function isAllowedInView(url: string, isTopFrame: boolean): boolean {
  if (isTopFrame) return isOwnFrame(url, true)
  return isOwnAddress(url) && new URL(url).pathname.startsWith('/view/')
}

const OWN_PERMISSIONS = new Set(['clipboard-sanitized-write', 'fullscreen'])

export function isGranted(permission: string, url: string, isTopFrame: boolean): boolean {
  return OWN_PERMISSIONS.has(permission) && isTopFrame && (isOwnAddress(url) || isDocumentation(url))
}

export function decideNewWindow(url: string): 'help' | 'browser' | 'refuse' {
  if (!URL.canParse(url)) return 'refuse'
  const { protocol } = new URL(url)
  if (protocol === 'https:') return 'browser'
  return isDocumentation(url) ? 'help' : 'refuse'
}

/** Preferences of every window of Electron. */
export const SAFE_PREFERENCES = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  spellcheck: false,
  webviewTag: false,
} as const

/** The window has no preload script, so that the documentation cannot use the contract. */
export const HELP_WINDOW = { width: 1200, height: 860, autoHideMenuBar: true, webPreferences: SAFE_PREFERENCES } as const
