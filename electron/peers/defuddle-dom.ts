/** Types of the document that Defuddle uses, and of the library's interface during observation. */
import type { NodeId } from '../../shared/page/page-model'
import type { DomElement, PeerDocument, PeerNode } from './peer-document'

/** A document whose `cloneNode` the observer replaces, to record its copies. */
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

/** The methods that the library calls through `this`, which the observer wraps. */
export type LibraryInstance = Record<string, (...values: readonly unknown[]) => unknown>

/** Maps the nodes of a copy to page nodes: walks through copy and original in parallel. */
export function copyIds(from: PeerNode, to: PeerNode, ids: ReadonlyMap<PeerNode, NodeId>): Map<PeerNode, NodeId> {
  const copied = new Map<PeerNode, NodeId>()
  let a: PeerNode = from
  let b: PeerNode = to
  for (;;) {
    const id = ids.get(a)
    if (id !== undefined) copied.set(b, id)
    const [childA, childB] = [a.firstChild, b.firstChild]
    if (childA && childB) {
      a = childA
      b = childB
      continue
    }
    for (;;) {
      if (a === from) return copied
      const [nextA, nextB] = [a.nextSibling, b.nextSibling]
      if (nextA && nextB) {
        a = nextA
        b = nextB
        break
      }
      const [upA, upB] = [a.parentNode, b.parentNode]
      if (!upA || !upB) return copied
      a = upA
      b = upB
    }
  }
}

/** Maps the nodes of a built document to page nodes. */
export function idsOf(nodes: readonly (PeerNode | undefined)[]): Map<PeerNode, NodeId> {
  const ids = new Map<PeerNode, NodeId>()
  nodes.forEach((node, id) => node && ids.set(node, id))
  return ids
}
