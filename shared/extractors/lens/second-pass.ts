/** Measures of the second pass: results of the first pass for a block's neighbours, ancestors and page. */
import { valueAt } from '../../base/once'
import type { ContentTree } from '../../page/content-tree'
import type { Blocks } from './blocks'
import type { BlockMeasure } from './block-context'
import { byProbability, logOddsBy, logOddsOf, probability, type TwoPasses } from './model'

const NOTHING = -10
const LEVELS = [0, 1, 2, 3, 4]

export const SECOND_MEASURES: readonly BlockMeasure[] = [
  ['p-previous', 'probability of the previous block', 'Log odds of the previous block, by the first pass.'],
  ['p-next', 'probability of the next block', 'Log odds of the next block, by the first pass.'],
  ['p-near', 'probability (±2 blocks)', 'Log odds of the mean probability of the two blocks on each side, weighted by words.'],
  ['p-around', 'probability (±5 blocks)', 'Log odds of the mean probability of the five blocks on each side, weighted by words.'],
  ['p-five-before', 'probability (5 blocks before)', 'Log odds of the mean probability of the five previous blocks, weighted by words.'],
  ['p-five-after', 'probability (5 blocks after)', 'Log odds of the mean probability of the five next blocks, weighted by words.'],
  ...LEVELS.map((up): [string, string, string] => [
    `p-up-${up}`,
    up === 0 ? 'probability in the block’s element' : `probability in the element ${up} level${up === 1 ? '' : 's'} up`,
    `Log odds of the mean probability of the other blocks in ${up === 0 ? 'the block’s element' : `the element ${up} level${up === 1 ? '' : 's'} above the block’s element`}.`,
  ]),
  ['p-page', 'probability of the page', 'Log odds of the mean probability of all blocks of the page, weighted by words.'],
  [
    'p-rank',
    'rank in the page',
    'Words of the blocks that are more probable than this block, divided by the expected number of content words.',
    '',
  ],
  [
    'p-container',
    'best container',
    'Largest expected F1 if exactly one element around the block is kept, divided by the largest expected F1 of all elements of the page.',
    '',
  ],
  ['p-twins', 'probability of repeats', 'Log odds of the mean probability of the other blocks with the same text.'],
].map(([id, label, description, unit = 'log odds']) => ({ id, label, unit, description, names: { [NOTHING]: 'none' } }))

const ALL: ReadonlySet<string> = new Set(SECOND_MEASURES.map((measure) => measure.id))

export interface BlocksOfPage {
  readonly tree: Pick<ContentTree, 'size' | 'parent'>
  readonly blocks: Blocks
  readonly texts: readonly string[]
}

/** Sums of the expected content words and of all words, over ranges of blocks and over elements. */
class FirstPass {
  readonly p: Float64Array
  /** Words per block plus 1, so that a block without words counts. */
  readonly words: Float64Array
  readonly #hits: Float64Array
  readonly #sizes: Float64Array
  readonly #insideHits: Float64Array
  readonly #inside: Float64Array

  constructor(
    readonly page: BlocksOfPage,
    readonly logOdds: Float64Array,
  ) {
    const { count, element, words } = page.blocks
    const { size, parent } = page.tree
    this.p = logOdds.map(probability)
    this.words = new Float64Array(count)
    this.#hits = new Float64Array(count + 1)
    this.#sizes = new Float64Array(count + 1)
    this.#insideHits = new Float64Array(size)
    this.#inside = new Float64Array(size)
    for (let b = 0; b < count; b++) {
      const weight = (this.words[b] = words[b] + 1)
      const hits = this.p[b] * weight
      this.#hits[b + 1] = this.#hits[b] + hits
      this.#sizes[b + 1] = this.#sizes[b] + weight
      this.#insideHits[element[b]] += hits
      this.#inside[element[b]] += weight
    }
    for (let e = size - 1; e > 0; e--) {
      this.#insideHits[parent[e]] += this.#insideHits[e]
      this.#inside[parent[e]] += this.#inside[e]
    }
  }

  get expected(): number {
    return this.#hits[this.page.blocks.count]
  }

  column(value: (block: number) => number): Float64Array {
    const values = new Float64Array(this.page.blocks.count)
    for (let b = 0; b < values.length; b++) values[b] = value(b)
    return values
  }

  neighbour(distance: number): Float64Array {
    return this.column((b) => this.logOdds[b + distance] ?? NOTHING)
  }

  /**
   * Returns, per block, the mean probability of the other blocks at distances `from` to `to` − 1, as log odds. The mean is weighted by
   * words.
   */
  near(from: number, to: number): Float64Array {
    const { count } = this.page.blocks
    return this.column((b) => {
      const start = Math.max(0, b + from)
      const stop = Math.min(count, b + to)
      const own = b >= start && b < stop ? 1 : 0
      const weight = this.#sizes[stop] - this.#sizes[start] - own * this.words[b]
      return weight < 0.5 ? NOTHING : logOddsOf((this.#hits[stop] - this.#hits[start] - own * this.p[b] * this.words[b]) / weight)
    })
  }

  /**
   * Returns, per block b, the mean probability of the other blocks in the element `elements[b]`, as log odds. The mean is weighted by
   * words.
   */
  beside(elements: Int32Array): Float64Array {
    return this.column((b) => {
      const weight = this.#inside[elements[b]] - this.words[b]
      return weight < 0.5 ? NOTHING : logOddsOf((this.#insideHits[elements[b]] - this.p[b] * this.words[b]) / weight)
    })
  }

  ofPage(): Float64Array {
    const { count } = this.page.blocks
    return this.column(() => logOddsOf(this.expected / this.#sizes[count]))
  }

  ofContainers(): Float64Array {
    const { element } = this.page.blocks
    const { size, parent } = this.page.tree
    const container = new Float64Array(size)
    let best = 0
    for (let e = 0; e < size; e++) {
      const f1 = this.#inside[e] > 0 ? (2 * this.#insideHits[e]) / (this.#inside[e] + this.expected) : 0
      container[e] = Math.max(e === 0 ? 0 : container[parent[e]], f1)
      best = Math.max(best, f1)
    }
    return this.column((b) => (best === 0 ? 0 : container[element[b]] / best))
  }

  ofRanks(): Float64Array {
    const rank = new Float64Array(this.p.length)
    let above = 0
    for (const b of byProbability(this.p)) {
      rank[b] = this.expected === 0 ? 0 : above / this.expected
      above += this.words[b]
    }
    return rank
  }

  ofTwins(): Float64Array {
    const { texts } = this.page
    const twins = new Map<string, { times: number; sum: number }>()
    for (let b = 0; b < this.p.length; b++) {
      const twin = valueAt(twins, texts[b], () => ({ times: 0, sum: 0 }))
      twin.times++
      twin.sum += this.p[b]
    }
    return this.column((b) => {
      const twin = twins.get(texts[b])
      return twin && twin.times > 1 ? logOddsOf((twin.sum - this.p[b]) / (twin.times - 1)) : NOTHING
    })
  }
}

const COLUMNS: readonly (readonly [id: string, make: (pass: FirstPass) => Float64Array])[] = [
  ['p-previous', (pass) => pass.neighbour(-1)],
  ['p-next', (pass) => pass.neighbour(1)],
  ['p-near', (pass) => pass.near(-2, 3)],
  ['p-around', (pass) => pass.near(-5, 6)],
  ['p-five-before', (pass) => pass.near(-5, 0)],
  ['p-five-after', (pass) => pass.near(1, 6)],
  ['p-page', (pass) => pass.ofPage()],
  ['p-rank', (pass) => pass.ofRanks()],
  ['p-container', (pass) => pass.ofContainers()],
  ['p-twins', (pass) => pass.ofTwins()],
]

/** Returns the measures of the second pass. @param wanted ids to compute */
export function secondMeasures(page: BlocksOfPage, logOdds: Float64Array, wanted: ReadonlySet<string> = ALL): Map<string, Float64Array> {
  const pass = new FirstPass(page, logOdds)
  const values = new Map<string, Float64Array>()
  for (const [id, make] of COLUMNS) if (wanted.has(id)) values.set(id, make(pass))
  const { parent } = page.tree
  const up = Int32Array.from(page.blocks.element)
  for (const level of LEVELS) {
    if (wanted.has(`p-up-${level}`)) values.set(`p-up-${level}`, pass.beside(up))
    for (let b = 0; b < up.length; b++) up[b] = up[b] > 0 ? parent[up[b]] : 0
  }
  return values
}

export function twoPasses(
  { first, second }: TwoPasses,
  wanted: ReadonlySet<string>,
  page: BlocksOfPage,
  read: ReadonlyMap<string, Float64Array>,
): { readonly logOdds: Float64Array; readonly again: ReadonlyMap<string, Float64Array> } {
  const once = logOddsBy(first, read, page.blocks.count)
  const again = secondMeasures(page, once, wanted)
  const added = logOddsBy(second, again, page.blocks.count)
  return { logOdds: once.map((value, b) => value + added[b]), again }
}
