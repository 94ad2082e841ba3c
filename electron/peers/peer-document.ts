import type { DefaultTreeAdapterTypes } from 'parse5'
import type { Root } from '../../shared/page/composed-children'
import type { Piece } from '../../shared/extractors/peers/alignment'
import { FRAME_MARK } from '../../shared/page/attributes'
import { FRAME_DOCUMENT, type NodeId, type PageModel } from '../../shared/page/page-model'
import { isRoot, parseTree } from '../../shared/page/parse-page'
import './dom-corrections'
import { appendParsed, createDocument, writeIds } from './peer-dom'

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
  readonly readability?: { readonly contentScore: number }
}

export interface DomElement extends PeerElement {
  readonly tagName: string
  readonly nodeName: string
  readonly className: unknown
  readonly id: string
  readonly parentNode: DomElement | null
  readonly previousSibling: PeerNode | null
  readonly children: readonly DomElement[]
  readonly style?: { readonly display?: string; readonly visibility?: string }
  readonly src?: string
  readonly srcset?: string
  readonly _readabilityDataTable?: boolean
  hasAttribute(name: string): boolean
  getElementsByTagName(name: string): ArrayLike<DomElement>
  matches(selector: string): boolean
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): ArrayLike<DomElement>
}

export interface PeerDocument {
  readonly documentElement: PeerElement | null
  readonly body: PeerElement
  createTextNode(text: string): PeerNode
}

const STAMP = 'data-bs-id'
const PEER_ELEMENT = 1
export const PEER_TEXT = 3

/**
 * Inlines the shadow roots and frames of a composed page. Defuddle reads shadow roots; the other libraries read neither.
 * @param stamp `elements` writes node ids on the elements, `markup` writes node ids only into serialised markup
 */
export function buildPeerDocument(page: PageModel, stamp?: 'elements' | 'markup') {
  const { tree, ids: parsedIds } = placedTree(page)
  const document = createDocument(page.scripting)
  const ids = new Map<PeerNode, NodeId>()
  appendParsed(document, document, tree.document.childNodes, (node, from) => {
    const id = parsedIds.get(from)
    if (id === undefined) return
    ids.set(node, id)
    if (stamp === 'elements' && node.nodeType === PEER_ELEMENT) node.setAttribute(STAMP, String(id))
  })
  if (stamp === 'markup') writeIds(document, STAMP, ids)
  return { document: document as unknown as PeerDocument, ids: ids as ReadonlyMap<PeerNode, NodeId> }
}

interface PlacedTree {
  readonly page: PageModel
  readonly tree: ReturnType<typeof parseTree>
  readonly ids: ReadonlyMap<unknown, NodeId>
}

let last: WeakRef<PlacedTree> | null = null

function placedTree(page: PageModel): PlacedTree {
  const before = last?.deref()
  if (before?.page === page) return before
  const tree = parseTree(page)
  const ids = new Map<unknown, NodeId>(tree.nodes.map((node, id) => [node, id]))
  placeRoots(page, tree.nodes)
  const placed = { page, tree, ids }
  last = new WeakRef(placed)
  return placed
}

type ParsedNodes = ReturnType<typeof parseTree>['nodes']
type Parsed = Exclude<ParsedNodes[number], Root>

function placeRoots(page: PageModel, nodes: ParsedNodes): void {
  nodes.forEach((root, id) => {
    if (!isRoot(root)) return
    const { owner } = root
    const isCaptured = owner.attrs.some(({ name }) => name === FRAME_MARK)
    if (isCaptured) owner.childNodes = []
    if (!page.composed) return
    const host = nodes[page.parent[id] as NodeId] as DefaultTreeAdapterTypes.Element
    if (root.tagName === FRAME_DOCUMENT) {
      host.tagName = 'div'
      host.childNodes = bodyNodes(root.childNodes)
    } else host.childNodes = [...root.childNodes, ...host.childNodes.filter((child) => child !== owner)]
  })
}

function bodyNodes(nodes: readonly Parsed[]): Parsed[] {
  const inHtml = nodes.flatMap((node) => (node.nodeName === 'html' && 'childNodes' in node ? node.childNodes : [node]))
  for (const node of inHtml) if (node.nodeName === 'body' && 'tagName' in node) node.tagName = 'div'
  return inHtml.filter(({ nodeName }) => nodeName !== 'head' && nodeName !== '#documentType')
}

/** Visits a node and its descendants. Skips the descendants of a node if `visit` returns false. */
export function visitPeerNodes(root: PeerNode | null, visit: (node: PeerNode) => false | void): void {
  for (let node = root; node;) {
    const child: PeerNode | null = visit(node) === false ? null : node.firstChild
    if (!child) while (node && node !== root && !node.nextSibling) node = node.parentNode
    node = child ?? (node === root ? null : (node?.nextSibling ?? null))
  }
}

export function textNodes(root: PeerNode): PeerNode[] {
  const texts: PeerNode[] = []
  visitPeerNodes(root, (node) => {
    if (node.nodeType === PEER_TEXT) texts.push(node)
  })
  return texts
}

export const withoutStamps = (html: string): string => html.replaceAll(/ data-bs-id="\d+"/g, '')

export function stampOf(node: PeerNode): NodeId {
  if (node.nodeType !== PEER_ELEMENT) return -1
  const value = (node as PeerElement).getAttribute(STAMP)
  return value === null ? -1 : Number(value)
}

/** Joins neighbouring texts without an id, because the parser of a restored page splits a text at each escaped character. */
export function piecesOf(root: PeerNode | null, idOf: ReadonlyMap<PeerNode, NodeId>): Piece[] {
  const pieces: Piece[] = []
  let last: PeerNode | null = null
  visitPeerNodes(root, (node) => {
    if (node.nodeType !== PEER_TEXT) return
    const id = idOf.get(node) ?? -1
    const before = pieces.at(-1)
    if (id < 0 && before?.node === -1 && last?.nextSibling === node)
      pieces[pieces.length - 1] = { ...before, text: before.text + node.textContent }
    else {
      let up: PeerNode | null = node.parentNode
      let scope = -1
      while (up && (scope = idOf.get(up) ?? stampOf(up)) < 0) up = up.parentNode
      pieces.push({ text: node.textContent, node: id, scope })
    }
    last = node
  })
  return pieces
}
