/** The text of the page in the frame and the text axis: the same characters, seen from both sides. */
import { nodeAtAxis, type AxisRange, type TextAxis } from '../../../../shared/gold/text-axis'
import { TEXT, type NodeId, type PageModel } from '../../../../shared/page/page-model'

export interface FrameText {
  readonly axis: TextAxis
  /** Text nodes of the frame for each text node of the model; a browser may split a long one. */
  readonly texts: ReadonlyMap<NodeId, readonly Text[]>
  /** Where each of them starts on the axis. */
  readonly starts: ReadonlyMap<Node, number>
}

/** Pairs the text nodes: those of an element are in the model's order, apart where the model has them apart. Linear. */
export function pairTexts(frame: Document, axis: TextAxis): FrameText {
  const { page } = axis
  const texts = new Map<NodeId, readonly Text[]>()
  const starts = new Map<Node, number>()
  const next = new Map<NodeId, Node | null>()
  const trees: (Document | ShadowRoot)[] = [frame]
  for (let tree = trees.pop(); tree; tree = trees.pop()) {
    for (const element of tree.querySelectorAll('[data-bs-id]')) {
      const node = Number(element.getAttribute('data-bs-id'))
      next.set(node, element.firstChild)
      if (!element.shadowRoot) continue
      // The node after its host stands for it.
      next.set(node + 1, element.shadowRoot.firstChild)
      trees.push(element.shadowRoot)
    }
  }
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== TEXT) continue
    const parent = page.parent[n] as number
    let child = next.get(parent)
    while (child && child.nodeType !== 3) child = child.nextSibling
    if (!child) continue
    const { length } = page.text[n] as string
    const parts: Text[] = []
    let at = axis.start[n] as number
    let left = length
    do {
      const text = child as Text
      parts.push(text)
      if ((axis.start[n + 1] as number) > (axis.start[n] as number)) starts.set(text, at)
      at += text.length
      left -= text.length
      child = child.nextSibling
    } while (child?.nodeType === 3 && left > 0)
    next.set(parent, child)
    if ((axis.start[n + 1] as number) > (axis.start[n] as number)) texts.set(n, parts)
  }
  return { axis, texts, starts }
}

/** The place of a character in the frame; `end` prefers the end of a text node to the start of the next. */
function placeOf({ axis, texts }: FrameText, at: number, end: boolean): { readonly text: Text; readonly offset: number } | null {
  const node = nodeAtAxis(axis, end ? at - 1 : at)
  let offset = at - (axis.start[node] ?? 0)
  const parts = texts.get(node)
  if (!parts) return null
  for (const [i, text] of parts.entries()) {
    if (offset < text.length || (end && offset === text.length) || i === parts.length - 1)
      return { text, offset: Math.min(offset, text.length) }
    offset -= text.length
  }
  return null
}

/** A stretch as a range of the frame's document; null where the frame does not have it. */
export function domRange(text: FrameText, range: AxisRange): Range | null {
  const start = placeOf(text, range.from, false)
  const end = placeOf(text, range.to, true)
  if (!start || !end) return null
  const found = start.text.ownerDocument.createRange()
  found.setStart(start.text, start.offset)
  found.setEnd(end.text, end.offset)
  return found
}

/** What is selected in the frame, or null where that holds no text of the axis. */
export function axisOfSelection(text: FrameText, selection: Selection | null): AxisRange | null {
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  const from = axisOfPoint(text, range.startContainer, range.startOffset, false)
  const to = axisOfPoint(text, range.endContainer, range.endOffset, true)
  return from !== null && to !== null && from < to ? { from, to } : null
}

/** What lies between two carets, whichever comes first; null where that holds no text of the axis. */
export function axisBetween(text: FrameText, one: Range, other: Range): AxisRange | null {
  const isForward = one.compareBoundaryPoints(0, other) <= 0
  const [first, last] = isForward ? [one, other] : [other, one]
  const from = axisOfPoint(text, first.startContainer, first.startOffset, false)
  const to = axisOfPoint(text, last.startContainer, last.startOffset, true)
  return from !== null && to !== null && from < to ? { from, to } : null
}

/** A point of the frame on the axis: the first character after it, or the end of the last one before. */
function axisOfPoint(text: FrameText, container: Node, offset: number, end: boolean): number | null {
  const own = text.starts.get(container)
  if (own !== undefined) return own + offset
  const root = container.ownerDocument
  if (!root) return null
  const walker = root.createTreeWalker(root, 4)
  const before = container.childNodes[offset] ?? null
  // The first node after the point.
  let after: Node | null = before
  for (let node: Node | null = container; !after && node; node = node.parentNode) after = node.nextSibling
  if (container.nodeType === 3) after = container
  if (after) walker.currentNode = after
  else {
    let last: Node = root
    while (last.lastChild) last = last.lastChild
    walker.currentNode = last
  }
  if (end) {
    for (let node = after ? walker.previousNode() : walker.currentNode; node; node = walker.previousNode()) {
      const start = text.starts.get(node)
      if (start !== undefined) return start + (node as Text).length
    }
    return null
  }
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    const start = text.starts.get(node)
    if (start !== undefined) return start
  }
  return null
}

const IN_LINE = /^(?:inline|contents|ruby.*)$/

/** The block an element belongs to as the page is laid out: itself, or the nearest ancestor that does not run in a line; null for body and what is around it. */
export function blockOfElement(element: Element, model: PageModel): { readonly element: Element; readonly node: NodeId } | null {
  for (let e: Element | null = element.closest('[data-bs-id]'); e; e = parentOf(e)?.closest('[data-bs-id]') ?? null) {
    const node = Number(e.getAttribute('data-bs-id'))
    if (!Number.isInteger(node) || node >= model.count) continue
    // A click beside everything means nothing.
    if (node <= model.body) return null
    if (!IN_LINE.test(e.ownerDocument.defaultView?.getComputedStyle(e).display ?? '')) return { element: e, node }
  }
  return null
}

/** The element around another, out of a shadow root too. */
function parentOf(element: Element): Element | null {
  const root = element.getRootNode()
  return element.parentElement ?? ('host' in root ? (root as ShadowRoot).host : null)
}

/** The place on the axis of the text under a point of the frame, or null where there is none. */
export function axisAtPoint(text: FrameText, frame: Document, x: number, y: number): number | null {
  const caret = frame.caretRangeFromPoint(x, y)
  if (!caret) return null
  const start = text.starts.get(caret.startContainer)
  if (start === undefined) return null
  const own = frame.createRange()
  own.selectNodeContents(caret.startContainer)
  for (const rect of own.getClientRects()) {
    if (x >= rect.left - 2 && x <= rect.right + 2 && y >= rect.top && y <= rect.bottom)
      return start + Math.min(caret.startOffset, Math.max(0, (caret.startContainer.textContent?.length ?? 1) - 1))
  }
  return null
}
