export function treesIn(frame: Document): (Document | ShadowRoot)[] {
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

export const documentsIn = (frame: Document): Document[] => treesIn(frame).filter((tree): tree is Document => tree.nodeType === 9)

export const framesIn = (frame: Document): HTMLIFrameElement[] =>
  treesIn(frame).flatMap((tree) => [...tree.querySelectorAll<HTMLIFrameElement>('iframe, frame')])

export function settleAnimations(frame: Document): void {
  // An element with the name `getAnimations` would hide the document's method, so call the prototype's method.
  for (const tree of treesIn(frame)) {
    const isDocument = tree.nodeType === 9
    const animations = isDocument ? Document.prototype.getAnimations.call(tree) : ShadowRoot.prototype.getAnimations.call(tree)
    for (const animation of animations) {
      // The `endTime` of a scroll-driven animation is not a number.
      if (Number(animation.effect?.getComputedTiming().endTime ?? 0) < Infinity) animation.finish()
      else animation.cancel()
    }
  }
}

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

export function inPage(rect: DOMRect, doc: Document, top: Document): DOMRect {
  if (doc === top) return rect
  const { x, y } = offsetOf(doc, top)
  return new DOMRect(rect.x + x, rect.y + y, rect.width, rect.height)
}

/** Returns the frame's position in the window. `scale` is pixels of the window per pixel of the page. */
export function placeOfFrame(frame: HTMLIFrameElement): { readonly left: number; readonly top: number; readonly scale: number } {
  const { left, top, width } = frame.getBoundingClientRect()
  return { left, top, scale: frame.offsetWidth > 0 ? width / frame.offsetWidth : 1 }
}
