import type { Piece } from '../../shared/extractors/peers/alignment'
import { comparable } from '../../shared/extractors/peers/page-letters'
import type { NodeId, PageModel } from '../../shared/page/page-model'
import { END, NEXT, ownerOf } from './peer-dom'
import { type DomElement, piecesOf, type PeerDocument, type PeerNode } from './peer-document'

/** The observer replaces `cloneNode` to record copies of the document. */
export interface DomDocument extends PeerDocument, PeerNode {
  cloneNode: (deep: boolean) => DomDocument
  querySelector: (selector: string) => DomElement | null
  querySelectorAll: (selector: string) => ArrayLike<DomElement>
}

export interface Removal {
  readonly step: string
  readonly selector?: string
  readonly reason?: string
}

export interface LibraryResult {
  content: string
  wordCount: number
  readonly extractorType?: string
  debug?: { readonly removals: readonly Removal[] }
}

export type LibraryInstance = Record<string, (...values: readonly unknown[]) => unknown>

const after = (node: PeerNode, link: symbol): PeerNode => (node as unknown as Record<symbol, PeerNode>)[link] as PeerNode

export function copyIds(original: PeerNode, copy: PeerNode, ids: ReadonlyMap<PeerNode, NodeId>): Map<PeerNode, NodeId> {
  const copied = new Map<PeerNode, NodeId>()
  const end = after(original, END)
  let twin = copy
  // The links of the original and of the copy have the same order, and include attributes.
  for (let node = original; node !== end; node = after(node, NEXT)) {
    const id = ids.get(node)
    if (id !== undefined) copied.set(twin, id)
    twin = after(twin, NEXT)
  }
  return copied
}

export function followCopies(
  document: DomDocument,
  ids: ReadonlyMap<PeerNode, NodeId>,
  report: (copy: DomDocument, ids: ReadonlyMap<PeerNode, NodeId>) => void,
): void {
  const { cloneNode } = document
  document.cloneNode = (deep) => {
    const copy = cloneNode.call(document, deep)
    const [from, to] = [document.documentElement, copy.documentElement]
    const copied = from && to ? copyIds(from, to, ids) : new Map<PeerNode, NodeId>()
    report(copy, copied)
    followCopies(copy, copied, report)
    return copy
  }
}

/** Maximum number of texts of a cleaned element that are compared with one text of the markup. */
const AHEAD = 50

export function followOutputs(
  library: LibraryInstance,
  document: DomDocument,
  { page, ids }: { page: PageModel; ids: ReadonlyMap<PeerNode, NodeId> },
) {
  const outputs: { readonly root: DomElement; readonly ids: ReadonlyMap<PeerNode, NodeId> }[] = []
  let last = ids
  followCopies(document, ids, (_copy, copied) => (last = copied))
  const clean = library['_stripUnsafeElements']
  if (clean)
    library['_stripUnsafeElements'] = (root) => {
      outputs.push({ root: root as DomElement, ids: last })
      return clean.call(library, root)
    }
  return (markup: string, pieces: readonly Piece[]): readonly Piece[] => {
    const output = outputs.findLast(({ root }) => root.outerHTML === markup)
    const origins = output ? piecesOf(output.root, output.ids).filter(({ text }) => text.trim() !== '') : []
    let next = 0
    return pieces.map((piece) => {
      const at = origins.slice(next, next + AHEAD).findIndex(({ text }) => text.trim() === piece.text.trim())
      if (at < 0) return piece
      next += at + 1
      const origin = origins[next - 1] as Piece
      // A piece contains more than the node if the library joined neighbouring texts.
      const isWhole = origin.node >= 0 && comparable(page.text[origin.node] ?? '') === comparable(piece.text)
      return { ...origin, node: isWhole ? origin.node : -1 }
    })
  }
}

export const FRAGMENT = 11

export function childrenOf(node: PeerNode): PeerNode[] {
  const children: PeerNode[] = []
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
  return children
}

/**
 * Calls `leaves` before each removal of a node and `moves` for each insertion, in all linkedom documents of this thread, until the returned
 * function is called.
 */
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
