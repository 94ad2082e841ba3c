/** Maps the library's elements to the page by stamp, and texts by identity. In a restored page, the characters identify a text. */
import { nodeLabel } from '../../shared/explain/node-label'
import type { Place } from '../../shared/extractors/peers/readability-record'
import { TEXT, type NodeId, type PageModel } from '../../shared/page/page-model'
import { stampOf, textNodes, visitPeerNodes, type PeerNode } from './peer-document'

const AHEAD = 40

export class Places {
  readonly #page: PageModel
  readonly #texts = new Map<PeerNode, readonly NodeId[]>()
  #before: { readonly text: string; readonly ids: readonly NodeId[] }[] = []

  constructor(page: PageModel, ids: ReadonlyMap<PeerNode, NodeId>) {
    this.#page = page
    for (const [node, id] of ids) if (page.kind[id] === TEXT) this.#texts.set(node, [id])
  }

  textIds(node: PeerNode): readonly NodeId[] {
    return this.#texts.get(node) ?? []
  }

  remember(body: PeerNode): void {
    this.#before = textNodes(body).map((node) => ({ text: node.textContent, ids: this.textIds(node) }))
  }

  /** Maps the texts of a restored page by order and characters. The restored texts may be joined or split. */
  restored(body: PeerNode): void {
    const before = this.#before
    let at = 0
    let offset = 0
    for (const node of textNodes(body)) {
      const { textContent } = node
      if (textContent === '') continue
      const start = offset === 0 ? findNextText(before, at, textContent) : at
      if (start !== at) offset = 0
      at = start
      const ids: NodeId[] = []
      let left = textContent.length
      while (left > 0 && at < before.length) {
        const { text, ids: own } = before[at] as { text: string; ids: readonly NodeId[] }
        ids.push(...own)
        const used = Math.min(left, text.length - offset)
        left -= used
        offset += used
        if (offset < text.length) break
        at++
        offset = 0
      }
      this.#texts.set(node, ids)
    }
  }

  of(element: PeerNode): Place {
    const stamp = stampOf(element)
    if (stamp >= 0) return { ids: [stamp], label: nodeLabel(this.#page, stamp) }
    const ids = this.#whole(this.#contents(element), element)
    const [first] = ids
    return { ids, label: ids.length === 1 && first !== undefined ? nodeLabel(this.#page, first) : 'a paragraph that Readability made' }
  }

  #contents(element: PeerNode): NodeId[] {
    const ids: NodeId[] = []
    visitPeerNodes(element, (node) => {
      const stamp = stampOf(node)
      ids.push(...(stamp >= 0 ? [stamp] : this.textIds(node)))
      if (stamp >= 0) return false
    })
    return ids
  }

  /** Returns the parent if the library replaced the parent and the nodes are the whole content of the parent, otherwise the nodes. */
  #whole(ids: NodeId[], { parentNode }: PeerNode): NodeId[] {
    const { parent, subtreeEnd, kind, text, body } = this.#page
    const [first] = ids
    if (first === undefined) return ids
    const up = parent[first] as number
    if (up <= body || (parentNode && stampOf(parentNode) === up)) return ids
    const known = new Set(ids)
    const end = subtreeEnd[up] as number
    for (let n = up + 1; n < end; n = subtreeEnd[n] as number)
      if (!known.has(n) && !(kind[n] === TEXT && (text[n] as string).trim() === '')) return ids
    return [up]
  }
}

function findNextText(before: readonly { readonly text: string }[], at: number, text: string): number {
  for (let k = at; k < Math.min(before.length, at + AHEAD); k++) {
    const other = before[k]?.text ?? ''
    if (other !== '' && (text.startsWith(other) || other.startsWith(text))) return k
  }
  return at
}
