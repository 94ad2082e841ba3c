import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { webAddress } from '../../../shared/base/url'
import { valueAt } from '../../../shared/base/once'
import type { Header } from '../../../shared/contract/capture'

/** Headers that forbid plug-ins, the submission of forms, workers, WebRTC, web sockets and DNS prefetching in the page and its frames. */
const POLICY: readonly Header[] = [
  {
    name: 'Content-Security-Policy',
    value: "object-src 'none'; form-action 'none'; worker-src 'none'; connect-src http: https: data: blob:; webrtc 'block'",
  },
  { name: 'X-DNS-Prefetch-Control', value: 'off' },
]

/** Headers with effects beyond the document: redirects, requests, reports, downloads, stored settings, prohibitions of framing. */
const LEADING =
  /^(?:content-disposition|refresh|link|speculation-rules|x-dns-prefetch-control|x-frame-options|strict-transport-security|service-worker-allowed|report-to|reporting-endpoints|nel|clear-site-data)$/i

const FORBIDS_FRAMES = /^x-frame-options$/i

const OF_THE_BYTES = /^(?:content-(?:type|length|encoding)|transfer-encoding)$/i

export function decodedHeaders(headers: readonly Header[]): Header[] {
  const kept = headers.filter(({ name }) => !LEADING.test(name) && !OF_THE_BYTES.test(name))
  return [...kept, ...POLICY, { name: 'Content-Type', value: 'text/html; charset=UTF-8' }]
}

export function forwardedHeaders(headers: readonly Header[]): Header[] {
  return headers.filter(({ name, value }) => /^(?:content-type|content-language)$/i.test(name) && !/[\r\n\0]/.test(value))
}

export function frameHeaders(headers: readonly Header[]): Header[] {
  return [...headers.filter(({ name }) => !LEADING.test(name) || FORBIDS_FRAMES.test(name)), ...POLICY]
}

/** Like `decodedHeaders`, or `frameHeaders` for a frame, in the form of Electron's `onHeadersReceived`. Keeps headers of the encoding. */
export function guardedHeaders(headers: Readonly<Record<string, readonly string[]>>, isFrame = false): Record<string, string[]> {
  const guarded: Record<string, string[]> = {}
  for (const [name, values] of Object.entries(headers))
    if (!LEADING.test(name) || (isFrame && FORBIDS_FRAMES.test(name))) guarded[name] = [...values]
  for (const { name, value } of POLICY) {
    const own = Object.keys(guarded).find((there) => there.toLowerCase() === name.toLowerCase()) ?? name
    // Policies add up: a page's own policy stays in force.
    guarded[own] = [...(guarded[own] ?? []), value]
  }
  return guarded
}

/** Networks that are not public, and networks of 6to4, Teredo and translation, because their addresses contain any IPv4 address. */
const PRIVATE_NETWORKS =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3 ' +
  '::/127 2002::/16 2001::/32 64:ff9b:1::/48 ::ffff:0:0:0/96 fc00::/7 fe80::/10 fec0::/10 ff00::/8'

const PRIVATE = new BlockList()
for (const network of PRIVATE_NETWORKS.split(' ')) {
  const [address = '', bits] = network.split('/')
  PRIVATE.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** Whether an IP address is not public; false for other text. IPv4-mapped, IPv4-compatible and NAT64 addresses count as IPv4 addresses. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const version = isIP(plain)
  if (version === 4) return PRIVATE.check(plain, 'ipv4')
  if (version !== 6) return false
  const embedded = /^(?:::ffff:|::|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(plain)
  if (embedded) {
    const high = parseInt(embedded[1] ?? '0', 16)
    const low = parseInt(embedded[2] ?? '0', 16)
    return PRIVATE.check([high >> 8, high & 255, low >> 8, low & 255].join('.'), 'ipv4')
  }
  return PRIVATE.check(plain, 'ipv6')
}

type Resolve = (name: string) => Promise<readonly string[]>

const systemResolver: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

/** `mixed`: public and private addresses, as in attacks on private networks. `unknown`: no address was found. */
interface Place {
  readonly network: 'public' | 'private' | 'mixed' | 'unknown'
  readonly addresses: readonly string[]
}

async function placeOf(host: string, resolve: Resolve): Promise<Place> {
  const name = host.replace(/\.$/, '').toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost')) return { network: 'private', addresses: ['127.0.0.1', '::1'] }
  const literal = name.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) return { network: isPrivateAddress(literal) ? 'private' : 'public', addresses: [literal] }
  try {
    const addresses = await resolve(name)
    const inside = addresses.filter(isPrivateAddress).length
    return { network: inside === 0 ? 'public' : inside === addresses.length ? 'private' : 'mixed', addresses }
  } catch {
    return { network: 'unknown', addresses: [] }
  }
}

export function usesProxy(environment: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(environment).some(([name, value]) => /^(?:all|https?|socks)_proxy$/i.test(name) && (value ?? '') !== '')
}

export type RequestPolicy = ReturnType<typeof networkPolicy>

export const LOCAL_ONLY = 'a local page loads only its own parts'

export function localPolicy(page: string): RequestPolicy {
  const isPage = (url: string): Promise<boolean> => Promise.resolve(url === page || isInline(url))
  return {
    allows: isPage,
    moves: isPage,
    network: () => Promise.resolve('public'),
    isInside: () => Promise.resolve(false),
    addresses: () => Promise.resolve([]),
  }
}

export interface NetworkPolicyOptions {
  readonly resolve?: Resolve
  readonly proxied?: boolean
}

/**
 * Allows public addresses. Allows a private address for the first navigation, and later only for requests to the page's origin and for
 * navigations to the page's host. Refuses names with both public and private addresses. Refuses names that cannot be resolved, unless a
 * proxy resolves names.
 */
export function networkPolicy({ resolve = systemResolver, proxied = usesProxy(process.env) }: NetworkPolicyOptions = {}) {
  const known = new Map<string, Promise<Place>>()
  const place = (host: string): Promise<Place> => valueAt(known, host, () => placeOf(host, resolve))
  const isOpen = async (url: URL, isOwn: boolean): Promise<boolean> => {
    const { network } = await place(url.hostname)
    return network === 'public' || (network === 'private' && isOwn) || (network === 'unknown' && proxied)
  }
  let page: URL | null = null

  return {
    async allows(address: string): Promise<boolean> {
      if (isInline(address)) return true
      const url = webAddress(address)
      return url !== null && isOpen(url, url.origin === page?.origin)
    },
    /** Returns whether the page may open `address`. If so, the origin of `address` becomes the page's origin. */
    async moves(address: string): Promise<boolean> {
      const url = webAddress(address)
      if (!url) return false
      // The user chose the first address.
      const allowed = await isOpen(url, page === null || url.hostname === page.hostname)
      if (allowed) page = url
      return allowed
    },
    async network(address: string): Promise<Place['network']> {
      const url = webAddress(address)
      return url === null ? 'private' : (await place(url.hostname)).network
    },
    isInside: async (): Promise<boolean> => page !== null && !(await isOpen(page, false)),
    /** Returns the checked addresses of a host; an empty list if the page must not connect to the host. */
    async addresses(host: string, port: number): Promise<readonly string[]> {
      const { network, addresses } = await place(host)
      const isOwn = host === page?.hostname && port === Number(page.port || (page.protocol === 'https:' ? 443 : 80))
      return network === 'public' || (network === 'private' && isOwn) ? addresses : []
    },
  }
}

function isInline(url: string): boolean {
  return /^(?:data|blob|about):/i.test(url)
}
