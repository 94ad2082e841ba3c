/** What the window, a list and a form know of Mozilla's Readability. It brings a DOM, so it runs in the host: electron/peers. */
import { describeExtractor, type MeasureSpec } from '../core/extractor'
import { boolean, number } from '../core/params'
import { keptChart, keptShare, PEER_VALUES, peerRules } from './peer-extraction'
import { readabilityRules } from './readability-rules'

const params = {
  charThreshold: number({
    label: 'least characters',
    description:
      'Characters an article must have; with fewer, the library tries again with less cleaning. It takes 0 for its default, 500.',
    origin: 'library',
    default: 500,
    min: 0,
    max: 5000,
    step: 50,
  }),
  nbTopCandidates: number({
    label: 'top candidates',
    description: 'How many of the best scored elements are compared when the winner is chosen.',
    origin: 'library',
    default: 5,
    min: 1,
    max: 20,
    step: 1,
  }),
  linkDensityModifier: number({
    label: 'link density modifier',
    description: 'Added to the link density limits above which a block is taken out.',
    origin: 'library',
    default: 0,
    min: -0.2,
    max: 1,
    step: 0.05,
  }),
  disableJSONLD: boolean({
    label: 'ignore JSON-LD',
    description: 'Title and author are not read from the page’s JSON-LD, so that another heading or byline may be taken out.',
    origin: 'library',
    default: false,
  }),
  stripUnlikelys: boolean({
    label: 'first attempt strips unlikely candidates',
    description:
      'One of three flags that the library itself takes away when an attempt gives too little. It is no option of the library: switched off here, the first attempt begins without it.',
    origin: 'library',
    default: true,
  }),
  weightClasses: boolean({
    label: 'first attempt weighs classes',
    description: 'Class names and ids give or take 25 points. A flag of the library, not one of its options.',
    origin: 'library',
    default: true,
  }),
  cleanConditionally: boolean({
    label: 'first attempt cleans conditionally',
    description: 'Forms, lists, tables and blocks that look like no content are removed. A flag of the library, not one of its options.',
    origin: 'library',
    default: true,
  }),
}

const measure = <I extends string>(id: I, label: string, description: string, more: Partial<MeasureSpec> = {}) => ({
  id,
  label,
  unit: '',
  per: 'node' as const,
  tex: '',
  description,
  ...more,
})

const measures = [
  measure(
    'contentScore',
    'content score',
    'The candidate’s score: tag name, class and id and what its paragraphs handed to it, less the share of links.',
    {
      unit: 'points',
      tex: String.raw`(\text{tag} + @{classWeight} + @{received})\,(1 - @{linkDensity})`,
      symbol: 'S',
    },
  ),
  measure(
    'received',
    'points from paragraphs',
    'What the paragraphs below handed to the candidate: all to a parent, half to the next, then a sixth, a ninth, a twelfth.',
    {
      unit: 'points',
      symbol: 'R',
    },
  ),
  measure('classWeight', 'class weight', '25 for a good word in the class and as many in the id, −25 for a bad one.', {
    unit: 'points',
    symbol: 'w',
  }),
  measure('linkDensity', 'link density', 'Characters in links by all characters; links within the page count 0.3.', { symbol: 'd' }),
  measure(
    'points',
    'points given',
    'What a paragraph hands to its parent: one, one for each part between commas, one for each 100 characters up to three.',
    {
      unit: 'points',
      tex: String.raw`1 + (@{commas} + 1) + \min(\lfloor @{textLength} / 100 \rfloor, 3)`,
      symbol: 'p',
    },
  ),
  measure('commas', 'commas', 'Commas of several scripts in the paragraph’s text.', { symbol: 'k' }),
  measure('textLength', 'text length', 'Characters of the paragraph’s text, white space collapsed; from 25 on it is given points.', {
    unit: 'characters',
    symbol: 't',
  }),
] as const

export type ReadabilityMeasure = (typeof measures)[number]['id']
/** Measures that an observed run leaves on the nodes. */
export const READABILITY_MEASURES: readonly ReadabilityMeasure[] = measures.map(({ id }) => id)

export const readabilityInfo = describeExtractor({
  id: 'readability',
  title: 'Readability',
  family: 'peer',
  paper: {
    authors: 'Arc90, Mozilla',
    title: '@mozilla/readability 0.6.0, the library of Firefox’s reader view',
    venue: 'github.com/mozilla/readability',
    year: 2025,
  },
  summary: 'Scores paragraphs’ ancestors by text length and commas, class names and link density. For comparison; not from the papers.',
  params,
  measures: [...measures, keptShare],
  rules: [...readabilityRules, ...peerRules],
  charts: [
    {
      id: 'score',
      title: 'Content score by node',
      per: 'node',
      series: ['contentScore'],
      threshold: 'siblingThreshold',
    },
    { id: 'points', title: 'Points of paragraphs', per: 'node', series: ['points'] },
    keptChart,
  ],
  mainMeasure: 'contentScore',
  values: {
    topScore: { label: 'score of the winner', unit: 'points' },
    siblingThreshold: { label: 'siblings are taken from', unit: 'points' },
    articleLength: { label: 'length of the article', unit: 'characters' },
    attempts: { label: 'attempts' },
    keptAttempt: { label: 'attempt that was kept' },
    ...PEER_VALUES,
  },
})
