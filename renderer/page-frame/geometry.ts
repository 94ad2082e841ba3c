/** Where the page's nodes are in the frame. Measured once after layout; drawing and hit tests read the numbers. */
import { ELEMENT, type NodeId, type PageModel } from '../../shared/page/page-model'

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
  /** Top and bottom of everything in each node's subtree: what lies out of view is skipped as a whole. */
  readonly reach: Float32Array
  /** 1 for text nodes of white space only. */
  readonly blank: Uint8Array
  /** Room for drawing: one number a node, without meaning between two drawings. */
  readonly ground: Int32Array
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
  return { model, elements, boxes, reach: reachOf(model, boxes), blank: blankTexts(model), ground: new Int32Array(model.count) }
}

/** Children come after their parents: one pass from the end. */
function reachOf(model: PageModel, boxes: Float32Array): Float32Array {
  const reach = new Float32Array(model.count * 2)
  for (let n = 0; n < model.count; n++) {
    const at = n * 4
    const any = (boxes[at + 2] as number) > 0 || (boxes[at + 3] as number) > 0
    reach[n * 2] = any ? (boxes[at + 1] as number) : Number.POSITIVE_INFINITY
    reach[n * 2 + 1] = any ? (boxes[at + 1] as number) + (boxes[at + 3] as number) : Number.NEGATIVE_INFINITY
  }
  for (let n = model.count - 1; n > 0; n--) {
    const p = model.parent[n] as number
    if (p < 0) continue
    if ((reach[n * 2] as number) < (reach[p * 2] as number)) reach[p * 2] = reach[n * 2] as number
    if ((reach[n * 2 + 1] as number) > (reach[p * 2 + 1] as number)) reach[p * 2 + 1] = reach[n * 2 + 1] as number
  }
  return reach
}

const blanks = new WeakMap<PageModel, Uint8Array>()

function blankTexts(model: PageModel): Uint8Array {
  let blank = blanks.get(model)
  if (!blank) {
    blank = new Uint8Array(model.count)
    for (let n = 0; n < model.count; n++) if (model.kind[n] !== ELEMENT && !/\S/.test(model.text[n] as string)) blank[n] = 1
    blanks.set(model, blank)
  }
  return blank
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
