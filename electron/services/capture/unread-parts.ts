import { z } from 'zod'
import type { CdpTarget } from './cdp-target'
import { evaluate } from './isolated-world'

/**
 * Counts unreadable parts of a page: closed shadow roots that scripts made and that are still in the page (a wrapper of `attachShadow` that
 * the page does not notice), and requested service workers, which are refused, because they would respond without the interception.
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

/** Describes unreadable parts: shadow roots closed by scripts or declared closed in the sent HTML, and refused service workers. */
export async function unreadParts(send: CdpTarget['send'], served: string): Promise<string[]> {
  const counts = await evaluate(send, `globalThis[Symbol.for('unread parts')]`).catch(() => null)
  const { roots, workers } = Counts.parse(counts)
  const declared = served.match(/<template\b[^<>]*\sshadowrootmode\s*=\s*["']?closed/gi)?.length ?? 0
  const notes: string[] = []
  if (roots + declared === 1) notes.push('1 shadow root is closed; its content cannot be read.')
  else if (roots + declared > 1) notes.push(`${roots + declared} shadow roots are closed; their content cannot be read.`)
  if (workers > 0) notes.push('The page requested a service worker, which was refused; its content is missing.')
  return notes
}
