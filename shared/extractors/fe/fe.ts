/** FE and KFE: Debnath, Mitra, Giles, SAC 2005. FE keeps one block, KFE a cluster of blocks. */
import { scatter, type ContentTree } from '../../page/content-tree'
import { defineExtractor, type RunReporter } from '../core/define'
import type { Candidate } from '../core/extractor'
import { kMeans } from '../kit/k-means'
import { topTen } from '../kit/top-ten'
import { DIMENSIONS, FEATURES, findBlocks, type Blocks } from './blocks'
import {
  dominance,
  feCharts,
  feMeasures,
  fePseudocode,
  feRules,
  k,
  kfeCharts,
  kfeMeasures,
  kfePseudocode,
  kfeRules,
  paper,
  type features,
} from './description'

export const MAX_ROUNDS = 50

function prepare(tree: ContentTree, { step }: RunReporter<keyof typeof features, never, 'cut' | 'count'>) {
  const blocks = findBlocks(tree)
  const spread = (value: (block: number) => number): Float64Array => {
    const out = new Float64Array(tree.size).fill(Number.NaN)
    for (let b = 0; b < blocks.count; b++) out[blocks.entry[b]] = value(b)
    return out
  }
  let maxText = 0
  for (let b = 0; b < blocks.count; b++) maxText = Math.max(maxText, textOf(blocks, b))
  step('blocks', 'Tables, rows, horizontal rules, ul lists, paragraphs and divisions divide the page into blocks.', { lines: ['cut'] })
  step('features', 'Every block counts its text, images, links, scripts and list elements.', {
    measures: [...FEATURES, 'textFeature'],
    values: { blocks: blocks.count, maxText },
    lines: ['count'],
  })
  const counted = FEATURES.map((feature, f) => [feature, spread((b) => blocks.counts[b * DIMENSIONS + f])])
  const counts = Object.fromEntries(counted) as Record<(typeof FEATURES)[number], Float64Array>
  return { blocks, maxText, measures: { ...counts, textFeature: spread((b) => blocks.features[b * DIMENSIONS]) }, spread }
}

function textOf(blocks: Blocks, block: number): number {
  return blocks.counts[block * DIMENSIONS]
}

function board(tree: ContentTree, blocks: Blocks, score: (block: number) => number, chosen: (block: number) => boolean): Candidate[] {
  return topTen(blocks.count, score, chosen).map((b) => ({
    node: tree.node[blocks.entry[b]],
    score: score(b),
    terms: FEATURES.map((label, f) => ({ label, value: blocks.counts[b * DIMENSIONS + f] })),
    ...(chosen(b) && { chosen: true as const }),
  }))
}

function keepBlocks(blocks: Blocks, isKept: (block: number) => boolean): Uint8Array {
  return Uint8Array.from(blocks.of, (block) => (isKept(block) ? 1 : 0))
}

function reportTexts(
  tree: ContentTree,
  blocks: Blocks,
  isKept: (block: number) => boolean,
  reportBlock: (entry: number, block: number) => void,
): void {
  const around = new Int32Array(tree.size).fill(-1)
  for (let b = 0; b < blocks.count; b++) around[blocks.entry[b]] = b
  for (let e = 0; e < tree.size; e++) {
    if (around[e] === -1 && e > 0) around[e] = around[tree.parent[e]]
    if (tree.isText[e] === 1 && (isKept(blocks.of[e]) || around[e] !== blocks.of[e])) reportBlock(e, blocks.of[e])
  }
}

const CLEAN = {
  caption: ({ dropHidden }: { readonly dropHidden: boolean }) =>
    `Styles${dropHidden ? ', comments and hidden elements' : ' and comments'} are removed. Scripts are counted, but not kept.`,
}

export const fe = defineExtractor({
  id: 'fe',
  title: 'FE',
  fullName: 'FeatureExtractor',
  family: 'baseline',
  paper,
  summary: 'Keeps the block with most text. High precision, but low recall on long articles.',
  params: { dominance },
  measures: feMeasures,
  rules: feRules,
  charts: feCharts,
  mainMeasure: 'text',
  pseudocode: fePseudocode,
  values: {
    blocks: { label: 'blocks' },
    maxText: { label: 'longest text', unit: 'characters' },
    dominance: { label: 'dominance', share: true },
  },
  clean: CLEAN,
  run(reporter) {
    const { tree, p, active, step, decide, warn } = reporter
    const { blocks, maxText, measures, spread } = prepare(tree, reporter)
    const text = (b: number): number => textOf(blocks, b)
    const share = (b: number): number => {
      let sum = 0
      for (let f = 0; f < DIMENSIONS; f++) sum += blocks.features[b * DIMENSIONS + f]
      return sum === 0 ? 0 : blocks.features[b * DIMENSIONS] / sum
    }
    step('dominant feature', 'A block is a candidate if text dominates its images, links, scripts and lists.', {
      measures: ['textShare'],
      values: { dominance: p.dominance },
      lines: ['candidates'],
    })
    let best = -1
    for (let b = 0; b < blocks.count; b++) {
      if (text(b) === 0) continue
      const dominates = share(b) > p.dominance
      decide(blocks.entry[b], dominates ? 'pass' : 'dropNode', 'dominant-text', share(b), p.dominance)
      if (dominates && (best < 0 || text(b) > text(best))) best = b
    }
    step('most text', 'The candidate with most text is kept.', {
      ...(best >= 0 && { entry: blocks.entry[best] }),
      lines: ['content'],
    })
    const isKept = (b: number): boolean => b === best
    const report = (e: number, b: number): void => {
      const rule = !isKept(b) && text(b) === text(best) ? 'as-much-text' : 'most-text'
      if (share(b) > p.dominance) decide(e, isKept(b) ? 'keepNode' : 'dropNode', rule, text(b), text(best))
      else decide(e, 'dropNode', 'dominant-text', share(b), p.dominance)
    }
    if (active) {
      for (let b = 0; b < blocks.count; b++) if (text(b) > 0 && share(b) > p.dominance) report(blocks.entry[b], b)
      reportTexts(tree, blocks, isKept, report)
    }
    if (best < 0) warn('Text dominates no block of this page: nothing was kept.')
    return {
      kept: keepBlocks(blocks, isKept),
      measures: { ...measures, textShare: spread(share) },
      values: { blocks: blocks.count, maxText, dominance: p.dominance },
      candidates: board(tree, blocks, (b) => (share(b) > p.dominance ? text(b) : Number.NEGATIVE_INFINITY), isKept),
    }
  },
})

function quantileCentres({ features, count }: Blocks, k: number): number[][] {
  const order = Array.from({ length: count }, (_, b) => b)
  order.sort((a, b) => features[a * DIMENSIONS] - features[b * DIMENSIONS] || a - b)
  const vector = (b: number): number[] => Array.from(features.subarray(b * DIMENSIONS, (b + 1) * DIMENSIONS))
  return Array.from({ length: k }, (_, c) => vector(order[Math.round((c * (count - 1)) / Math.max(1, k - 1))]))
}

export const kfe = defineExtractor({
  id: 'kfe',
  title: 'KFE',
  fullName: 'K-FeatureExtractor',
  family: 'baseline',
  paper,
  summary: 'Clusters blocks by their features and keeps the cluster whose blocks have the most text on average.',
  params: { k },
  measures: kfeMeasures,
  rules: kfeRules,
  charts: kfeCharts,
  mainMeasure: 'textFeature',
  pseudocode: kfePseudocode,
  values: {
    blocks: { label: 'blocks' },
    maxText: { label: 'longest text', unit: 'characters' },
    rounds: { label: 'rounds' },
    contentCluster: { label: 'cluster of the content' },
  },
  clean: CLEAN,
  run(reporter) {
    const { tree, p, active, step, decide } = reporter
    const { blocks, maxText, measures, spread } = prepare(tree, reporter)
    const clusterRound = (round: number, of: Int32Array, centres: readonly (readonly number[])[]): void =>
      step('cluster', `k-means, round ${round}: every block joins the nearest centre. Then each centre moves to the mean of its blocks.`, {
        series: {
          per: 'node',
          label: 'cluster',
          data: scatter(
            tree,
            spread((b) => of[b]),
          ),
        },
        centres,
        lines: ['repeat', 'move'],
      })
    const { of, centres, rounds } = kMeans(blocks.features, DIMENSIONS, quantileCentres(blocks, p.k), {
      maxRounds: MAX_ROUNDS,
      onRound: active ? clusterRound : undefined,
    })
    const textFeature = (c: number): number => (of.includes(c) ? centres[c][0] : 0)
    let best = 0
    for (let c = 1; c < p.k; c++) if (textFeature(c) > textFeature(best)) best = c
    const isKept = (b: number): boolean => of[b] === best
    step('output', 'The cluster whose centre has the highest text feature is the content.', { measures: ['cluster'], lines: ['content'] })
    if (active) {
      const features = centres.map((_, c) => textFeature(c))
      const report = (e: number, b: number): void => {
        const tied = !isKept(b) && features[of[b]] === features[best]
        decide(e, isKept(b) ? 'keepNode' : 'dropNode', tied ? 'as-high-cluster' : 'text-cluster', features[of[b]], features[best])
      }
      for (let b = 0; b < blocks.count; b++) report(blocks.entry[b], b)
      reportTexts(tree, blocks, isKept, report)
    }
    return {
      kept: keepBlocks(blocks, isKept),
      measures: { ...measures, cluster: spread((b) => of[b]) },
      values: { blocks: blocks.count, maxText, rounds, contentCluster: best },
      candidates: board(
        tree,
        blocks,
        (b) => (textOf(blocks, b) === 0 ? Number.NEGATIVE_INFINITY : blocks.features[b * DIMENSIONS]),
        isKept,
      ),
    }
  },
})
