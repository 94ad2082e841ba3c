import { parseHTML } from 'linkedom'
import { attributesOf, ELEMENT, FRAME_DOCUMENT, isRootName, tagName, type NodeId, type PageModel } from '../../shared/page/page-model'

/** The little of the DOM that a peer's document is built and read with. */
export interface PeerNode {
  readonly nodeType: number
  readonly parentNode: PeerNode | null
  readonly firstChild: PeerNode | null
  readonly nextSibling: PeerNode | null
  readonly textContent: string
}

export interface PeerElement extends PeerNode {
  readonly outerHTML: string
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  appendChild(child: PeerNode): PeerNode
  /** What @mozilla/readability leaves on the elements that it scored. */
  readonly readability?: { readonly contentScore: number }
}

export interface PeerDocument {
  /** Null where a library took it out. */
  readonly documentElement: PeerElement | null
  readonly body: PeerElement
  createElement(name: string): PeerElement
  createElementNS(namespace: string, name: string): PeerElement
  createTextNode(text: string): PeerNode
}

/** The attribute that carries our node id through a peer's run. */
const STAMP = 'data-bs-id'
const PEER_ELEMENT = 1
export const PEER_TEXT = 3

const SVG = 'http://www.w3.org/2000/svg'

export interface BuiltDocument {
  readonly document: PeerDocument
  /** The DOM node of each page node that is in the document. */
  readonly nodes: readonly (PeerNode | undefined)[]
}

/**
 * Builds the very tree of a page model as a linkedom document, so that a DOM node that survives a library's run is known by identity.
 * The libraries look into no shadow root and throw frames away: what these hold stands in the host, and in `div`s for the frame and its
 * body, where the page is read with them. What it is read without is not there.
 * @param stamp also writes the node id into `STAMP` of every element, which survives a library that serialises and parses again.
 */
export function buildPeerDocument(page: PageModel, stamp: boolean): BuiltDocument {
  const { document } = parseHTML('<!doctype html><html></html>')
  const nodes = new Array<PeerNode | undefined>(page.count)
  const elements = new Array<PeerElement | null>(page.count)
  const foreign = new Uint8Array(page.count)
  const inFrame = new Uint8Array(page.count)
  for (let n = 0; n < page.count; n++) {
    const up = page.parent[n] as number
    const parent = up < 0 ? null : (elements[up] as PeerElement)
    if (up >= 0 && inFrame[up] === 1) inFrame[n] = 1
    if (page.kind[n] !== ELEMENT) {
      const text = document.createTextNode(page.text[n] as string)
      elements[n] = null
      nodes[n] = text
      parent?.appendChild(text)
      continue
    }
    const tag = peerName(page, n, inFrame[n] === 1)
    if (tag === null) {
      n = (page.subtreeEnd[n] as number) - 1
      continue
    }
    if (isRootName(tag) || (tag === 'html' && n > 0)) {
      elements[n] = parent
      if (tag === FRAME_DOCUMENT) inFrame[n] = 1
      continue
    }
    const inForeign = up >= 0 && foreign[up] === 1 && tagName(page, up) !== 'foreignObject'
    if (tag === 'svg' || inForeign) foreign[n] = 1
    const element =
      n === 0 && document.documentElement
        ? document.documentElement
        : foreign[n] === 1
          ? document.createElementNS(SVG, tag)
          : document.createElement(tag)
    for (const [name, value] of attributesOf(page, n)) element.setAttribute(name, value)
    if (stamp) element.setAttribute(STAMP, String(n))
    elements[n] = element
    nodes[n] = element
    parent?.appendChild(element)
  }
  return { document, nodes }
}

/** What an element is called in a peer's document; null where it and what it holds are not read. */
function peerName(page: PageModel, node: NodeId, inFrame: boolean): string | null {
  const tag = tagName(page, node)
  if (isRootName(tag)) return page.composed ? tag : null
  if (inFrame) return tag === 'head' ? null : tag === 'body' ? 'div' : tag
  const holdsDocument = page.composed && tagName(page, node + 1) === FRAME_DOCUMENT && page.parent[node + 1] === node
  return holdsDocument ? 'div' : tag
}

/** Visits the nodes below and including `root` in document order, without recursion. */
export function visitPeerNodes(root: PeerNode | null, visit: (node: PeerNode) => void): void {
  if (!root) return
  let node: PeerNode = root
  for (;;) {
    visit(node)
    if (node.firstChild) {
      node = node.firstChild
      continue
    }
    while (node !== root && !node.nextSibling) {
      if (!node.parentNode) return
      node = node.parentNode
    }
    if (node === root || !node.nextSibling) return
    node = node.nextSibling
  }
}

/** The text nodes below a node, in document order. */
export function textNodes(root: PeerNode): PeerNode[] {
  const texts: PeerNode[] = []
  visitPeerNodes(root, (node) => {
    if (node.nodeType === PEER_TEXT) texts.push(node)
  })
  return texts
}

/** The id stamped on an element, or -1. */
export function stampOf(node: PeerNode): NodeId {
  if (node.nodeType !== PEER_ELEMENT) return -1
  const value = (node as PeerElement).getAttribute(STAMP)
  return value === null ? -1 : Number(value)
}
