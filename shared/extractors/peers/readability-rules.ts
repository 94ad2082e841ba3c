/** The rules of @mozilla/readability 0.6.0 in words, with the comparisons that its sources make. */
import type { RuleSpec } from '../core/extractor'

type Words = Omit<RuleSpec, 'id' | 'relation' | 'quantity' | 'unit'> & Partial<Pick<RuleSpec, 'relation' | 'quantity' | 'unit'>>

/** Rules that take out or change elements before scores are given. */
const STRIPPING = {
  'not-read': { label: 'script or style', sentence: 'It was removed before anything was looked at: it is {note}.' },
  hidden: { label: 'hidden', sentence: 'It was removed as hidden: {note}.' },
  modal: { label: 'modal dialog', sentence: 'It was removed as a modal dialog: it has aria-modal="true" and role="dialog".' },
  byline: {
    label: 'byline',
    sentence:
      'It was taken out as the byline: {note}, and with {value} characters it is shorter than {limit}. Reader View shows it above the text.',
  },
  title: {
    label: 'heading repeats the title',
    how: 'The share of the heading’s words, by characters, that the title has too.',
    sentence:
      'It was removed because it repeats the title: their words agree to {value}, more than {limit}. Reader View shows the title above.',
  },
  unlikely: {
    label: 'unlikely candidate',
    sentence: 'It was removed as an unlikely candidate: its class or id holds {note} in it would have kept it.',
  },
  role: { label: 'role', sentence: 'It was removed for its role: {note}.' },
  empty: { label: 'empty block', sentence: 'It was removed as an empty block: it holds no text and no element but line breaks.' },
  'made-p': { label: 'div made a paragraph', sentence: 'It is read as a paragraph: {note}.' },
} as const satisfies Record<string, Words>

/** Rules of scores, of the winner and of what stands beside it. */
const CHOOSING = {
  scored: {
    label: 'long enough for points',
    relation: '≥',
    quantity: 'text length',
    unit: 'characters',
    measure: 'textLength',
    sentence: 'Its {value} characters count from {limit} on{note}.',
  },
  candidate: {
    label: 'candidate',
    quantity: 'content score',
    unit: 'points',
    measure: 'contentScore',
    sentence: 'It is a candidate with {value} points: {note}; the winner has {limit}.',
  },
  winner: {
    label: 'best candidate',
    quantity: 'content score',
    unit: 'points',
    measure: 'contentScore',
    sentence: 'It is the winner, with {value} points{note}.',
  },
  'winner-body': {
    label: 'whole body',
    sentence: 'The whole body is taken: {note}.',
  },
  'sibling-score': {
    label: 'sibling of the winner',
    relation: '≥',
    quantity: 'content score',
    unit: 'points',
    sentence: 'It stands beside the winner with {value} points{note}; siblings are taken from {limit} on.',
  },
  'sibling-unscored': {
    label: 'sibling without a score',
    quantity: 'content score',
    sentence: 'It stands beside the winner and was given no points: siblings are taken from {limit} points on, or as paragraphs.',
  },
  'sibling-long': {
    label: 'long paragraph beside the winner',
    relation: '>',
    quantity: 'text length',
    unit: 'characters',
    sentence: 'It is a paragraph beside the winner: {value} characters are more than {limit}, {note}.',
  },
  'sibling-short': {
    label: 'short sentence beside the winner',
    relation: '<',
    quantity: 'text length',
    unit: 'characters',
    sentence: 'It is a short paragraph beside the winner ({value} of less than {limit} characters) that ends a sentence and has no links.',
  },
  'sibling-paragraph': {
    label: 'paragraph beside the winner, left out',
    quantity: 'text length',
    unit: 'characters',
    sentence:
      'It is a paragraph beside the winner that is not taken: it has {value} characters and {note}. Above {limit} characters the link density must be below 0.25; below, there must be no link and the end of a sentence.',
  },
  outside: {
    label: 'outside the winner',
    quantity: 'content score',
    unit: 'points',
    sentence: 'It stands outside the winner: {note} around it has {value} points, the winner has {limit}.',
  },
  'outside-ancestor': {
    label: 'around the winner',
    quantity: 'content score',
    unit: 'points',
    sentence: 'It stands outside the winner, in {note}; that holds the winner, and has {value} points itself, the winner {limit}.',
  },
  'outside-unscored': {
    label: 'outside, without points',
    quantity: 'content score',
    unit: 'points',
    sentence: 'It stands outside the winner, which has {limit} points, and nothing around it was given any.',
  },
} as const satisfies Record<string, Words>

/** Rules that clean the chosen elements. */
const CLEANING = {
  tag: { label: 'element that is never kept', sentence: 'It was removed because Readability keeps no {note}.' },
  share: {
    label: 'share buttons',
    relation: '<',
    quantity: 'text length',
    unit: 'characters',
    sentence: 'It was removed as share buttons: its class or id holds {note}, and its {value} characters are fewer than {limit}.',
  },
  'heading-weight': {
    label: 'heading with a bad class',
    relation: '<',
    quantity: 'class weight',
    unit: 'points',
    sentence: 'Readability removes headings with a class weight below {limit}: it has {value}{note}.',
  },
  'class-weight': {
    label: 'bad class',
    relation: '<',
    quantity: 'class weight',
    unit: 'points',
    sentence: 'Readability cleans away what has a class weight below {limit}: it has {value}{note}.',
  },
  'ad-words': { label: 'words of an advertisement', sentence: 'It was cleaned away: all it says is {note}.' },
  'images-per-paragraph': {
    label: 'paragraphs per image',
    relation: '<',
    quantity: 'paragraphs per image',
    unit: '',
    sentence: 'Readability cleans away what has fewer than {limit} paragraphs an image: it has {value}{note}.',
  },
  'list-items': {
    label: 'list items',
    relation: '>',
    quantity: 'list items beyond 100',
    unit: '',
    sentence:
      'Readability cleans away what is no list and has more list items, 100 not counted, than paragraphs: {value} to {limit}{note}.',
  },
  inputs: {
    label: 'form fields',
    relation: '>',
    quantity: 'form fields',
    unit: '',
    sentence: 'Readability cleans away what has more form fields than a third of its paragraphs: {value} to {limit}{note}.',
  },
  'too-short': {
    label: 'suspiciously short',
    relation: '<',
    quantity: 'text length',
    unit: 'characters',
    sentence: 'Readability cleans away what has links and fewer than {limit} characters: it has {value}{note}.',
  },
  'links-low-weight': {
    label: 'a little linky',
    relation: '>',
    quantity: 'link density',
    unit: '',
    sentence: 'Readability cleans away what has a link density above {limit}, where the class weight is below 25: it has {value}{note}.',
  },
  'links-high-weight': {
    label: 'mostly links',
    relation: '>',
    quantity: 'link density',
    unit: '',
    sentence: 'Readability cleans away what has a link density above {limit}, where the class weight is 25 and more: it has {value}{note}.',
  },
  embeds: {
    label: 'embedded objects',
    relation: '>',
    quantity: 'embedded objects',
    unit: '',
    sentence: 'Readability cleans away what has more than {limit} embedded object: it has {value}{note}.',
  },
  'embed-short': {
    label: 'embedded object with little text',
    relation: '<',
    quantity: 'text length',
    unit: 'characters',
    sentence: 'Readability cleans away what has an embedded object and fewer than {limit} characters: it has {value}{note}.',
  },
  'no-content': {
    label: 'no useful content',
    relation: '=',
    quantity: 'text density',
    unit: '',
    how: 'The share of its text that stands in spans, list items, cells, paragraphs and other blocks in it.',
    sentence:
      'Readability cleans away what has no image and no text in a block, list item, cell or span inside it: the share of such text is {value}{note}.',
  },
  commas: {
    label: 'many commas',
    relation: '≥',
    quantity: 'commas',
    unit: '',
    sentence: 'It was not checked: {value} commas reach {limit}.',
  },
  spared: { label: 'spared', sentence: 'It was not cleaned away: {note}.' },
  table: { label: 'kind of table', sentence: 'It is taken for {note}.' },
  'lazy-image': { label: 'lazy image', sentence: 'The image is loaded from another attribute: {note}.' },
  'empty-paragraph': { label: 'empty paragraph', sentence: 'The paragraph was removed: it holds no text and no image.' },
  nested: {
    label: 'lost when nested elements were joined',
    sentence: 'It was lost when the library joined an element with the only one inside it: {note}.',
  },
} as const satisfies Record<string, Words>

const WHOLE = {
  attempt: {
    label: 'attempt',
    relation: '≥',
    quantity: 'article length',
    unit: 'characters',
    sentence: 'Attempt {note} gave {value} characters; {limit} are asked for.',
  },
  'longest-attempt': {
    label: 'longest attempt',
    quantity: 'article length',
    unit: 'characters',
    sentence: 'No attempt reached {limit} characters: the longest one is taken, with {value}.',
  },
  unobserved: {
    label: 'not observed',
    sentence: 'The observed run gave another text than the library alone, so why cannot be told.',
  },
} as const satisfies Record<string, Words>

const ALL = { ...STRIPPING, ...CHOOSING, ...CLEANING, ...WHOLE }

export type ReadabilityRule = keyof typeof ALL

/** All rules of an observed run. */
export const readabilityRules: readonly RuleSpec[] = Object.entries(ALL as Record<string, Words>).map(([id, words]) => ({
  id,
  relation: '',
  quantity: '',
  unit: '',
  ...words,
}))
