import type { NodeId } from '../../shared/page/page-model'
import { ownerOf } from './peer-dom'
import { type DomElement, type PeerDocument, type PeerNode, visitPeerNodes } from './peer-document'

/** A document. The observer replaces its `cloneNode` to record copies. */
export interface DomDocument extends PeerDocument, PeerNode {
  cloneNode: (deep: boolean) => DomDocument
  querySelector: (selector: string) => DomElement | null
  querySelectorAll: (selector: string) => ArrayLike<DomElement>
}

export interface Removal {
  readonly step: string
  readonly selector?: string
  readonly reason?: string
  readonly text: string
}

export interface LibraryResult {
  content: string
  wordCount: number
  readonly extractorType?: string
  debug?: { readonly removals: readonly Removal[] }
}

export type LibraryInstance = Record<string, (...values: readonly unknown[]) => unknown>

/** Maps the nodes of a new copy, which has the same structure as its original, to page nodes. */
export function copyIds(original: PeerNode, copy: PeerNode, ids: ReadonlyMap<PeerNode, NodeId>): Map<PeerNode, NodeId> {
  const copies: PeerNode[] = []
  visitPeerNodes(copy, (node) => copies.push(node))
  const copied = new Map<PeerNode, NodeId>()
  let at = 0
  visitPeerNodes(original, (node) => {
    const [id, twin] = [ids.get(node), copies[at++]]
    if (id !== undefined && twin) copied.set(twin, id)
  })
  return copied
}

export const FRAGMENT = 11

export function childrenOf(node: PeerNode): PeerNode[] {
  const children: PeerNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

/** Reports removals (`leaves`) and insertions (`moves`) in all linkedom documents of this thread. Returns a function that ends the reports. */
export function watchPrototypes(
  document: DomDocument,
  leaves: (node: PeerNode) => void,
  moves: (run: () => unknown, node: PeerNode, before: PeerNode) => unknown,
): () => void {
  const put = ownerOf(document.body, 'insertBefore') as { insertBefore: (node: unknown, before: unknown) => unknown }
  const owners = [document.body, document.createTextNode('')].map((node) => ownerOf(node, 'remove') as { remove: () => void })
  const kept = owners.map(({ remove }) => remove)
  const keptPut = put.insertBefore
  owners.forEach((owner, i) => {
    owner.remove = function (this: PeerNode) {
      leaves(this)
      kept[i]?.call(this)
    }
  })
  put.insertBefore = function (this: PeerNode, node: unknown, before: unknown) {
    return moves(() => keptPut.call(this, node, before), node as PeerNode, before as PeerNode)
  }
  return () => {
    owners.forEach((owner, i) => (owner.remove = kept[i] as () => void))
    put.insertBefore = keptPut
  }
}
