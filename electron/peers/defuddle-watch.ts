/** Observes removals from a document on its prototypes. */
import type { DomDocument } from './defuddle-dom'
import type { Loss, Pass } from './defuddle-pass'
import type { PeerNode } from './peer-document'

const DOCUMENT = 9
export const FRAGMENT = 11

export function childrenOf(node: PeerNode): PeerNode[] {
  const children: PeerNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

function ownerOf(object: object, method: string): Record<string, unknown> | null {
  for (let at: object | null = object; at; at = Object.getPrototypeOf(at) as object | null)
    if (Object.hasOwn(at, method)) return at as Record<string, unknown>
  return null
}

/** Reports removals (`leaves`) and insertions (`moves`) in all linkedom documents of this thread. Returns the undo function. */
export function watchPrototypes(
  document: DomDocument,
  leaves: (node: PeerNode) => void,
  moves: (run: () => unknown, node: PeerNode, before: PeerNode) => unknown,
): () => void {
  const put = ownerOf(document.body, 'insertBefore')
  const owners = [ownerOf(document.body, 'remove'), ownerOf(document.createTextNode(''), 'remove')]
  const kept = owners.map((owner) => owner?.remove)
  const keptPut = put?.insertBefore as ((node: unknown, before: unknown) => unknown) | undefined
  owners.forEach((owner, i) => {
    const remove = kept[i] as () => void
    if (owner)
      owner.remove = function (this: PeerNode) {
        leaves(this)
        remove.call(this)
      }
  })
  if (put && keptPut)
    put.insertBefore = function (this: PeerNode, node: unknown, before: unknown) {
      return moves(() => keptPut.call(this, node, before), node as PeerNode, before as PeerNode)
    }
  return () => {
    owners.forEach((owner, i) => owner && (owner.remove = kept[i]))
    if (put) put.insertBefore = keptPut
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
