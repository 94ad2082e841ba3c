/** The rules of @mozilla/readability 0.6.0, with the comparisons of its source code. */
import type { RuleSpec } from '../core/extractor'
import { rulesOf } from './rule-table'

const RULES = {
  // Rules that remove or change elements before scoring.
  'not-read': 'script or style | Never read: {note}.',
  hidden: 'hidden | Hidden: {note}.',
  modal: 'modal dialog | Modal dialog: aria-modal="true" and role="dialog".',
  byline: 'byline | Byline: {note}, {value} characters (limit {limit}). Reader View shows it above the text.',
  'byline-name':
    'byline with a name | Byline: {note}, {value} characters (limit {limit}). Reader View shows only the name in it (itemprop="name").',
  title:
    'heading repeats the title | likeness of the title | Repeats the page title: word similarity {value}, limit {limit}. Reader View shows the title separately.',
  unlikely: 'unlikely candidate | Class or id contains {note}.',
  role: 'role | An element with this role is never content: {note}.',
  empty: 'empty block | Empty block with line breaks only.',
  'made-p': 'div made a paragraph | Read as a paragraph: {note}.',
  // Scores, the winner and its siblings.
  scored: 'long enough for points | ≥ text length | {value} characters, points need {limit}{note}.',
  candidate: 'candidate | score | Candidate with {value} points, the winner has {limit}. Points: {note}.',
  winner: 'best candidate | score | Winner with {value} points{note}.',
  'winner-body': 'whole body | All of body is kept: {note}.',
  'sibling-score':
    'sibling of the winner | ≥ content score (points) | Sibling of the winner with {value} points{note}. Siblings need {limit}.',
  'sibling-unscored':
    'sibling without a score | content score | Sibling of the winner without points. Siblings need {limit} points or must be paragraphs.',
  'sibling-long':
    'long paragraph beside the winner | > text length (characters) | Paragraph beside the winner with {value} characters (needs more than {limit}) {note}.',
  'sibling-short':
    'short sentence beside the winner | < text length (characters) | Short paragraph beside the winner without links that ends a sentence ({value} characters, limit {limit}).',
  'sibling-paragraph':
    'paragraph beside the winner, left out | text length (characters) | Paragraph beside the winner with {value} characters and {note}. Above {limit} characters, the link density must be below 0.25. Shorter paragraphs must end a sentence and have no link.',
  outside:
    'outside the winner | content score (points) | Outside the winner ({limit} points), with {value} points. Nearest scored container: {note}.',
  'outside-ancestor':
    'around the winner | content score (points) | Outside the winner ({limit} points). Nearest scored container: {note} with {value} points, which also contains the winner.',
  'outside-unscored':
    'outside every candidate | content score (points) | Outside the winner ({limit} points) and outside every other candidate.',
  // Cleaning of the chosen elements.
  tag: 'element that is never kept | Readability never keeps {note}.',
  share: 'share buttons | < text length (characters) | Share buttons: class or id contains {note}, {value} characters (limit {limit}).',
  'heading-weight': 'heading with a bad class | < class weight (points) | Heading with class weight {value}{note}, needs {limit}.',
  'class-weight': 'bad class | < class weight (points) | Class weight {value}{note}, needs {limit}.',
  'ad-words': 'words of an advertisement | The only text is {note}.',
  'images-per-paragraph': 'paragraphs per image | < paragraphs per image | {value} paragraphs per image, needs {limit}{note}.',
  'list-items': 'list items | > excess list items | {value} list items beyond 100, but only {limit} paragraphs{note}.',
  inputs: 'form fields | > form fields | {value} form fields, limit {limit} (a third of its paragraphs){note}.',
  'too-short': 'suspiciously short | < text length (characters) | Contains links, but only {value} characters (needs {limit}){note}.',
  'links-low-weight': 'a little linky | > link density | Link density {value}, limit {limit} for class weights below 25{note}.',
  'links-high-weight': 'mostly links | > link density | Link density {value}, limit {limit} for class weights of 25 or more{note}.',
  embeds: 'embedded objects | > embedded objects | {value} embedded objects, limit {limit}{note}.',
  'embed-short':
    'embedded object with little text | < text length (characters) | Contains an embedded object, but only {value} characters (needs {limit}){note}.',
  'no-content':
    'no useful content | = text density | No image, and no text in inner blocks, list items, cells or spans (share {value}){note}.',
  commas: 'many commas | ≥ commas | {value} commas. An element with at least {limit} commas is not checked.',
  spared: 'spared | Not cleaned: {note}.',
  table: 'kind of table | Classified as {note}.',
  'lazy-image': 'lazy image | Image loaded from another attribute: {note}.',
  'empty-paragraph': 'empty paragraph | Paragraph without text and image.',
  nested: 'lost when nested elements were joined | Lost when the library merged nested elements: {note}.',
  // The whole run.
  attempt: 'attempt | ≥ article length (characters) | Attempt {note} gave {value} characters, needs {limit}.',
  'longest-attempt':
    'longest attempt | article length (characters) | Longest attempt, with {value} characters. No attempt reached {limit}.',
  unobserved: 'not observed | Unknown: the observed run returned a different text than the library.',
}

export type ReadabilityRule = keyof typeof RULES

export const readabilityRules: readonly RuleSpec[] = rulesOf(RULES, {
  'likeness of the title': { quantity: '', how: 'Share of the words of the heading that the title also has, by characters.' },
  'text length': { unit: 'characters', measure: 'textLength' },
  score: { quantity: 'content score', unit: 'points', measure: 'contentScore' },
  'text density': { how: 'Share of its text in inner spans, list items, cells, paragraphs and other blocks.' },
})
