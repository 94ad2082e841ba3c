/** What newspaper4k 0.9.6 and goose3 3.1.22 decide by, as `electron/field/python/observe_newspaper4k.py` and `observe_goose3.py` tell it. */
import type { RuleSpec } from '../../core/extractor'
import { count, event, test, type Told } from './told'

const SCORE = { quantity: 'score', measure: 'score' } as const
const measures: Told['measures'] = [
  count('score', 'score', '', 'Stop words of the paragraphs in it, with a boost for those at the beginning (gravityScore).'),
]

const common: readonly RuleSpec[] = [
  event('top', 'winner', 'It stands in the element with the highest score: {value}.'),
  event('sibling', 'beside the winner', 'It stands before the winner, and is taken with it.'),
  test(
    'outside',
    'outside the winner',
    { relation: '', ...SCORE },
    'It stands outside of the winner: the best score in it is {value}, the winner’s {limit}.',
  ),
  event('outside-unscored', 'outside, not scored', 'It stands outside of the winner, and nothing in it was scored.'),
  event('no-winner', 'no winner', 'Nothing was scored: no element is taken.'),
  event('bad-name', 'name of a part that is no content', 'Its name is that of a part that is no content: {note}.'),
  event('cleaned', 'cleaned', 'It is cleaned away by its tag: {note}.'),
  test(
    'negative-score',
    'low score',
    { relation: '<', ...SCORE },
    'Its score {value} is below {limit}; the text right behind it goes with it.',
  ),
  event('not-carried', 'not carried over', 'It stands in the winner, in {note}, and is not carried over to the text.'),
  event('title', 'title', 'It is the title, which is not repeated in the text.'),
]

export const NEWSPAPER4K: Told = {
  measures,
  rules: [
    ...common,
    event('caption', 'caption', 'It is taken out as a caption: {note}.'),
    event('advertisement', 'advertisement', 'It is taken for an advertisement: {note}.'),
    event('unlikely', 'unlike its siblings', 'Its score ({value}) or its depth is unlike that of the paragraphs beside it: {note}.'),
    event('empty', 'empty', 'It has no text.'),
    event('trailing', 'last one', 'It is the last part of the winner, and deep or full of links: {note}.'),
  ],
}

export const GOOSE3: Told = {
  measures,
  rules: [
    ...common,
    event('many-links', 'many links', 'It is full of links: {note}.'),
    event('no-paragraphs', 'no paragraphs', 'It has no paragraph of 25 characters: {note}.'),
    test(
      'short-paragraph',
      'short paragraph',
      { relation: '<', quantity: 'text length', unit: 'characters' },
      'The paragraph has {value} characters, fewer than {limit}.',
    ),
    test('low-score', 'score under the winner’s', { relation: '<', ...SCORE }, 'Its score {value} is below {limit}, 8 % of the winner’s.'),
    test(
      'few-words',
      'few stop words',
      { relation: '<', quantity: 'stop words', unit: 'words' },
      'It has {value} stop words, fewer than {limit}.',
    ),
    event('in-brackets', 'in brackets', 'All of its text stands in brackets.'),
  ],
}
