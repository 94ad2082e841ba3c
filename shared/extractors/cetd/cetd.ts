/**
 * CETD: Sun, Song, Liao, "DOM Based Content Extraction via Text Density", SIGIR 2011.
 * Three variants: CETD-DS (text density, DensitySum), CECTD-S (composite, data smoothing), CECTD-DS (composite, DensitySum).
 */
import { contentTree, pageNode, scatter, type ContentTree } from '../../page/content-tree'
import { defineExtractor, type Candidate, type ExtractionCore, type Extractor } from '../core/extractor'
import type { Probe } from '../core/probe'
import { isEmptySelection, selectionOf } from '../../page/selection'
import { emptyExtraction } from '../core/empty'
import { INLINE_TAGS, tagTable } from '../../page/tags'
import type { PageModel } from '../../page/page-model'
import { argmaxInSubtree, densitySums, textRuns, type DensitySumRule, type TextRuns } from './density-sum'
import { compositeTextDensity, countCharactersAndTags, textDensity, textRunDensity, type ZeroRule } from './measures'
import { charts, densitySumMeasure, measures, paper, params, PSEUDOCODE, rules, smoothedMeasure, smoothingParams } from './description'
import { smooth } from './smoothing'

interface Settings {
  readonly composite: boolean
  readonly lambda: number
  readonly zeroRule: ZeroRule
  readonly densitySum: DensitySumRule
  readonly dropHidden: boolean
}

interface Measured {
  readonly tree: ContentTree
  readonly r: number
  readonly density: Float64Array
  readonly densitySum: Float64Array
  readonly runs: TextRuns
  readonly inLink: Uint8Array
  readonly nodeMeasures: Record<string, Float64Array>
  readonly best: Int32Array
  readonly target: number
  /** Least density on the way from the target up to body, before λ. */
  readonly pathMinimum: number
}

/** Steps 1 to 6, common to the three variants: measures, target, least density on its path. */
function measure(page: PageModel, s: Settings, probe: Probe): Measured | null {
  probe.step('clean', 'Scripts, styles, comments and hidden elements are taken out: nobody reads them.')
  const tree = contentTree(page, { dropHidden: s.dropHidden })
  if (tree.size === 0) return null

  const { C, T, LC, LT, inLink } = countCharactersAndTags(tree)
  if (C[0] === 0) return null
  const nodeMeasures: Record<string, Float64Array> = {
    C: scatter(tree, C),
    T: scatter(tree, T),
    LC: scatter(tree, LC),
    LT: scatter(tree, LT),
  }
  probe.step('count', 'Bottom-up, every node counts the characters and the tags below it.', { measures: ['C', 'T'] })
  probe.step('links', 'The same is counted for what lies inside links, buttons and drop-down lists.', { measures: ['LC', 'LT'] })

  // r: share of link characters of the whole body; only the composite variants use it.
  const r = LC[0] / C[0]
  const density = new Float64Array(tree.size)
  for (let e = 0; e < tree.size; e++) {
    if (tree.isText[e] === 1) continue
    density[e] = s.composite ? compositeTextDensity(C[e], T[e], LC[e], LT[e], r, s.zeroRule) : textDensity(C[e], T[e])
  }
  nodeMeasures.density = scatter(tree, density)
  probe.step(
    'density',
    s.composite
      ? 'Composite text density: much text in few tags is high, many links pull it down (Definition 2).'
      : 'Text density: characters divided by tags (Definition 1).',
    {
      measures: ['density'],
      values: { r },
    },
  )

  const runs = textRuns(tree, C)
  const densitySum = densitySums(tree, density, inLink, runs, s.densitySum, (L) => (s.composite ? textRunDensity(L, r) : L))
  nodeMeasures.densitySum = scatter(tree, densitySum)
  probe.step('density sum', 'Every node adds up the densities of its children; a content block gets a peak (Definition 3).', {
    measures: ['densitySum'],
  })

  // §4.2: "finds the maximum DensitySum tag in the whole page, without thresholding".
  const best = argmaxInSubtree(tree, densitySum)
  const target = best[0]
  probe.step('target', 'The node with the largest DensitySum is the target.', { node: pageNode(tree, target) })
  if (probe.active) probe.decide(pageNode(tree, target), 'pass', 'target', densitySum[target], densitySum[target])

  let pathMinimum = density[target]
  for (let e = tree.parent[target]; e >= 0; e = tree.parent[e]) pathMinimum = Math.min(pathMinimum, density[e])
  return { tree, r, density, densitySum, runs, inLink, nodeMeasures, best, target, pathMinimum }
}

/** λ · minimum; λ = 0 is 0 even where the minimum is infinite: "when λ = 0, the recall is always 100 %" (§5.5). */
function scaled(lambda: number, minimum: number): number {
  return lambda === 0 ? 0 : lambda * minimum
}

/** The ten largest DensitySums, for the runner-up board. */
function candidates(m: Measured): Candidate[] {
  const { tree, densitySum } = m
  const elements: number[] = []
  for (let e = 0; e < tree.size; e++) {
    if (tree.isText[e] === 1) continue
    const value = densitySum[e]
    const last = elements.at(-1)
    if (elements.length === 10 && last !== undefined && value <= densitySum[last]) continue
    let at = elements.length
    while (at > 0 && densitySum[elements[at - 1]] < value) at--
    elements.splice(at, 0, e)
    if (elements.length > 10) elements.pop()
  }
  return elements.map((e) => ({
    node: pageNode(tree, e),
    score: densitySum[e],
    terms: [
      { label: 'DensitySum', value: densitySum[e] },
      { label: 'density', value: m.density[e] },
    ],
  }))
}

function finish(m: Measured, kept: Uint8Array, values: Record<string, number>, probe: Probe): ExtractionCore {
  const selected = selectionOf(m.tree, kept)
  probe.step('output', 'What is marked is written out, inside its ancestors.', {})
  return {
    selected,
    measures: m.nodeMeasures,
    values: { r: m.r, target: pageNode(m.tree, m.target), ...values },
    candidates: candidates(m),
    warnings: isEmptySelection(selected) ? ['Nothing was kept.'] : [],
  }
}

/** Algorithm 2 with DensitySum, for CETD-DS and CECTD-DS. */
function runDensitySum(
  page: PageModel,
  s: Settings & { readonly targetOnly: boolean; readonly keepPathText: boolean },
  probe: Probe,
): ExtractionCore {
  const m = measure(page, s, probe)
  if (!m) return emptyExtraction(page, ['C', 'T', 'LC', 'LT', 'density', 'densitySum'])
  const { tree, density, densitySum, best, target } = m
  const threshold = scaled(s.lambda, m.pathMinimum)
  probe.step('threshold', 'The least density on the way from the target up to body is the threshold, times λ.', { values: { threshold } })

  const { size, parent, isText, end } = tree
  const kept = new Uint8Array(size)
  const onPath = new Uint8Array(size)
  // Alg. 2 marks the target before it descends. λ > 1 puts the ancestors with the least density below the threshold; they are
  // entered all the same, so that a λ a little over 1 drops a little and not all but the target.
  const aboveTarget = new Uint8Array(size)
  for (let p = parent[target]; p >= 0; p = parent[p]) aboveTarget[p] = 1
  const mark = (e: number): void => {
    probe.step('mark', 'A block is marked with its whole subtree; its ancestors are kept as the path to it.', {
      node: pageNode(tree, e),
      pseudocode: [3, 4],
    })
    if (probe.active) probe.decide(pageNode(tree, e), 'keep', e === target ? 'target' : 'largest-density-sum', densitySum[e], densitySum[e])
    kept.fill(1, e, end[e])
    for (let p = parent[e]; p >= 0 && onPath[p] === 0; p = parent[p]) {
      onPath[p] = 1
      if (probe.active) probe.decide(pageNode(tree, p), 'path', 'ancestor', density[p], threshold)
    }
  }
  mark(target)
  probe.step(
    'descend',
    s.targetOnly
      ? 'Only the target is kept: no other node is entered.'
      : 'From body down: a node at or above the threshold marks the best block below it; one below the threshold is not entered.',
    { pseudocode: [2, 5, 6] },
  )
  let e = 0
  while (e < size) {
    if (isText[e] === 1) {
      // Text directly inside a path element is dropped, unless asked for.
      if (kept[e] === 0 && s.keepPathText && onPath[parent[e]] === 1) {
        kept[e] = 1
        if (probe.active) probe.decide(pageNode(tree, e), 'keepNode', 'path-text', 0, 0)
      } else if (probe.active && kept[e] === 0) probe.decide(pageNode(tree, e), 'dropNode', 'path-text', 0, 0)
      e++
      continue
    }
    if (kept[e] === 1) {
      e = end[e]
      continue
    }
    const d = density[e]
    if (s.targetOnly) {
      if (probe.active && aboveTarget[e] === 0) probe.decide(pageNode(tree, e), 'drop', 'target-only', densitySum[e], densitySum[target])
      e = aboveTarget[e] === 1 ? e + 1 : end[e]
    } else if (d < threshold && aboveTarget[e] === 1) {
      if (probe.active) probe.decide(pageNode(tree, e), 'fail', 'density-threshold', d, threshold)
      e++
    } else if (d >= threshold) {
      if (probe.active) probe.decide(pageNode(tree, e), 'pass', 'density-threshold', d, threshold)
      const block = best[e]
      if (kept[block] === 0) mark(block)
      e = kept[e] === 1 ? end[e] : e + 1
    } else {
      if (probe.active) probe.decide(pageNode(tree, e), 'drop', 'density-threshold', d, threshold)
      // Not entered, except that the way to a block already marked stays.
      e = end[e]
    }
  }
  return finish(m, kept, { threshold }, probe)
}

/** Each block on its own by its smoothed density, for CECTD-S. */
function runSmoothed(
  page: PageModel,
  s: Settings & { readonly threshold: 'path' | 'body'; readonly radius: number; readonly weights: 'binomial' | 'uniform' },
  probe: Probe,
): ExtractionCore {
  const m = measure(page, s, probe)
  if (!m) return emptyExtraction(page, ['C', 'T', 'LC', 'LT', 'density', 'densitySum', 'smoothed'])
  const { tree, density, runs, r } = m
  const smoothed = smooth(tree, density, m.inLink, runs, (L) => textRunDensity(L, r), s.radius, s.weights)
  m.nodeMeasures.smoothed = scatter(tree, smoothed)
  probe.step(
    'smooth',
    'Each density is averaged with those of its neighbouring siblings, so that a short paragraph is lifted by the long ones beside it.',
    { measures: ['smoothed'] },
  )

  const threshold = scaled(s.lambda, s.threshold === 'body' ? density[0] : m.pathMinimum)
  probe.step(
    'threshold',
    s.threshold === 'body'
      ? 'The density of body is the threshold, times λ (§4.1).'
      : 'The least density on the way from the target up to body is the threshold, times λ.',
    {
      values: { threshold },
    },
  )

  const { size, parent, isText, end } = tree
  const inline = tagTable(page.tagNames, INLINE_TAGS)
  const kept = new Uint8Array(size)
  const characters = m.nodeMeasures.C
  let any = false
  let highest = 0
  probe.step(
    'judge',
    'Every block is judged on its own: its own text and inline parts follow it, blocks inside it are judged by themselves.',
  )
  for (let e = 0; e < size; e++) {
    const isBlock = isText[e] === 0 && (e === 0 || inline[page.tag[tree.node[e]]] === 0)
    if (!isBlock) {
      kept[e] = kept[parent[e]]
      // A block passes for nothing where it has no text: where all text is links, an empty one has the highest density.
      if (isText[e] === 1 && kept[e] === 1) any = true
      continue
    }
    const d = smoothed[e]
    kept[e] = d >= threshold ? 1 : 0
    if (d > smoothed[highest] && characters[tree.node[e]] > 0) highest = e
    if (probe.active) probe.decide(pageNode(tree, e), kept[e] === 1 ? 'keepNode' : 'dropNode', 'smoothed-threshold', d, threshold)
  }
  if (!any) {
    probe.step('fallback', 'No text reached the threshold: the block with the highest smoothed density is kept whole.', {
      node: pageNode(tree, highest),
    })
    if (probe.active) probe.decide(pageNode(tree, highest), 'keep', 'highest-smoothed', smoothed[highest], threshold)
    kept.fill(1, highest, end[highest])
  }
  return finish(m, kept, { threshold }, probe)
}

export const cetdDs: Extractor = defineExtractor({
  id: 'cetd-ds',
  title: 'CETD-DS',
  family: 'system',
  paper,
  summary: 'Text density (characters per tag) with DensitySum. The simplest variant of the SIGIR 2011 paper.',
  params: {
    lambda: params.lambda,
    targetOnly: params.targetOnly,
    densitySum: params.densitySum,
    keepPathText: params.keepPathText,
    dropHidden: params.dropHidden,
  },
  measures: [...measures(false), densitySumMeasure(false)],
  rules,
  charts: charts(false),
  mainMeasure: 'density',
  pseudocode: PSEUDOCODE,
  run: (page, p, probe) => runDensitySum(page, { composite: false, zeroRule: 'authors', ...p }, probe),
})

export const cectdDs: Extractor = defineExtractor({
  id: 'cectd-ds',
  title: 'CECTD-DS',
  family: 'system',
  paper,
  summary: 'Composite text density (links count against a node) with DensitySum. The best variant of the paper.',
  params,
  measures: [...measures(true), densitySumMeasure(true)],
  rules,
  charts: charts(false),
  mainMeasure: 'density',
  pseudocode: PSEUDOCODE,
  run: (page, p, probe) => runDensitySum(page, { composite: true, ...p }, probe),
})

export const cectdS: Extractor = defineExtractor({
  id: 'cectd-s',
  title: 'CECTD-S',
  family: 'system',
  paper,
  summary: 'Composite text density smoothed over siblings, each block judged on its own.',
  params: {
    lambda: params.lambda,
    zeroRule: params.zeroRule,
    densitySum: params.densitySum,
    ...smoothingParams,
    dropHidden: params.dropHidden,
  },
  measures: [...measures(true), densitySumMeasure(true), smoothedMeasure],
  rules,
  charts: charts(true),
  mainMeasure: 'smoothed',
  pseudocode: PSEUDOCODE,
  run: (page, p, probe) => runSmoothed(page, { composite: true, ...p }, probe),
})
