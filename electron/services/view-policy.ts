/**
 * Headers of the page view. The page under inspection is hostile: no script, no frame, no form, nothing that navigates.
 * Images, styles and fonts come from the network only where the person wants the page to look as published.
 */
export function viewHeaders(remote: boolean): Record<string, string> {
  const network = remote ? ' http: https:' : ''
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'none'",
      `img-src data: blob:${network}`,
      `style-src 'unsafe-inline' data:${network}`,
      `font-src data:${network}`,
      `media-src data: blob:${network}`,
      "form-action 'none'",
      "frame-src 'none'",
      "object-src 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-same-origin',
    ].join('; '),
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
}

/** Whether a message's frame is our own window: top frame, our protocol and host. `new URL('app://x').origin` is "null" in Node, so origins are never compared. */
export function isOwnFrame(url: string, isTopFrame: boolean): boolean {
  if (!isTopFrame || !URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  return protocol === 'boilerscope:' && host === 'app'
}
