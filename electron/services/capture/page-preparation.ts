import { z } from 'zod'
import type { CaptureOptions } from '../../../shared/contract/source'
import type { CdpTarget } from './cdp-target'
import { COUNT_UNREAD_PARTS } from './unread-parts'
import { setConditions } from './page-conditions'
import { WORLD } from './page-walk'

const Version = z.object({ userAgent: z.string() })

/** Bytes that the browser buffers beyond the stored parts: for scripts and data, which it also counts. */
const NETWORK_BUFFER = 32 * 1024 * 1024

/**
 * Removes features that bypass the interception: WebRTC connections need no interceptable request, and payment methods load outside of it.
 * Printing would show the system's dialog in a browser with windows; closing would end the capture. Electron has no `prompt` and throws;
 * this returns the value of a dismissed one.
 */
const TAKEN_AWAY = `{
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'WebSocketStream', 'PaymentRequest']) delete globalThis[name]
  globalThis.print = globalThis.close = function () {}
  globalThis.prompt = function () { return null }
  const { execCommand } = Document.prototype
  Document.prototype.execCommand = function (command) {
    return String(command).toLowerCase() !== 'print' && Reflect.apply(execCommand, this, arguments)
  }
}`

/**
 * For local and private pages, beside the policy of their document: connections that bypass the interception are refused towards other
 * origins, as a browser refuses forbidden requests.
 */
const OWN_ORIGIN_ONLY = `for (const name of ['WebSocket', 'EventSource', 'Worker', 'SharedWorker']) {
  const Given = globalThis[name]
  if (!Given) continue
  const Guarded = new Proxy(Given, {
    construct(_, given, target) {
      const address = new URL(String(given[0]), document.baseURI)
      if (/^(?:https?|wss?):$/.test(address.protocol) && address.host !== location.host)
        throw new DOMException('Only the own origin can be reached.', 'SecurityError')
      return Reflect.construct(Given, [address.href, ...given.slice(1)], target === Guarded ? Given : target)
    },
  })
  Given.prototype.constructor = Guarded
  globalThis[name] = Guarded
}`

/**
 * Runs in a new document before its scripts and blocks navigations. A navigation that only the network refuses has already stopped the
 * parser, and the rest of the page is lost.
 */
const STAY = `navigation.addEventListener('navigate', (event) => {
  if (event.destination.sameDocument || !event.cancelable) return
  event.preventDefault()
  globalThis[Symbol.for('stays')] = (globalThis[Symbol.for('stays')] ?? 0) + 1
})`

/**
 * Runs in a complete new document, so that it is laid out once after parsing and not with each part. Style sheets, fonts and images of
 * styles are still requested before the load ends.
 */
const LAY_OUT_ONCE = `{
  const hidden = new CSSStyleSheet()
  hidden.replaceSync(':root { display: none !important }')
  document.adoptedStyleSheets = [hidden]
  const show = globalThis[Symbol.for('show')] = () => {
    hidden.replaceSync('')
    Document.prototype.getElementsByTagName.call(document, '*')[0]?.getBoundingClientRect()
  }
  document.addEventListener('DOMContentLoaded', show, { once: true })
}`

/**
 * Prepares the browser's page before it shows anything. @param page whether it is local already, and whether it is on this machine or in a
 * private network @returns the browser's user agent
 */
export async function preparePage(
  send: CdpTarget['send'],
  options: CaptureOptions,
  { isLocal, isInside }: { readonly isLocal: boolean; readonly isInside: boolean },
): Promise<string> {
  const rendered = options.mode === 'rendered'
  // Commands sent together are not awaited one by one: a response takes as long as many commands.
  const [conditions] = await Promise.all([
    send('Browser.getVersion').then((answer) => {
      // Some servers refuse user agents that contain "headless" or "Electron".
      const { userAgent } = Version.parse(answer)
      const plain = userAgent.replace('HeadlessChrome/', 'Chrome/').replace(/ (?:boilerscope|electron)\/\S+/gi, '')
      return setConditions(send, options, plain)
    }),
    send('Page.enable'),
    send('Network.enable', {
      maxTotalBufferSize: options.maxResourceBytes + NETWORK_BUFFER,
      maxResourceBufferSize: options.maxResourceBytes,
    }),
    send('Emulation.setScriptExecutionDisabled', { value: !rendered }),
    send('Page.setPrerenderingAllowed', { isAllowed: false }),
    // The page is as wide as its viewport in every host; headless browsers show no scroll bars.
    send('Emulation.setScrollbarsHidden', { hidden: true }),
    send('DOM.enable'),
    send('Page.addScriptToEvaluateOnNewDocument', { source: TAKEN_AWAY }),
    rendered ? send('Page.addScriptToEvaluateOnNewDocument', { source: COUNT_UNREAD_PARTS }) : null,
    isLocal || isInside ? send('Page.addScriptToEvaluateOnNewDocument', { source: OWN_ORIGIN_ONLY }) : null,
    isLocal ? send('Page.addScriptToEvaluateOnNewDocument', { source: STAY, worldName: WORLD }) : null,
    isLocal && !rendered ? send('Page.addScriptToEvaluateOnNewDocument', { source: LAY_OUT_ONCE, worldName: WORLD }) : null,
  ])
  return conditions
}
