/** What a run says of parameters: curves of one number, maps of two, and what each row costs for what it gives. Pure. */
import { bootstrapMean, type Interval } from '../metrics/bootstrap'
import type { MetricId, PageResult } from './evaluation-row'
import type { RunSpec } from './run-spec'

/** A mean over pages with its 95 % bootstrap interval. */
export interface Mean {
  readonly mean: number
  readonly interval: Interval | null
  readonly pages: number
}

export interface MeanOptions {
  /** Only pages of this type; all where it is absent. */
  readonly type?: string | undefined
  readonly seed?: number
}

/** Resamples of an interval in a chart: it is drawn, not printed. */
const RESAMPLES = 500

/** Mean of a metric over the pages that have it; null where none has. */
export function meanOf(
  results: readonly PageResult[],
  configuration: number,
  metric: MetricId,
  { type, seed = 1 }: MeanOptions = {},
): Mean | null {
  const values = results.flatMap(({ facts, rows }) => {
    const value = type === undefined || facts.pageType === type ? rows[configuration]?.metrics[metric] : null
    return value === null || value === undefined ? [] : [value]
  })
  if (values.length === 0) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return { mean, interval: bootstrapMean(values, { resamples: RESAMPLES, seed }), pages: values.length }
}

/** Rows of one extractor that differ in one number only, in order of that number. */
export interface FoundSweep {
  readonly key: string
  readonly extractor: string
  readonly param: string
  readonly points: readonly { readonly value: number; readonly configuration: number }[]
}

/** Rows of one extractor over two numbers: every pair of their values, as far as the run has it. */
export interface FoundGrid {
  readonly key: string
  readonly extractor: string
  readonly across: string
  readonly down: string
  /** Ascending. */
  readonly acrossValues: readonly number[]
  readonly downValues: readonly number[]
  /** Row by row of the map: the configuration, or -1 where the run has none. */
  readonly cells: readonly number[]
}

interface Family {
  readonly extractor: string
  readonly members: { readonly configuration: number; readonly numbers: ReadonlyMap<string, number> }[]
}

/** Configurations that differ in numbers only. */
function familiesOf({ configurations }: Pick<RunSpec, 'configurations'>): Map<string, Family> {
  const families = new Map<string, Family>()
  configurations.forEach(({ extractor, preset, params }, configuration) => {
    const entries = Object.entries(params)
    const numbers = new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
    const rest = entries.filter(([, value]) => typeof value !== 'number').sort(([a], [b]) => (a < b ? -1 : 1))
    const key = JSON.stringify([extractor, preset, [...numbers.keys()].sort(), rest])
    const family = families.get(key) ?? { extractor, members: [] }
    family.members.push({ configuration, numbers })
    families.set(key, family)
  })
  return families
}

const ascending = (values: Iterable<number>): number[] => [...new Set(values)].sort((a, b) => a - b)

/** Names of the numbers of which a family has more than one value. */
function varying({ members }: Family): string[] {
  return [...(members[0]?.numbers.keys() ?? [])].filter((name) => new Set(members.map(({ numbers }) => numbers.get(name))).size > 1).sort()
}

/** Curves of a run: families in which one number varies, or more than two, each of which then gives a curve for every value of the others. */
export function findSweeps(spec: Pick<RunSpec, 'configurations'>): FoundSweep[] {
  const sweeps = new Map<string, { extractor: string; param: string; points: { value: number; configuration: number }[] }>()
  for (const [key, family] of familiesOf(spec)) {
    const names = varying(family)
    // Two are a map.
    if (names.length === 2) continue
    for (const param of names)
      for (const { configuration, numbers } of family.members) {
        const rest = [...numbers].filter(([name]) => name !== param)
        const own = JSON.stringify([key, param, rest])
        const sweep = sweeps.get(own) ?? { extractor: family.extractor, param, points: [] }
        sweep.points.push({ value: numbers.get(param) ?? Number.NaN, configuration })
        sweeps.set(own, sweep)
      }
  }
  return [...sweeps]
    .filter(([, { points }]) => points.length > 1)
    .map(([key, sweep]) => ({ key, ...sweep, points: sweep.points.sort((a, b) => a.value - b.value) }))
}

/** Maps of a run: families in which exactly two numbers vary. */
export function findGrids(spec: Pick<RunSpec, 'configurations'>): FoundGrid[] {
  return [...familiesOf(spec)].flatMap(([key, family]): FoundGrid[] => {
    const [across, down, ...more] = varying(family)
    if (across === undefined || down === undefined || more.length > 0) return []
    const valuesOf = (name: string): number[] => ascending(family.members.map(({ numbers }) => numbers.get(name) ?? Number.NaN))
    const acrossValues = valuesOf(across)
    const downValues = valuesOf(down)
    const cells = downValues.flatMap((y) =>
      acrossValues.map(
        (x) => family.members.find(({ numbers }) => numbers.get(across) === x && numbers.get(down) === y)?.configuration ?? -1,
      ),
    )
    return [{ key, extractor: family.extractor, across, down, acrossValues, downValues, cells }]
  })
}

/** What a row gives, and what it takes. */
export interface Cost {
  readonly configuration: number
  /** Mean of the metric. */
  readonly quality: number
  /** Milliseconds a page: the mean over the same pages, parsing left out. */
  readonly milliseconds: number
  /** No other row is at least as good and at least as fast, and better in one of the two. */
  readonly best: boolean
}

/**
 * Quality against time, in order of time.
 * @param timings milliseconds of each page: parsing, then one number a configuration
 * @param larger whether a larger value is better
 */
export function paretoOf(
  results: readonly PageResult[],
  timings: readonly (readonly number[])[],
  configurations: number,
  metric: MetricId,
  larger: boolean,
): Cost[] {
  const costs: Omit<Cost, 'best'>[] = []
  for (let configuration = 0; configuration < configurations; configuration++) {
    let quality = 0
    let milliseconds = 0
    let pages = 0
    results.forEach(({ rows }, i) => {
      const value = rows[configuration]?.metrics[metric]
      const time = timings[i]?.[configuration + 1]
      if (value === null || value === undefined || time === undefined) return
      quality += value
      milliseconds += time
      pages++
    })
    if (pages > 0) costs.push({ configuration, quality: quality / pages, milliseconds: milliseconds / pages })
  }
  const gain = (cost: Omit<Cost, 'best'>): number => (larger ? cost.quality : -cost.quality)
  return costs
    .map((cost) => ({
      ...cost,
      best: !costs.some(
        (other) =>
          gain(other) >= gain(cost) &&
          other.milliseconds <= cost.milliseconds &&
          (gain(other) > gain(cost) || other.milliseconds < cost.milliseconds),
      ),
    }))
    .sort((a, b) => a.milliseconds - b.milliseconds || a.configuration - b.configuration)
}
