/** A sample of pages by strata that is drawn as they come: seeded, the same in any order, in memory that the pages do not grow. Pure. */
import { hashText } from '../base/hash'

/** A page that may be drawn. */
export interface Candidate<T> {
  /** Of the page; the same address counts once. */
  readonly address: string
  readonly site: string
  readonly stratum: string
  /** What finds the page again. */
  readonly place: T
}

export interface SampleOptions {
  /** Pages to draw. */
  readonly size: number
  readonly seed: number
  /** Pages of one site at most. */
  readonly perSite: number
  /** `even`: of every stratum as many as of the others, as far as it has them; `proportional`: by their shares of the pages. */
  readonly allocation: 'even' | 'proportional'
}

interface Held<T> extends Candidate<T> {
  readonly siteKey: number
  readonly pageKey: number
}

/** What a stratum has. */
interface Stratum<T> {
  seen: number
  /** By site, those with the lowest keys, at most `perSite` of each. */
  readonly sites: Map<string, Held<T>[]>
}

export interface StratumCount {
  readonly stratum: string
  readonly seen: number
  readonly drawn: number
}

/** Sites of a stratum that are held beyond those that are wanted, since others may have drawn their pages before. */
const SPARE = 2

const first = <T>(a: Held<T>, b: Held<T>): number =>
  a.siteKey - b.siteKey ||
  (a.site < b.site ? -1 : a.site > b.site ? 1 : 0) ||
  a.pageKey - b.pageKey ||
  (a.address < b.address ? -1 : a.address > b.address ? 1 : 0)

/**
 * Draws sites first and pages of them then, so that a large site has no better chance than a small one. Of every stratum it holds
 * `SPARE · size` sites at most.
 */
export class StratifiedSample<T> {
  readonly #strata = new Map<string, Stratum<T>>()
  readonly #options: SampleOptions

  constructor(options: SampleOptions) {
    this.#options = options
  }

  /** Pages that were looked at. */
  get seen(): number {
    let seen = 0
    for (const stratum of this.#strata.values()) seen += stratum.seen
    return seen
  }

  add(candidate: Candidate<T>): void {
    const { seed, perSite, size } = this.#options
    const stratum = this.#strata.get(candidate.stratum) ?? { seen: 0, sites: new Map<string, Held<T>[]>() }
    this.#strata.set(candidate.stratum, stratum)
    stratum.seen++
    const held = { ...candidate, siteKey: hashText(candidate.site, seed), pageKey: hashText(candidate.address, seed) }
    const pages = stratum.sites.get(candidate.site) ?? []
    if (pages.some(({ address }) => address === held.address)) return
    pages.push(held)
    pages.sort(first)
    pages.length = Math.min(pages.length, perSite)
    stratum.sites.set(candidate.site, pages)
    // Thinned now and then, so that a page costs little.
    if (stratum.sites.size >= 4 * SPARE * size) thin(stratum, SPARE * size)
  }

  /** The pages drawn, by stratum and in a fixed order, and what there was. */
  draw(): { readonly drawn: readonly Candidate<T>[]; readonly strata: readonly StratumCount[] } {
    const { size, perSite, allocation } = this.#options
    const names = [...this.#strata.keys()].sort()
    const queues = names.map((name) => {
      const stratum = this.#strata.get(name) as Stratum<T>
      thin(stratum, SPARE * size)
      const pages = [...stratum.sites.values()].flat().sort(first)
      return { name, seen: stratum.seen, pages, next: 0, drawn: 0, share: (size * stratum.seen) / Math.max(1, this.seen) }
    })
    const ofSite = new Map<string, number>()
    const addresses = new Set<string>()
    const drawn: Candidate<T>[] = []
    const takeOf = (queue: (typeof queues)[number]): boolean => {
      while (queue.next < queue.pages.length) {
        const { siteKey: _, pageKey: __, ...page } = queue.pages[queue.next++]
        const count = ofSite.get(page.site) ?? 0
        if (count >= perSite || addresses.has(page.address)) continue
        ofSite.set(page.site, count + 1)
        addresses.add(page.address)
        queue.drawn++
        drawn.push(page)
        return true
      }
      return false
    }
    if (allocation === 'proportional')
      for (const queue of queues) while (queue.drawn < Math.floor(queue.share) && drawn.length < size && takeOf(queue));
    // What is left is dealt out one by one, where most is missing first.
    for (let open = queues; open.length > 0 && drawn.length < size;) {
      const turn =
        allocation === 'even' ? open : [...open].sort((a, b) => b.share - b.drawn - (a.share - a.drawn) || (a.name < b.name ? -1 : 1))
      open = turn.filter((queue) => drawn.length < size && takeOf(queue))
    }
    const order = new Map(names.map((name, i) => [name, i]))
    drawn.sort((a, b) => (order.get(a.stratum) ?? 0) - (order.get(b.stratum) ?? 0) || (a.address < b.address ? -1 : 1))
    return { drawn, strata: queues.map(({ name: stratum, seen, drawn: count }) => ({ stratum, seen, drawn: count })) }
  }
}

/** Keeps the sites with the lowest keys. */
function thin<T>(stratum: Stratum<T>, most: number): void {
  if (stratum.sites.size <= most) return
  const kept = [...stratum.sites].sort(([, [a]], [, [b]]) => first(a, b)).slice(0, most)
  stratum.sites.clear()
  for (const [site, pages] of kept) stratum.sites.set(site, pages)
}
