/** Compares all extractors of a run by ranks, with Friedman's test and the critical difference (Demšar 2006). */
import { FEWEST_PAGES } from '../metrics/bootstrap'
import { valueAt } from '../base/once'
import { valueIn, type PageResult } from './evaluation-row'
import { metricInfo, type MetricId } from './metric-list'

/** Critical values of Nemenyi's test at α = 0.05, for 2 to 20 rows: the studentised range divided by √2. */
const NEMENYI = [
  1.96, 2.343, 2.569, 2.728, 2.85, 2.949, 3.031, 3.102, 3.164, 3.219, 3.268, 3.313, 3.354, 3.391, 3.426, 3.458, 3.489, 3.517, 3.544,
]

/**
 * Ranks rows by `metric` on the pages with values of all rows. If pages share sites, and there are at least `FEWEST_PAGES` sites, ranks the
 * means per site instead. Returns Friedman's statistic, corrected for ties, with `p` from the χ² distribution. @returns null for fewer than
 * two rows or fewer than `FEWEST_PAGES` pages
 */
export function compareAll(results: readonly PageResult[], rows: number, metric: MetricId) {
  if (rows < 2) return null
  const pages = results.flatMap((result) => {
    const values = Array.from({ length: rows }, (_, row) => valueIn(result, row, metric))
    return values.every((value) => value !== null) ? [{ site: result.facts.host || result.facts.page, values }] : []
  })
  if (pages.length < FEWEST_PAGES) return null
  const sites = new Map<string, number[][]>()
  for (const { site, values } of pages) valueAt(sites, site, () => []).push(values)
  const bySite = sites.size < pages.length && sites.size >= FEWEST_PAGES
  const blocks = bySite ? [...sites.values()].map(means) : pages.map(({ values }) => values)
  const sign = metricInfo(metric).larger ? -1 : 1
  const sums = new Array<number>(rows).fill(0)
  let ties = 0
  for (const values of blocks) {
    const ranked = ranksOf(values.map((value) => sign * value))
    for (const [row, rank] of ranked.ranks.entries()) sums[row] = (sums[row] as number) + rank
    ties += ranked.ties
  }
  const n = blocks.length
  const k = rows
  const spread = sums.reduce((sum, one) => sum + (one - (n * (k + 1)) / 2) ** 2, 0)
  const scale = n * k * (k + 1) - ties / (k - 1)
  const statistic = scale === 0 ? 0 : (12 * spread) / scale
  const order = sums
    .map((sum, configuration) => ({ configuration, rank: sum / n }))
    .sort((a, b) => a.rank - b.rank || a.configuration - b.configuration)
  const ranks = order.map(({ rank }) => rank)
  const q = NEMENYI[k - 2]
  const criticalDifference = q === undefined ? null : q * Math.sqrt((k * (k + 1)) / (6 * n))
  return {
    /** Rows with their mean rank, the best rank (1) first. */
    rows: order,
    /** Number of pages or sites. */
    blocks: n,
    of: bySite ? 'site' : 'page',
    statistic,
    p: chiSquareTail(statistic, k - 1),
    /** Smallest significant difference of mean ranks (Nemenyi, α = 0.05); null for more than 20 rows. */
    criticalDifference,
    /** Maximal groups of two or more rows whose ranks differ by at most `criticalDifference`, as first and last index in `rows`. */
    cliques: criticalDifference === null ? [] : cliquesOf(ranks, criticalDifference),
  }
}

const means = (pages: readonly (readonly number[])[]): number[] =>
  (pages[0] ?? []).map((_, row) => pages.reduce((sum, values) => sum + (values[row] as number), 0) / pages.length)

/**
 * The smallest value has rank 1. Values closer than 1e-12 get their mean rank. `ties` is the sum of t³ − t over all groups of t equal
 * values.
 */
function ranksOf(values: readonly number[]): { readonly ranks: readonly number[]; readonly ties: number } {
  const order = values.map((_, i) => i).sort((a, b) => (values[a] as number) - (values[b] as number))
  const ranks = new Array<number>(values.length)
  let ties = 0
  for (let from = 0, to = 0; from < order.length; from = to) {
    const first = values[order[from] as number] as number
    while (to < order.length && (values[order[to] as number] as number) - first < 1e-12) to++
    for (let i = from; i < to; i++) ranks[order[i] as number] = (from + 1 + to) / 2
    ties += (to - from) ** 3 - (to - from)
  }
  return { ranks, ties }
}

function cliquesOf(ranks: readonly number[], difference: number): [number, number][] {
  const cliques: [number, number][] = []
  for (const [first, from] of ranks.entries()) {
    const last = ranks.findLastIndex((rank) => rank - from <= difference)
    if (last > first && last > (cliques.at(-1)?.[1] ?? -1)) cliques.push([first, last])
  }
  return cliques
}

/** Returns P(χ² ≥ x) with `df` degrees of freedom, by the finite sums of Abramowitz & Stegun 26.4.4 and 26.4.5. */
function chiSquareTail(x: number, df: number): number {
  if (x <= 0) return 1
  const half = x / 2
  const isEven = df % 2 === 0
  let term = isEven ? Math.exp(-half) : (2 * Math.exp(-half) * Math.sqrt(half)) / Math.sqrt(Math.PI)
  let sum = isEven ? term : complementaryError(Math.sqrt(half))
  for (let i = isEven ? 2 : 1; i < df; i += 2) {
    if (!isEven) sum += term
    term *= isEven ? half / (i / 2) : half / (i / 2 + 1)
    if (isEven) sum += term
  }
  return Math.min(1, sum)
}

/** Returns erfc(x) for x ≥ 0, with a relative error below 1.2e-7 (Press et al., Numerical Recipes, §6.2). */
function complementaryError(x: number): number {
  const t = 1 / (1 + x / 2)
  const coefficients = [
    0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196, 1.00002368, -1.26551223,
  ]
  return t * Math.exp(-x * x + coefficients.reduce((sum, coefficient) => sum * t + coefficient, 0))
}
