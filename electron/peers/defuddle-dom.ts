/** What is read of the document that Defuddle works on, and what the library is called with while it is observed. */
import type { NodeId } from '../../shared/page/page-model'
import type { PeerDocument, PeerElement, PeerNode } from './peer-document'

/** An element as the reasons are read from it. */
export interface DomElement extends PeerElement {
  readonly tagName: string
  readonly id: string
  readonly previousSibling: PeerNode | null
  readonly children: ArrayLike<DomElement>
  matches(selector: string): boolean
  querySelector(selector: string): DomElement | null
  querySelectorAll(selector: string): ArrayLike<DomElement>
  getElementsByTagName(name: string): ArrayLike<DomElement>
  hasAttribute(name: string): boolean
}

/** A document that can be told to tell its copies. */
export interface DomDocument extends PeerDocument, PeerNode {
  cloneNode: (deep: boolean) => DomDocument
  querySelector: (selector: string) => DomElement | null
  querySelectorAll: (selector: string) => ArrayLike<DomElement>
}

/** What the library says of a removal in its own report. */
export interface Removal {
  readonly step: string
  readonly selector?: string
  readonly reason?: string
  readonly text: string
}

/** What the library gives. */
export interface LibraryResult {
  content: string
  wordCount: number
  readonly extractorType?: string
  debug?: { readonly removals: readonly Removal[] }
}

/** The methods of the library's instance that it reaches through `this`, by which a run is followed. */
export type LibraryInstance = Record<string, (...values: readonly unknown[]) => unknown>

/** Which page node each node of a copy is: copies are walked in step with what they were made of. */
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

/** Which page node each node of a built document is. */
export function idsOf(nodes: readonly (PeerNode | undefined)[]): Map<PeerNode, NodeId> {
  const ids = new Map<PeerNode, NodeId>()
  nodes.forEach((node, id) => node && ids.set(node, id))
  return ids
}
