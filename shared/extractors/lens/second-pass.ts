/** Measures of the second pass: results of the first pass for a block's neighbours, ancestors and page. */
import { valueAt } from '../../base/once'
import { sumUp, type ContentTree } from '../../page/content-tree'
import { sumsBefore } from '../kit/smoothing'
import { measuresOf } from './block-context'
import type { Blocks } from './blocks'
import { byProbability, logOddsBy, logOddsOf, probability, type TwoPasses } from './model'

const NOTHING = -10
const LEVELS = [0, 1, 2, 3, 4]

const inElement = (up: number): string =>
  up === 0 ? 'in the block’s element' : `in the element ${up} level${up === 1 ? '' : 's'} above the block’s element`

export const SECOND_MEASURES = measuresOf({
  'p-previous': 'probability of the previous block | log odds | Log odds of the previous block, by the first pass.',
  'p-next': 'probability of the next block | log odds | Log odds of the next block, by the first pass.',
  'p-near': 'probability (±2 blocks) | log odds | Log odds of the mean probability of the two blocks on each side, weighted by words.',
  'p-around': 'probability (±5 blocks) | log odds | Log odds of the mean probability of the five blocks on each side, weighted by words.',
  'p-five-before':
    'probability (5 blocks before) | log odds | Log odds of the mean probability of the five previous blocks, weighted by words.',
  'p-five-after': 'probability (5 blocks after) | log odds | Log odds of the mean probability of the five next blocks, weighted by words.',
  ...Object.fromEntries(
    LEVELS.map((up) => [
      `p-up-${up}`,
      `probability ${inElement(up).replace('above the block’s element', 'up')} | log odds | Log odds of the mean probability of the other blocks ${inElement(up)}.`,
    ]),
  ),
  'p-page': 'probability of the page | log odds | Log odds of the mean probability of all blocks of the page, weighted by words.',
  'p-rank':
    'rank in the page | Words of the blocks that are more probable than this block, divided by the expected number of content words.',
  'p-container':
    'best container | Largest expected F1 if exactly one element around the block is kept, divided by the largest expected F1 of all elements of the page.',
  'p-twins': 'probability of repeats | log odds | Log odds of the mean probability of the other blocks with the same text.',
}).map((measure) => ({ ...measure, names: { [NOTHING]: 'none' } }))

export interface BlocksOfPage {
  readonly tree: Pick<ContentTree, 'size' | 'parent'>
  readonly blocks: Blocks
  readonly texts: readonly string[]
}

/** Returns, by measure, a function that computes one number per block. */
function columnsOf({ tree, blocks, texts }: BlocksOfPage, logOdds: Float64Array): Readonly<Record<string, () => Float64Array>> {
  const { count, element, words } = blocks
  const { size, parent } = tree
  const p = logOdds.map(probability)
  // Add 1, so that a block without words counts.
  const weight = new Float64Array(words).map((own) => own + 1)
  /** Expected number of content words. */
  const hits = p.map((value, b) => value * weight[b])
  const [hitsBefore, weightBefore] = [sumsBefore(hits), sumsBefore(weight)]
  const [hitsIn, weightIn] = [new Float64Array(size), new Float64Array(size)]
  for (let b = 0; b < count; b++) {
    hitsIn[element[b]] += hits[b]
    weightIn[element[b]] += weight[b]
  }
  sumUp(tree, hitsIn)
  sumUp(tree, weightIn)
  const [expected, all] = [hitsBefore[count], weightBefore[count]]

  const column = (value: (block: number) => number): Float64Array => p.map((_, b) => value(b))
  /** Log odds of a mean probability, weighted by words; `NOTHING` without words. */
  const mean = (hitSum: number, weightSum: number): number => (weightSum < 0.5 ? NOTHING : logOddsOf(hitSum / weightSum))
  const neighbour = (distance: number): Float64Array => column((b) => logOdds[b + distance] ?? NOTHING)
  /** The mean of the other blocks at distances `from` to `to` − 1. */
  const near = (from: number, to: number): Float64Array =>
    column((b) => {
      const start = Math.max(0, b + from)
      const stop = Math.min(count, b + to)
      const own = b >= start && b < stop ? 1 : 0
      return mean(hitsBefore[stop] - hitsBefore[start] - own * hits[b], weightBefore[stop] - weightBefore[start] - own * weight[b])
    })
  /** The mean of the other blocks in the element `levels` above the block's element. */
  const beside = (levels: number): Float64Array =>
    column((b) => {
      let e = element[b]
      for (let up = 0; up < levels; up++) e = Math.max(0, parent[e])
      return mean(hitsIn[e] - hits[b], weightIn[e] - weight[b])
    })

  return {
    'p-previous': () => neighbour(-1),
    'p-next': () => neighbour(1),
    'p-near': () => near(-2, 3),
    'p-around': () => near(-5, 6),
    'p-five-before': () => near(-5, 0),
    'p-five-after': () => near(1, 6),
    ...Object.fromEntries(LEVELS.map((up) => [`p-up-${up}`, () => beside(up)])),
    'p-page': () => column(() => logOddsOf(expected / all)),
    'p-rank': () => {
      const rank = new Float64Array(count)
      let above = 0
      for (const b of byProbability(p)) {
        rank[b] = expected === 0 ? 0 : above / expected
        above += weight[b]
      }
      return rank
    },
    'p-container': () => {
      const container = new Float64Array(size)
      let best = 0
      for (let e = 0; e < size; e++) {
        const f1 = weightIn[e] > 0 ? (2 * hitsIn[e]) / (weightIn[e] + expected) : 0
        container[e] = Math.max(e === 0 ? 0 : container[parent[e]], f1)
        best = Math.max(best, f1)
      }
      return column((b) => (best === 0 ? 0 : container[element[b]] / best))
    },
    'p-twins': () => {
      const twins = new Map<string, { times: number; sum: number }>()
      const twinsOf = texts.map((text, b) => {
        const twin = valueAt(twins, text, () => ({ times: 0, sum: 0 }))
        twin.times++
        twin.sum += p[b]
        return twin
      })
      return column((b) => {
        const { times, sum } = twinsOf[b]
        return times > 1 ? logOddsOf((sum - p[b]) / (times - 1)) : NOTHING
      })
    },
  }
}

/** Returns the measures of the second pass. @param wanted ids to compute; all if missing */
export function secondMeasures(page: BlocksOfPage, logOdds: Float64Array, wanted?: ReadonlySet<string>): Map<string, Float64Array> {
  const values = new Map<string, Float64Array>()
  for (const [id, column] of Object.entries(columnsOf(page, logOdds))) if (!wanted || wanted.has(id)) values.set(id, column())
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
