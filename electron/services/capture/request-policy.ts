import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { webAddress } from '../../../shared/base/url'
import { valueAt } from '../../../shared/base/once'

/** Loopback, private, link-local, shared, multicast and reserved addresses: nothing a page on the web has business with. */
const PRIVATE = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  // For measuring networks; programs that tunnel names give out addresses of it.
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
  // 6to4, Teredo, translation: they hold an IPv4 address, also one of this machine or of its network.
  ['2002::', 16],
  ['2001::', 32],
  ['64:ff9b:1::', 48],
  ['::ffff:0:0:0', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6')

/** Whether an IP address lies outside the public internet; IPv4 inside IPv6 (mapped, NAT64) counts as the IPv4 address. */
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

/** Addresses of a name; rejects where there is none. */
type Resolve = (name: string) => Promise<readonly string[]>

const systemResolver: Resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

/** Where a name leads, as far as that is known before anything is asked for. */
type Place = 'public' | 'private' | 'unknown'

async function placeOf(host: string, resolve: Resolve): Promise<Place> {
  const name = host.replace(/\.$/, '').toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost')) return 'private'
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return isPrivateAddress(name) ? 'private' : 'public'
  try {
    return (await resolve(name)).some(isPrivateAddress) ? 'private' : 'public'
  } catch {
    return 'unknown'
  }
}

/** Whether the browser asks a proxy, which looks names up itself (variables that Chromium reads, too). */
export function usesProxy(environment: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(environment).some(([name, value]) => /^(?:all|https?|socks)_proxy$/i.test(name) && (value ?? '') !== '')
}

export interface RequestPolicy {
  /** Whether the page may ask for `url`. */
  allows(url: string): Promise<boolean>
  /** Whether the page itself may be (or move to) `url`; on yes, that is its origin from now on. */
  moves(url: string): Promise<boolean>
  /** Whether nobody knows the host of `url`. */
  isUnknown(url: string): Promise<boolean>
  /** Whether the page itself is on this machine or in a private network. */
  isInside(): Promise<boolean>
}

/** A local page (a file, pasted HTML) reads nothing but itself: no request leaves. */
export function localPolicy(page: string): RequestPolicy {
  const isPage = (url: string): Promise<boolean> => Promise.resolve(url === page || isInline(url))
  return { allows: isPage, moves: isPage, isUnknown: () => Promise.resolve(false), isInside: () => Promise.resolve(false) }
}

export interface NetworkPolicyOptions {
  /** Default: the system's resolver. */
  readonly resolve?: Resolve
  /** Whether a proxy looks names up, so that one this machine does not know may still be public; default: what the environment says. */
  readonly proxied?: boolean
}

/**
 * The policy of a page from the network. It may load over HTTP from public addresses; loopback and private addresses
 * are open to a page from there alone: its own origin, and when it redirects, its own host. A name that cannot be looked
 * up here counts as private: the browser asks again, and may get another answer from whoever owns the name.
 */
export function networkPolicy(options: NetworkPolicyOptions = {}): RequestPolicy {
  const { resolve = systemResolver, proxied = usesProxy(process.env) } = options
  const known = new Map<string, Promise<Place>>()
  const place = (url: URL): Promise<Place> => valueAt(known, url.hostname, () => placeOf(url.hostname, resolve))
  const isPublic = async (url: URL): Promise<boolean> => {
    const found = await place(url)
    return found === 'public' || (found === 'unknown' && proxied)
  }
  let page: URL | null = null

  return {
    async allows(address) {
      if (isInline(address)) return true
      const url = webAddress(address)
      if (!url) return false
      return url.origin === page?.origin || isPublic(url)
    },
    async moves(address) {
      const url = webAddress(address)
      if (!url) return false
      // The first address is the person's own choice.
      const allowed = page === null || url.hostname === page.hostname || (await isPublic(url))
      if (allowed) page = url
      return allowed
    },
    async isUnknown(address) {
      const url = webAddress(address)
      return url !== null && (await place(url)) === 'unknown'
    },
    isInside: async () => page !== null && !(await isPublic(page)),
  }
}

function isInline(url: string): boolean {
  return /^(?:data|blob|about):/i.test(url)
}
