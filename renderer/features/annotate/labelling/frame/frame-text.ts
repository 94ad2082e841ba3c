import { nodeAtAxis, type AxisRange, type TextAxis } from '../../../../../shared/gold/text-axis'
import { TEXT, type NodeId, type PageModel } from '../../../../../shared/page/page-model'
import { lastAtOrBefore } from '../../../../../shared/base/int-list'
import { caretAt, parentAcrossFrames, type Caret } from '../../../../page-frame/deaf-page'
import { inPage, treesIn } from '../../../../page-frame/nested'

export type FrameText = ReturnType<typeof pairTexts>

export function pairTexts(top: Document, axis: TextAxis) {
  const { page } = axis
  const elements = new Map<NodeId, Element>()
  /** Text nodes of the frame per text node of the model. A browser may split a long text. */
  const texts = new Map<NodeId, readonly Text[]>()
  const starts = new Map<Node, number>()
  const next = new Map<NodeId, Node | null>()
  const treeOf = new Map<NodeId, Node>()
  for (const tree of treesIn(top))
    for (const element of tree.querySelectorAll('[data-bs-id]')) {
      const node = Number(element.getAttribute('data-bs-id'))
      elements.set(node, element)
      next.set(node, element.firstChild)
      treeOf.set(node, tree)
      if (element.shadowRoot) {
        // In the model, the node after a shadow host is the shadow root.
        next.set(node + 1, element.shadowRoot.firstChild)
        treeOf.set(node + 1, element.shadowRoot)
      }
    }
  /** Parts of the text axis in order. Each part is in one document or shadow root, because a DOM range cannot cross these borders. */
  const runs: { from: number; to: number; tree: Node | undefined }[] = []
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] !== TEXT) continue
    const parent = page.parent[n] as number
    let child = next.get(parent)
    while (child && child.nodeType !== 3) child = child.nextSibling
    if (!child) continue
    const parts: Text[] = []
    const from = axis.start[n] as number
    const to = axis.start[n + 1] as number
    const end = from + (page.text[n] as string).length
    let at = from
    do {
      const text = child as Text
      parts.push(text)
      if (to > from) starts.set(text, at)
      at += text.length
      child = child.nextSibling
    } while (child?.nodeType === 3 && at < end)
    next.set(parent, child)
    if (to <= from) continue
    texts.set(n, parts)
    const last = runs.at(-1)
    const tree = treeOf.get(parent)
    if (last?.tree === tree && last) last.to = to
    else runs.push({ from, to, tree })
  }
  return { axis, top, elements, texts, starts, runs }
}

/** Returns null if the frame lacks the text. Between two text nodes, `end` selects the end of the first text node. */
function placeOf({ axis, texts }: FrameText, at: number, end: boolean): { readonly text: Text; readonly offset: number } | null {
  const node = nodeAtAxis(axis, end ? at - 1 : at)
  let offset = at - (axis.start[node] ?? 0)
  const parts = texts.get(node) ?? []
  for (const [i, text] of parts.entries()) {
    if (offset < text.length || (end && offset === text.length) || i === parts.length - 1)
      return { text, offset: Math.min(offset, text.length) }
    offset -= text.length
  }
  return null
}

export function domRanges(text: FrameText, range: AxisRange): Range[] {
  const found: Range[] = []
  const first = lastAtOrBefore(text.runs.length, (i) => (text.runs[i] as AxisRange).to, range.from) + 1
  for (let i = first; i < text.runs.length; i++) {
    const run = text.runs[i] as AxisRange
    if (run.from >= range.to) break
    const start = placeOf(text, Math.max(run.from, range.from), false)
    const end = placeOf(text, Math.min(run.to, range.to), true)
    if (!start || !end) continue
    const part = start.text.ownerDocument.createRange()
    part.setStart(start.text, start.offset)
    part.setEnd(end.text, end.offset)
    found.push(part)
  }
  return found
}

export function rectOfRange(text: FrameText, range: AxisRange): DOMRect | null {
  let whole: DOMRect | null = null
  for (const part of domRanges(text, range)) {
    const rect = part.getBoundingClientRect()
    if (rect.width === 0 && rect.height === 0) continue
    const here = inPage(rect, part.startContainer.ownerDocument ?? text.top, text.top)
    whole = whole ? union(whole, here) : here
  }
  return whole
}

export function union(a: DOMRect, b: DOMRect): DOMRect {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)]
  return new DOMRect(left, top, Math.max(a.right, b.right) - left, Math.max(a.bottom, b.bottom) - top)
}

export function axisOfSelection(text: FrameText, selection: Selection | null): AxisRange | null {
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  return axisFrom(text, { node: startContainer, offset: startOffset }, { node: endContainer, offset: endOffset })
}

export function axisBetween(text: FrameText, one: Caret, other: Caret): AxisRange | null {
  const placeOf = (caret: Caret): number => axisOfCaret(text, caret, false) ?? Infinity
  return placeOf(one) <= placeOf(other) ? axisFrom(text, one, other) : axisFrom(text, other, one)
}

function axisFrom(text: FrameText, first: Caret, last: Caret): AxisRange | null {
  const from = axisOfCaret(text, first, false)
  const to = axisOfCaret(text, last, true)
  return from !== null && to !== null && from < to ? { from, to } : null
}

/** Outside a text, returns the beginning of the next text or, with `end`, the end of the previous text; null without such a text. */
function axisOfCaret({ starts, top }: FrameText, { node, offset }: Caret, end: boolean): number | null {
  const own = starts.get(node)
  if (own !== undefined) return own + offset
  const caret = (node.ownerDocument ?? top).createRange()
  caret.setStart(node, offset)
  caret.collapse(true)
  const root = node.getRootNode()
  const texts = [...starts.keys()].filter((text) => text.getRootNode() === root)
  const before = lastAtOrBefore(texts.length, (i) => caret.comparePoint(texts[i] as Node, 0), -1)
  const found = texts[end ? before : before + 1] as Text | undefined
  return found ? (starts.get(found) ?? 0) + (end ? found.length : 0) : null
}

const IN_LINE = /^(?:inline|contents|ruby.*)$/

export function blockOfElement(element: Element, model: PageModel): { readonly element: Element; readonly node: NodeId } | null {
  for (let e: Element | null = element.closest('[data-bs-id]'); e; e = parentAcrossFrames(e)?.closest('[data-bs-id]') ?? null) {
    const node = Number(e.getAttribute('data-bs-id'))
    if (!Number.isInteger(node) || node >= model.count) continue
    // A click outside all blocks has no target, even in a frame of the page.
    if (node <= model.body || e === e.ownerDocument.body || e === e.ownerDocument.documentElement) return null
    if (!IN_LINE.test(e.ownerDocument.defaultView?.getComputedStyle(e).display ?? '')) return { element: e, node }
  }
  return null
}

export function axisAtPoint(text: FrameText, doc: Document, x: number, y: number): number | null {
  const caret = caretAt(doc, x, y)
  if (!caret) return null
  const start = text.starts.get(caret.node)
  if (start === undefined) return null
  const own = doc.createRange()
  own.selectNodeContents(caret.node)
  for (const rect of own.getClientRects()) {
    if (x >= rect.left - 2 && x <= rect.right + 2 && y >= rect.top && y <= rect.bottom)
      return start + Math.min(caret.offset, Math.max(0, (caret.node.textContent?.length ?? 1) - 1))
  }
  return null
}
