/** CETD: Sun, Song, Liao, "DOM Based Content Extraction via Text Density", SIGIR 2011. */
import type { ContentTree } from '../../page/content-tree'
import { INLINE_TAGS, tagTable } from '../../page/tags'
import { defineExtractor, type RunReporter } from '../core/define'
import { strayTexts } from '../kit/stray-texts'
import {
  COMPOSITE_DENSITY,
  COMPOSITE_PSEUDOCODE,
  compositeMeasures,
  densityCharts,
  densitySumRules,
  paper,
  PLAIN_PSEUDOCODE,
  plainMeasures,
  smoothedCharts,
  smoothedMeasures,
  smoothedRules,
} from './description'
import { textRunDensity, smooth } from './densities'
import { params, smoothingParams } from './params'
import { candidates, findTarget, runnerUpAt, scaled, sumOf, choiceWithoutThreshold, type TargetSettings } from './target'

const DENSITY_COMPUTES = { characters: 'C', tags: 'T', divide: 'density' } as const

const EXTRACT_NOTES = {
  decided: { 'target keep': 'mark', 'largest-density-sum': 'mark', ancestor: 'mark', 'density-threshold': 'if' },
  computes: { ...DENSITY_COMPUTES, target: { finds: 'densitySum' } },
} as const

const COMMON = {
  family: 'system',
  paper,
  values: {
    r: { label: 'share of link characters in body', share: true },
    target: { label: 'target', node: true },
    threshold: { label: 'threshold', unit: 'characters per tag' },
  },
  output: { caption: 'The output contains the marked blocks, inside their ancestors.' },
} as const

function keepDensestBlocks(
  tree: ContentTree,
  s: TargetSettings & { readonly targetOnly: boolean; readonly keepPathText: boolean },
  reporter: RunReporter<keyof typeof plainMeasures, keyof typeof densitySumRules, keyof typeof PLAIN_PSEUDOCODE>,
) {
  const { step, decide } = reporter
  const m = findTarget(tree, s, reporter)
  const { best, second, target, measures } = m
  const { density, densitySum } = measures
  const threshold = scaled(s.lambda, m.pathMinimum)
  step('threshold', 'The threshold is λ times the smallest density on the path from the target up to body.', {
    values: { threshold },
    entry: m.sparsest,
    way: m.way,
  })

  const { size, parent, isText, end } = tree
  const kept = new Uint8Array(size)
  const onPath = new Uint8Array(size)
  // With λ > 1, an ancestor of the target can be below the threshold. The search enters every ancestor of the target.
  const aboveTarget = new Uint8Array(size)
  for (let p = parent[target]; p >= 0; p = parent[p]) aboveTarget[p] = 1
  const mark = (e: number, within: number): void => {
    const reached = { within, value: density[within], limit: threshold, ...runnerUpAt(second, within) }
    step('mark', 'A block is marked with its whole subtree. The ancestors of the block are kept as the path to the block.', {
      entry: e,
      choice: e === target ? choiceWithoutThreshold(second) : reached,
      lines: ['target', 'mark'],
    })
    // Report the drop of the outermost skipped ancestor first. A later drop would also drop the block.
    let outer = -1
    for (let p = parent[e]; p > within; p = parent[p]) if (density[p] < threshold && aboveTarget[p] === 0) outer = p
    if (outer >= 0) decide(outer, 'drop', 'density-threshold', density[outer], threshold)
    decide(e, 'keep', e === target ? 'target' : 'largest-density-sum', densitySum[e], sumOf(densitySum, second?.[within]))
    kept.fill(1, e, end[e])
    for (let p = parent[e]; p >= 0 && onPath[p] === 0; p = parent[p]) {
      onPath[p] = 1
      decide(p, 'path', 'ancestor', density[p], threshold)
    }
  }
  mark(target, 0)
  step(
    'descend',
    s.targetOnly
      ? 'Only the target is kept: no other node is entered.'
      : 'From body downwards, the best block inside each node that reaches the threshold is marked. Other nodes are not entered, except the ancestors of the target.',
    { lines: ['if', 'each', 'descend'] },
  )
  for (let e = 0; e < size;) {
    if (isText[e] === 1 || kept[e] === 1) {
      e = end[e]
      continue
    }
    const d = density[e]
    if (s.targetOnly) {
      if (aboveTarget[e] === 0) decide(e, 'drop', 'target-only', densitySum[e], densitySum[target])
      e = aboveTarget[e] === 1 ? e + 1 : end[e]
    } else if (d >= threshold || aboveTarget[e] === 1) {
      decide(e, d >= threshold ? 'pass' : 'fail', 'density-threshold', d, threshold)
      if (d >= threshold && kept[best[e]] === 0) mark(best[e], e)
      e = kept[e] === 1 ? end[e] : e + 1
    } else {
      if (onPath[e] === 0) decide(e, 'drop', 'density-threshold', d, threshold)
      e = end[e]
    }
  }
  // λ = 0 keeps all text, unless only the target is kept: "all nodes in DOM are included" (§5.5).
  const keepsAll = s.lambda === 0 && !s.targetOnly
  for (let e = 0; e < size; e++) {
    if (isText[e] === 0 || kept[e] === 1 || onPath[parent[e]] === 0) continue
    if (s.keepPathText || keepsAll) kept[e] = 1
    if (kept[e] === 1) decide(e, 'keepNode', keepsAll ? 'lambda-zero' : 'kept-path-text', 0, 0)
    else decide(e, 'dropNode', 'path-text', 0, 0)
  }
  return { kept, measures, values: { r: m.r, target: tree.node[target], threshold }, candidates: candidates(m) }
}

function keepSmoothedBlocks(
  tree: ContentTree,
  s: TargetSettings & { readonly threshold: 'path' | 'body'; readonly radius: number; readonly weights: 'binomial' | 'uniform' },
  reporter: RunReporter<keyof typeof smoothedMeasures, keyof typeof smoothedRules, keyof typeof COMPOSITE_DENSITY>,
) {
  const { step, decide } = reporter
  const m = findTarget(tree, s, reporter)
  const { runs, r } = m
  const { C, density } = m.measures
  const smoothed = smooth(tree, density, { inLink: m.inLink, runs, runDensity: (L) => textRunDensity(L, r) }, s)
  step('smooth', 'Densities are averaged over neighbouring siblings, so that long neighbours raise the density of a short paragraph.', {
    measures: ['smoothed'],
  })

  const threshold = scaled(s.lambda, s.threshold === 'body' ? density[0] : m.pathMinimum)
  step(
    'threshold',
    s.threshold === 'body'
      ? 'The threshold is λ times the density of body (§4.1).'
      : 'The threshold is λ times the smallest density on the path from the target up to body.',
    { values: { threshold }, ...(s.threshold === 'body' ? { entry: 0 } : { entry: m.sparsest, way: m.way }) },
  )

  const { size, parent, isText, end } = tree
  const inline = tagTable(tree.page.tagNames, INLINE_TAGS)
  const kept = new Uint8Array(size)
  const owner = new Int32Array(size)
  let any = false
  let highest = 0
  step('judge', 'Every block is judged separately. Its result applies to its direct text and inline elements, not to the blocks inside it.')
  for (let e = 0; e < size; e++) {
    const isBlock = isText[e] === 0 && (e === 0 || inline[tree.page.tag[tree.node[e]]] === 0)
    if (!isBlock) {
      owner[e] = owner[parent[e]]
      kept[e] = kept[owner[e]]
      // Only kept text below body prevents the fallback.
      if (isText[e] === 1 && kept[e] === 1 && owner[e] > 0) any = true
      continue
    }
    const d = smoothed[e]
    owner[e] = e
    kept[e] = d >= threshold ? 1 : 0
    if (C[e] > 0 && (highest === 0 || d > smoothed[highest])) highest = e
    decide(e, kept[e] === 1 ? 'keepNode' : 'dropNode', 'smoothed-threshold', d, threshold)
  }
  if (reporter.active)
    for (const e of strayTexts(tree, (k) => owner[k]))
      decide(e, kept[e] === 1 ? 'keepNode' : 'dropNode', 'smoothed-threshold', smoothed[owner[e]], threshold)
  if (!any && (highest > 0 || kept[0] === 0)) {
    step('fallback', 'Below body, no block with text passed, so the whole block with the highest smoothed density is kept.', {
      entry: highest,
    })
    decide(highest, 'keep', 'highest-smoothed', smoothed[highest], threshold)
    kept.fill(1, highest, end[highest])
  }
  return { kept, measures: { ...m.measures, smoothed }, values: { r, target: tree.node[m.target], threshold }, candidates: candidates(m) }
}

export const cetdDs = defineExtractor({
  id: 'cetd-ds',
  title: 'CETD-DS',
  fullName: 'text density',
  ...COMMON,
  summary: 'Keeps blocks with many characters per tag. The simplest variant of the paper.',
  params: {
    lambda: params.lambda,
    targetOnly: params.targetOnly,
    densitySum: params.densitySum,
    keepPathText: params.keepPathText,
    dropHidden: params.dropHidden,
  },
  measures: plainMeasures,
  rules: densitySumRules,
  charts: densityCharts,
  mainMeasure: 'density',
  pseudocode: PLAIN_PSEUDOCODE,
  code: EXTRACT_NOTES,
  run: (reporter) => keepDensestBlocks(reporter.tree, { zeroRule: null, ...reporter.p }, reporter),
})

export const cectdDs = defineExtractor({
  id: 'cectd-ds',
  title: 'CECTD-DS',
  fullName: 'composite text density',
  ...COMMON,
  summary: 'Keeps blocks with many characters per tag and few links. The best variant of the paper.',
  params,
  measures: compositeMeasures,
  rules: densitySumRules,
  charts: densityCharts,
  mainMeasure: 'density',
  pseudocode: COMPOSITE_PSEUDOCODE,
  code: EXTRACT_NOTES,
  run: (reporter) => keepDensestBlocks(reporter.tree, reporter.p, reporter),
})

export const cectdS = defineExtractor({
  id: 'cectd-s',
  title: 'CECTD-S',
  fullName: 'smoothed text density',
  ...COMMON,
  summary: 'Averages composite text density over siblings and judges each block separately.',
  params: {
    lambda: params.lambda,
    zeroRule: params.zeroRule,
    linkWrappers: params.linkWrappers,
    densitySum: params.densitySum,
    ...smoothingParams,
    dropHidden: params.dropHidden,
  },
  measures: smoothedMeasures,
  rules: smoothedRules,
  charts: smoothedCharts,
  mainMeasure: 'smoothed',
  pseudocode: COMPOSITE_DENSITY,
  code: { computes: DENSITY_COMPUTES },
  run: (reporter) => keepSmoothedBlocks(reporter.tree, reporter.p, reporter),
})
