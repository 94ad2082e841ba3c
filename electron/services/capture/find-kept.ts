import type { KeptRedirect, KeptResponse, PageBundle, PageParts } from '../../../shared/contract/capture'
import { withoutFragment } from '../../../shared/page/kept-address'
import { headerIn, mediaType } from '../files/html-bytes'
import { singleBytes } from '../files/meta-encoding'

const MOST_HOPS = 20

export function findKept<Part>(
  url: string,
  parts: Pick<ReadonlyMap<string, Part>, 'get'>,
  redirects: Pick<ReadonlyMap<string, string>, 'get'>,
): { readonly url: string; readonly part: Part } | null {
  let at = url
  for (let hops = 0; hops <= MOST_HOPS; hops++) {
    const part = parts.get(at)
    if (part !== undefined) return { url: at, part }
    const next = redirects.get(at)
    if (next === undefined) return null
    at = withoutFragment(next)
  }
  return null
}

export function partsIn(parts: ReadonlyMap<string, KeptResponse>, redirects: ReadonlyMap<string, string>): PageParts {
  return {
    get addresses() {
      return shownAddresses(parts, redirects)
    },
    folder: null,
    find: (url) => Promise.resolve(findKept(withoutFragment(url), parts, redirects)?.part ?? null),
  }
}

const BEGINNINGS: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF....WEBP/s, 'image/webp'],
  [/^....ftypavi[fs]/s, 'image/avif'],
  [/^BM/, 'image/bmp'],
  [/^\0\0[\x01\x02]\0/, 'image/x-icon'],
  [/^wOFF/, 'font/woff'],
  [/^wOF2/, 'font/woff2'],
  [/^OTTO/, 'font/otf'],
  [/^(?:\0\x01\0\0|true)/, 'font/ttf'],
  [/^ttcf/, 'font/collection'],
  [/^....ftyp/s, 'video/mp4'],
  [/^\x1aE\xdf\xa3/, 'video/webm'],
  [/^OggS/, 'application/ogg'],
  [/^(?:ID3|\xff[\xfb\xf3\xf2])/, 'audio/mpeg'],
]

/** Returns the media type with which a view shows a resource; null for documents, scripts, and other resources that views cannot show. */
export function shownType({ body, kind, headers }: KeptResponse): string | null {
  const declared = mediaType(headerIn(headers, 'content-type'))
  if (kind === 'stylesheet' || (kind !== 'image' && declared === 'text/css')) return 'text/css'
  const head = String.fromCharCode(...body.subarray(0, 16))
  const found = BEGINNINGS.find(([pattern]) => pattern.test(head))
  if (found) return found[1]
  if (declared === 'image/svg+xml' || (kind === 'image' && /<svg[\s>]/i.test(singleBytes(body.subarray(0, 1024))))) return 'image/svg+xml'
  if (/^image\/[\w.+-]+$/.test(declared) && !declared.endsWith('xml')) return declared
  return null
}

function shownAddresses(resources: ReadonlyMap<string, KeptResponse>, redirects: ReadonlyMap<string, string>): string[] {
  const shown: string[] = []
  for (const url of new Set([...resources.keys(), ...redirects.keys()])) {
    const found = findKept(url, resources, redirects)?.part
    if (found && found.status < 400 && (found.kind === 'document' || shownType(found) !== null)) shown.push(url)
  }
  return shown
}

export function redirectsToPage({ document, redirects }: PageBundle): KeptRedirect[] {
  const chain: KeptRedirect[] = []
  let at = document?.url
  while (at !== undefined && chain.length < MOST_HOPS) {
    const to: string = at
    const found: KeptRedirect | undefined = redirects.find((one) => withoutFragment(one.location) === to && !chain.includes(one))
    if (found) chain.unshift(found)
    at = found?.url
  }
  return chain
}
