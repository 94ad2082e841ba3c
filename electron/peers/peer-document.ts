import { parseHTML } from 'linkedom'
import { ELEMENT, tagName, type NodeId, type PageModel } from '../../shared/page/page-model'

/** The little of the DOM that a peer's document is built and read with. */
export interface PeerNode {
  readonly nodeType: number
  readonly parentNode: PeerNode | null
  readonly firstChild: PeerNode | null
  readonly nextSibling: PeerNode | null
  readonly textContent: string
}

export interface PeerElement extends PeerNode {
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
export const STAMP = 'data-bs-id'
export const PEER_ELEMENT = 1
export const PEER_TEXT = 3

const SVG = 'http://www.w3.org/2000/svg'

export interface BuiltDocument {
  readonly document: PeerDocument
  /** The DOM node of each page node. */
  readonly nodes: readonly PeerNode[]
}

/**
 * Builds the very tree of a page model as a linkedom document, so that a DOM node that survives a library's run is known by identity.
 * @param stamp also writes the node id into `STAMP` of every element, which survives a library that serialises and parses again.
 */
export function buildPeerDocument(page: PageModel, stamp: boolean): BuiltDocument {
  const { document } = parseHTML('<!doctype html><html></html>')
  const nodes = new Array<PeerNode>(page.count)
  const elements = new Array<PeerElement | null>(page.count)
  const foreign = new Uint8Array(page.count)
  for (let n = 0; n < page.count; n++) {
    const up = page.parent[n] as number
    const parent = up < 0 ? null : (elements[up] as PeerElement)
    if (page.kind[n] !== ELEMENT) {
      const text = document.createTextNode(page.text[n] as string)
      elements[n] = null
      nodes[n] = text
      parent?.appendChild(text)
      continue
    }
    const tag = tagName(page, n)
    const inForeign = up >= 0 && foreign[up] === 1 && tagName(page, up) !== 'foreignObject'
    if (tag === 'svg' || inForeign) foreign[n] = 1
    const element =
      n === 0 && document.documentElement
        ? document.documentElement
        : foreign[n] === 1
          ? document.createElementNS(SVG, tag)
          : document.createElement(tag)
    for (const [name, value] of page.attributes[n] ?? []) element.setAttribute(name, value)
    if (stamp) element.setAttribute(STAMP, String(n))
    elements[n] = element
    nodes[n] = element
    parent?.appendChild(element)
  }
  return { document, nodes }
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

/** The id stamped on an element, or -1. */
export function stampOf(node: PeerNode): NodeId {
  if (node.nodeType !== PEER_ELEMENT) return -1
  const value = (node as PeerElement).getAttribute(STAMP)
  return value === null ? -1 : Number(value)
}
