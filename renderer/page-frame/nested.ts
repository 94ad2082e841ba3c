/** Documents in frames of the page, and where they stand in the page around all of them. */

/** The page's document, those in its frames that are part of the page, and shadow roots, however deep. */
function treesIn(frame: Document): (Document | ShadowRoot)[] {
  const found: (Document | ShadowRoot)[] = []
  const trees: (Document | ShadowRoot)[] = [frame]
  for (let tree = trees.pop(); tree; tree = trees.pop()) {
    found.push(tree)
    for (const element of tree.querySelectorAll('[data-bs-host]')) if (element.shadowRoot) trees.push(element.shadowRoot)
    for (const element of tree.querySelectorAll<HTMLIFrameElement>('iframe[data-bs-id], frame[data-bs-id]'))
      if (element.contentDocument?.querySelector('[data-bs-id]')) trees.push(element.contentDocument)
  }
  return found
}

/** The page's document and those in its frames that are part of the page, however deep, in frames and shadow roots alike. */
export function documentsIn(frame: Document): Document[] {
  return treesIn(frame).filter((tree): tree is Document => tree.nodeType === 9)
}

/**
 * Brings what fades or slides in to its end and what never ends to its beginning, as in a capture without scripts: boxes are measured
 * once, and of an animation that goes on they would be those of one moment.
 */
export function bringToRest(frame: Document): void {
  // From the prototypes: a part of the page may be named like a method of its document.
  for (const tree of treesIn(frame)) {
    const isDocument = tree.nodeType === 9
    const animations = isDocument ? Document.prototype.getAnimations.call(tree) : ShadowRoot.prototype.getAnimations.call(tree)
    for (const animation of animations) {
      // An end that is no number of milliseconds goes by the scroll position.
      if (Number(animation.effect?.getComputedTiming().endTime ?? 0) < Infinity) animation.finish()
      else animation.cancel()
    }
  }
}

/** Where a document's viewport stands in that of the page around all frames. */
export function offsetOf(doc: Document, top: Document): { readonly x: number; readonly y: number } {
  let x = 0
  let y = 0
  for (let at: Document | null = doc; at && at !== top;) {
    const frame: Element | null = at.defaultView?.frameElement ?? null
    if (!frame) break
    const rect = frame.getBoundingClientRect()
    const style = frame.ownerDocument.defaultView?.getComputedStyle(frame)
    x += rect.x + frame.clientLeft + Number.parseFloat(style?.paddingLeft ?? '0')
    y += rect.y + frame.clientTop + Number.parseFloat(style?.paddingTop ?? '0')
    at = frame.ownerDocument
  }
  return { x, y }
}

/** A rectangle of a document's viewport in that of the page around all frames. */
export function inPage(rect: DOMRect, doc: Document, top: Document): DOMRect {
  if (doc === top) return rect
  const { x, y } = offsetOf(doc, top)
  return new DOMRect(rect.x + x, rect.y + y, rect.width, rect.height)
}

/** Where a frame stands in the window, and how many pixels of the window are one of the page. */
export function placeOfFrame(frame: HTMLIFrameElement): { readonly left: number; readonly top: number; readonly scale: number } {
  const { left, top, width } = frame.getBoundingClientRect()
  return { left, top, scale: frame.offsetWidth > 0 ? width / frame.offsetWidth : 1 }
}
