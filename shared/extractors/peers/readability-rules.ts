/** The rules of @mozilla/readability 0.6.0 in words, with the comparisons that its sources make. */
import type { RuleSpec } from '../core/extractor'
import { rulesOf } from './rule-table'

const RULES = {
  // What takes out or changes elements before scores are given.
  'not-read': 'script or style | It was removed before anything was looked at: it is {note}.',
  hidden: 'hidden | It was removed as hidden: {note}.',
  modal: 'modal dialog | It was removed as a modal dialog: it has aria-modal="true" and role="dialog".',
  byline:
    'byline | It was taken out as the byline: {note}, and with {value} characters it is shorter than {limit}. Reader View shows it above the text.',
  'byline-name':
    'byline with a name | It was taken out as the byline: {note}, and with {value} characters it is shorter than {limit}. Reader View shows the name in it, which has itemprop="name", above the text, and nothing of the rest.',
  title:
    'heading repeats the title | likeness of the title | It was removed because it repeats the title: their words agree to {value}, more than {limit}. Reader View shows the title above.',
  unlikely:
    'unlikely candidate | It was removed as an unlikely candidate: its class or id holds {note} in it would have spared it this rule.',
  role: 'role | It was removed for its role: {note}.',
  empty: 'empty block | It was removed as an empty block: it holds no text and no element but line breaks.',
  'made-p': 'div made a paragraph | It is read as a paragraph: {note}.',
  // Scores, the winner and what stands beside it.
  scored: 'long enough for points | ≥ text length | Its {value} characters count from {limit} on{note}.',
  candidate: 'candidate | score | It is a candidate with {value} points: {note}; the winner has {limit}.',
  winner: 'best candidate | score | It is the winner, with {value} points{note}.',
  'winner-body': 'whole body | The whole body is taken: {note}.',
  'sibling-score':
    'sibling of the winner | ≥ content score (points) | It stands beside the winner with {value} points{note}; siblings are taken from {limit} on.',
  'sibling-unscored':
    'sibling without a score | content score | It stands beside the winner and was given no points: siblings are taken from {limit} points on, or as paragraphs.',
  'sibling-long':
    'long paragraph beside the winner | > text length (characters) | It is a paragraph beside the winner: {value} characters are more than {limit}, {note}.',
  'sibling-short':
    'short sentence beside the winner | < text length (characters) | It is a short paragraph beside the winner ({value} of less than {limit} characters) that ends a sentence and has no links.',
  'sibling-paragraph':
    'paragraph beside the winner, left out | text length (characters) | It is a paragraph beside the winner that is not taken: it has {value} characters and {note}. Above {limit} characters the link density must be below 0.25; below, there must be no link and the end of a sentence.',
  outside:
    'outside the winner | content score (points) | It stands outside the winner: {note} around it has {value} points, the winner has {limit}.',
  'outside-ancestor':
    'around the winner | content score (points) | It stands outside the winner, in {note}; that holds the winner, and has {value} points itself, the winner {limit}.',
  'outside-unscored':
    'outside every candidate | content score (points) | It stands outside the winner, which has {limit} points, and no candidate is around it.',
  // What cleans the chosen elements.
  tag: 'element that is never kept | It was removed because Readability keeps no {note}.',
  share:
    'share buttons | < text length (characters) | It was removed as share buttons: its class or id holds {note}, and its {value} characters are fewer than {limit}.',
  'heading-weight':
    'heading with a bad class | < class weight (points) | Readability removes headings with a class weight below {limit}: it has {value}{note}.',
  'class-weight':
    'bad class | < class weight (points) | Readability cleans away what has a class weight below {limit}: it has {value}{note}.',
  'ad-words': 'words of an advertisement | It was cleaned away: all it says is {note}.',
  'images-per-paragraph':
    'paragraphs per image | < paragraphs per image | Readability cleans away what has fewer than {limit} paragraphs an image: it has {value}{note}.',
  'list-items':
    'list items | > list items beyond 100 | Readability cleans away what is no list and has more list items, 100 not counted, than paragraphs: {value} to {limit}{note}.',
  inputs:
    'form fields | > form fields | Readability cleans away what has more form fields than a third of its paragraphs: {value} to {limit}{note}.',
  'too-short':
    'suspiciously short | < text length (characters) | Readability cleans away what has links and fewer than {limit} characters: it has {value}{note}.',
  'links-low-weight':
    'a little linky | > link density | Readability cleans away what has a link density above {limit}, where the class weight is below 25: it has {value}{note}.',
  'links-high-weight':
    'mostly links | > link density | Readability cleans away what has a link density above {limit}, where the class weight is 25 and more: it has {value}{note}.',
  embeds:
    'embedded objects | > embedded objects | Readability cleans away what has more than {limit} embedded object: it has {value}{note}.',
  'embed-short':
    'embedded object with little text | < text length (characters) | Readability cleans away what has an embedded object and fewer than {limit} characters: it has {value}{note}.',
  'no-content':
    'no useful content | = text density | Readability cleans away what has no image and no text in a block, list item, cell or span inside it: the share of such text is {value}{note}.',
  commas: 'many commas | ≥ commas | It was not checked: {value} commas reach {limit}.',
  spared: 'spared | It was not cleaned away: {note}.',
  table: 'kind of table | It is taken for {note}.',
  'lazy-image': 'lazy image | The image is loaded from another attribute: {note}.',
  'empty-paragraph': 'empty paragraph | The paragraph was removed: it holds no text and no image.',
  nested: 'lost when nested elements were joined | It was lost when the library joined an element with the only one inside it: {note}.',
  // The run as a whole.
  attempt: 'attempt | ≥ article length (characters) | Attempt {note} gave {value} characters; {limit} are asked for.',
  'longest-attempt':
    'longest attempt | article length (characters) | No attempt reached {limit} characters: the longest one is taken, with {value}.',
  unobserved: 'not observed | The observed run gave another text than the library alone, so why cannot be told.',
}

export type ReadabilityRule = keyof typeof RULES

/** All rules of an observed run. */
export const readabilityRules: readonly RuleSpec[] = rulesOf(RULES, {
  'likeness of the title': { quantity: '', how: 'The share of the heading’s words, by characters, that the title has too.' },
  'text length': { unit: 'characters', measure: 'textLength' },
  score: { quantity: 'content score', unit: 'points', measure: 'contentScore' },
  'text density': { how: 'The share of its text that stands in spans, list items, cells, paragraphs and other blocks in it.' },
})
