/** Where the page's nodes are in the frame. Measured once after layout; drawing and hit tests read the numbers. */
import { ELEMENT, type NodeId, type PageModel } from '../../../shared/page/page-model'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface FrameGeometry {
  readonly model: PageModel
  /** Element of each element node that the view has. */
  readonly elements: readonly (Element | undefined)[]
  /** x, y, width, height a node in document coordinates; zero where there is no box. Text nodes are measured on demand. */
  readonly boxes: Float32Array
}

/** Measures every element of the frame's document: one layout, one pass. */
export function measureFrame(frame: Document, model: PageModel): FrameGeometry {
  const elements = new Array<Element | undefined>(model.count)
  const boxes = new Float32Array(model.count * 4)
  const view = frame.defaultView
  const left = view?.scrollX ?? 0
  const top = view?.scrollY ?? 0
  for (const element of frame.querySelectorAll('[data-bs-id]')) {
    const id = nodeOf(element)
    if (id === null || id >= model.count) continue
    elements[id] = element
    const rect = element.getBoundingClientRect()
    boxes[id * 4] = rect.x + left
    boxes[id * 4 + 1] = rect.y + top
    boxes[id * 4 + 2] = rect.width
    boxes[id * 4 + 3] = rect.height
  }
  return { model, elements, boxes }
}

/** The node an element of the frame stands for. */
export function nodeOf(element: Element): NodeId | null {
  const id = Number(element.getAttribute('data-bs-id') ?? Number.NaN)
  return Number.isInteger(id) && id >= 0 ? id : null
}

/** The box of a node in document coordinates, null where it has none. Text nodes are measured now. */
export function boxOf(geometry: FrameGeometry, node: NodeId): Box | null {
  const { model, elements, boxes } = geometry
  if (model.kind[node] === ELEMENT) {
    const width = boxes[node * 4 + 2] ?? 0
    const height = boxes[node * 4 + 3] ?? 0
    return width > 0 || height > 0 ? { x: boxes[node * 4] ?? 0, y: boxes[node * 4 + 1] ?? 0, width, height } : null
  }
  const parent = model.parent[node] ?? -1
  const element = elements[parent]
  if (!element) return null
  const text = textNodeOf(element, model, parent, node)
  if (!text) return null
  const range = element.ownerDocument.createRange()
  range.selectNodeContents(text)
  const rect = range.getBoundingClientRect()
  const view = element.ownerDocument.defaultView
  return rect.width > 0
    ? { x: rect.x + (view?.scrollX ?? 0), y: rect.y + (view?.scrollY ?? 0), width: rect.width, height: rect.height }
    : null
}

/** The frame's text node: text nodes of an element are in the model's order. */
function textNodeOf(element: Element, model: PageModel, parent: NodeId, node: NodeId): Node | null {
  let index = 0
  for (let n = parent + 1; n < node; n = model.subtreeEnd[n] ?? node) if (model.kind[n] !== ELEMENT) index += 1
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (child.nodeType !== 3) continue
    if (index === 0) return child
    index -= 1
  }
  return null
}

const NEVER_SHOWN = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'LINK', 'META', 'HEAD', 'TITLE', 'BASE'])

/** Nodes below body that the page does not show. */
export function hiddenNodes(frame: Document, geometry: FrameGeometry): NodeId[] {
  const hidden: NodeId[] = []
  const { body } = geometry.model
  const view = frame.defaultView
  if (!view || body < 0) return hidden
  for (let n = body + 1; n < (geometry.model.subtreeEnd[body] ?? 0); n++) {
    const element = geometry.elements[n]
    if (!element || NEVER_SHOWN.has(element.tagName)) continue
    const style = view.getComputedStyle(element)
    if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') hidden.push(n)
  }
  return hidden
}
