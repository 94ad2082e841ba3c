/** What boilerpy3 1.0.7 decides by (`boilerpy3/filters.py`), as `electron/field/python/observe_boilerpy3.py` tells it. */
import { count, event, share, test, type Told } from './told'

const WORDS = { quantity: 'words', unit: 'words', measure: 'words' } as const
const DENSITY = { quantity: 'text density', measure: 'textDensity' } as const
const OTHER_WORDS = { quantity: 'words of a neighbour', unit: 'words' } as const
const FUSED = 'Words of the block as it was fused with others.'

export const BOILERPY3: Told = {
  measures: [
    count('words', 'words', 'words', 'Words of the block (boilerpy3/parser.py).'),
    share('linkDensity', 'link density', 'Share of the block’s words that stand in links (boilerpy3/document.py).'),
    count(
      'textDensity',
      'text density',
      'words a line',
      'Words by lines, where the block is wrapped after 80 characters; its last line does not count (boilerpy3/document.py).',
    ),
  ],
  rules: [
    event('ignored-element', 'ignored element', 'It stands in an element that is skipped: {note}.'),
    event('outside-body', 'outside body', 'The parser found it outside of body.'),
    event('no-words', 'no words', 'The block has no word.'),
    event('never-content', 'never content', 'No filter made it content.'),
    test(
      'link-density',
      'link density',
      { relation: '>', quantity: 'link density', measure: 'linkDensity' },
      'Its link density {value} is above {limit}.',
    ),
    test('many-words', 'many words', { relation: '>', ...WORDS }, 'It has {value} words, more than {limit}.'),
    test(
      'long-next',
      'long block behind it',
      { relation: '', ...OTHER_WORDS },
      'The next block has {value} words, more than {limit}; its own are {note}.',
    ),
    test(
      'long-before',
      'block before it',
      { relation: '', ...OTHER_WORDS },
      'The block before it has {value} words, more than {limit}; its own are {note}.',
    ),
    test(
      'few-words',
      'few words',
      { relation: '≤', ...WORDS },
      'It has {value} words, not over {limit}, and its neighbours have too few: {note}.',
    ),
    test(
      'behind-links',
      'behind links',
      { relation: '≤', ...WORDS },
      'It stands behind a block of links, and has {value} words, not over {limit}: {note}.',
    ),
    test('among-text', 'among text', { relation: '', ...WORDS }, 'It stands among text without links: {value} words, {note}.'),
    test('dense', 'text density', { relation: '>', ...DENSITY }, 'Its text density {value} is above {limit}.'),
    test(
      'dense-next',
      'dense block behind it',
      { relation: '', quantity: 'text density of the next' },
      'The next block’s text density {value} is above {limit}; its own is {note}.',
    ),
    test(
      'dense-before',
      'dense block before it',
      { relation: '', quantity: 'text density of the one before' },
      'The text density of the block before it, {value}, is above {limit}; its own is {note}.',
    ),
    test('dense-at-end', 'at the end', { relation: '>', ...DENSITY }, 'Its text density is {value}, but what follows it has none.'),
    test(
      'thin',
      'text density',
      { relation: '≤', ...DENSITY },
      'Its text density {value} is not over {limit}, nor are its neighbours dense enough: {note}.',
    ),
    test(
      'thin-behind-links',
      'behind links',
      { relation: '', quantity: 'text density of the next' },
      'It stands behind a block with link density {note}, and the next one’s text density {value} is not over {limit}.',
    ),
    event('end-of-text', 'marks the end', 'Its words are those that stand behind an article: “{note}”.'),
    event('title', 'title', 'Its text is the page’s title, or a part of it.'),
    test(
      'after-end',
      'behind the end of the text',
      { relation: '', quantity: 'words before the end', unit: 'words', how: 'Words of content blocks with a text density of 9 or more.' },
      'It stands at or behind “{note}”, which ends the text: {value} words of content stand before, at least {limit}.',
    ),
    event('fused', 'fused with content', 'It was fused with a neighbour that is content.'),
    test(
      'not-largest',
      'not the largest block',
      { relation: '<', quantity: 'words', unit: 'words', how: FUSED },
      'Only the largest block is kept: this one has {value} words, the largest {limit}.',
    ),
    test(
      'largest',
      'largest block',
      { relation: '', quantity: 'words', unit: 'words', how: FUSED },
      'It is, or belongs to, the largest block, with {value} words.',
    ),
    event('from-title', 'between title and content', 'It stands between the title and the content.'),
    event('no-clause', 'no clause', 'It has no clause of at least {limit} words that ends with a sign.'),
    event('clause', 'clause', 'It has a clause of at least {limit} words.'),
    event('everything', 'everything', 'This extractor keeps everything.'),
  ],
}
