import type { CdpTarget } from './cdp-target'
import { evaluate } from './isolated-world'

/** Closed shadow roots that scripts made and that are still in the page; `attachShadow` is as the page sees it, but for this. */
export const CLOSED_ROOTS = `{
  const hosts = []
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = new Proxy(attachShadow, {
    apply(_, host, given) {
      const root = Reflect.apply(attachShadow, host, given)
      if (root.mode === 'closed') hosts.push(new WeakRef(host))
      return root
    },
  })
  Object.defineProperty(globalThis, Symbol.for('closed shadow roots'), { get: () => hosts.filter((host) => host.deref()?.isConnected).length })
}`

/** Says how many shadow roots nobody can look into: made closed by scripts, or declared so in what was served. */
export async function closedRoots(send: CdpTarget['send'], served: string): Promise<string[]> {
  const expression = `Number(globalThis[Symbol.for('closed shadow roots')]) || 0`
  const made = Number(await evaluate(send, expression).catch(() => 0))
  const declared = served.match(/<template\b[^<>]*\sshadowrootmode\s*=\s*["']?closed/gi)?.length ?? 0
  const count = made + declared
  if (count === 0) return []
  return [
    count === 1
      ? '1 shadow root is closed; what is in it cannot be read.'
      : `${count} shadow roots are closed; what is in them cannot be read.`,
  ]
}
