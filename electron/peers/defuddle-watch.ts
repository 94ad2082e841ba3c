/** Observes removals from a document on its prototypes. */
import type { DomDocument } from './defuddle-dom'
import type { Loss, Pass } from './defuddle-pass'
import { ownerOf } from './peer-dom'
import type { PeerNode } from './peer-document'

const DOCUMENT = 9
export const FRAGMENT = 11

export function childrenOf(node: PeerNode): PeerNode[] {
  const children: PeerNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

/** Reports removals (`leaves`) and insertions (`moves`) in all linkedom documents of this thread. Returns a function that stops this. */
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

export function placeOf(pass: Pass, node: PeerNode): Loss['place'] {
  let top: PeerNode = node
  for (let up = node.parentNode; up; up = up.parentNode) {
    if (up === pass.main) return 'inside'
    top = up
  }
  return top !== node && top.nodeType === DOCUMENT ? 'outside' : 'gone'
}
