import { pinnedNodes } from '../../shared/page/place-layout'
import { ELEMENT, FRAME_DOCUMENT, isRootName, SHADOW_ROOT, tagName, type NodeId, type PageModel } from '../../shared/page/page-model'
import { once, valueAt } from '../../shared/base/once'
import type { Rect } from '../../shared/scene/scene'

export type Box = Rect

export interface FrameGeometry {
  readonly model: PageModel
  /** By node; undefined for texts and for elements that are missing in the view. */
  readonly elements: readonly (Element | undefined)[]
  /** Shadow roots by node. A text can be a direct child of a shadow root, and `elements` has no shadow roots. */
  readonly roots: ReadonlyMap<NodeId, ShadowRoot>
  readonly nested: ReadonlyMap<Document, NestedDocument>
  /** Per node: x, y, width, height in document coordinates; zero without a box and for text nodes. `boxOf` measures text nodes. */
  readonly boxes: Float32Array
  readonly texts: Map<NodeId, Box | null>
  /** By id of the parent: the parent's DOM text nodes by node id. A parent is added when one of its texts is first measured. */
  readonly textNodes: Map<NodeId, ReadonlyMap<NodeId, Node>>
  /** Top and bottom of each node's subtree. Drawing skips subtrees outside the view. */
  readonly reach: Float32Array
  /** Outermost elements that stay in view during scrolling and hide content, in document order. */
  readonly pinned: readonly NodeId[]
  /** The elements of `pinned`, lowest z-index first. */
  readonly stacked: readonly NodeId[]
  readonly blank: Uint8Array
  readonly ground: Int32Array
}

interface NestedDocument {
  readonly x: number
  readonly y: number
  readonly clip: Box
}

const ELEMENTS_PER_PART = 500

/** Measures the elements with one layout. The caller may pause between the parts if the layout does not change meanwhile. */
export function* measureParts(frame: Document, model: PageModel): Generator<undefined, FrameGeometry> {
  const elements = new Array<Element | undefined>(model.count)
  const boxes = new Float32Array(model.count * 4)
  const roots = new Map<NodeId, ShadowRoot>()
  const nested = new Map<Document, NestedDocument>()
  const view = frame.defaultView
  const page = { x: view?.scrollX ?? 0, y: view?.scrollY ?? 0, clip: null as Box | null }
  const isComposed = model.tagNames.some(isRootName)
  const trees: { readonly tree: Document | ShadowRoot; readonly place: { x: number; y: number; clip: Box | null } }[] = [
    { tree: frame, place: page },
  ]
  /** 1 for an element without a layout. Descendants of the element are not measured. */
  const unseen = new Uint8Array(model.count)
  let measured = 0
  for (let tree = trees.pop(); tree; tree = trees.pop()) {
    const { place } = tree
    for (const element of tree.tree.querySelectorAll('[data-bs-id]')) {
      if (++measured % ELEMENTS_PER_PART === 0) {
        yield
        page.x = view?.scrollX ?? 0
        page.y = view?.scrollY ?? 0
      }
      const id = nodeOf(element)
      if (id === null || id >= model.count) continue
      elements[id] = element
      const isWithin = unseen[model.parent[id] as number] === 1
      const rect = isWithin ? NOWHERE : element.getBoundingClientRect()
      if (isWithin || (isNowhere(rect) && !isLaidOut(element))) unseen[id] = 1
      const box = clipped({ x: rect.x + place.x, y: rect.y + place.y, width: rect.width, height: rect.height }, place.clip)
      setBox(boxes, id, box)
      const root = id + 1
      if (!isComposed || root >= model.count || model.parent[root] !== id) continue
      unseen[root] = unseen[id] as number
      if (tagName(model, root) === SHADOW_ROOT && element.shadowRoot) {
        roots.set(root, element.shadowRoot)
        setBox(boxes, root, box)
        trees.push({ tree: element.shadowRoot, place })
      } else if (tagName(model, root) === FRAME_DOCUMENT) {
        const inner = (element as HTMLIFrameElement).contentDocument
        setBox(boxes, root, box)
        if (!inner?.documentElement) continue
        const { clientLeft, clientTop, clientWidth, clientHeight } = element
        const style = element.ownerDocument.defaultView?.getComputedStyle(element)
        const x = rect.x + place.x + clientLeft + Number.parseFloat(style?.paddingLeft ?? '0')
        const y = rect.y + place.y + clientTop + Number.parseFloat(style?.paddingTop ?? '0')
        const innerPlace = { x, y, clip: clipped({ x, y, width: clientWidth, height: clientHeight }, place.clip) }
        nested.set(inner, innerPlace)
        trees.push({ tree: inner, place: innerPlace })
      }
    }
  }
  const pinned = pinnedNodes(model).filter((n) => elements[n] !== undefined && covers(model, elements, boxes, n))
  return {
    model,
    elements,
    roots,
    nested,
    boxes,
    pinned,
    stacked: stackedNodes(pinned, elements),
    reach: reachOf(model, boxes),
    texts: new Map(),
    textNodes: new Map(),
    blank: blankTexts(model),
    ground: new Int32Array(model.count),
  }
}

const NOWHERE: Box = { x: 0, y: 0, width: 0, height: 0 }

const isNowhere = ({ x, y, width, height }: Box): boolean => width === 0 && height === 0 && x === 0 && y === 0

/** False if neither the element nor its descendants can have a box. */
function isLaidOut(element: Element): boolean {
  return element.checkVisibility() || element.ownerDocument.defaultView?.getComputedStyle(element).display === 'contents'
}

const MOST_DESCENDANTS_CHECKED = 200
const LEAST_OPAQUE = 0.5
const DRAWN: ReadonlySet<string> = new Set(['img', 'video', 'canvas', 'iframe', 'object', 'embed'])

function covers(model: PageModel, elements: FrameGeometry['elements'], boxes: Float32Array, node: NodeId): boolean {
  const area = (n: NodeId): number => (boxes[n * 4 + 2] as number) * (boxes[n * 4 + 3] as number)
  const least = area(node) / 2
  const end = Math.min(model.subtreeEnd[node] as number, node + MOST_DESCENDANTS_CHECKED)
  for (let n = node; n < end; n++) {
    const element = elements[n]
    if (!element || area(n) < least) continue
    const style = element.ownerDocument.defaultView?.getComputedStyle(element)
    const isSeenThrough = style && (Number(style.opacity) < LEAST_OPAQUE || style.visibility !== 'visible')
    // Opacity also applies to descendants. A hidden element can have visible descendants.
    if (isSeenThrough && n === node && style.visibility === 'visible') return false
    if (isSeenThrough) continue
    if (DRAWN.has(element.localName)) return true
    if (style && (style.backgroundImage !== 'none' || !isTransparent(style.backgroundColor))) return true
  }
  return false
}

function stackedNodes(nodes: readonly NodeId[], elements: FrameGeometry['elements']): readonly NodeId[] {
  const height = (n: NodeId): number => {
    const element = elements[n]
    return (element && Number.parseInt(element.ownerDocument.defaultView?.getComputedStyle(element).zIndex ?? '', 10)) || 0
  }
  return nodes
    .map((node) => ({ node, height: height(node) }))
    .sort((a, b) => a.height - b.height)
    .map(({ node }) => node)
}

function isTransparent(colour: string): boolean {
  const alpha = /(?:,|\/)\s*([\d.]+)\)$/.exec(/^rgba|\//.test(colour) ? colour : '')?.[1]
  return alpha !== undefined && Number(alpha) < LEAST_OPAQUE
}

function setBox(boxes: Float32Array, node: NodeId, { x, y, width, height }: Box): void {
  boxes.set([x, y, width, height], node * 4)
}

/** Width and height are 0 if the boxes do not overlap. */
export function clipped(box: Box, clip: Box | null): Box {
  if (!clip) return box
  const x = Math.max(box.x, clip.x)
  const y = Math.max(box.y, clip.y)
  const width = Math.min(box.x + box.width, clip.x + clip.width) - x
  const height = Math.min(box.y + box.height, clip.y + clip.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : { x, y, width: 0, height: 0 }
}

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

const blankTexts = once((model: PageModel): Uint8Array => {
  const blank = new Uint8Array(model.count)
  for (let n = 0; n < model.count; n++) if (model.kind[n] !== ELEMENT && !/\S/.test(model.text[n] as string)) blank[n] = 1
  return blank
})

export function nodeOf(element: Element): NodeId | null {
  const id = Number(element.getAttribute('data-bs-id') ?? Number.NaN)
  return Number.isInteger(id) && id >= 0 ? id : null
}

/** Returns the box of a node in document coordinates; null without a box. A text is measured on the first call. */
export function boxOf(geometry: FrameGeometry, node: NodeId): Box | null {
  const { model, boxes, texts } = geometry
  if (model.kind[node] === ELEMENT) {
    const width = boxes[node * 4 + 2] ?? 0
    const height = boxes[node * 4 + 3] ?? 0
    return width > 0 || height > 0 ? { x: boxes[node * 4] ?? 0, y: boxes[node * 4 + 1] ?? 0, width, height } : null
  }
  return valueAt(texts, node, () => textBox(geometry, node))
}

function textBox({ model, elements, roots, nested, textNodes }: FrameGeometry, node: NodeId): Box | null {
  const parent = model.parent[node] ?? -1
  const container = elements[parent] ?? roots.get(parent)
  if (!container) return null
  const text = valueAt(textNodes, parent, () => textNodesOf(container, model, parent)).get(node)
  if (!text) return null
  const doc = container.ownerDocument
  const range = doc.createRange()
  range.selectNodeContents(text)
  const { x, y, width, height } = range.getBoundingClientRect()
  const place = nested.get(doc)
  const left = place?.x ?? doc.defaultView?.scrollX ?? 0
  const top = place?.y ?? doc.defaultView?.scrollY ?? 0
  const box = clipped({ x: x + left, y: y + top, width, height }, place?.clip ?? null)
  return box.width > 0 ? box : null
}

function textNodesOf(element: ParentNode, model: PageModel, parent: NodeId): ReadonlyMap<NodeId, Node> {
  const found = new Map<NodeId, Node>()
  const end = model.subtreeEnd[parent] ?? 0
  let child = element.firstChild
  for (let n = parent + 1; n < end; n = model.subtreeEnd[n] ?? end) {
    if (model.kind[n] === ELEMENT) continue
    while (child && child.nodeType !== 3) child = child.nextSibling
    if (!child) break
    found.set(n, child)
    child = child.nextSibling
  }
  return found
}
