/** Describes Mozilla's Readability. Readability needs a DOM, so electron/peers runs Readability. */
import type { ExtractorInfo, RuleSpec } from '../core/extractor'
import { boolean, number } from '../core/params'
import { keptChart, keptShare, PEER_VALUES, peerRules } from './peer-extraction'
import { rulesOf } from '../core/rule-table'

/** The rules of @mozilla/readability 0.6.0, with the comparisons of the library's source code. */
const RULES = {
  'not-read': 'script or style | Readability never reads this element: {note}.',
  hidden: 'hidden | It is hidden: {note}.',
  modal: 'modal dialog | It is a modal dialog: aria-modal="true" and role="dialog".',
  byline: 'byline | It is a byline: {note}, {value} characters (limit {limit}). Reader View shows it above the text.',
  'byline-name':
    'byline with a name | It is a byline: {note}, {value} characters (limit {limit}). Reader View shows only the name in it (itemprop="name").',
  title:
    'heading repeats the title | title similarity | It repeats the page title: word similarity {value}, limit {limit}. Reader View shows the title separately.',
  unlikely: 'unlikely candidate | Its class or id contains {note}.',
  role: 'role | An element with this role counts as an unlikely candidate: {note}.',
  empty: 'empty block | It contains no text, at most line breaks and horizontal lines.',
  'made-p': 'div read as a paragraph | It is read as a paragraph: {note}.',
  scored: 'long enough for points | ≥ text length | It has {value} characters, and needs {limit} for points{note}.',
  candidate: 'candidate | score | It is a candidate with {value} points. The winner has {limit}. Points: {note}.',
  winner: 'best candidate | score | It won with {value} points{note}.',
  'winner-body': 'whole body | All of body is kept: {note}.',
  'sibling-score':
    'sibling of the winner | !≥ content score (points) | It is a sibling of the winner and has {value} points{note}. Siblings need {limit}.',
  'sibling-unscored':
    'sibling without a score | content score | It is a sibling of the winner and has no points. Siblings need {limit} points or must be paragraphs.',
  'sibling-long':
    'long paragraph beside the winner | !> text length (characters) | It is beside the winner, and is a paragraph with {value} characters (needs more than {limit}) {note}.',
  'sibling-short':
    'short sentence beside the winner | !< text length (characters) | It is a short paragraph without links beside the winner, and contains a sentence that ends in a full stop ({value} characters, limit {limit}).',
  'sibling-paragraph':
    'dropped paragraph beside the winner | text length (characters) | It is a paragraph of {value} characters beside the winner, with {note}. Above {limit} characters, the link density must be below 0.25. Shorter paragraphs must contain a sentence that ends in a full stop, and no link.',
  outside:
    'outside the winner | content score (points) | It is outside the winner ({limit} points). Its nearest scored container has {value} points: {note}.',
  'outside-ancestor':
    'around the winner | content score (points) | It is outside the winner ({limit} points). Its nearest scored container also contains the winner: {note} with {value} points.',
  'outside-unscored':
    'outside every candidate | content score (points) | It is outside the winner ({limit} points) and outside every other candidate.',
  tag: 'removed because of its tag | Readability removes {note}.',
  share:
    'share buttons | !< text length (characters) | It has share buttons: its class or id contains {note}. It has {value} characters (limit {limit}).',
  'heading-weight':
    'heading with a bad class | !< class weight (points) | It is a heading with class weight {value}{note}, and needs {limit}.',
  'class-weight': 'bad class | < class weight (points) | It has class weight {value}{note}, and needs {limit}.',
  'ad-words': 'words of an advertisement or placeholder | Its only text is {note}.',
  'images-per-paragraph': 'paragraphs per image | < paragraphs per image | It has {value} paragraphs per image, and needs {limit}{note}.',
  'list-items': 'list items | > excess list items | It has {value} list items beyond 100, but only {limit} paragraphs{note}.',
  inputs: 'form fields | > form fields | It has {value} form fields. The limit is {limit} (a third of its paragraphs){note}.',
  'too-short': 'suspiciously short | !< text length (characters) | It contains links, but only {value} characters (needs {limit}){note}.',
  'links-low-weight':
    'a little linky | > link density | It has link density {value}. The limit is {limit} for class weights below 25{note}.',
  'links-high-weight':
    'mostly links | > link density | It has link density {value}. The limit is {limit} for class weights of 25 or more{note}.',
  embeds: 'embedded objects | > embedded objects | It has {value} embedded objects. The limit is {limit}{note}.',
  'embed-short':
    'embedded object with little text | !< text length (characters) | It contains an embedded object, but only {value} characters (needs {limit}){note}.',
  'no-content':
    'no useful content | != text density | It has no image. The share of its text in inner blocks, list items, cells and spans is {value}, and must not be {limit}{note}.',
  commas: 'many commas | ≥ commas | It has {value} commas. For elements with at least {limit} commas, only the class weight is checked.',
  spared: 'spared | It is not cleaned: {note}.',
  table: 'kind of table | It is classified as {note}.',
  'lazy-image': 'lazy image | Its image was read from another attribute: {note}.',
  'empty-paragraph': 'empty paragraph | It is a paragraph without text and without images.',
  nested: 'lost when nested elements were merged | It was lost when the library merged nested elements: {note}.',
  attempt: 'attempt | ≥ article length (characters) | Attempt {note} gave {value} characters, needs {limit}.',
  'longest-attempt':
    'longest attempt | article length (characters) | This attempt gave the longest text, {value} characters. No attempt reached {limit}.',
  unobserved: 'not observed | Unknown: in the observed run, the library returned a different text than in its normal run.',
}

export type ReadabilityRule = keyof typeof RULES

export const readabilityRules: readonly RuleSpec[] = rulesOf(RULES, {
  'title similarity': { quantity: '', how: 'Share of the heading’s words that are also in the title, weighted by characters.' },
  'text length': { unit: 'characters', measure: 'textLength' },
  score: { quantity: 'content score', unit: 'points', measure: 'contentScore' },
  'text density': { how: 'Share of the element’s text in inner spans, list items, cells, paragraphs and other blocks.' },
})

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
    { id: 'score', title: 'Content score by node', per: 'node', series: ['contentScore'], threshold: 'siblingThreshold' },
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
