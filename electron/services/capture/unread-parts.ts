import { z } from 'zod'
import type { CdpTarget } from './cdp-target'
import { evaluate } from './isolated-world'

/**
 * Counts what of a page nobody can read: closed shadow roots that scripts made and that are still in the page, where `attachShadow` is as
 * the page sees it, but for this; and service workers that it asks for. One is refused, as where a browser has none for the page: it
 * would answer past the interception.
 */
export const COUNT_UNREAD_PARTS = `{
  const hosts = []
  let workers = 0
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = new Proxy(attachShadow, {
    apply(_, host, given) {
      const root = Reflect.apply(attachShadow, host, given)
      if (root.mode === 'closed') hosts.push(new WeakRef(host))
      return root
    },
  })
  const refuse = function register() {
    workers += 1
    return Promise.reject(new DOMException('No service worker is run here.', 'SecurityError'))
  }
  // What the host's browser puts in its place is not taken.
  if (navigator.serviceWorker)
    Object.defineProperty(navigator.serviceWorker, 'register', { get: () => refuse, set: () => undefined, configurable: true })
  Object.defineProperty(globalThis, Symbol.for('unread parts'), {
    get: () => ({ roots: hosts.filter((host) => host.deref()?.isConnected).length, workers }),
  })
}`

const Counts = z.object({ roots: z.number(), workers: z.number() }).catch({ roots: 0, workers: 0 })

/** Says what nobody can look into: shadow roots made closed by scripts, or declared so in what was served; and what was refused. */
export async function unreadParts(send: CdpTarget['send'], served: string): Promise<string[]> {
  const counts = await evaluate(send, `globalThis[Symbol.for('unread parts')]`).catch(() => null)
  const { roots, workers } = Counts.parse(counts)
  const declared = served.match(/<template\b[^<>]*\sshadowrootmode\s*=\s*["']?closed/gi)?.length ?? 0
  const notes: string[] = []
  if (roots + declared === 1) notes.push('1 shadow root is closed; what is in it cannot be read.')
  else if (roots + declared > 1) notes.push(`${roots + declared} shadow roots are closed; what is in them cannot be read.`)
  if (workers > 0) notes.push('The page asked for a service worker, which was refused; what that would bring is missing.')
  return notes
}
