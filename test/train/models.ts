import { ENOUGH_REPEATED, ENOUGH_WITHOUT_COMMENTS, keptOutsideComments, repeatedWords } from '../../shared/extractors/lens/scope'
import { automaticCut, logOddsBy, probability, type AdditiveModel, type CutRule, type TwoPasses } from '../../shared/extractors/lens/model'
import { SECOND_MEASURES, secondMeasures } from '../../shared/extractors/lens/second-pass'
import { cutsOf, designOf, fitLogistic, oddsOf, pageLosses, stepsOf, type PageLoss } from './fit'
import { FIRST_IDS, foldsOf, gather, without, type Lesson, type Steps } from './lesson'
import { wordF1, type LabelledBlocks, type TrainingPage } from './pages'

const FULL = { ridge: 0.7 }
/** Settings of the second pass. The high ridge and `share` limit the points of this pass. */
const SECOND = { steps: 5, ridge: 3, share: 0.75 }
export const SCORECARD = { terms: 48, secondTerms: 4, ridge: 0.5 }
/** Number of terms after which the selection of terms and the fit also use the loss of the pages' F1. */
const PAGES_FROM = 8

/** Share of the page loss in the total loss of a first pass. The rest is the loss of blocks. */
const PAGE_SHARE = 0.5
/** Total weight of a page with snippets. A page with a complete gold text has weight 1. */
const SNIPPET_WEIGHT = 0.15

function rowsOf({ pages, snippets }: Lesson): { parts: readonly LabelledBlocks[]; weight: Float64Array; loss: PageLoss } {
  const parts: readonly LabelledBlocks[] = [...pages, ...snippets]
  const whole = new Set<LabelledBlocks>(pages)
  const weight = gather(parts, (part) => (whole.has(part) ? part.weight : part.weight.map((w) => w * SNIPPET_WEIGHT)))
  const page = new Int32Array(weight.length).fill(pages.length)
  const words = new Float64Array(weight.length)
  let at = 0
  for (const [k, one] of pages.entries())
    for (const list of one.words) {
      page[at] = k
      words[at++] = list.length
    }
  return { parts, weight, loss: { page, words, share: PAGE_SHARE } }
}

type Cuts = readonly (readonly number[])[]
export const sizesOf = (cuts: Cuts): number[] => cuts.map((list) => list.length + 1)

function modelOf(ids: readonly string[], cuts: Cuts, first: readonly number[], x: Float64Array, factor = 1): AdditiveModel {
  const round = (value: number): number => Math.round(value * factor * 1000) / 1000
  const terms = ids.map((measure, k) => ({
    measure,
    cuts: cuts[k],
    points: Array.from(x.subarray(first[k], first[k] + cuts[k].length + 1), round),
  }))
  return { intercept: round(x[0]), terms: terms.filter(({ points }) => points.some((p) => p !== 0)) }
}

interface Fitting {
  readonly ridge: number
  readonly share?: number
}

/** The offset contains the log odds of the previous pass. */
interface Ground {
  readonly ids: readonly string[]
  readonly cuts: Cuts
  readonly columns: readonly Uint8Array[]
  readonly label: Float64Array
  readonly weight: Float64Array
  readonly offset?: Float64Array
  readonly pages?: PageLoss | undefined
}

function firstGround(lesson: Lesson, ids: readonly string[]): Ground {
  const { parts, weight, loss } = rowsOf(lesson)
  const { cuts, of } = lesson.steps
  const column = (id: string): Uint8Array => Uint8Array.from(gather(parts, (part) => of.get(part)?.get(id) ?? []))
  return {
    ids,
    cuts: ids.map((id) => cuts.get(id) ?? []),
    columns: ids.map(column),
    label: gather(parts, (part) => part.label),
    weight,
    pages: loss,
  }
}

/** @param unseen log odds of each page from a first pass that was trained without the page */
function secondGround(pages: readonly TrainingPage[], unseen: ReadonlyMap<TrainingPage, Float64Array>): Ground {
  const measured = new Map(pages.map((page) => [page, secondMeasures(page, unseen.get(page) ?? new Float64Array())]))
  const values = SECOND_IDS.map((id) => gather(pages, (page) => measured.get(page)?.get(id) ?? []))
  const cuts = values.map((column) => cutsOf(column, SECOND.steps))
  return {
    ids: SECOND_IDS,
    cuts,
    columns: values.map((column, k) => stepsOf(column, cuts[k])),
    label: gather(pages, (page) => page.label),
    weight: gather(pages, (page) => page.weight),
    offset: gather(pages, (page) => unseen.get(page) ?? []),
  }
}

function train({ ids, cuts, columns, label, weight, offset, pages }: Ground, { ridge, share = 1 }: Fitting): AdditiveModel {
  const { design, first } = designOf(columns, sizesOf(cuts))
  const start = fitLogistic(design, label, weight, { ridge, ...(offset && { offset }) })
  const x = pages ? fitLogistic(design, label, weight, { ridge, start, pages }) : start
  return modelOf(ids, cuts, first, x, share)
}

const SECOND_IDS = SECOND_MEASURES.map((measure) => measure.id)

export function logOddsOfPage({ intercept, terms }: AdditiveModel, page: TrainingPage, { of }: Steps): Float64Array {
  const logOdds = new Float64Array(page.blocks.count).fill(intercept)
  for (const { measure, points } of terms) {
    const steps = of.get(page)?.get(measure) ?? []
    for (let b = 0; b < logOdds.length; b++) logOdds[b] += points[steps[b]]
  }
  return logOdds
}

function unseenLogOdds(lesson: Lesson, trainOn: (lesson: Lesson) => AdditiveModel): Map<TrainingPage, Float64Array> {
  const unseen = new Map<TrainingPage, Float64Array>()
  for (const part of foldsOf(lesson.pages, 4)) {
    const model = trainOn(without(lesson, part))
    for (const page of part) unseen.set(page, logOddsOfPage(model, page, lesson.steps))
  }
  return unseen
}

export function trainFull(lesson: Lesson, ids: readonly string[] = FIRST_IDS): TwoPasses {
  const trainFirst = (part: Lesson): AdditiveModel => train(firstGround(part, ids), FULL)
  const first = trainFirst(lesson)
  return { first, second: train(secondGround(lesson.pages, unseenLogOdds(lesson, trainFirst)), SECOND) }
}

export function twiceLogOdds({ first, second }: TwoPasses, page: TrainingPage, steps: Steps): Float64Array {
  const once = logOddsOfPage(first, page, steps)
  const twice = logOddsBy(second, secondMeasures(page, once), page.blocks.count)
  return once.map((value, b) => value + twice[b])
}

interface Selection extends Fitting {
  readonly terms: number
  readonly each?: ((terms: number, model: AdditiveModel) => void) | undefined
}

/** Adds terms one by one, each time the term with the largest expected gain, and fits the model after each term. */
function selectTerms(ground: Ground, { terms, ridge, share = 1, each }: Selection): AdditiveModel {
  const { ids, cuts, columns, label, weight, offset, pages } = ground
  const chosen: number[] = []
  const pick = <T>(list: readonly T[]): T[] => chosen.map((m) => list[m])
  let x: Float64Array = new Float64Array(1)
  let model: AdditiveModel = { intercept: 0, terms: [] }
  const odds = Float64Array.from(offset ?? new Float64Array(label.length))
  while (chosen.length < terms) {
    const byPages = pages && chosen.length >= PAGES_FROM ? pages : undefined
    const best = mostPromising({ ...ground, pages: byPages }, odds, ridge, chosen)
    if (best < 0) break
    chosen.push(best)
    const { design, first } = designOf(pick(columns), sizesOf(pick(cuts)))
    const start = new Float64Array(design.size)
    start.set(x)
    const fitting = { ridge, ...(offset && { offset }), ...(byPages && { pages: byPages }) }
    x = fitLogistic(design, label, weight, { ...fitting, start, rounds: byPages ? 10 : 16 })
    oddsOf(design, x, odds)
    if (offset) for (let i = 0; i < odds.length; i++) odds[i] += offset[i]
    const last = byPages && chosen.length === terms ? fitLogistic(design, label, weight, { ...fitting, start: x }) : x
    model = modelOf(pick(ids), pick(cuts), first, last, share)
    each?.(chosen.length, model)
  }
  return model
}

function mostPromising({ cuts, columns, label, weight, pages }: Ground, odds: Float64Array, ridge: number, chosen: number[]): number {
  let best = -1
  let most = 0
  const p = odds.map(probability)
  const slope = pages && pageLosses(pages, label)(p).slope
  const rowShare = 1 - (pages?.share ?? 0)
  const gradient = p.map((value, i) => rowShare * weight[i] * (label[i] - value) - (slope ? slope[i] : 0))
  const curvature = p.map((value, i) => weight[i] * value * (1 - value))
  for (const [m, own] of columns.entries()) {
    if (cuts[m].length === 0 || chosen.includes(m)) continue
    const g = new Float64Array(cuts[m].length + 1)
    const h = new Float64Array(cuts[m].length + 1).fill(ridge)
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
  return best
}

type Choice = Partial<Pick<Selection, 'terms' | 'each'>> & { readonly ids?: readonly string[] }

export function trainTerms(lesson: Lesson, { ids = FIRST_IDS, terms = SCORECARD.terms, each }: Choice = {}): AdditiveModel {
  return selectTerms(firstGround(lesson, ids), { ...SCORECARD, terms, each })
}

export function trainScorecard(lesson: Lesson, ids: readonly string[] = FIRST_IDS, each?: Selection['each']): TwoPasses {
  const first = trainTerms(lesson, { ids, each })
  const terms = first.terms.map((term) => term.measure)
  const unseen = unseenLogOdds(lesson, (part) => train(firstGround(part, terms), SCORECARD))
  return { first, second: selectTerms(secondGround(lesson.pages, unseen), { ...SECOND, terms: SCORECARD.secondTerms }) }
}

export function scoreOf(logOdds: Float64Array, page: TrainingPage, rule: CutRule): number {
  const p = logOdds.map(probability)
  const { cut } = automaticCut(p, page.blocks.words, rule)
  const kept = Uint8Array.from(p, (value) => (value >= cut ? 1 : 0))
  if (keptOutsideComments(page.blocks, page.comments, kept) >= ENOUGH_WITHOUT_COMMENTS)
    for (let b = 0; b < kept.length; b++) if (page.comments[b] === 1) kept[b] = 0
  for (const [b, words] of repeatedWords(page.blocks, page.texts, kept).entries()) if (words >= ENOUGH_REPEATED) kept[b] = 0
  return wordF1(kept, page)
}
