import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

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
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['::', 127],
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

/** Asks the system's resolver. Names it does not know are left to the browser, which may go through a proxy. */
async function resolvesToPrivate(host: string): Promise<boolean> {
  const name = host.replace(/\.$/, '').toLowerCase()
  if (name === 'localhost' || name.endsWith('.localhost')) return true
  if (isIP(name.replace(/^\[|\]$/g, '')) !== 0) return isPrivateAddress(name)
  try {
    return (await lookup(name, { all: true })).some(({ address }) => isPrivateAddress(address))
  } catch {
    return false
  }
}

export interface RequestPolicy {
  /** Whether the page may ask for `url`. */
  allows(url: string): Promise<boolean>
  /** Whether the page itself may be (or move to) `url`; on yes, that is its origin from now on. */
  moves(url: string): Promise<boolean>
  /** Whether the page itself is on this machine or in a private network. */
  isInside(): Promise<boolean>
}

/** A local page (a file, pasted HTML) reads nothing but itself: no request leaves. */
export function localPolicy(page: string): RequestPolicy {
  const isPage = (url: string): Promise<boolean> => Promise.resolve(url === page || isInline(url))
  return { allows: isPage, moves: isPage, isInside: () => Promise.resolve(false) }
}

/**
 * The policy of a page from the network. It may load over HTTP from public addresses; loopback and private addresses
 * are open to a page from there alone: its own origin, and when it redirects, its own host.
 */
export function networkPolicy(): RequestPolicy {
  const known = new Map<string, Promise<boolean>>()
  const isPrivate = (url: URL): Promise<boolean> => {
    let answer = known.get(url.hostname)
    if (!answer) {
      answer = resolvesToPrivate(url.hostname)
      known.set(url.hostname, answer)
    }
    return answer
  }
  let page: URL | null = null

  return {
    async allows(address) {
      if (isInline(address)) return true
      const url = httpUrl(address)
      if (!url) return false
      return url.origin === page?.origin || !(await isPrivate(url))
    },
    async moves(address) {
      const url = httpUrl(address)
      if (!url) return false
      // The first address is the person's own choice.
      const allowed = page === null || url.hostname === page.hostname || !(await isPrivate(url))
      if (allowed) page = url
      return allowed
    },
    isInside: () => (page === null ? Promise.resolve(false) : isPrivate(page)),
  }
}

function isInline(url: string): boolean {
  return /^(?:data|blob|about):/i.test(url)
}

function httpUrl(address: string): URL | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null
}
