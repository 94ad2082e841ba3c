/**
 * FeatureExtractor and KFeatureExtractor: Debnath, Mitra, Giles, SAC 2005; baselines of CETD's Table 4. Both cut the page
 * into blocks and look at their features; FE keeps the one block with most text, KFE the cluster of blocks with most.
 */
import type { PageModel } from '../../page/page-model'
import { contentTree, pageNode, type ContentTree } from '../../page/content-tree'
import { emptyExtraction } from '../core/empty'
import { defineExtractor, type Candidate, type ExtractionCore, type Extractor } from '../core/extractor'
import type { Probe } from '../core/probe'
import { selectionOf } from '../../page/selection'
import { topTen } from '../kit/top-ten'
import { DIMENSIONS, FEATURES, findBlocks, type Blocks } from './blocks'
import {
  dominance,
  dropHidden,
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
} from './description'
import { kMeans } from './k-means'

const MAX_ROUNDS = 50

interface Prepared {
  readonly tree: ContentTree
  readonly blocks: Blocks
  readonly maxText: number
  readonly measures: Record<string, Float64Array>
  /** Spreads one number a block to the nodes the blocks begin with. */
  readonly spread: (value: (block: number) => number) => Float64Array
}

function prepare(page: PageModel, hidden: boolean, probe: Probe): Prepared | null {
  probe.step('clean', 'Styles, comments and hidden elements are taken out; scripts are only counted.')
  const tree = contentTree(page, { dropHidden: hidden })
  if (!tree.isText.includes(1)) return null
  const blocks = findBlocks(tree)
  const spread = (value: (block: number) => number): Float64Array => {
    const out = new Float64Array(page.count).fill(Number.NaN)
    for (let b = 0; b < blocks.count; b++) out[pageNode(tree, blocks.entry[b])] = value(b)
    return out
  }
  const measures: Record<string, Float64Array> = {}
  FEATURES.forEach((name, f) => {
    measures[name] = spread((b) => blocks.counts[b * DIMENSIONS + f])
  })
  measures.textFeature = spread((b) => blocks.features[b * DIMENSIONS])
  let maxText = 0
  for (let b = 0; b < blocks.count; b++) maxText = Math.max(maxText, blocks.counts[b * DIMENSIONS])
  probe.step('blocks', 'The page is cut into blocks at tables, rows, rules, lists, paragraphs and divisions.', { pseudocode: [1] })
  probe.step('features', 'Every block counts its text, images, links, scripts and list elements.', {
    measures: [...FEATURES, 'textFeature'],
    values: { blocks: blocks.count, maxText },
    pseudocode: [2],
  })
  return { tree, blocks, maxText, measures, spread }
}

function textOf(blocks: Blocks, block: number): number {
  return blocks.counts[block * DIMENSIONS]
}

function board({ tree, blocks }: Prepared, score: (block: number) => number): Candidate[] {
  return topTen(blocks.count, score).map((b) => ({
    node: pageNode(tree, blocks.entry[b]),
    score: score(b),
    terms: FEATURES.map((label, f) => ({ label, value: blocks.counts[b * DIMENSIONS + f] })),
  }))
}

/** Keeps whole blocks; the elements of a block are those that stand in it. */
function keepBlocks(prepared: Prepared, keeps: (block: number) => boolean): Uint8Array {
  return selectionOf(
    prepared.tree,
    Uint8Array.from(prepared.blocks.of, (block) => (keeps(block) ? 1 : 0)),
  )
}

/** Says of each text of a kept block that it goes with it: blocks hold headings and other elements that are no blocks here. */
function decideTexts(
  { tree, blocks }: Prepared,
  rule: string,
  keeps: (block: number) => boolean,
  value: number,
  limit: number,
  probe: Probe,
): void {
  for (let e = 0; e < tree.size; e++)
    if (tree.isText[e] === 1 && keeps(blocks.of[e])) probe.decide(pageNode(tree, e), 'keepNode', rule, value, limit)
}

function runFe(page: PageModel, p: { readonly dominance: number; readonly dropHidden: boolean }, probe: Probe): ExtractionCore {
  const ids = feMeasures.map(({ id }) => id)
  const prepared = prepare(page, p.dropHidden, probe)
  if (!prepared) return emptyExtraction(page, ids)
  const { tree, blocks, maxText, measures, spread } = prepared
  const share = (b: number): number => {
    let sum = 0
    for (let f = 0; f < DIMENSIONS; f++) sum += blocks.features[b * DIMENSIONS + f]
    return sum === 0 ? 0 : blocks.features[b * DIMENSIONS] / sum
  }
  probe.step('dominant feature', 'A block is a candidate if text dominates its images, links, scripts and lists.', {
    measures: ['textShare'],
    values: { dominance: p.dominance },
    pseudocode: [3],
  })
  let best = -1
  for (let b = 0; b < blocks.count; b++) {
    if (textOf(blocks, b) === 0) continue
    const value = share(b)
    const dominates = value > p.dominance
    if (probe.active) probe.decide(pageNode(tree, blocks.entry[b]), dominates ? 'pass' : 'dropNode', 'dominant-text', value, p.dominance)
    if (dominates && (best < 0 || textOf(blocks, b) > textOf(blocks, best))) best = b
  }
  probe.step('most text', 'Of these, the one block with most text is kept.', {
    ...(best < 0 ? {} : { node: pageNode(tree, blocks.entry[best]) }),
    pseudocode: [4],
  })
  if (probe.active && best >= 0) {
    for (let b = 0; b < blocks.count; b++)
      if (textOf(blocks, b) > 0 && share(b) > p.dominance)
        probe.decide(
          pageNode(tree, blocks.entry[b]),
          b === best ? 'keepNode' : 'dropNode',
          'most-text',
          textOf(blocks, b),
          textOf(blocks, best),
        )
    decideTexts(prepared, 'most-text', (b) => b === best, textOf(blocks, best), textOf(blocks, best), probe)
  }
  return {
    selected: keepBlocks(prepared, (b) => b === best),
    measures: { ...measures, textShare: spread(share) },
    values: { blocks: blocks.count, maxText, dominance: p.dominance },
    candidates: board(prepared, (b) => (share(b) > p.dominance ? textOf(blocks, b) : Number.NEGATIVE_INFINITY)),
    warnings: best < 0 ? ['Text dominates no block of this page: nothing was kept.'] : [],
  }
}

function runKfe(page: PageModel, p: { readonly k: number; readonly dropHidden: boolean }, probe: Probe): ExtractionCore {
  const prepared = prepare(page, p.dropHidden, probe)
  if (!prepared)
    return emptyExtraction(
      page,
      kfeMeasures.map(({ id }) => id),
    )
  const { tree, blocks, maxText, measures, spread } = prepared
  const { cluster, centres, rounds } = kMeans(blocks.features, blocks.count, DIMENSIONS, p.k, MAX_ROUNDS, (round, now, means) => {
    if (!probe.active) return
    probe.step(
      'cluster',
      `k-means, round ${round}: every block goes to the nearest centre, then the centres move to the middle of their blocks.`,
      {
        series: { per: 'node', label: 'cluster', data: spread((b) => now[b]) },
        centres: means.map((centre) => [...centre]),
        pseudocode: [3, 4],
      },
    )
  })
  const sizes = new Int32Array(p.k)
  for (const c of cluster) sizes[c] += 1
  const textFeature = (c: number): number => (sizes[c] === 0 ? 0 : centres[c][0])
  let best = 0
  for (let c = 1; c < p.k; c++) if (textFeature(c) > textFeature(best)) best = c
  probe.step('output', 'The cluster whose centre has the highest text feature is the content.', { measures: ['cluster'], pseudocode: [5] })
  if (probe.active) {
    for (let b = 0; b < blocks.count; b++) {
      const c = cluster[b]
      probe.decide(pageNode(tree, blocks.entry[b]), c === best ? 'keepNode' : 'dropNode', 'text-cluster', textFeature(c), textFeature(best))
    }
    decideTexts(prepared, 'text-cluster', (b) => cluster[b] === best, textFeature(best), textFeature(best), probe)
  }
  return {
    selected: keepBlocks(prepared, (b) => cluster[b] === best),
    measures: { ...measures, cluster: spread((b) => cluster[b]) },
    values: { blocks: blocks.count, maxText, rounds, contentCluster: best },
    candidates: board(prepared, (b) => (textOf(blocks, b) === 0 ? Number.NEGATIVE_INFINITY : blocks.features[b * DIMENSIONS])),
    warnings: [],
  }
}

export const fe: Extractor = defineExtractor({
  id: 'fe',
  title: 'FE',
  family: 'baseline',
  paper,
  summary: 'FeatureExtractor: keeps the one block with most text. High precision, little recall on articles of many paragraphs.',
  params: { dominance, dropHidden },
  measures: feMeasures,
  rules: feRules,
  charts: feCharts,
  mainMeasure: 'text',
  pseudocode: fePseudocode,
  run: runFe,
})

export const kfe: Extractor = defineExtractor({
  id: 'kfe',
  title: 'KFE',
  family: 'baseline',
  paper,
  summary: 'KFeatureExtractor: clusters blocks by their features and keeps the cluster with most text.',
  params: { k, dropHidden },
  measures: kfeMeasures,
  rules: kfeRules,
  charts: kfeCharts,
  mainMeasure: 'textFeature',
  pseudocode: kfePseudocode,
  run: runKfe,
})
