/** What readability-lxml 0.9 decides by (`readability/readability.py`), as `electron/field/python/observe_readability_lxml.py` tells it. */
import { count, event, test, type Told } from './told'

const WEIGHT = 'Points for words in its class and id: 25 for each of a content word, −25 for each of a boilerplate word.'
const LINKS = { quantity: 'link density', how: 'Characters in links by all characters.' } as const
const LENGTH = { quantity: 'text length', unit: 'characters' } as const

export const READABILITY_LXML: Told = {
  measures: [
    count(
      'score',
      'score',
      '',
      'Points of an element: of its tag, class and id, of the paragraphs in it, scaled by its link density (score_paragraphs).',
    ),
  ],
  rules: [
    event('hidden', 'hidden', 'It has the attribute hidden.'),
    event('display-none', 'hidden by style', 'Its style hides it: {note}.'),
    event('cleaned', 'cleaned', 'It is cleaned away before anything is scored: {note}.'),
    event('unlikely', 'unlikely candidate', 'Its class or id has the word “{note}”, and none of those that save it.'),
    test(
      'retry',
      'tried again',
      { relation: '<', quantity: 'length of the article', unit: 'characters', how: 'Characters of its HTML.' },
      'A first attempt gave {value} characters of HTML, fewer than {limit}: it is tried again with the unlikely candidates.',
    ),
    event('best', 'best candidate', 'It is the chosen element: its score is {value}.'),
    test(
      'sibling-kept',
      'sibling of the best',
      { relation: '', quantity: '' },
      'It stands beside the chosen element and is taken with it.',
    ),
    event('segment', 'part of the article', 'It was moved into the article: a segment, a lead or a heading of it.'),
    event('whole-page', 'no candidate', 'Nothing was scored: all of body is taken.'),
    test(
      'outside',
      'outside the best candidate',
      { relation: '', quantity: 'best score in it', measure: 'score' },
      'It stands outside the chosen element: the best score in it is {value}, the chosen one has {limit}.',
    ),
    event(
      'outside-preferred',
      'outside the best candidate',
      'It stands outside the chosen element, which was preferred with {limit} points to {value}: as articleBody, or as an article or main in it.',
    ),
    event('outside-unscored', 'outside, not scored', 'It stands outside the chosen element, and nothing in it was scored.'),
    event('loose-text', 'loose text', 'It stands loose beside the chosen element: only elements are appended.'),
    test(
      'sibling',
      'sibling with a low score',
      { relation: '<', quantity: 'score', measure: 'score' },
      'It stands beside the chosen element; its score of {value} does not reach {limit}.',
    ),
    test(
      'sibling-paragraph',
      'sibling paragraph',
      { relation: '', quantity: 'length of its own text', unit: 'characters' },
      'This paragraph stands beside the chosen element with {value} characters before its first child and link density {note}: it takes over {limit} with a density under 0.25, or a sentence without links.',
    ),
    test(
      'heading-weight',
      'heading by its class',
      { relation: '<', quantity: 'weight', how: WEIGHT },
      'The heading’s class weight {value} is below {limit}.',
    ),
    test('heading-links', 'heading of links', { relation: '>', ...LINKS }, 'The heading’s link density {value} is above {limit}.'),
    test(
      'call-to-action',
      'call to action',
      { relation: '>', ...LINKS },
      'It begins like a call to action (“{note}”), and its link density {value} is above {limit}.',
    ),
    event('form', 'form or frame', 'It is taken out of the article by its tag: {note}.'),
    test(
      'negative-score',
      'negative score',
      { relation: '<', quantity: 'weight and score', how: `${WEIGHT} The score is added.` },
      'Its class weight and score are {value}, below {limit}.',
    ),
    test(
      'images',
      'too many images',
      { relation: '>', quantity: 'images' },
      'It has {value} images, more than {limit} (1 + 1.3 for a paragraph).',
    ),
    test(
      'list-items',
      'more list items than paragraphs',
      { relation: '>', quantity: 'list items − 100' },
      'It has {value} list items (100 are free), more than its {limit} paragraphs.',
    ),
    test(
      'inputs',
      'many inputs',
      { relation: '>', quantity: 'inputs' },
      'It has {value} inputs, more than a third of its paragraphs ({limit}).',
    ),
    test(
      'short',
      'too short',
      { relation: '<', ...LENGTH },
      'It has {value} characters, fewer than {limit}, no image, and fewer than ten commas.',
    ),
    test(
      'short-images',
      'too short, many images',
      { relation: '<', ...LENGTH },
      'It has {value} characters, fewer than {limit}, and more than two images.',
    ),
    test(
      'links',
      'too many links',
      { relation: '>', ...LINKS },
      'Its link density {value} is above {limit}, its class weight {note} below 25, and it has fewer than ten commas.',
    ),
    test(
      'links-heavy',
      'too many links',
      { relation: '>', ...LINKS },
      'Its link density {value} is above {limit}, with a class weight of {note}.',
    ),
    event('embeds', 'embedded objects', 'It has {value} embedded objects and little text.'),
    event('empty', 'empty', 'It has no text, and fewer than 1,000 characters stand beside it.'),
  ],
}
