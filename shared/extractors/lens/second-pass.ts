/** The second pass of the full model: what the first pass said of a block's neighbours, ancestors and page. */
import type { ContentTree } from '../../page/content-tree'
import type { Blocks } from './blocks'
import type { BlockMeasure } from './block-context'
import { byProbability, logOddsOf, probability } from './model'

/** Where there is nothing to ask. */
const NOTHING = -10
const LEVELS = [0, 1, 2, 3, 4]

export const SECOND_MEASURES: readonly BlockMeasure[] = [
  ['p-previous', 'probability before', 'Log odds of the block before, by the first pass.'],
  ['p-next', 'probability after', 'Log odds of the block after, by the first pass.'],
  ['p-near', 'probability near', 'Log odds of the mean probability of the two blocks on either side, weighted by words.'],
  ['p-around', 'probability around', 'The same of the five blocks on either side.'],
  ['p-five-before', 'probability of five before', 'The same of the five blocks before.'],
  ['p-five-after', 'probability of five after', 'The same of the five blocks after.'],
  ...LEVELS.map((up): [string, string, string] => [
    `p-up-${up}`,
    up === 0 ? 'probability in its element' : `probability ${up} up`,
    `The same of the other blocks in the block’s element${up === 0 ? '' : ` ${up} levels up`}.`,
  ]),
  ['p-page', 'probability of the page', 'The same of all blocks of the page.'],
  ['p-rank', 'rank in the page', 'Words of the blocks with a larger probability, by the words expected to be content.'],
  ['p-container', 'best container', 'Largest expected F1 of an element around the block, kept whole, by the largest of the page.'],
  ['p-twins', 'probability of its repeats', 'Log odds of the mean probability of the other blocks with the same text.'],
].map(([id, label, description]) => ({ id, label, unit: 'log odds', description, names: { [NOTHING]: 'none' } }))

const ALL: ReadonlySet<string> = new Set(SECOND_MEASURES.map((measure) => measure.id))

/** A page as both passes see it. */
export interface BlocksOfPage {
  readonly tree: ContentTree
  readonly blocks: Blocks
  readonly texts: readonly string[]
}

/**
 * Measures of the second pass. O(n log n) in blocks for the rank, linear in entries for the rest.
 * @param wanted ids to compute
 */
export function secondMeasures(
  { tree, blocks, texts }: BlocksOfPage,
  logOdds: Float64Array,
  wanted: ReadonlySet<string> = ALL,
): Map<string, Float64Array> {
  const { count, element, words } = blocks
  const { size, parent } = tree
  const p = logOdds.map(probability)
  // One more than the words, so that a block of symbols has a say.
  const w = new Float64Array(count)
  const hits = new Float64Array(count + 1)
  const sizes = new Float64Array(count + 1)
  for (let b = 0; b < count; b++) {
    w[b] = words[b] + 1
    hits[b + 1] = hits[b] + p[b] * w[b]
    sizes[b + 1] = sizes[b] + w[b]
  }
  const column = (value: (block: number) => number): Float64Array => {
    const values = new Float64Array(count)
    for (let b = 0; b < count; b++) values[b] = value(b)
    return values
  }
  /** Mean of the blocks from `from` to `to`, the block itself left out. */
  const mean = (b: number, from: number, to: number): number => {
    const start = Math.max(0, from)
    const stop = Math.min(count, to)
    const own = b >= start && b < stop ? 1 : 0
    const weight = sizes[stop] - sizes[start] - own * w[b]
    return weight < 0.5 ? NOTHING : logOddsOf((hits[stop] - hits[start] - own * p[b] * w[b]) / weight)
  }
  const inside = new Float64Array(size)
  const insideHits = new Float64Array(size)
  for (let b = 0; b < count; b++) {
    inside[element[b]] += w[b]
    insideHits[element[b]] += p[b] * w[b]
  }
  for (let e = size - 1; e > 0; e--) {
    inside[parent[e]] += inside[e]
    insideHits[parent[e]] += insideHits[e]
  }
  const expected = hits[count]
  const ofContainers = (): Float64Array => {
    const container = new Float64Array(size)
    let best = 0
    for (let e = 0; e < size; e++) {
      const f1 = inside[e] > 0 ? (2 * insideHits[e]) / (inside[e] + expected) : 0
      container[e] = Math.max(e === 0 ? 0 : container[parent[e]], f1)
      best = Math.max(best, f1)
    }
    return column((b) => (best === 0 ? 0 : container[element[b]] / best))
  }
  const ofRanks = (): Float64Array => {
    const rank = new Float64Array(count)
    let above = 0
    for (const b of byProbability(p)) {
      rank[b] = expected === 0 ? 0 : above / expected
      above += w[b]
    }
    return rank
  }
  const ofTwins = (): Float64Array => {
    const twins = new Map<string, { times: number; sum: number }>()
    for (let b = 0; b < count; b++) {
      const twin = twins.get(texts[b])
      if (twin) {
        twin.times++
        twin.sum += p[b]
      } else twins.set(texts[b], { times: 1, sum: p[b] })
    }
    return column((b) => {
      const twin = twins.get(texts[b])
      return twin && twin.times > 1 ? logOddsOf((twin.sum - p[b]) / (twin.times - 1)) : NOTHING
    })
  }
  const columns: readonly (readonly [id: string, make: () => Float64Array])[] = [
    ['p-previous', () => column((b) => (b > 0 ? logOdds[b - 1] : NOTHING))],
    ['p-next', () => column((b) => (b + 1 < count ? logOdds[b + 1] : NOTHING))],
    ['p-near', () => column((b) => mean(b, b - 2, b + 3))],
    ['p-around', () => column((b) => mean(b, b - 5, b + 6))],
    ['p-five-before', () => column((b) => mean(b, b - 5, b))],
    ['p-five-after', () => column((b) => mean(b, b + 1, b + 6))],
    ['p-page', () => new Float64Array(count).fill(count === 0 ? 0 : logOddsOf(expected / sizes[count]))],
    ['p-rank', ofRanks],
    ['p-container', ofContainers],
    ['p-twins', ofTwins],
  ]
  const values = new Map<string, Float64Array>()
  for (const [id, make] of columns) if (wanted.has(id)) values.set(id, make())
  const up = Int32Array.from(element)
  for (const level of LEVELS) {
    if (wanted.has(`p-up-${level}`))
      values.set(
        `p-up-${level}`,
        column((b) => {
          const weight = inside[up[b]] - w[b]
          return weight < 0.5 ? NOTHING : logOddsOf((insideHits[up[b]] - p[b] * w[b]) / weight)
        }),
      )
    for (let b = 0; b < count; b++) up[b] = up[b] > 0 ? parent[up[b]] : 0
  }
  return values
}
