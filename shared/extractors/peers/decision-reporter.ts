import type { Probe } from '../core/probe'
import type { NodeId, PageModel } from '../../page/page-model'
import type { Finding, Place, PlacedFinding } from './readability-record'

export interface Drop extends Finding {
  readonly node: NodeId
}

/**
 * Reports decisions about subtrees. The first drop of a text is the reason why the text is missing. After later decisions, `restate`
 * reports the first drop again.
 */
export class DecisionReporter {
  readonly #drops: Drop[] = []
  /**
   * Per node, `#first` is the index of the drop that is the reason. `#last` is the index of the last decision, if this decision is a drop.
   * -1 marks a missing index.
   */
  readonly #first: Int32Array
  readonly #last: Int32Array

  constructor(
    readonly page: PageModel,
    readonly probe: Probe,
  ) {
    this.#first = new Int32Array(page.count).fill(-1)
    this.#last = new Int32Array(page.count).fill(-1)
  }

  isOut(node: NodeId): boolean {
    return this.#first[node] >= 0
  }

  /**
   * @param drops outer elements before inner elements. If several of these drops contain a text, the innermost drop replaces the others as
   * the reason
   */
  dropNested(drops: readonly Drop[]): void {
    const batch = this.#drops.length
    for (const drop of drops) this.drop(drop, batch)
  }

  /** @param batch index of the first drop that the new drop may replace as the reason of a text */
  drop(drop: Drop, batch = Number.POSITIVE_INFINITY): void {
    const { page, probe } = this
    if (drop.node <= page.body) return
    probe.decide(drop.node, 'drop', drop.rule, drop.value, drop.limit, drop.note)
    const k = this.#drops.push(drop) - 1
    for (let n = drop.node; n < page.subtreeEnd[drop.node]; n++) {
      if (this.#first[n] === -1 || this.#first[n] >= batch) this.#first[n] = k
      this.#last[n] = k
    }
  }

  keep({ node, rule, value, limit, note }: Drop): void {
    this.probe.decide(node, 'keep', rule, value, limit, note)
    this.#last.fill(-1, node, this.page.subtreeEnd[node])
  }

  restate(): void {
    const { page, probe } = this
    for (let n = Math.max(0, page.body); n < page.count; n++) {
      const k = this.#first[n]
      if (k < 0 || this.#last[n] === k) continue
      const { rule, value, limit, note } = this.#drops[k]
      probe.decide(n, 'drop', rule, value, limit, note)
      this.#last.fill(k, n, page.subtreeEnd[n])
    }
  }

  /**
   * Reports a finding about an element of the library's document. Omits a test unless the element has exactly one page node. Omits nodes
   * before body, and a drop of body.
   */
  report({ place, outcome, ...finding }: PlacedFinding): void {
    if (outcome === 'drop') for (const node of place.ids) this.drop({ node, ...finding })
    else this.test(place, outcome === 'fail' ? 'fail' : 'pass', finding)
  }

  test(place: Place, outcome: 'pass' | 'fail', { rule, value, limit, note }: Finding): void {
    const [node] = place.ids
    if (node !== undefined && place.ids.length === 1 && node >= this.page.body) this.probe.decide(node, outcome, rule, value, limit, note)
  }
}
