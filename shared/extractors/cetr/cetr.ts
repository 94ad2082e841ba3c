/** CETR: Weninger, Hsu, Han, "CETR: Content Extraction via Tag Ratios", WWW 2010. */
import { defineExtractor } from '../core/define'
import { gaussianSmooth, standardDeviation } from '../kit/smoothing'
import { sourceLines, textToTagRatios, unreadSource } from '../kit/source-lines'
import { charts, lineMeasures, measures, paper, params, PSEUDOCODE, rules } from './description'
import { keepOnLines } from '../kit/text-on-lines'
import { kMeans } from '../kit/k-means'

export const MAX_ROUNDS = 100

/**
 * Runs k-means in two dimensions with the first centre fixed at the origin. Returns the cluster of each point as `of`. 0 is the cluster at the
 * origin.
 * @param onRound receives the start as round 0 without clusters, and each round with changes
 */
export function pinnedKMeans(
  x: Float64Array,
  y: Float64Array,
  k: number,
  onRound?: (round: number, centres: readonly (readonly number[])[], of: Float64Array | null) => void,
) {
  const n = x.length
  let meanX = 0
  let meanY = 0
  let far = 0
  const toOrigin = new Float64Array(n)
  const points = new Float64Array(2 * n)
  for (let i = 0; i < n; i++) {
    points[2 * i] = x[i]
    points[2 * i + 1] = y[i]
    meanX += x[i] / n
    meanY += y[i] / n
    toOrigin[i] = Math.sqrt(x[i] ** 2 + y[i] ** 2)
    if (toOrigin[i] > toOrigin[far]) far = i
  }
  const start = [[0, 0]]
  for (let c = 1; c < k; c++) {
    const step = k === 2 ? 1 : (c - 1) / (k - 2)
    start.push(n === 0 ? [0, 0] : [meanX + (x[far] - meanX) * step, meanY + (y[far] - meanY) * step])
  }
  onRound?.(0, start, null)
  const { of, centres } = kMeans(points, 2, start, {
    maxRounds: MAX_ROUNDS,
    pinned: 1,
    onRound: onRound && ((round, now, means, changed) => changed && onRound(round, means, Float64Array.from(now))),
  })
  const toOther = Float64Array.from(x, (px, i) =>
    Math.sqrt(Math.min(...centres.slice(1).map(([cx, cy]) => (px - cx) ** 2 + (y[i] - cy) ** 2))),
  )
  return { of: Float64Array.from(of), centres, toOrigin, toOther }
}

function gaussianOf(values: Float64Array, limit: number): { readonly sigma: number; readonly halfWidth: number } {
  const sigma = standardDeviation(values)
  return { sigma, halfWidth: Math.min(Math.ceil(sigma), limit) }
}

export function smoothBySpread(values: Float64Array, limit: number): Float64Array {
  const { sigma, halfWidth } = gaussianOf(values, limit)
  return gaussianSmooth(values, sigma, halfWidth)
}

/** Returns, per value, the mean of the following values, at most `ahead`, minus the value. The last slope is 0. */
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

export const cetr = defineExtractor({
  id: 'cetr',
  title: 'CETR',
  fullName: 'tag ratios',
  family: 'baseline',
  paper,
  summary: 'Clusters lines by their tag ratio and the change of this ratio. Drops the cluster at the origin.',
  params,
  lineMeasures,
  measures,
  rules,
  charts,
  mainMeasure: 'nodeRatio',
  pseudocode: PSEUDOCODE,
  values: {
    lines: { label: 'lines' },
    tags: { label: 'tags of the page' },
    sigma: { label: 'standard deviation of the ratios, σ', unit: 'characters per tag' },
    halfWidth: { label: 'half-width of the Gaussian, ⌈σ⌉', unit: 'lines' },
    ...Object.fromEntries(
      [0, 1, 2, 3, 4, 5].flatMap((i) => [
        [`centre${i}Ratio`, { label: `centre ${i + 1}, T′`, unit: 'characters per tag' }],
        [`centre${i}Slope`, { label: `centre ${i + 1}, |Ĝ|` }],
      ]),
    ),
  },
  clean: {
    name: 'remove',
    caption: (p) => `Scripts, comments${p.removeStyle ? ', styles' : ''} and empty lines are removed. Lines are wrapped to a common width.`,
    lines: ['wrap'],
  },
  run(reporter) {
    const { page, p, active, step, decideLine, warn } = reporter
    const lines = sourceLines(page.html, { removeStyle: p.removeStyle, characters: 'all', wrap: p.width, skip: unreadSource(page) })
    const { count, x, y } = lines
    step('count lines', 'Each line counts its characters outside tags, and the tags that begin on the line.', {
      measures: ['x', 'y'],
      lines: ['ratio'],
    })
    const ratio = textToTagRatios(lines)
    step('ratio', 'The tag ratio of a line is its characters divided by its tags; without tags, the number of characters.', {
      measures: ['ratio'],
      lines: ['ratio'],
    })
    const smoothed = smoothBySpread(ratio, p.maxHalfWidth)
    step('smooth', 'A Gaussian blurs the ratios to T′. The width of the Gaussian is the standard deviation of the ratios.', {
      measures: ['smoothed'],
      lines: ['smooth'],
    })
    const slope = smoothBySpread(slopesAhead(smoothed, p.ahead), p.maxHalfWidth).map(Math.abs)
    step('slope', 'At the beginning and end of content, a line differs from the next lines: the absolute, smoothed slope |Ĝ| is high.', {
      measures: ['slope'],
      lines: ['slope', 'smoothSlope'],
    })

    const clusters = pinnedKMeans(
      smoothed,
      slope,
      p.k,
      active
        ? (round, centres, of) =>
            step(
              'cluster',
              round === 0
                ? 'The first centres are the origin, and points in equal steps from the mean of all lines to the farthest line (with two clusters, only the farthest line).'
                : `Round ${round}. Every line joins the nearest centre. Then every centre except the origin moves to the mean of its lines.`,
              {
                centres,
                plane: ['smoothed', 'slope'],
                ...(of && { series: { per: 'line', label: 'cluster', data: of } }),
                lines: ['cluster'],
              },
            )
        : undefined,
    )
    const values: Record<string, number> = { lines: count, tags: lines.tags, ...gaussianOf(ratio, p.maxHalfWidth) }
    clusters.centres.forEach(([cx, cy], c) => {
      values[`centre${c}Ratio`] = cx
      values[`centre${c}Slope`] = cy
    })
    const content = new Uint8Array(count)
    for (let k = 0; k < count; k++) {
      content[k] = clusters.of[k] > 0 ? 1 : 0
      decideLine(k, content[k] === 1 ? 'keep' : 'drop', 'origin', clusters.toOrigin[k], clusters.toOther[k])
    }

    const lineData = { start: lines.start, end: lines.end, measures: { x, y, ratio, smoothed, slope, cluster: clusters.of }, content }
    const { texts, measures } = keepOnLines(reporter, lines, { content, measure: smoothed }, { lines: ['return'] })
    if (!texts.includes(1)) warn('Nothing was kept: no text has most of its characters on lines outside the cluster at the origin.')
    return { kept: { texts }, measures, values, lines: lineData }
  },
})
