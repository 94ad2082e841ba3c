/** Describes Mozilla's Readability. Readability needs a DOM, so electron/peers runs Readability. */
import type { ExtractorInfo } from '../core/extractor'
import { boolean, number } from '../core/params'
import { keptChart, keptShare, PEER_VALUES, peerRules } from './peer-extraction'
import { readabilityRules } from './readability-rules'

const amount = (label: string, description: string, value: number, [min, max, step]: readonly [number, number, number]) =>
  number({ label, description, origin: 'library', default: value, min, max, step })
const flag = (label: string, description: string, value = true) => boolean({ label, description, origin: 'library', default: value })

const params = {
  charThreshold: amount(
    'Minimum length',
    'Minimum characters of an article. With fewer, the library makes another attempt with less cleaning. 0 means the default, 500.',
    500,
    [0, 5000, 50],
  ),
  nbTopCandidates: amount('Top candidates', 'Number of elements with the highest scores among which the winner is chosen.', 5, [1, 20, 1]),
  linkDensityModifier: amount(
    'Link density modifier',
    'Added to the link density limits above which a block is removed.',
    0,
    [-0.2, 1, 0.05],
  ),
  disableJSONLD: flag(
    'Ignore JSON-LD',
    'The library does not read title and author from the page’s JSON-LD, so it may remove another heading or byline.',
    false,
  ),
  stripUnlikelys: flag(
    'Strip unlikely candidates',
    'The first attempt removes elements with unlikely names. The library switches this flag off if an attempt keeps too little text. The flag is not an option of the library.',
  ),
  weightClasses: flag(
    'Weigh classes',
    'In the first attempt, class names and ids add or subtract 25 points. The flag is not an option of the library.',
  ),
  cleanConditionally: flag(
    'Clean conditionally',
    'The first attempt removes forms, lists, tables and blocks that do not look like content. The flag is not an option of the library.',
  ),
}

const measure = <I extends string>(
  id: I,
  label: string,
  [unit, symbol, tex = '']: readonly [string, string, string?],
  description: string,
) => ({ ...{ id, label, unit, tex, description, symbol }, per: 'node' as const })

const measures = [
  measure(
    'contentScore',
    'content score',
    ['points', 'S', String.raw`(@{tagPoints} + @{classWeight} + @{received})\,(1 - @{linkDensity})`],
    'The candidate’s score: points for tag name, class and id, plus the points of its paragraphs, reduced by the share of links.',
  ),
  measure(
    'tagPoints',
    'tag points',
    ['points', 'tag'],
    'Points of the tag name: 5 for div, 3 for pre, td and blockquote, −3 for address, lists, their items and forms, −5 for headings and th.',
  ),
  measure(
    'received',
    'points from paragraphs',
    ['points', 'R'],
    'Points from the paragraphs in the candidate: a parent gets all points, the next ancestors get 1/2, 1/6, 1/9 and 1/12.',
  ),
  measure(
    'classWeight',
    'class weight',
    ['points', 'w'],
    '25 for a good word in the class, 25 for a good word in the id; −25 for a bad word in each.',
  ),
  measure('linkDensity', 'link density', ['', 'd'], 'Characters in links, divided by all characters. Links within the page count 0.3.'),
  measure(
    'points',
    'points given',
    ['points', 'p', String.raw`1 + (@{commas} + 1) + \min(\lfloor @{textLength} / 100 \rfloor, 3)`],
    'Points that a paragraph gives to its parent: 1, plus 1 per part between commas, plus 1 per 100 characters up to 3.',
  ),
  measure('commas', 'commas', ['', 'k'], 'Number of commas in the paragraph’s text, including commas of other writing systems.'),
  measure(
    'textLength',
    'text length',
    ['characters', 't'],
    'Characters of the paragraph’s text with collapsed white space. A paragraph with fewer than 25 characters gives no points.',
  ),
] as const

export type ReadabilityMeasure = (typeof measures)[number]['id']
export const READABILITY_MEASURES: readonly ReadabilityMeasure[] = measures.map(({ id }) => id)

export const readabilityInfo = {
  id: 'readability',
  title: 'Readability',
  fullName: 'Firefox Reader View',
  family: 'peer',
  paper: {
    authors: 'Arc90, Mozilla',
    title: '@mozilla/readability 0.6.0, the library of Firefox’s reader view',
    venue: 'github.com/mozilla/readability',
    year: 2025,
  },
  summary: 'Scores containers by the length, commas and links of their paragraphs, and by class names.',
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
    siblingThreshold: { label: 'minimum score of siblings', unit: 'points' },
    articleLength: { label: 'length of the article', unit: 'characters' },
    attempts: { label: 'attempts' },
    keptAttempt: { label: 'attempt that was kept' },
    ...PEER_VALUES,
  },
  pseudocode: [],
  needsSource: false,
} satisfies ExtractorInfo
