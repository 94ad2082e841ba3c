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
import { inkOf } from './agreement'
import { blocksOf } from './blocks'
import type { GoldFile, SpanOrigin } from './gold-file'
import { cutByLabels, hiddenMask, type LabelSpan } from './label-spans'
import type { TextAxis } from './text-axis'

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
  const characters = new Tally()
  for (const { from, to, labels } of cutByLabels(annotators, [0, axis.length]))
    characters.add(
      labels.map((label) => label ?? ''),
      ink(to) - ink(from),
    )
  return { characters: characters.units(), blocks: blockRatings(axis, annotators) }
}

/** Rates each block. An annotator's rating is the label of more than half of the visible characters, otherwise no label. */
function blockRatings(axis: TextAxis, annotators: readonly (readonly LabelSpan[])[]): RatingUnit[] {
  const blocks = blocksOf(axis)
  const ink = inkOf(axis, hiddenMask(axis.page))
  const tally = new Tally()
  const at = annotators.map(() => 0)
  for (let b = 0; b < blocks.count; b++) {
    const from = blocks.from[b]
    const to = blocks.to[b]
    const half = (ink(to) - ink(from)) / 2
    const labels = annotators.map((spans, a) => {
      while (at[a] < spans.length && spans[at[a]].to <= from) at[a]++
      const shares = new Map<string, number>()
      for (let s = at[a]; s < spans.length && spans[s].from < to; s++) {
        const { from: start, to: end, label } = spans[s]
        shares.set(label, (shares.get(label) ?? 0) + ink(Math.min(end, to)) - ink(Math.max(start, from)))
      }
      return [...shares].find(([, characters]) => characters > half)?.[0] ?? ''
    })
    tally.add(labels, 1)
  }
  return tally.units()
}

class Tally {
  private readonly found = new Map<string, { counts: Record<string, number>; weight: number }>()

  add(values: readonly string[], weight: number): void {
    if (weight === 0) return
    const unit = valueAt(this.found, JSON.stringify([...values].sort()), () => {
      const counts: Record<string, number> = {}
      for (const value of values) counts[value] = (counts[value] ?? 0) + 1
      return { counts, weight: 0 }
    })
    unit.weight += weight
  }

  units(): RatingUnit[] {
    return [...this.found.values()]
  }
}

/** Returns the annotators' types of one page as one rating unit; empty if no annotator chose a type. */
export function typeRatings(golds: readonly Pick<GoldFile, 'pageType'>[]): RatingUnit[] {
  const tally = new Tally()
  const types = golds.flatMap(({ pageType }) => (pageType === null ? [] : [pageType]))
  if (types.length > 0) tally.add(types, 1)
  return tally.units()
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
