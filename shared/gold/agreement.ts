import { valueAt } from '../base/once'
import type { Pieces } from '../base/pieces'
import { FEWEST_PAGES, percentileInterval, resampledSums, type Interval } from '../metrics/bootstrap'
import {
  alphaOfSums,
  fleissKappa,
  kappaOfSums,
  krippendorffAlpha,
  ratingSums,
  type RatingSums,
  type RatingUnit,
} from '../metrics/reliability'
import { blocksOf } from './blocks'
import type { GoldFile, SpanOrigin } from './gold-file'
import type { CountsAsContent } from './gold-text'
import { cutByLabels, hiddenMask, type LabelSpan } from './label-spans'
import { inkIn, nodeAtAxis, type TextAxis } from './text-axis'

/**
 * Number of characters by the first annotator's label, then by the second annotator's label. '' means no label. White space does not count.
 */
export type AgreementTable = Readonly<Record<string, Readonly<Record<string, number>>>>

function cellsOf(table: AgreementTable): { readonly first: string; readonly second: string; readonly characters: number }[] {
  return Object.entries(table).flatMap(([first, row]) => Object.entries(row).map(([second, characters]) => ({ first, second, characters })))
}

function addTo(table: Record<string, Record<string, number>>, first: string, second: string, characters: number): void {
  const row = (table[first] ??= {})
  row[second] = (row[second] ?? 0) + characters
}

/** Sums the cells of tables. @param rename returns the label under which a label counts */
export function sumOf(tables: readonly AgreementTable[], rename = (label: string): string => label): AgreementTable {
  const sum: Record<string, Record<string, number>> = {}
  for (const { first, second, characters } of tables.flatMap(cellsOf)) addTo(sum, rename(first), rename(second), characters)
  return sum
}

export interface Agreement {
  readonly pages: number
  /**
   * Cohen's κ weighted by characters, in [−1,1]. Null without characters, or if both annotators gave all text the same label or no label.
   */
  readonly kappa: number | null
  /** Share of characters with the same label, in [0,1]; null without characters. */
  readonly observed: number | null
  /** 2·both / (first + second) over the characters of content, in [0,1]; null without content labels. */
  readonly f1: number | null
  readonly table: AgreementTable
}

/** Returns the agreement table of one page. `a` and `b` must be sorted and disjoint. */
export function agreementTable(axis: TextAxis, a: readonly LabelSpan[], b: readonly LabelSpan[]): AgreementTable {
  const table: Record<string, Record<string, number>> = {}
  const ink = inkOf(axis)
  let left = ink(axis.length)
  for (const { from, to, labels } of cutByLabels([a, b])) {
    const [first, second] = labels
    const characters = first === null && second === null ? 0 : ink(to) - ink(from)
    left -= characters
    if (characters > 0) addTo(table, first ?? '', second ?? '', characters)
  }
  if (left > 0) addTo(table, '', '', left)
  return table
}

/** Returns a function that counts the characters before a position, without white space. @param passed 0 for text nodes that count */
function inkOf(axis: TextAxis, passed?: Uint8Array): (at: number) => number {
  const { page, start } = axis
  const before = new Int32Array(page.count + 1)
  let count = 0
  for (let n = 0; n < page.count; n++) {
    before[n] = count
    if (start[n + 1] > start[n] && !passed?.[n]) count += inkIn(page.text[n])
  }
  before[page.count] = count
  return (at) => {
    if (at >= axis.length) return count
    const node = nodeAtAxis(axis, at)
    return before[node] + (passed?.[node] ? 0 : inkIn(page.text[node], at - start[node]))
  }
}

/** Returns the agreement over pages. @param tables one table per page that both annotators labelled */
export function agreementOf(tables: readonly AgreementTable[], counts: CountsAsContent = () => true): Agreement {
  const sum = sumOf(tables)
  let total = 0
  let same = 0
  const firsts = new Map<string, number>()
  const seconds = new Map<string, number>()
  let content = 0
  let both = 0
  for (const { first, second, characters } of cellsOf(sum)) {
    total += characters
    if (first === second) same += characters
    firsts.set(first, (firsts.get(first) ?? 0) + characters)
    seconds.set(second, (seconds.get(second) ?? 0) + characters)
    const inFirst = first !== '' && counts(first)
    const inSecond = second !== '' && counts(second)
    content += (inFirst ? characters : 0) + (inSecond ? characters : 0)
    if (inFirst && inSecond) both += characters
  }
  let chance = 0
  for (const [label, characters] of firsts) chance += (characters / total) * ((seconds.get(label) ?? 0) / total)
  const observed = total === 0 ? null : same / total
  return {
    pages: tables.length,
    observed,
    kappa: observed === null || chance >= 1 - 1e-12 ? null : (observed - chance) / (1 - chance),
    f1: content === 0 ? null : (2 * both) / content,
    table: sum,
  }
}

/**
 * Sums the characters per pair of different labels, most characters first. `share`: share of all characters with different labels, in
 * (0,1].
 */
export function disputesOf(tables: readonly AgreementTable[]) {
  const found = new Map<string, { labels: [string, string]; characters: number }>()
  let all = 0
  for (const { first, second, characters } of tables.flatMap(cellsOf)) {
    if (first === second) continue
    const labels: [string, string] = first < second ? [first, second] : [second, first]
    valueAt(found, JSON.stringify(labels), () => ({ labels, characters: 0 })).characters += characters
    all += characters
  }
  return [...found.values()].sort((a, b) => b.characters - a.characters).map((dispute) => ({ ...dispute, share: dispute.characters / all }))
}

/**
 * Ranks pages: lowest agreement first, then most disputed characters. Pages without characters are last. `observed` is the share of
 * characters with the same label, over all pairs of annotators, in [0,1]; null without characters.
 */
export function rankPages(pages: readonly { readonly page: string; readonly agreement: Agreement }[]) {
  const sums = new Map<string, { pairs: number; same: number; all: number }>()
  for (const { page, agreement } of pages) {
    const sum = valueAt(sums, page, () => ({ pairs: 0, same: 0, all: 0 }))
    for (const { first, second, characters } of cellsOf(agreement.table)) {
      sum.all += characters
      if (first === second) sum.same += characters
    }
    sum.pairs++
  }
  return [...sums]
    .map(([page, { pairs, same, all }]) => ({ page, pairs, observed: all === 0 ? null : same / all, disputed: all - same }))
    .sort((a, b) => (a.observed ?? 2) - (b.observed ?? 2) || b.disputed - a.disputed || (a.page < b.page ? -1 : 1))
}

/**
 * Ratings of one page. Each unit contains the number of annotators per label; '' means no label. The weight of a unit is a number of
 * blocks, or a number of characters without white space.
 */
export interface PageRatings {
  readonly characters: readonly RatingUnit[]
  readonly blocks: readonly RatingUnit[]
}

/** Returns the ratings of a page. The labels of each annotator must be sorted and disjoint. Linear in text and labels. */
export function pageRatings(axis: TextAxis, annotators: readonly (readonly LabelSpan[])[]): PageRatings {
  const ink = inkOf(axis)
  const characters = cutByLabels(annotators, [0, axis.length]).map(({ from, to, labels }): Rating => [labels, ink(to) - ink(from)])
  return { characters: unitsOf(characters), blocks: blockRatings(axis, annotators) }
}

/** Rates each block. An annotator's rating is the label of more than half of the visible characters, otherwise no label. */
function blockRatings(axis: TextAxis, annotators: readonly (readonly LabelSpan[])[]): RatingUnit[] {
  const ink = inkOf(axis, hiddenMask(axis.page))
  const at = annotators.map(() => 0)
  const ratings = blocksOf(axis).map(({ from, to }): Rating => {
    const half = (ink(to) - ink(from)) / 2
    const labels = annotators.map((spans, a) => {
      while (at[a] < spans.length && spans[at[a]].to <= from) at[a]++
      const shares = new Map<string, number>()
      for (let s = at[a]; s < spans.length && spans[s].from < to; s++) {
        const { from: start, to: end, label } = spans[s]
        shares.set(label, (shares.get(label) ?? 0) + ink(Math.min(end, to)) - ink(Math.max(start, from)))
      }
      return [...shares].find(([, characters]) => characters > half)?.[0] ?? null
    })
    return [labels, 1]
  })
  return unitsOf(ratings)
}

type Rating = readonly [values: readonly (string | null)[], weight: number]

/** Sums the weights of ratings with the same values in any order. */
function unitsOf(ratings: readonly Rating[]): RatingUnit[] {
  const found = new Map<string, { counts: Record<string, number>; weight: number }>()
  for (const [given, weight] of ratings) {
    if (weight === 0) continue
    const values = given.map((value) => value ?? '').sort()
    const counts: Record<string, number> = {}
    for (const value of values) counts[value] = (counts[value] ?? 0) + 1
    valueAt(found, JSON.stringify(values), () => ({ counts, weight: 0 })).weight += weight
  }
  return [...found.values()]
}

/** Returns the annotators' types of one page as one rating unit; empty if no annotator chose a type. */
export function typeRatings(golds: readonly Pick<GoldFile, 'pageType'>[]): RatingUnit[] {
  const types = golds.flatMap(({ pageType }) => (pageType === null ? [] : [pageType]))
  return types.length === 0 ? [] : unitsOf([[types, 1]])
}

export interface Reliability {
  /** Number of pages that at least two annotators rated. */
  readonly pages: number
  /** Krippendorff's α; null if nothing can be compared, or if all values are equal. */
  readonly alpha: number | null
  /** 95 % interval of α; null if α is null, for fewer than `FEWEST_PAGES` pages, or if α is undefined in most draws. */
  readonly alphaInterval: Interval | null
  /** Fleiss' κ; null if α is null, or if the number of annotators differs between units. */
  readonly kappa: number | null
  readonly kappaInterval: Interval | null
}

export const RELIABILITY_DRAWS = 1000

/** Returns the reliability over pages, from the rating units of each page. */
export function* reliabilityOf(pages: readonly (readonly RatingUnit[])[]): Pieces<Reliability> {
  const judged = pages.filter((units) => units.some(({ counts }) => Object.values(counts).reduce((a, b) => a + b, 0) > 1))
  const units = judged.flat()
  const alpha = krippendorffAlpha(units)
  const kappa = fleissKappa(units)
  const isDrawn = judged.length >= FEWEST_PAGES && alpha !== null
  const sums = isDrawn ? yield* drawnSums(judged.map(ratingSums)) : []
  const interval = (statistic: typeof alphaOfSums): Interval | null => {
    const [judgements, observed, ...totals] = sums
    if (!judgements || !observed) return null
    const own = new Float64Array(totals.length)
    return percentileInterval(
      judgements.map((all, draw) => {
        for (const [i, total] of totals.entries()) own[i] = total[draw]
        return statistic(all, observed[draw], own) ?? Number.NaN
      }),
    )
  }
  return {
    pages: judged.length,
    alpha,
    alphaInterval: interval(alphaOfSums),
    kappa,
    kappaInterval: kappa === null ? null : interval(kappaOfSums),
  }
}

function* drawnSums(pages: readonly RatingSums[]): Pieces<Float64Array[]> {
  const values = new Set(pages.flatMap(({ totals }) => [...totals.keys()]))
  const column = (of: (page: RatingSums) => number): Float64Array => Float64Array.from(pages, of)
  const columns = [
    column(({ judgements }) => judgements),
    column(({ observed }) => observed),
    ...[...values].map((value) => column(({ totals }) => totals.get(value) ?? 0)),
  ]
  return yield* resampledSums(columns, { resamples: RELIABILITY_DRAWS })
}

/**
 * Returns whether labels of two annotators come from each other or from one source. Labels that an annotator set by hand have no origin.
 */
export function isCopied(first: Pick<GoldFile, 'annotator' | 'spans'>, second: Pick<GoldFile, 'annotator' | 'spans'>): boolean {
  const key = ({ kind, name }: SpanOrigin): string => JSON.stringify([kind, name])
  const own = (annotator: string): string => key({ kind: 'annotator', name: annotator })
  const origins = ({ spans }: Pick<GoldFile, 'spans'>): Set<string> => new Set(spans.flatMap(({ origin }) => (origin ? [key(origin)] : [])))
  const a = origins(first)
  const b = origins(second)
  return a.has(own(second.annotator)) || b.has(own(first.annotator)) || [...a].some((origin) => b.has(origin))
}

/** Returns a page's labels without copies. If labels come from each other or from one source, keeps the labels of one annotator. */
export function independentGolds<T extends Pick<GoldFile, 'annotator' | 'spans'>>(golds: readonly T[]): T[] {
  const kept: T[] = []
  const byName = [...golds].sort((a, b) => (a.annotator < b.annotator ? -1 : 1))
  // Prefer the source to an annotator who copied labels from the source.
  const names = new Set(byName.map(({ annotator }) => annotator))
  const takes = ({ annotator, spans }: T): boolean =>
    spans.some(({ origin }) => origin?.kind === 'annotator' && origin.name !== annotator && names.has(origin.name))
  for (const gold of [...byName.filter((one) => !takes(one)), ...byName.filter(takes)])
    if (!kept.some((one) => isCopied(one, gold))) kept.push(gold)
  return kept
}
