import { z } from 'zod'
import type { CaptureOptions } from '../../../shared/contract/source'
import type { CdpTarget } from './cdp-target'
import { COUNT_UNREAD_PARTS } from './unread-parts'
import { setConditions } from './page-conditions'
import { WORLD } from './page-walk'

const Version = z.object({ userAgent: z.string() })

/** Bytes beyond what is kept that the browser holds for us: of scripts and data, which it counts as well. */
const NETWORK_BUFFER = 32 * 1024 * 1024

/**
 * A peer connection needs no request that could be refused, and a payment method is asked for past the interception. Printing shows
 * the system's dialog over everything where the browser has windows; closing ends the capture. Electron has no `prompt`, and throws: this is what a dismissed one gives.
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
 * For pages of this machine or a private network, beside the policy that their document gets: what connects past the
 * interception is refused towards other origins, as a browser refuses what a page may not ask for.
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
 * To run in a new document before its own scripts: it stays where it is, whatever it tries. A navigation that is refused
 * only on the network has stopped the parser by then, and the rest of the page is lost.
 */
const STAY = `navigation.addEventListener('navigate', (event) => {
  if (event.destination.sameDocument || !event.cancelable) return
  event.preventDefault()
  globalThis[Symbol.for('stays')] = (globalThis[Symbol.for('stays')] ?? 0) + 1
})`

/**
 * To run in a new document that is here as a whole: it is laid out once, when it is parsed, and not again with each part of it that the
 * browser has taken in. Style sheets, fonts and pictures of styles are asked for before the load ends, as they are without this.
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

/** Sets the browser's page up before anything is shown in it. @param page whether it is here already, and whether it lies on this machine or in a private network @returns what the browser calls itself */
export async function preparePage(
  send: CdpTarget['send'],
  options: CaptureOptions,
  { isLocal, isInside }: { readonly isLocal: boolean; readonly isInside: boolean },
): Promise<string> {
  const rendered = options.mode === 'rendered'
  // What is sent together is not waited for one by one: each answer takes as long as many commands.
  const [conditions] = await Promise.all([
    send('Browser.getVersion').then((answer) => {
      // An honest browser, though one without a window: some servers refuse what calls itself headless or Electron.
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
    // A page is as wide as its viewport in every host; headless browsers show none.
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
