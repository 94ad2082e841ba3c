/** Hit tests at a point of a document's viewport, also in open shadow roots. */

/** A position between characters of the page. */
export interface Caret {
  readonly node: Node
  readonly offset: number
}

/** Returns the element under a point. @param entered receives the shadow roots around the element */
export function elementAt(doc: Document, x: number, y: number, entered: ShadowRoot[] = []): Element | null {
  let element = doc.elementFromPoint(x, y)
  while (element?.shadowRoot && !entered.includes(element.shadowRoot)) {
    entered.push(element.shadowRoot)
    element = element.shadowRoot.elementFromPoint(x, y)
  }
  return element
}

/** Returns the caret under a point. */
export function caretAt(doc: Document, x: number, y: number): Caret | null {
  // Older browsers return only the host of a shadow root.
  if (typeof doc.caretPositionFromPoint === 'function') {
    const shadowRoots: ShadowRoot[] = []
    elementAt(doc, x, y, shadowRoots)
    const found = doc.caretPositionFromPoint(x, y, { shadowRoots })
    return found && { node: found.offsetNode, offset: found.offset }
  }
  const found = doc.caretRangeFromPoint(x, y)
  return found && { node: found.startContainer, offset: found.startOffset }
}
