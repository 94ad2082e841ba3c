/** TTR: Weninger, Hsu, "Text Extraction from the Web via Text-to-Tag Ratio", TIR workshop at DEXA 2008. */
import type { ContentTree } from '../../page/content-tree'
import type { PageModel } from '../../page/page-model'
import { defineExtractor, type RunReporter } from '../core/define'
import type { ParamValues } from '../core/params'
import { movingAverage } from '../kit/smoothing'
import { sourceLines, textToTagRatios, unreadSource, type SourceLines } from '../kit/source-lines'
import {
  farthestFirstClusters,
  hasDistinct,
  kMeansClusters,
  predictionClusters,
  thresholdClusters,
  type Clusters,
  type RoundListener,
} from './clusterings'
import { charts, lineMeasures, measures, paper, params, PSEUDOCODE, rules } from './description'
import { emClusters } from './gaussian-mixture'
import { keepOnLines } from '../kit/text-on-lines'

type Settings = ParamValues<typeof params>
type Reporter = RunReporter<keyof typeof lineMeasures | keyof typeof measures, keyof typeof rules>

export const LINES_PER_TAG = 20
export const LONG_LINE = 500
export const FEW_LINES = 10
export const WRAP = 65

function readLines(page: PageModel, p: Settings): SourceLines {
  const options = { removeStyle: p.removeStyle, characters: p.characters, wrap: 0, skip: unreadSource(page) }
  const lines = sourceLines(page.html, options)
  const wrap = p.rewrap && lines.count > 0 && (lines.count < FEW_LINES || lines.characters / lines.count > LONG_LINE)
  return wrap ? sourceLines(page.html, { ...options, wrap: WRAP }) : lines
}

function cluster(e: Float64Array, p: Settings, { active, step }: Reporter): Clusters {
  if (p.cluster === 'prediction') {
    step(
      'cluster',
      'Prediction: content begins at a line whose ratio jumps above the mean of the previous lines, and ends when the ratios fall (our reading).',
    )
    return predictionClusters(e, p.window, p.c)
  }
  if (p.cluster === 'threshold' || !hasDistinct(e, p.k)) {
    const clusters = thresholdClusters(e, p.c)
    const why = p.cluster === 'threshold' ? '' : 'There are fewer different values than clusters. '
    step('cluster', `${why}Lines at or above c standard deviations are content.`, { values: { threshold: clusters.threshold } })
    return clusters
  }
  if (p.cluster === 'farthest-first') {
    const clusters = farthestFirstClusters(e, p.k)
    step(
      'cluster',
      'The first centre is the lowest value. Each further centre is the value that is farthest from all centres. Every line joins its nearest centre.',
      { centres: clusters.centres.map((c) => [c]), values: { threshold: clusters.threshold } },
    )
    return clusters
  }
  const caption =
    p.cluster === 'k-means'
      ? 'Every line joins the nearest centre. Then every centre moves to the mean of its lines.'
      : 'Every line is divided among the bell curves by likelihood. Then every curve is fitted to its share of the lines.'
  const start =
    p.cluster === 'k-means'
      ? 'The first centres are 0, and values in equal steps from the mean to the maximum (with two clusters, only the maximum).'
      : 'Each initial bell curve is fitted to one cluster of k-means: to its mean, its variance and its share of the lines.'
  const onRound: RoundListener | undefined = active
    ? (round, centres, assign, curves) =>
        step('cluster', round === 0 ? start : `Round ${round}. ${caption}`, {
          centres: centres.map((c) => [c]),
          ...(assign && { series: { per: 'line', label: 'cluster', data: assign() } }),
          ...(curves && { curves }),
          // The threshold is the upper border of the lowest cluster. Bell curves have no border.
          ...(assign && !curves && { values: { threshold: (centres[0] + centres[1]) / 2 } }),
        })
    : undefined
  return p.cluster === 'k-means' ? kMeansClusters(e, p.k, onRound) : emClusters(e, p.k, onRound)
}

/** Our addition: a page with text never has an empty result. */
function keepHighest(tree: ContentTree, ratio: Float64Array, kept: Uint8Array, { decide }: Reporter): void {
  let highest = 0
  for (let e = 0; e < tree.size; e++) if (tree.isText[e] === 1) highest = Math.max(highest, ratio[e])
  for (let e = 0; e < tree.size; e++) {
    if (tree.isText[e] === 0 || ratio[e] < highest) continue
    kept[e] = 1
    decide(e, 'keepNode', 'highest-ratio', ratio[e], highest)
  }
}

export const ttr = defineExtractor({
  id: 'ttr',
  title: 'TTR',
  fullName: 'text-to-tag ratio',
  family: 'system',
  paper,
  summary: 'Keeps lines of the source with much text and few tags. Reads lines, not the tree.',
  params,
  lineMeasures,
  measures,
  rules,
  charts,
  mainMeasure: 'nodeRatio',
  pseudocode: PSEUDOCODE,
  code: {
    computes: { x: 'x', y: 'y', noTags: 'ratio', divide: 'ratio' },
    branch: { on: 'y', zero: 'noTags', other: 'divide' },
  },
  values: {
    lines: { label: 'lines' },
    tags: { label: 'tags of the page' },
    threshold: { label: 'border of the lowest cluster', unit: 'characters per tag' },
    ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((i) => [`centre${i}`, { label: `centre ${i + 1}`, unit: 'characters per tag' }])),
  },
  clean: {
    name: 'remove',
    caption: (p) => `Scripts, comments${p.removeStyle ? ', styles' : ''} and empty lines are removed from the source.`,
    lines: ['input', 'begin', 'remove'],
  },
  run(reporter) {
    const { page, tree, p, active, step, decideLine, warn } = reporter
    const lines = readLines(page, p)
    const { count, x, y } = lines
    step('count lines', 'Each line counts its characters outside tags, and the tags that begin on the line.', {
      measures: ['x', 'y'],
      lines: ['each', 'x', 'y'],
    })
    const ratio = textToTagRatios(lines)
    step('ratio', 'The text-to-tag ratio of a line is its characters divided by its tags; without tags, the number of characters.', {
      measures: ['ratio'],
      lines: ['if', 'noTags', 'else', 'divide'],
    })
    const smoothed = movingAverage(ratio, p.radius)
    step('smooth', 'Each ratio is averaged with the ratios of its neighbours, so that a short line inside an article is kept.', {
      measures: ['smoothed'],
    })

    const content = new Uint8Array(count)
    let of: Float64Array
    const values: Record<string, number> = { lines: count, tags: lines.tags }
    if (count > 0 && p.allContentPages && lines.tags < count / LINES_PER_TAG) {
      step('cluster', 'The page has hardly any tags, so all text is content.', { values })
      of = new Float64Array(count).fill(1)
      content.fill(1)
      if (active) for (let k = 0; k < count; k++) decideLine(k, 'keep', 'few-tags', lines.tags, count / LINES_PER_TAG)
    } else {
      const clusters = cluster(smoothed, p, reporter)
      of = clusters.of
      if (!Number.isNaN(clusters.threshold)) values.threshold = clusters.threshold
      clusters.centres.forEach((c, i) => (values[`centre${i}`] = c))
      for (let k = 0; k < count; k++) {
        content[k] = of[k] > 0 ? 1 : 0
        const rule = clusters.stays?.[k] === 1 ? 'stays-inside' : clusters.method
        decideLine(k, content[k] === 1 ? 'keep' : 'drop', rule, clusters.value[k], clusters.limit[k])
      }
    }

    const lineData = { start: lines.start, end: lines.end, measures: { x, y, ratio, smoothed, cluster: of }, content }
    const { texts, mean, measures } = keepOnLines(reporter, lines, { content, measure: smoothed })
    if (!texts.includes(1)) {
      warn('No text has most of its characters on content lines, so the text with the highest ratio was kept.')
      keepHighest(tree, mean, texts, reporter)
    }
    return { kept: { texts }, measures, values, lines: lineData }
  },
})
