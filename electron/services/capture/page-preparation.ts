import { z } from 'zod'
import type { CaptureOptions } from '../../../shared/contract/capture'
import { type CdpTarget, evaluate, WORLD } from './cdp-target'
import { setConditions } from './page-conditions'

/** Moves streamed content in a browser without scripts, as `shared/page/streamed-content.ts` does in the parse tree. */
export const PLACE_STREAMED = `(() => {
  const attribute = Element.prototype.getAttribute
  const opening = ['$', '$?', '$~', '$!', '&'], closing = ['/$', '/&']
  const segments = new Map(), placeholders = new Map(), pairs = []
  for (const element of document.querySelectorAll('[id]')) {
    const id = attribute.call(element, 'id')
    const kind = /^.*([BPS]):[0-9a-f]+$/.exec(id)?.[1]
    const list = kind === 'S' ? segments : kind && element.localName === 'template' ? placeholders : null
    if (list && !list.has(id)) list.set(id, element)
  }
  const add = (segment, placeholder) => {
    if (!segments.has(segment) || !placeholders.has(placeholder)) return
    pairs.push([segments.get(segment), placeholders.get(placeholder)])
    segments.delete(segment)
    placeholders.delete(placeholder)
  }
  for (const script of document.querySelectorAll('script'))
    for (const [, a, b] of script.textContent.matchAll(/\\$R[CRS]\\("([^"]*)","([^"]*)"/g)) {
      add(a, b)
      add(b, a)
    }
  for (const id of [...segments.keys()]) for (const kind of ['B', 'P']) add(id, id.replace(/^(.*)S:/, '$1' + kind + ':'))
  for (const [segment] of pairs) segment.remove()
  for (const [segment, placeholder] of pairs) {
    const isBoundary = placeholder.previousSibling?.nodeType === 8 && opening.includes(placeholder.previousSibling.data)
    let end = isBoundary ? placeholder.nextSibling : null
    for (let depth = 0; end; end = end.nextSibling) {
      if (end.nodeType !== 8) continue
      if (opening.includes(end.data)) depth++
      else if (closing.includes(end.data) && depth-- === 0) break
    }
    while (end && placeholder.nextSibling !== end) placeholder.nextSibling.remove()
    placeholder.replaceWith(...segment.childNodes)
  }
  return pairs.length
})()`

const COUNT_UNREAD_PARTS = `{
  const hosts = []
  let workers = 0
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = new Proxy(attachShadow, {
    apply(_, host, args) {
      const root = Reflect.apply(attachShadow, host, args)
      if (root.mode === 'closed') hosts.push(new WeakRef(host))
      return root
    },
  })
  const refuse = function register() {
    workers += 1
    return Promise.reject(new DOMException('No service worker is run here.', 'SecurityError'))
  }
  // The host's browser may assign another function, which is ignored.
  if (navigator.serviceWorker)
    Object.defineProperty(navigator.serviceWorker, 'register', { get: () => refuse, set: () => undefined, configurable: true })
  Object.defineProperty(globalThis, Symbol.for('unread parts'), {
    get: () => ({ roots: hosts.filter((host) => host.deref()?.isConnected).length, workers }),
  })
}`

const Counts = z.object({ roots: z.number(), workers: z.number() }).catch({ roots: 0, workers: 0 })

export async function unreadParts(send: CdpTarget['send'], served: string): Promise<string[]> {
  const counts = await evaluate(send, `globalThis[Symbol.for('unread parts')]`).catch(() => null)
  const { roots, workers } = Counts.parse(counts)
  const declared = served.match(/<template\b[^<>]*\sshadowrootmode\s*=\s*["']?closed/gi)?.length ?? 0
  const notes: string[] = []
  if (roots + declared === 1) notes.push('1 shadow root is closed; its content cannot be read.')
  else if (roots + declared > 1) notes.push(`${roots + declared} shadow roots are closed; their content cannot be read.`)
  if (workers > 0) notes.push('The page requested a service worker, which was refused; content from the worker is missing.')
  return notes
}

const Version = z.object({ userAgent: z.string() })

const NETWORK_BUFFER = 32 * 1024 * 1024

/** Removes features that bypass the interception, such as WebRTC, and features that block or close the window. */
const REMOVE_FEATURES = `{
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport', 'WebSocketStream', 'PaymentRequest']) delete globalThis[name]
  globalThis.print = globalThis.close = function () {}
  globalThis.prompt = function () { return null }
  const { execCommand } = Document.prototype
  Document.prototype.execCommand = function (command) {
    return String(command).toLowerCase() !== 'print' && Reflect.apply(execCommand, this, arguments)
  }
}`

/** For local and private pages: refuses sockets, event sources and workers of other hosts. Their requests would bypass the interception. */
const OWN_ORIGIN_ONLY = `for (const name of ['WebSocket', 'EventSource', 'Worker', 'SharedWorker']) {
  const Plain = globalThis[name]
  if (!Plain) continue
  const Guarded = new Proxy(Plain, {
    construct(_, args, target) {
      const address = new URL(String(args[0]), document.baseURI)
      if (/^(?:https?|wss?):$/.test(address.protocol) && address.host !== location.host)
        throw new DOMException('The page can reach only its own origin.', 'SecurityError')
      return Reflect.construct(Plain, [address.href, ...args.slice(1)], target === Guarded ? Plain : target)
    },
  })
  Plain.prototype.constructor = Guarded
  globalThis[name] = Guarded
}`

/** Blocks navigations to other documents before they start. A navigation that is refused later has already stopped the parser. */
const STAY = `navigation.addEventListener('navigate', (event) => {
  if (event.destination.sameDocument || !event.cancelable) return
  event.preventDefault()
  globalThis[Symbol.for('stays')] = (globalThis[Symbol.for('stays')] ?? 0) + 1
})`

/** Hides the document until parsing ends, so that the browser computes the layout only once. */
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

/** Call before the navigation. Returns the user agent. `isInside`: the page's server is on this machine or in a private network. */
export async function preparePage(
  send: CdpTarget['send'],
  options: CaptureOptions,
  { isLocal, isInside }: { readonly isLocal: boolean; readonly isInside: boolean },
): Promise<string> {
  const rendered = options.mode === 'rendered'
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
    // Headless browsers show no scroll bars. Without scroll bars, a page has the same width in every host.
    send('Emulation.setScrollbarsHidden', { hidden: true }),
    send('DOM.enable'),
    send('Page.addScriptToEvaluateOnNewDocument', { source: REMOVE_FEATURES }),
    rendered ? send('Page.addScriptToEvaluateOnNewDocument', { source: COUNT_UNREAD_PARTS }) : null,
    isLocal || isInside ? send('Page.addScriptToEvaluateOnNewDocument', { source: OWN_ORIGIN_ONLY }) : null,
    isLocal ? send('Page.addScriptToEvaluateOnNewDocument', { source: STAY, worldName: WORLD }) : null,
    isLocal && !rendered ? send('Page.addScriptToEvaluateOnNewDocument', { source: LAY_OUT_ONCE, worldName: WORLD }) : null,
  ])
  return conditions
}
