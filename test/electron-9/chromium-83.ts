/** Chromium 83 as a Chromium of today: commands of the protocol that came later, and functions that our scripts call in a page. */

type Send = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>

/** To run before our own scripts. What a page itself needs of a newer browser is not here: that is in `limits.ts`. */
const FUNCTIONS = `{
  if (!Array.prototype.at) Array.prototype.at = function (n) { return this[n < 0 ? this.length + n : n] }
  if (!globalThis.WeakRef) globalThis.WeakRef = class { constructor(held) { this.held = held } deref() { return this.held } }
  const shown = new WeakMap()
  const isOpaque = (element) => {
    const parent = element.parentElement
    const own = getComputedStyle(element).opacity !== '0' && (!parent || (shown.has(parent) ? shown.get(parent) : isOpaque(parent)))
    shown.set(element, own)
    return own
  }
  if (!Element.prototype.checkVisibility) Element.prototype.checkVisibility = function (how) {
    return this.getClientRects().length > 0 && (!how || (getComputedStyle(this).visibility === 'visible' && isOpaque(this)))
  }
  if (!Document.prototype.getAnimations) Document.prototype.getAnimations = () => []
  if (!ShadowRoot.prototype.getAnimations) ShadowRoot.prototype.getAnimations = () => []
  if (!Element.prototype.getHTML) Element.prototype.getHTML = function () { return this.innerHTML }
}`

/** A session of the protocol that takes today's commands. */
export function asToday(send: Send): Send {
  return async (method, params = {}) => {
    switch (method) {
      // There is no prerendering yet.
      case 'Page.setPrerenderingAllowed':
        return {}
      case 'Page.createIsolatedWorld': {
        const world = (await send(method, params)) as { readonly executionContextId: number }
        await send('Runtime.evaluate', { expression: FUNCTIONS, contextId: world.executionContextId })
        return world
      }
      case 'Page.addScriptToEvaluateOnNewDocument':
        return send(method, { ...params, source: FUNCTIONS + String(params.source) })
      case 'Page.getLayoutMetrics': {
        const metrics = (await send(method, params)) as { readonly contentSize: unknown }
        return { ...metrics, cssContentSize: metrics.contentSize }
      }
      // The headers it would change are changed by Electron's webRequest as well.
      case 'Fetch.continueResponse':
        return send('Fetch.continueRequest', { requestId: params.requestId })
      default:
        return send(method, params)
    }
  }
}
