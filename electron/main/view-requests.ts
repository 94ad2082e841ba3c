import { networkPolicy, type RequestPolicy } from '../services/capture/request-policy'
import type { SessionPort } from './electron-port'

const WEB = { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*'] }

/** Header names differ in case from server to server. */
const without = <T>(headers: Readonly<Record<string, T>>, unwanted: RegExp): Record<string, T> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !unwanted.test(name)))

/**
 * Watches over what page views load from the web when they are shown as published: without cookies in either direction, and from
 * private addresses only where the page itself came from there.
 * @param addressOf the address an open page came from; null where it has none or is unknown
 */
export function guardViews(session: SessionPort, addressOf: (page: string) => string | null): void {
  const policies = new Map<string, Promise<RequestPolicy>>()
  const policyOf = (page: string): Promise<RequestPolicy> => {
    let known = policies.get(page)
    if (!known) {
      known = (async () => {
        const policy = networkPolicy()
        const address = addressOf(page)
        if (address !== null) await policy.moves(address)
        return policy
      })()
      policies.set(page, known)
    }
    return known
  }

  session.webRequest.onBeforeRequest(WEB, ({ url, frame }, answer) => {
    const page = /^boilerscope:\/\/app\/view\/([^?#]+)/.exec(frame?.url ?? '')?.[1] ?? ''
    policyOf(page)
      .then((policy) => policy.allows(url))
      .then(
        (allowed) => answer({ cancel: !allowed }),
        () => answer({ cancel: true }),
      )
  })
  session.webRequest.onBeforeSendHeaders(WEB, ({ requestHeaders }, answer) =>
    answer({ requestHeaders: without(requestHeaders, /^(?:cookie|authorization)$/i) }),
  )
  session.webRequest.onHeadersReceived(WEB, ({ responseHeaders }, answer) =>
    answer(responseHeaders ? { responseHeaders: without(responseHeaders, /^(?:set-cookie|clear-site-data)$/i) } : {}),
  )
}
