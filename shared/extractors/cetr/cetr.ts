/**
 * CETR: Weninger, Hsu, Han, "CETR: Content Extraction via Tag Ratios", WWW 2010.
 * Tag ratios of lines and their slope make a plane; what lies away from its origin is content.
 */
import { contentTree, pageNode, scatter } from '../../page/content-tree'
import { emptyExtraction } from '../core/empty'
import { defineExtractor, type ExtractionCore, type Extractor } from '../core/extractor'
import type { ParamValues } from '../core/params'
import type { Probe } from '../core/probe'
import { gaussianSmooth, standardDeviation } from '../kit/smoothing'
import { sourceLines, textToTagRatios } from '../kit/source-lines'
import { textOnLines } from '../kit/text-on-lines'
import { meanOverText, selectionOfText } from '../kit/kept-text'
import type { PageModel } from '../../page/page-model'
import { charts, measures, paper, params, PSEUDOCODE, rules } from './description'
import { pinnedKMeans } from './pinned-k-means'

/** Gaussian smoothing with the array's own standard deviation: half-width ⌈σ⌉ (at most `limit`), variance σ². */
export function smoothBySpread(values: Float64Array, limit: number): Float64Array {
  const sigma = standardDeviation(values)
  return gaussianSmooth(values, sigma, Math.min(Math.ceil(sigma), limit))
}

/** Mean of the next `ahead` values (those there are) minus the value itself; 0 for the last. */
export function slopesAhead(values: Float64Array, ahead: number): Float64Array {
  const n = values.length
  const slopes = new Float64Array(n)
  for (let k = 0; k < n - 1; k++) {
    let sum = 0
    const last = Math.min(n - 1, k + ahead)
    for (let i = k + 1; i <= last; i++) sum += values[i]
    slopes[k] = sum / (last - k) - values[k]
  }
  return slopes
}

function run(page: PageModel, p: ParamValues<typeof params>, probe: Probe): ExtractionCore {
  probe.step('remove', 'Scripts, comments, styles and empty lines are taken out; lines are wrapped to a common width.', { pseudocode: [1] })
  const tree = contentTree(page, { dropHidden: p.dropHidden })
  const lines = sourceLines(page.html, { removeStyle: p.removeStyle, characters: 'all', wrap: p.width })
  const { count, x, y } = lines
  probe.step('count lines', 'On each line the characters outside tags and the tags that begin on it are counted.', {
    measures: ['x', 'y'],
    pseudocode: [2],
  })
  const ratio = textToTagRatios(lines)
  probe.step('ratio', 'The tag ratio of a line is its characters divided by its tags.', { measures: ['ratio'], pseudocode: [2] })
  const smoothed = smoothBySpread(ratio, p.maxHalfWidth)
  probe.step('smooth', 'A Gaussian as wide as the ratios vary blurs them: T′.', { measures: ['smoothed'], pseudocode: [3] })
  const slope = smoothBySpread(slopesAhead(smoothed, p.ahead), p.maxHalfWidth).map(Math.abs)
  probe.step('slope', 'Where content begins or ends, the lines ahead differ from the line itself: the absolute, smoothed slope |Ĝ|.', {
    measures: ['slope'],
    pseudocode: [4, 5],
  })

  const clusters = pinnedKMeans(
    smoothed,
    slope,
    p.k,
    probe.active
      ? (round, centres, of) =>
          probe.step(
            'cluster',
            `Round ${round}. Every line joins the nearest centre, then every centre but the one at the origin moves to the mean of its lines.`,
            {
              centres,
              plane: ['smoothed', 'slope'],
              series: { per: 'line', label: 'cluster', data: of },
              pseudocode: [6],
            },
          )
      : undefined,
  )
  const values: Record<string, number> = { lines: count, tags: lines.tags }
  clusters.centres.forEach(([cx, cy], c) => {
    values[`centre${c}Ratio`] = cx
    values[`centre${c}Slope`] = cy
  })
  const content = new Uint8Array(count)
  for (let k = 0; k < count; k++) {
    content[k] = clusters.of[k] > 0 ? 1 : 0
    if (probe.active) {
      const origin = Math.sqrt(clusters.toOrigin[k])
      probe.decideLine(k, content[k] === 1 ? 'keep' : 'drop', 'origin', origin, Math.sqrt(clusters.toOther[k]))
    }
  }

  const lineData = { start: lines.start, end: lines.end, measures: { x, y, ratio, smoothed, slope, cluster: clusters.of }, content }
  if (tree.isText.indexOf(1) < 0) return { ...emptyExtraction(page, ['share', 'nodeRatio']), values, lines: lineData }
  probe.step('output', 'A piece of text is kept if most of its characters stand on content lines.', {
    measures: ['share', 'nodeRatio'],
    pseudocode: [7],
  })
  const on = textOnLines(tree, lines, content, smoothed)
  const kept = new Uint8Array(tree.size)
  for (let e = 0; e < tree.size; e++) {
    if (tree.isText[e] === 0) continue
    kept[e] = on.share[e] > 0.5 ? 1 : 0
    if (probe.active) probe.decide(pageNode(tree, e), kept[e] === 1 ? 'keepNode' : 'dropNode', 'majority', on.share[e], 0.5)
  }
  const warnings: string[] = []
  if (!page.hasSource) warnings.push('The page was read without source positions, which this method needs.')
  if (kept.indexOf(1) < 0) warnings.push('Nothing was kept: no text of the page stands on lines away from the origin.')
  return {
    selected: selectionOfText(tree, kept),
    measures: { share: scatter(tree, meanOverText(tree, on.share)), nodeRatio: scatter(tree, meanOverText(tree, on.mean)) },
    values,
    lines: lineData,
    warnings,
  }
}

export const cetr: Extractor = defineExtractor({
  id: 'cetr',
  title: 'CETR',
  family: 'baseline',
  paper,
  summary: 'Tag ratios of lines and how they change, clustered in two dimensions with one centre at the origin.',
  params,
  measures,
  rules,
  charts,
  mainMeasure: 'nodeRatio',
  pseudocode: PSEUDOCODE,
  needsSource: true,
  run,
})
