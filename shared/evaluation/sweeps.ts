/** Finds sweeps in a run: curves of one parameter, and the score of the chosen value on held-out pages. */
import { bootstrapMean, FEWEST_PAGES, mean, type ResampleOptions } from '../metrics/bootstrap'
import { valueAt } from '../base/once'
import { seededRandom, shuffle } from '../base/random'
import { counted } from '../base/written-number'
import { valueIn, valuesByPage, type PageResult } from './evaluation-row'
import { compare } from './page-units'
import { metricInfo, type MetricId } from './metric-list'
import { metricsOf, type RunSpec } from './run-spec'

const RESAMPLES = 500

/**
 * Returns the mean of a metric over the pages with a value; null without such pages. `interval` is the 95 % bootstrap interval; null below
 * `FEWEST_PAGES` pages.
 */
export function meanOf(results: readonly PageResult[], configuration: number, metric: MetricId, seed = 1) {
  return meanWithInterval([...valuesByPage(results, configuration, metric).values()], { resamples: RESAMPLES, seed })
}

function meanWithInterval(values: readonly number[], options: ResampleOptions) {
  const found = mean(values)
  return found === null ? null : { mean: found, interval: bootstrapMean(values, options), pages: values.length }
}

/** Rows of one extractor that differ in one number parameter, sorted by this parameter. */
export interface FoundSweep {
  readonly key: string
  readonly family: number
  readonly extractor: string
  readonly param: string
  readonly points: { readonly value: number; readonly configuration: number }[]
}

/** Returns the sweeps of a run. Each number parameter that varies has one sweep per combination of the other parameters. */
export function findSweeps({ configurations }: Pick<RunSpec, 'configurations'>): FoundSweep[] {
  const families = new Map<string, number>()
  const sweeps = new Map<string, FoundSweep>()
  for (const [configuration, { extractor, preset, params }] of configurations.entries()) {
    const entries = Object.entries(params)
    const numbers = entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    const others = entries.filter(([, value]) => typeof value !== 'number').sort(([a], [b]) => compare(a, b))
    const names = numbers.map(([name]) => name).sort()
    const family = valueAt(families, JSON.stringify([extractor, preset, names, others]), () => families.size)
    for (const [param, value] of numbers) {
      const key = JSON.stringify([family, param, numbers.filter(([name]) => name !== param)])
      valueAt(sweeps, key, () => ({ key, family, extractor, param, points: [] })).points.push({ value, configuration })
    }
  }
  for (const { points } of sweeps.values()) points.sort((a, b) => a.value - b.value)
  return [...sweeps.values()]
    .filter(({ points }) => points[0]?.value !== points.at(-1)?.value)
    .sort((a, b) => a.family - b.family || compare(a.param, b.param))
}

/** Minimum pages for a division into halves. Fewer pages are divided into `FEW_PARTS` parts. */
const HALVED = 100
const FEW_PARTS = 5

/**
 * Chooses the best point of a sweep on random pages, and scores this point on the other pages. With 2 `parts`, one half of the pages chooses
 * a point and the other half scores this point. With more parts, each part scores the point that the other parts chose. @param scores per
 * point, one number per page; all points have the same pages @returns the index of the `chosen` point per scoring part; null for fewer than
 * two points or fewer than `FEWEST_PAGES` pages
 */
export function heldOut(scores: readonly (readonly number[])[], larger: boolean, seed = 1) {
  const pages = scores[0]?.length ?? 0
  if (pages < FEWEST_PAGES || scores.length < 2) return null
  const order = shuffle([...(scores[0] ?? []).keys()], seededRandom(seed))
  const parts = pages >= HALVED ? 2 : FEW_PARTS
  const chosen: number[] = []
  const values: number[] = []
  for (const part of parts === 2 ? [1] : Array.from({ length: parts }, (_, part) => part)) {
    const there = order.filter((_, place) => place % parts === part)
    const others = order.filter((_, place) => place % parts !== part)
    const sums = scores.map((point) => others.reduce((sum, page) => sum + (point[page] ?? 0), 0))
    const best = sums.indexOf(larger ? Math.max(...sums) : Math.min(...sums))
    chosen.push(best)
    for (const page of there) values.push(scores[best]?.[page] ?? 0)
  }
  const score = meanWithInterval(values, { seed })
  return score && { parts, chosen, score }
}

/**
 * Returns a sentence with the best point and the score of this point on all pages; with enough pages, also the score on held-out pages.
 * Null if no page has values of all points.
 */
export function choiceSentence(results: readonly PageResult[], points: FoundSweep['points'], metric: MetricId, seed: number) {
  const { larger, label } = metricInfo(metric)
  const pages = results.flatMap((result) => {
    const values = points.map(({ configuration }) => valueIn(result, configuration, metric))
    return values.every((value) => value !== null) ? [values] : []
  })
  if (pages.length === 0) return null
  const scores = points.map((_, point) => pages.map((values) => values[point] ?? 0))
  const means = scores.map((values) => mean(values) ?? Number.NaN)
  const best = larger ? Math.max(...means) : Math.min(...means)
  const nameOf = (point: number): string => String(points[point]?.value ?? '')
  const same = `Best ${label} ${best.toFixed(3)} at ${nameOf(means.indexOf(best))}, chosen and scored on the same ${counted(pages.length, 'page')}`
  const held = heldOut(scores, larger, seed)
  if (!held) return `${same}: too few pages to hold out some of them.`
  const { parts, chosen, score } = held
  const interval = score.interval ? ` [${score.interval.low.toFixed(3)}, ${score.interval.high.toFixed(3)}]` : ''
  const worth = `${label} ${score.mean.toFixed(3)}${interval}`
  if (parts === 2) return `${same}. Chosen on one half (${nameOf(chosen[0] ?? 0)}) and scored on the other ${score.pages} pages: ${worth}.`
  const times = [...new Set(chosen)]
    .sort((a, b) => a - b)
    .map((point) => `${nameOf(point)} (${timesOf(chosen.filter((one) => one === point).length)})`)
  return `${same}. Each of ${parts} parts of the pages, scored with the value chosen on the other parts: ${worth}; chosen values: ${times.join(', ')}.`
}

const timesOf = (count: number): string => (count === 1 ? 'once' : `${count} times`)

/** Returns the sentence of `choiceSentence` per sweep of a run. Default metric: F1; without F1, the first recorded metric. */
export function sweepNotes(spec: RunSpec, results: readonly PageResult[], metric?: MetricId): string[] {
  const recorded = metricsOf(spec)
  const by = metric ?? recorded.find((id) => id === 'f1') ?? recorded[0] ?? 'f1'
  return findSweeps(spec).flatMap(({ extractor, param, points }) => {
    const sentence = choiceSentence(results, points, by, spec.pages.seed)
    return sentence === null ? [] : [`${extractor}, ${param}: ${sentence}`]
  })
}
