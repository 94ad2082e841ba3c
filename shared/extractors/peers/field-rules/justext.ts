/** What jusText 3.0.2 decides by (`justext/core.py`), as `electron/field/python/observe_justext.py` tells it. */
import { count, event, share, test, type Told } from './told'

const LENGTH = { quantity: 'length', unit: 'characters', measure: 'length' } as const
const STOP_WORDS = { quantity: 'stop words', measure: 'stopWords' } as const

export const JUSTEXT: Told = {
  measures: [
    count('length', 'length', 'characters', 'Characters of the paragraph, white space collapsed (justext/paragraph.py).'),
    share('stopWords', 'stop words', 'Share of the paragraph’s words that stand in the list of stop words (justext/paragraph.py).'),
    share('linkDensity', 'link density', 'Share of the paragraph’s characters that stand in links (justext/paragraph.py).'),
  ],
  rules: [
    event('cleaned', 'cleaned', 'It went before paragraphs were made: {note} is taken out with what is in it.'),
    test(
      'link-density',
      'link density',
      { relation: '>', quantity: 'link density', measure: 'linkDensity' },
      'The paragraph is bad: {value} of its characters stand in links, more than {limit}.',
    ),
    event('copyright', 'copyright sign', 'The paragraph is bad: it has the sign “{note}”.'),
    event('select', 'in a select', 'The paragraph is bad: it stands in a select.'),
    test(
      'short-link',
      'short, with a link',
      { relation: '>', quantity: 'characters in links', unit: 'characters', how: 'Characters of the paragraph that stand in links.' },
      'The paragraph is bad: it is short, and {value} of its characters stand in links.',
    ),
    test('short', 'short', { relation: '<', ...LENGTH }, 'The paragraph is short: {value} characters are fewer than {limit}.'),
    test(
      'few-stop-words',
      'few stop words',
      { relation: '<', ...STOP_WORDS },
      'The paragraph is bad: {value} of its words are stop words, less than {limit}.',
    ),
    test(
      'some-stop-words',
      'some stop words',
      { relation: '≥', ...STOP_WORDS },
      'The paragraph is near good: {value} of its words are stop words, at least {limit}, and less than the higher limit.',
    ),
    test(
      'medium',
      'medium length',
      { relation: '≤', ...LENGTH },
      'The paragraph is near good: it has stop words enough, and {value} characters, not over {limit}.',
    ),
    test(
      'long',
      'long, with stop words',
      { relation: '>', ...LENGTH },
      'The paragraph is good: it has stop words enough, and {value} characters, more than {limit}.',
    ),
    event('short-good', 'short, by its neighbours', 'The short paragraph is good by its neighbours: {note}.'),
    event('short-bad', 'short, by its neighbours', 'The short paragraph is bad by its neighbours: {note}.'),
    event('neargood-good', 'near good, by its neighbours', 'The near good paragraph is good by its neighbours: {note}.'),
    event('neargood-bad', 'near good, by its neighbours', 'The near good paragraph is bad by its neighbours: {note}.'),
    event('heading', 'heading of a good one', 'The heading is good: a good paragraph follows within 200 characters.'),
  ],
}
