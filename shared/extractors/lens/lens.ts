/** Lens: an additive model over blocks, every point of which can be read off the page. Ours; see docs/lens.md. */
import { BlockContext } from './block-context'
import { BLOCK_MEASURES, measureBlocks } from './measures'
import { defineExtractor, type MeasureText } from '../core/define'
import { boolean, choice, number } from '../core/params'
import { blocksOf, type Blocks } from './blocks'
import { NOWHERE } from './marks'
import { bestPrefix, probability, score, type Scores } from './model'
import { overviewVerdict } from './overview-verdict'
import { SECOND_MEASURES, secondMeasures } from './second-pass'
import { companions } from './companions'
import { WEIGHTS, type TwoPasses } from './weights'
import type { ContentTree } from '../../page/content-tree'

const known = new Map([...BLOCK_MEASURES, ...SECOND_MEASURES].map((measure) => [measure.id, measure]))
const FIRST_IDS: ReadonlySet<string> = new Set(BLOCK_MEASURES.map((measure) => measure.id))

/** The terms of the scorecard, both passes. */
const TERMS = [...WEIGHTS.scorecard.first.terms, ...WEIGHTS.scorecard.second.terms]
const INTERCEPT = WEIGHTS.scorecard.first.intercept + WEIGHTS.scorecard.second.intercept

/** Name of the points that a term gives. */
const pointsOf = (measure: string): string => `${measure}:points`

/** What the scorecard reads, and the points it gives for each. */
const termMeasures: Record<string, MeasureText> = Object.fromEntries(
  TERMS.flatMap(({ measure, cuts, points }) => {
    const spec = known.get(measure)
    if (!spec) throw new Error(`The scorecard names ${measure}, which is no measure.`)
    const { label, unit, description } = spec
    return [
      [measure, { label, unit, description }],
      [
        pointsOf(measure),
        {
          label: `points: ${label}`,
          unit: 'log odds',
          description: `Points of the scorecard: ${stepsInWords(cuts, points)}. Trained; ours.`,
        },
      ],
    ]
  }),
)

function stepsInWords(cuts: readonly number[], points: readonly number[]): string {
  return points
    .map((value, k) => `${k === 0 ? `below ${cuts[0] ?? '∞'}` : `from ${cuts[k - 1]}`} ${value > 0 ? '+' : ''}${value}`)
    .join(', ')
}

export const lens = defineExtractor({
  id: 'lens',
  title: 'Lens',
  family: 'own',
  paper: { authors: 'Boilerscope', title: 'Lens: an additive model over blocks', venue: 'docs/lens.md', year: 2026 },
  summary:
    'Adds up points for what a person can read off every block (its density, its place, the names around it), turns them into a probability, and keeps the blocks that promise the best F1.',
  params: {
    model: choice({
      label: 'Model',
      default: 'scorecard',
      origin: 'ours',
      options: [
        { value: 'scorecard', label: `scorecard (${TERMS.length} terms)` },
        { value: 'full', label: 'full (all measures, second pass)' },
      ],
      description:
        'The scorecard reads few measures, all shown; the full model reads every measure and looks at the neighbours’ probabilities once more.',
    }),
    cut: choice({
      label: 'Cut',
      default: 'automatic',
      origin: 'ours',
      options: [
        { value: 'automatic', label: 'automatic' },
        { value: 'fixed', label: 'fixed' },
      ],
      description:
        'Automatic: the blocks of largest probability that promise the best F1 of this page. Fixed: every block from “least probability” on.',
    }),
    leastProbability: number({
      label: 'Least probability',
      default: 0.5,
      min: 0,
      max: 1,
      step: 0.01,
      origin: 'ours',
      description: 'Where the cut is fixed: blocks of at least this probability are kept.',
    }),
    keepComments: boolean({
      label: 'Keep comments',
      default: true,
      origin: 'ours',
      description: 'Off: what stands inside an element whose class or id speaks of comments is dropped, whatever its points.',
    }),
    tidy: boolean({
      label: 'Tidy',
      default: false,
      origin: 'ours',
      description:
        'On: a heading goes with the text after it, a caption with its figure, a cell with its table, a line of code with its listing.',
    }),
  },
  measures: {
    ...termMeasures,
    score: {
      label: 'score',
      unit: 'log odds',
      tex: String.raw`b + \sum_j f_j(x_j)`,
      symbol: 's',
      description: 'The intercept and the points of all terms (with the full model: of all its measures and of the second pass).',
    },
    probability: {
      label: 'probability',
      unit: '',
      tex: String.raw`\frac{1}{1 + e^{-@{score}}}`,
      symbol: 'p',
      share: true,
      description: 'Probability that the block is content, as far as the model knows.',
    },
  },
  rules: {
    cut: {
      label: 'cut',
      measure: 'probability',
      relation: '≥',
      quantity: 'probability',
      unit: '',
      sentence: 'Its probability of being content is {value}; the page’s cut is {limit}.',
    },
    comments: { label: 'comments', relation: '', quantity: '', unit: '', sentence: 'It stands among the comments, which are not kept.' },
    companion: { label: 'companion', relation: '', quantity: '', unit: '', sentence: 'It goes with the text that it belongs to.' },
  },
  charts: [
    { id: 'probability', title: 'Probability by node', per: 'node', series: ['probability'], threshold: 'cut' },
    { id: 'score', title: 'Score by node', per: 'node', series: ['score'] },
  ],
  mainMeasure: 'probability',
  additive: {
    intercept: 'intercept',
    score: 'score',
    probability: 'probability',
    cut: 'cut',
    terms: TERMS.map(({ measure, cuts, points }) => ({ measure, earned: pointsOf(measure), cuts, points })),
  },
  pseudocode: {
    blocks: 'cut the page into blocks: runs of inline text between block boundaries',
    each: 'for each block:',
    add: '  s = intercept + the points of every term',
    p: '  p = 1 / (1 + exp(−s))',
    sort: 'sort the blocks by p, the largest first',
    prefix: 'keep the first k blocks that maximise 2 Σ p·w / (w kept + Σ p·w of the page)',
  },
  run({ tree, p, step, decide, active }) {
    const blocks = blocksOf(tree)
    step('blocks', 'The page is cut into blocks: paragraphs, headings, cells, entries of menus.', { lines: ['blocks'] })
    const context = new BlockContext(tree, blocks)
    const { texts } = context
    const full = p.model === 'full'
    const values = measureBlocks(context, full ? FIRST_IDS : CARD_IDS)
    const card = twice(WEIGHTS.scorecard, tree, blocks, texts, values)
    const { logOdds } = full ? twice(WEIGHTS.full, tree, blocks, texts, values) : card
    const chance = logOdds.map(probability)
    const measures = {
      ...Object.fromEntries(
        TERMS.flatMap(({ measure }, k) => [
          [measure, overElements(tree, blocks, card.values.get(measure) ?? [])],
          [pointsOf(measure), overElements(tree, blocks, card.points[k])],
        ]),
      ),
      score: overElements(tree, blocks, logOdds),
      probability: overElements(tree, blocks, chance),
    }
    step('score', 'Every block gets its points, and from their sum a probability.', {
      measures: ['score', 'probability'],
      values: { intercept: INTERCEPT },
      lines: ['each', 'add', 'p'],
    })
    const prefix = bestPrefix(chance, blocks.words)
    const cut = p.cut === 'fixed' ? p.leastProbability : prefix.cut
    const keeps = p.cut === 'fixed' ? Uint8Array.from(chance, (value) => (value >= cut ? 1 : 0)) : prefix.kept
    step('cut', 'The blocks of largest probability are kept, as many as promise the best F1.', {
      measures: ['probability'],
      values: { intercept: INTERCEPT, cut, expectedF1: prefix.expectedF1 },
      lines: ['sort', 'prefix'],
    })
    const rules = new Uint8Array(blocks.count)
    if (!p.keepComments) {
      const levels = context.levels('class-comment')
      for (let b = 0; b < blocks.count; b++)
        if (keeps[b] === 1 && levels[blocks.element[b]] < NOWHERE) {
          keeps[b] = 0
          rules[b] = 1
        }
    }
    if (p.tidy) for (const b of companions(tree, blocks, keeps)) rules[b] = 2
    const kept = new Uint8Array(tree.size)
    const rule = ['cut', 'comments', 'companion'] as const
    const told = active ? blocks.element.filter((e, b) => holdsOnly(tree, blocks, e, b)) : new Int32Array(0)
    const whole = new Set(told)
    for (let b = 0; b < blocks.count; b++) {
      const outcome = keeps[b] === 1 ? 'keep' : 'drop'
      const value = rules[b] === 0 ? chance[b] : 0
      const limit = rules[b] === 0 ? cut : 0
      const element = blocks.element[b]
      if (active && whole.has(element)) decide(element, outcome, rule[rules[b]], value, limit)
      for (let k = blocks.first[b]; k < blocks.first[b + 1]; k++) {
        kept[blocks.texts[k]] = keeps[b]
        if (active && !whole.has(element)) decide(blocks.texts[k], outcome, rule[rules[b]], value, limit)
      }
    }
    return {
      kept: { texts: kept },
      measures,
      values: { intercept: INTERCEPT, cut, expectedF1: prefix.expectedF1 },
      verdict: overviewVerdict(context),
    }
  },
})

const CARD_IDS: ReadonlySet<string> = new Set(WEIGHTS.scorecard.first.terms.map((term) => term.measure))

/** Both passes of a model: what was read, the points of all terms, and the log odds of every block. */
function twice(
  { first, second }: TwoPasses,
  tree: ContentTree,
  blocks: Blocks,
  texts: readonly string[],
  read: ReadonlyMap<string, Float64Array>,
): Scores & { readonly values: ReadonlyMap<string, Float64Array> } {
  const once = score(first, read, blocks.count)
  const again = secondMeasures(tree, blocks, texts, once.logOdds)
  const added = score(second, again, blocks.count)
  return {
    values: new Map([...read, ...again]),
    points: [...once.points, ...added.points],
    logOdds: once.logOdds.map((value, b) => value + added.logOdds[b]),
  }
}

/** Whether an element has no other text than a block's, so that what is decided of the block is decided of the element. */
function holdsOnly(tree: ContentTree, blocks: Blocks, element: number, block: number): boolean {
  const { texts, first } = blocks
  const before = first[block] === 0 ? -1 : texts[first[block] - 1]
  const after = texts[first[block + 1]] ?? tree.size
  return element > 0 && before < element && after >= tree.end[element]
}

/** A number of the blocks at their elements: an element of several blocks has the one with most words. NaN elsewhere. */
function overElements(tree: ContentTree, blocks: Blocks, of: ArrayLike<number>): Float64Array {
  const values = new Float64Array(tree.size).fill(Number.NaN)
  const most = new Int32Array(tree.size).fill(-1)
  for (let b = 0; b < blocks.count; b++) {
    const e = blocks.element[b]
    if (blocks.words[b] <= most[e]) continue
    most[e] = blocks.words[b]
    values[e] = of[b]
  }
  return values
}
