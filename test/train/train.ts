/**
 * Trains Lens on the pages beside the checkout: runs a cross-validation, computes weights from all pages, then runs the study (ablations
 * and a learning curve). Ends without storing the weights if a cross-validated score is lower than the stored score by more than `SLACK`;
 * --accept stores the weights anyway. --no-study omits the study. --study runs only the study. --study links,headings runs only rows of the
 * study with one of these words in their names.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CUTS, logOddsBy, probability, type AdditiveModel, type CutRule } from '../../shared/extractors/lens/model'
import { OVERVIEW_SIGNALS } from '../../shared/extractors/lens/overview'
import { BLOCK_MEASURES } from '../../shared/extractors/lens/measures'
import { bootstrapMean } from '../../shared/metrics/bootstrap'
import { cutsOf, designOf, fitLogistic, stepsOf } from './fit'
import { isWorse, madeOn, type Weights } from './keep'
import { foldsOf, lessonOf, without, type Lesson } from './lesson'
import { logOddsOfPage, scoreOf, SCORECARD, sizesOf, trainFull, trainScorecard, twiceLogOdds } from './models'
import { snippetBlocks, trainingPages, type TrainingPage } from './pages'
import { tellStudy } from './study'

const FILE = join(process.cwd(), 'shared', 'extractors', 'lens', 'weights.json')
const has = (flag: string): boolean => process.argv.includes(flag)

const started = performance.now()
const pages = trainingPages()
if (pages.length === 0) {
  console.log('The training pages (../shared/data/wcxb, wcxb-more) are not beside this checkout: nothing to train.')
  process.exit(0)
}
const lesson = lessonOf(pages, snippetBlocks())
const types = [...new Set(pages.map((page) => page.type))].sort()
const blocks = pages.reduce((sum, page) => sum + page.blocks.count, 0)
console.log(
  `${pages.length} pages, ${blocks} blocks, ${BLOCK_MEASURES.length} measures; ${lesson.snippets.length} pages with snippets (${seconds()})`,
)

function seconds(): string {
  return `${((performance.now() - started) / 1000).toFixed(0)} s`
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

function tell(name: string, scores: ReadonlyMap<TrainingPage, number>): Record<string, number> {
  const all = [...scores.values()]
  const { low, high } = bootstrapMean(all, { resamples: 2000 }) ?? { low: 0, high: 1 }
  const means = Object.fromEntries(
    types.map((type) => [type, mean([...scores].filter(([page]) => page.type === type).map(([, f1]) => f1))]),
  )
  const by = types.map((type) => `${type} ${means[type].toFixed(3)}`)
  console.log(`${name.padEnd(36)} ${mean(all).toFixed(4)} [${low.toFixed(3)}, ${high.toFixed(3)}]  ${by.join('  ')}`)
  return { all: mean(all), ...means }
}

/** Each page is scored by a model that was trained without the page. */
function crossValidate(
  trainOn: (lesson: Lesson) => (page: TrainingPage) => Float64Array,
  rule: CutRule = CUTS.scorecard,
): Map<TrainingPage, number> {
  const scores = new Map<TrainingPage, number>()
  for (const part of foldsOf(pages, 5)) {
    const predict = trainOn(without(lesson, part))
    for (const page of part) scores.set(page, scoreOf(predict(page), page, rule))
  }
  return new Map(pages.map((page) => [page, scores.get(page) ?? 0]))
}

function trainOverview(of: readonly TrainingPage[]): AdditiveModel {
  const ids = OVERVIEW_SIGNALS.map((signal) => signal.id)
  const values = ids.map((id) => Float64Array.from(of, ({ overview }) => overview.get(id)?.[0] ?? 0))
  const cuts = values.map((list) => cutsOf(list, 5))
  const steps = values.map((list, k) => stepsOf(list, cuts[k]))
  const { design, first } = designOf(steps, sizesOf(cuts))
  const x = fitLogistic(design, of.map(isOverview), new Float64Array(of.length).fill(1), { ridge: 2, rounds: 200 })
  const round = (value: number): number => Math.round(value * 1000) / 1000
  return {
    intercept: round(x[0]),
    terms: ids.map((measure, k) => ({
      measure,
      cuts: cuts[k],
      points: Array.from(x.subarray(first[k], first[k] + cuts[k].length + 1), round),
    })),
  }
}

const isOverview = (page: TrainingPage): number => (page.type === 'listing' || page.type === 'collection' ? 1 : 0)

function overviewProbability(model: AdditiveModel, page: TrainingPage): number {
  return probability(logOddsBy(model, page.overview, 1)[0])
}

function tellOverview(p: ReadonlyMap<TrainingPage, number>): { f1: number; auc: number } {
  let tp = 0
  let fp = 0
  let fn = 0
  let wins = 0
  const yes = pages.filter((page) => isOverview(page) === 1)
  const no = pages.filter((page) => isOverview(page) === 0)
  for (const page of pages) {
    const said = (p.get(page) ?? 0) >= 0.5
    if (said && isOverview(page) === 1) tp++
    else if (said) fp++
    else if (isOverview(page) === 1) fn++
  }
  for (const a of yes) for (const b of no) wins += (p.get(a) ?? 0) > (p.get(b) ?? 0) ? 1 : (p.get(a) ?? 0) === (p.get(b) ?? 0) ? 0.5 : 0
  const f1 = (2 * tp) / Math.max(1, 2 * tp + fp + fn)
  const auc = wins / (yes.length * no.length)
  const bins = [0, 0.2, 0.4, 0.6, 0.8].map((low) => {
    const inside = pages.filter((page) => (p.get(page) ?? 0) >= low && ((p.get(page) ?? 0) < low + 0.2 || low === 0.8))
    return `${low.toFixed(1)}–${(low + 0.2).toFixed(1)}: ${mean(inside.map(isOverview)).toFixed(2)} of ${inside.length}`
  })
  console.log(
    `overview, cross-validated     F1 ${f1.toFixed(3)}  precision ${(tp / Math.max(1, tp + fp)).toFixed(3)}  recall ${(tp / Math.max(1, tp + fn)).toFixed(3)}  AUC ${auc.toFixed(3)}`,
  )
  console.log(`calibration (said: found)     ${bins.join('  ')}`)
  return { f1, auc }
}

const study = (rows = ''): void => tellStudy(rows, crossValidate, (name, scores) => tell(name, scores))
if (has('--study')) {
  study(process.argv[process.argv.indexOf('--study') + 1])
  process.exit(0)
}

const overviewOf = new Map<TrainingPage, number>()
for (const part of foldsOf(pages, 5)) {
  const held = new Set(part)
  const model = trainOverview(pages.filter((page) => !held.has(page)))
  for (const page of part) overviewOf.set(page, overviewProbability(model, page))
}
const overviewScore = tellOverview(overviewOf)

const byTerms = new Map<number, Map<TrainingPage, number>>()
const cardScores = new Map<TrainingPage, number>()
for (const part of foldsOf(pages, 5)) {
  const card = trainScorecard(without(lesson, part), undefined, (terms, model) => {
    if (terms % 4 !== 0) return
    const scores = byTerms.get(terms) ?? new Map<TrainingPage, number>()
    byTerms.set(terms, scores)
    for (const page of part) scores.set(page, scoreOf(logOddsOfPage(model, page, lesson.steps), page, CUTS.scorecard))
  })
  for (const page of part) cardScores.set(page, scoreOf(twiceLogOdds(card, page, lesson.steps), page, CUTS.scorecard))
}
for (const [terms, scores] of byTerms) tell(`scorecard, ${terms} terms`, scores)
const scorecardF1 = tell(`scorecard, ${SCORECARD.terms} + ${SCORECARD.secondTerms} terms`, cardScores)
console.log(`(${seconds()})`)
let onceScores = new Map<TrainingPage, number>()
const fullScores = crossValidate((train) => {
  const model = trainFull(train)
  return (page) => {
    onceScores.set(page, scoreOf(logOddsOfPage(model.first, page, lesson.steps), page, CUTS.full))
    return twiceLogOdds(model, page, lesson.steps)
  }
}, CUTS.full)
onceScores = new Map(pages.map((page) => [page, onceScores.get(page) ?? 0]))
tell('full, first pass alone', onceScores)
const fullF1 = tell('full', fullScores)
console.log(`(${seconds()})`)

const stored = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Partial<Weights>) : null
const models = { scorecard: trainScorecard(lesson), full: trainFull(lesson), overview: trainOverview(pages) }
const weights: Weights = {
  provenance: {
    corpus: `WCXB 1.0 (Foley 2026), ${pages.length} pages of its development half; CC BY 4.0`,
    pages: pages.length,
    blocks,
    snippets: `what must and must not be kept of ${lesson.snippets.length} pages of trafilatura's evaluation set (Apache-2.0)`,
    label:
      'exact longest common subsequence with the gold text, content where 60 % of the words are matched, and a second pass for repeats out of order',
    weight:
      'square root of (words + 2), one in all for a page, 0.15 for one of snippets; first passes: half the loss of blocks, half the expected F1 that pages lose',
    randomness: 'none: pages in the order of their ids; folds keep the pages of a site together and spread each type',
    made: 'npm run train',
    date: madeOn(models, stored, new Date()),
    crossValidated: {
      scorecard: rounded(scorecardF1.all),
      full: rounded(fullF1.all),
      overview: { f1: rounded(overviewScore.f1), auc: rounded(overviewScore.auc) },
      byType: { scorecard: allRounded(scorecardF1), full: allRounded(fullF1) },
    },
  },
  ...models,
}
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
function allRounded(values: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([type, value]) => [type, rounded(value)]))
}
const text = `${JSON.stringify(weights)}\n`
const before = stored?.provenance?.crossValidated
console.log(`${text.length} bytes (${seconds()})`)
if (before && isWorse({ scorecard: scorecardF1.all, full: fullF1.all }, before) && !has('--accept')) {
  console.log(
    `Worse than the stored weights (scorecard ${before.scorecard}, full ${before.full}): not kept. --accept keeps them all the same.`,
  )
  process.exit(1)
}
console.log(
  existsSync(FILE) && readFileSync(FILE, 'utf8') === text ? 'The stored weights are reproduced bit for bit.' : 'The weights are written.',
)
writeFileSync(FILE, text)
if (!has('--no-study')) study()
