/** The two models of lens, trained on pages. */
import { BLOCK_MEASURES } from '../../shared/extractors/lens/measures'
import { bestPrefix, logOddsBy, probability, type AdditiveModel } from '../../shared/extractors/lens/model'
import { SECOND_MEASURES, secondMeasures } from '../../shared/extractors/lens/second-pass'
import type { TwoPasses } from '../../shared/extractors/lens/weights'
import { cutsOf, designOf, fitLogistic, stepsOf } from './fit'
import { wordF1, type TrainingPage } from './pages'

const FULL = { steps: 8, ridge: 0.7 }
/** The second pass is held back: it may move the first's log odds only where many pages agree, and counts three quarters. */
const SECOND = { steps: 5, ridge: 3, share: 0.75 }
/** The scorecard: terms of the first pass, then of the second. */
export const SCORECARD = { terms: 20, secondTerms: 4, steps: 8, ridge: 0.5 }

type Values = (page: TrainingPage) => ReadonlyMap<string, Float64Array>

/** A measure of all pages, one number a block. */
function gather(pages: readonly TrainingPage[], of: (page: TrainingPage) => ArrayLike<number>): Float64Array {
  const all = new Float64Array(pages.reduce((sum, page) => sum + page.blocks.count, 0))
  let at = 0
  for (const page of pages) {
    all.set(of(page), at)
    at += page.blocks.count
  }
  return all
}

const column = (pages: readonly TrainingPage[], values: Values, id: string): Float64Array =>
  gather(pages, (page) => values(page).get(id) ?? [])

/** A model of the coefficients; terms that say nothing are left out. */
function modelOf(ids: readonly string[], cuts: readonly number[][], first: readonly number[], x: Float64Array, factor = 1): AdditiveModel {
  const round = (value: number): number => Math.round(value * factor * 1000) / 1000
  const terms = ids.map((measure, k) => ({
    measure,
    cuts: cuts[k],
    points: Array.from(x.subarray(first[k], first[k] + cuts[k].length + 1), round),
  }))
  return { intercept: round(x[0]), terms: terms.filter(({ points }) => points.some((p) => p !== 0)) }
}

function train(
  pages: readonly TrainingPage[],
  ids: readonly string[],
  values: Values,
  { steps, ridge, share = 1 }: { steps: number; ridge: number; share?: number },
  offset?: Float64Array,
): AdditiveModel {
  const cuts = ids.map((id) => cutsOf(column(pages, values, id), steps, CATEGORIES.has(id)))
  const { design, first } = designOf(
    ids.map((id, k) => stepsOf(column(pages, values, id), cuts[k])),
    cuts.map((list) => list.length + 1),
  )
  const x = fitLogistic(
    design,
    gather(pages, (page) => page.label),
    gather(pages, (page) => page.weight),
    { ridge, ...(offset && { offset }) },
  )
  return modelOf(ids, cuts, first, x, share)
}

/** Measures whose values are names. */
const CATEGORIES: ReadonlySet<string> = new Set(BLOCK_MEASURES.filter((measure) => measure.category).map((measure) => measure.id))

const firstValues: Values = (page) => page.measures
const FIRST_IDS = BLOCK_MEASURES.map((measure) => measure.id)
const SECOND_IDS = SECOND_MEASURES.map((measure) => measure.id)

/** Parts of the pages that are left out in turn: each type is spread over all of them. */
export function foldsOf(pages: readonly TrainingPage[], folds: number): TrainingPage[][] {
  const parts: TrainingPage[][] = Array.from({ length: folds }, () => [])
  const seen = new Map<string, number>()
  for (const page of pages) {
    const nth = seen.get(page.type) ?? 0
    seen.set(page.type, nth + 1)
    parts[nth % folds].push(page)
  }
  return parts
}

export function logOddsOfPage(
  model: AdditiveModel,
  page: TrainingPage,
  values: ReadonlyMap<string, Float64Array> = page.measures,
): Float64Array {
  return logOddsBy(model, values, page.blocks.count)
}

/** What models say of pages that they were trained without. */
function unseenLogOdds(
  pages: readonly TrainingPage[],
  trainOn: (pages: readonly TrainingPage[]) => AdditiveModel,
): Map<TrainingPage, Float64Array> {
  const unseen = new Map<TrainingPage, Float64Array>()
  for (const part of foldsOf(pages, 4)) {
    const held = new Set(part)
    const model = trainOn(pages.filter((page) => !held.has(page)))
    for (const page of part) unseen.set(page, logOddsOfPage(model, page))
  }
  return unseen
}

/** Measures of the second pass after a first one. */
function secondOf(pages: readonly TrainingPage[], first: ReadonlyMap<TrainingPage, Float64Array>): Values {
  const values = new Map(
    pages.map((page) => [page, secondMeasures(page.tree, page.blocks, page.texts, first.get(page) ?? new Float64Array())]),
  )
  return (page) => values.get(page) ?? new Map()
}

/** The full model: the second pass learns from what first passes say of pages that they have not seen. */
export function trainFull(pages: readonly TrainingPage[], ids: readonly string[] = FIRST_IDS): TwoPasses {
  const first = train(pages, ids, firstValues, FULL)
  const unseen = unseenLogOdds(pages, (part) => train(part, ids, firstValues, FULL))
  const second = train(
    pages,
    SECOND_IDS,
    secondOf(pages, unseen),
    SECOND,
    gather(pages, (page) => unseen.get(page) ?? []),
  )
  return { first, second }
}

/** Log odds of a page's blocks after both passes. */
export function twiceLogOdds({ first, second }: TwoPasses, page: TrainingPage): Float64Array {
  const once = logOddsOfPage(first, page)
  const twice = logOddsOfPage(second, page, secondMeasures(page.tree, page.blocks, page.texts, once))
  return once.map((value, b) => value + twice[b])
}

interface Selection {
  readonly steps: number
  readonly ridge: number
  readonly share?: number
  readonly terms: number
}

/**
 * Terms are taken in one by one, each time the measure whose steps promise most (a Newton step from where the model stands:
 * Σ over steps of gradient² / curvature), and the model is fitted again.
 * @param offset log odds that every block has before the terms
 * @param each told the model after each term
 */
function selectTerms(
  pages: readonly TrainingPage[],
  ids: readonly string[],
  values: Values,
  { terms, steps, ridge, share = 1 }: Selection,
  offset?: Float64Array,
  each?: (terms: number, model: AdditiveModel) => void,
): AdditiveModel {
  const label = gather(pages, (page) => page.label)
  const weight = gather(pages, (page) => page.weight)
  const cuts = ids.map((id) => cutsOf(column(pages, values, id), steps, CATEGORIES.has(id)))
  const columns = ids.map((id, k) => stepsOf(column(pages, values, id), cuts[k]))
  const chosen: number[] = []
  let x: Float64Array = new Float64Array(1)
  let model: AdditiveModel = { intercept: 0, terms: [] }
  const odds = Float64Array.from(offset ?? new Float64Array(label.length))
  while (chosen.length < terms) {
    let best = -1
    let most = 0
    const gradient = odds.map((z, i) => weight[i] * (label[i] - probability(z)))
    const curvature = odds.map((z, i) => weight[i] * probability(z) * (1 - probability(z)))
    for (let m = 0; m < ids.length; m++) {
      if (cuts[m].length === 0 || chosen.includes(m)) continue
      const g = new Float64Array(cuts[m].length + 1)
      const h = new Float64Array(cuts[m].length + 1).fill(ridge)
      const own = columns[m]
      for (let i = 0; i < own.length; i++) {
        g[own[i]] += gradient[i]
        h[own[i]] += curvature[i]
      }
      const gain = g.reduce((sum, value, k) => sum + (value * value) / h[k], 0)
      if (gain > most) {
        most = gain
        best = m
      }
    }
    if (best < 0) break
    chosen.push(best)
    const { design, first } = designOf(
      chosen.map((m) => columns[m]),
      chosen.map((m) => cuts[m].length + 1),
    )
    const start = new Float64Array(design.size)
    start.set(x)
    x = fitLogistic(design, label, weight, { ridge, start, rounds: 40, ...(offset && { offset }) })
    for (let i = 0; i < odds.length; i++) odds[i] = x[0] + (offset?.[i] ?? 0)
    for (let i = 0, k = 0; i < odds.length; i++) for (let c = 0; c < design.width; c++) odds[i] += x[design.cells[k++]]
    model = modelOf(
      chosen.map((m) => ids[m]),
      chosen.map((m) => cuts[m]),
      first,
      x,
      share,
    )
    each?.(chosen.length, model)
  }
  return model
}

/** The scorecard's first pass. @param each told the model after each term */
export function trainTerms(
  pages: readonly TrainingPage[],
  ids: readonly string[] = FIRST_IDS,
  each?: (terms: number, model: AdditiveModel) => void,
): AdditiveModel {
  return selectTerms(pages, ids, firstValues, SCORECARD, undefined, each)
}

/** The scorecard: few terms, and few of a second pass that learns from what the same terms say of pages they have not seen. */
export function trainScorecard(
  pages: readonly TrainingPage[],
  ids: readonly string[] = FIRST_IDS,
  each?: (terms: number, model: AdditiveModel) => void,
): TwoPasses {
  const first = trainTerms(pages, ids, each)
  const terms = first.terms.map((term) => term.measure)
  const unseen = unseenLogOdds(pages, (part) => train(part, terms, firstValues, SCORECARD))
  const second = selectTerms(
    pages,
    SECOND_IDS,
    secondOf(pages, unseen),
    { ...SECOND, terms: SCORECARD.secondTerms },
    gather(pages, (page) => unseen.get(page) ?? []),
  )
  return { first, second }
}

/** F1 of a page decoded for the largest expected F1. */
export function scoreOf(logOdds: Float64Array, page: TrainingPage): number {
  return wordF1(bestPrefix(logOdds.map(probability), page.blocks.words).kept, page)
}
