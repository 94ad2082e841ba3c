/** Lens: our additive model over blocks, see docs/lens.md. */
import { contextOf } from './block-context'
import { BLOCK_MEASURES, measureBlocks } from './measures'
import type { ValueNames } from '../core/extractor'
import { usualTree } from '../../page/content-tree'
import { rangeWords } from '../../base/written-number'
import { compared, defineExtractor, type MeasureText, type SparseValues } from '../core/define'
import { boolean, choice, numberIn, proportion } from '../core/params'
import { holdsOnly, findSpeakers, type Speakers } from './blocks'
import { commentBlocks, ENOUGH_REPEATED, ENOUGH_WITHOUT_COMMENTS, keptOutsideComments, repeatedWords, treeWithPanels } from './scope'
import { automaticCut, CUT_FORMULAS, CUTS, pointsFor, probability, type AdditiveModel, WEIGHTS } from './model'
import { overviewVerdict } from './overview'
import { SECOND_MEASURES, twoPasses } from './second-pass'
import { LAYOUT_IDS, LAYOUT_MEASURES, layoutMeasures, type LayoutMeasure } from './layout-measures'

const known = new Map([...BLOCK_MEASURES, ...SECOND_MEASURES].map((measure) => [measure.id, measure]))

const TERMS = [...WEIGHTS.scorecard.first.terms, ...WEIGHTS.scorecard.second.terms]
const INTERCEPT = WEIGHTS.scorecard.first.intercept + WEIGHTS.scorecard.second.intercept

const pointsOf = (measure: string): string => `${measure}:points`

const termMeasures: Record<string, MeasureText> = Object.fromEntries(
  TERMS.flatMap(({ measure, cuts, points }) => {
    const spec = known.get(measure)
    if (!spec) throw new Error(`The scorecard names ${measure}, which is not a measure.`)
    const { label, unit, description, names } = spec
    return [
      [measure, { label, unit, description, names }],
      [
        pointsOf(measure),
        {
          label: `points: ${label}`,
          unit: 'log odds',
          description: `Points of the scorecard: ${stepsInWords(cuts, points, names)}. Trained; ours.`,
        },
      ],
    ]
  }),
)

function stepsInWords(cuts: readonly number[], points: readonly number[], names?: ValueNames): string {
  return points
    .map((value, k) => {
      const range = rangeWords(names, cuts[k - 1] ?? Number.NEGATIVE_INFINITY, cuts[k] ?? Number.POSITIVE_INFINITY, String)
      return `${range}: ${value > 0 ? '+' : ''}${value}`
    })
    .join('; ')
}

export const lens = defineExtractor({
  id: 'lens',
  title: 'Lens',
  fullName: 'scorecard of blocks',
  family: 'own',
  paper: { authors: 'Boilerscope', title: 'Lens: an additive model over blocks', venue: 'docs/lens.md', year: 2026 },
  summary: 'Adds up points for density, position and names of a block, and keeps probable content.',
  params: {
    model: choice({
      label: 'Model',
      default: 'scorecard',
      origin: 'ours',
      options: [
        { value: 'scorecard', label: `scorecard (${TERMS.length} terms)` },
        { value: 'full', label: 'full (all measures)' },
      ],
      description:
        'The scorecard reads few measures and shows all of them. The full model reads every measure. Both models have a second pass, which reads the first results of all blocks.',
    }),
    shift: numberIn(-0.5, 0.5, 0.01, {
      label: 'Shift of the cut',
      default: 0,
      origin: 'ours',
      description: 'Added to the automatic or fixed cut. Values below 0 keep more, values above 0 keep less.',
    }),
    cut: choice({
      label: 'Cut',
      default: 'automatic',
      origin: 'ours',
      options: [
        { value: 'automatic', label: 'automatic' },
        { value: 'fixed', label: 'fixed' },
      ],
      description: `Automatic: ${CUT_FORMULAS}, with F the largest expected F1 of the page. A page with clear content gets a high cut, an ambiguous page a low cut. Fixed: blocks with at least the “least probability” are kept.`,
    }),
    leastProbability: proportion({
      label: 'Least probability',
      onlyWith: { param: 'cut', values: ['fixed'] },
      default: 0.5,
      origin: 'ours',
      description: 'With a fixed cut, blocks of at least this probability are kept.',
    }),
    comments: choice({
      label: 'Comments',
      default: 'automatic',
      origin: 'ours',
      options: [
        { value: 'automatic', label: 'automatic' },
        { value: 'keep', label: 'keep' },
        { value: 'drop', label: 'drop' },
      ],
      description: `Treatment of blocks that reach the cut, inside an element whose class or id names comments. Automatic: drop these blocks if at least ${ENOUGH_WITHOUT_COMMENTS} kept words are outside comments, else keep them.`,
    }),
    repeats: boolean({
      label: 'Drop repeats',
      default: true,
      origin: 'ours',
      description: `Drops sequences of kept blocks that repeat the texts of earlier kept blocks with at least ${ENOUGH_REPEATED} words in total, for example a copy of a section for small screens.`,
    }),
    panels: boolean({
      label: 'Hidden panels',
      onlyWith: { param: 'dropHidden', values: [true] },
      default: true,
      origin: 'ours',
      description: 'Panels of tabs and accordions count as visible on a page without layout, although the HTML hides them until a click.',
    }),
    dropUnseen: boolean({
      label: 'Drop invisible blocks',
      default: false,
      origin: 'ours',
      description:
        'If the page has layout, drop blocks without a visible box, even if their score is high. Off by default, because text that a click unfolds has no box and often belongs to the content.',
    }),
  },
  measures: {
    ...termMeasures,
    score: {
      label: 'score',
      unit: 'log odds',
      tex: String.raw`b + \sum_j f_j(x_j)`,
      symbol: 's',
      description: 'Sum of the intercept and the points of all terms, of both passes.',
    },
    probability: {
      label: 'probability',
      tex: String.raw`\frac{1}{1 + e^{-@{score}}}`,
      symbol: 'p',
      share: true,
      description: 'Probability that the block is content, by the model.',
    },
    ...LAYOUT_MEASURES,
  },
  rules: {
    cut: compared('cut', '≥', 'probability', {
      measure: 'probability',
      sentence: 'It has content probability {value}. The cut of this page is {limit}.',
    }),
    comments: {
      label: 'comments',
      sentence:
        'It is inside the comments. Comments are dropped if at least {limit} kept words are outside comments; on this page {value} words are.',
    },
    unseen: { label: 'not visible', sentence: 'The block has no visible box on the page.' },
    repeats: {
      label: 'repeat',
      sentence:
        'An earlier kept block has the same text. Sequences of at least {limit} repeated words are dropped; this sequence has {value} words.',
    },
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
  values: {
    intercept: { label: 'starting points' },
    cut: { label: 'least probability', share: true },
    expectedF1: { label: 'expected F1' },
  },
  pseudocode: {
    title: '# Ours',
    blocks: 'cut the page into blocks: runs of inline text between block boundaries',
    each: 'for each block:',
    add: '  s = intercept + the points of every term',
    p: '  p = 1 / (1 + exp(−s))',
    sort: 'sort the blocks by p, the largest first',
    promise: 'F = the largest 2 Σ p·w / (w kept + Σ p·w of the page) of the first k blocks',
    keep: `keep the blocks with p ≥ ${CUT_FORMULAS}`,
  },
  clean: {
    caption: ({ dropHidden, panels }) =>
      `Scripts, styles${dropHidden ? ', comments and hidden elements' : ' and comments'} are removed.${dropHidden && panels ? ' Without layout, hidden panels of tabs and accordions stay.' : ''}`,
    tree: (page, { dropHidden, panels }) => (dropHidden && panels ? treeWithPanels(page) : usualTree(page, dropHidden)),
  },
  run({ tree, p, step, decide, active, warn }) {
    const context = contextOf(tree)
    const { blocks, texts } = context
    step('blocks', 'The page is divided into blocks: paragraphs, headings, cells, menu entries.', { lines: ['blocks'] })
    const full = p.model === 'full'
    const values = measureBlocks(context, full ? FULL_IDS : CARD_IDS)
    const scored = twoPasses(full ? WEIGHTS.full : WEIGHTS.scorecard, full ? FULL_AGAIN : CARD_AGAIN, context, values)
    const { logOdds } = scored
    // With the full model, the Why view also shows the terms of the scorecard. The scorecard's second pass is computed on the first read.
    let card = full ? null : scored
    const cardValues = (measure: string): ArrayLike<number> =>
      values.get(measure) ?? (card ??= twoPasses(WEIGHTS.scorecard, CARD_AGAIN, context, values)).again.get(measure) ?? []
    const chance = logOdds.map(probability)
    const placed = layoutMeasures(tree, blocks)
    const speakers = findSpeakers(tree, blocks)
    const measures = {
      ...Object.fromEntries(
        TERMS.flatMap((term) => [
          [term.measure, overElements(speakers, (b) => cardValues(term.measure)[b])],
          [pointsOf(term.measure), overElements(speakers, (b) => pointsFor(term, cardValues(term.measure)[b]))],
        ]),
      ),
      ...(Object.fromEntries(LAYOUT_IDS.map((id) => [id, overElements(speakers, (b) => placed?.[id][b] ?? Number.NaN)])) as Record<
        LayoutMeasure,
        SparseValues
      >),
      score: overElements(speakers, (b) => logOdds[b]),
      probability: overElements(speakers, (b) => chance[b]),
    }
    step('score', 'Each block gets points. Their sum gives the block’s probability.', {
      measures: ['score', 'probability'],
      values: { intercept: INTERCEPT },
      lines: ['each', 'add', 'p'],
    })
    const automatic = automaticCut(chance, blocks.words, CUTS[p.model])
    const { expectedF1 } = automatic
    const cut = Math.min(1, Math.max(0, (p.cut === 'fixed' ? p.leastProbability : automatic.cut) + p.shift))
    const isKept = Uint8Array.from(chance, (value) => (value >= cut ? 1 : 0))
    step('cut', 'Blocks that reach the cut of the page are kept.', {
      measures: ['probability'],
      values: { intercept: INTERCEPT, cut, expectedF1 },
      lines: ['sort', 'promise', 'keep'],
    })
    const rules = new Uint8Array(blocks.count)
    const comments = commentBlocks(context)
    const outside = keptOutsideComments(blocks, comments, isKept)
    const enough = p.comments === 'drop' ? 0 : p.comments === 'keep' ? Number.POSITIVE_INFINITY : ENOUGH_WITHOUT_COMMENTS
    const dropKept = (rule: number, isDropped: (block: number) => boolean): void => {
      for (let b = 0; b < blocks.count; b++)
        if (isKept[b] === 1 && isDropped(b)) {
          isKept[b] = 0
          rules[b] = rule
        }
    }
    if (outside >= enough) dropKept(1, (b) => comments[b] === 1)
    const visible = placed?.['layout-visible']
    if (p.dropUnseen && visible) dropKept(2, (b) => visible[b] === 0)
    const repeated = p.repeats ? repeatedWords(blocks, texts, isKept) : null
    if (repeated) dropKept(3, (b) => repeated[b] >= ENOUGH_REPEATED)
    const kept = new Uint8Array(tree.size)
    const rule = ['cut', 'comments', 'unseen', 'repeats'] as const
    const limits = [cut, enough, 0, ENOUGH_REPEATED]
    const valueOf = (b: number): number => [chance[b], outside, 0, repeated?.[b] ?? 0][rules[b]]
    const report = (entry: number, b: number): void =>
      decide(entry, isKept[b] === 1 ? 'keep' : 'drop', rule[rules[b]], valueOf(b), limits[rules[b]])
    const reported = active ? blocks.element.filter((e, b) => holdsOnly(tree, blocks, e, b)) : new Int32Array(0)
    const whole = new Set(reported)
    for (let b = 0; b < blocks.count; b++) {
      const element = blocks.element[b]
      if (active && whole.has(element)) report(element, b)
      for (let k = blocks.first[b]; k < blocks.first[b + 1]; k++) {
        kept[blocks.texts[k]] = isKept[b]
        if (active && !whole.has(element)) report(blocks.texts[k], b)
      }
    }
    if (!kept.includes(1)) warn('Nothing was kept: every block is below the page’s cut, or was dropped by a parameter.')
    return {
      kept: { texts: kept },
      measures,
      values: { intercept: INTERCEPT, cut, expectedF1 },
      verdict: overviewVerdict(context),
    }
  },
})

const idsOf = ({ terms }: AdditiveModel): ReadonlySet<string> => new Set(terms.map((term) => term.measure))
const CARD_IDS = idsOf(WEIGHTS.scorecard.first)
/** With the full model, the Why view also needs the measures of the scorecard. */
const FULL_IDS: ReadonlySet<string> = new Set([...idsOf(WEIGHTS.full.first), ...CARD_IDS])
const CARD_AGAIN = idsOf(WEIGHTS.scorecard.second)
const FULL_AGAIN = idsOf(WEIGHTS.full.second)

function overElements({ entries, blocks }: Speakers, of: (block: number) => number): SparseValues {
  return { entries, value: (k) => of(blocks[k]) }
}
