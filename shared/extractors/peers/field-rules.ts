/** What the field's libraries in other languages decide by, as the programs in `electron/field/python` that observe them tell it. */
import type { MeasureSpec, RuleSpec } from '../core/extractor'
import { rulesOf } from './rule-table'

/** What stands in the description of a library's program beside its name and parameters. */
export interface Told {
  readonly measures: readonly Omit<MeasureSpec, 'per'>[]
  readonly rules: readonly RuleSpec[]
}

/** What is told of any of them. */
export const TOLD_OF_ALL: readonly RuleSpec[] = rulesOf({
  unobserved: 'not observed | The observed run gave another text than the library alone, so why cannot be told.',
  unparsed: 'not parsed | The parser that the library reads pages with did not give it this text.',
})

/** A count or length of a node, with where it is from. */
const count = (id: string, label: string, unit: string, description: string) => ({ id, label, unit, tex: '', description })

/** A share in [0,1] of a node. */
const share = (id: string, label: string, description: string) => ({ ...count(id, label, '', description), share: true })

/** jusText 3.0.2 (`justext/core.py`). */
export const JUSTEXT: Told = {
  measures: [
    count('length', 'length', 'characters', 'Characters of the paragraph, white space collapsed (justext/paragraph.py).'),
    share('stopWords', 'stop words', 'Share of the paragraph’s words that stand in the list of stop words (justext/paragraph.py).'),
    share('linkDensity', 'link density', 'Share of the paragraph’s characters that stand in links (justext/paragraph.py).'),
  ],
  rules: rulesOf(
    {
      cleaned: 'cleaned | It went before paragraphs were made: {note} is taken out with what is in it.',
      'link-density': 'link density | > link density | The paragraph is bad: {value} of its characters stand in links, more than {limit}.',
      copyright: 'copyright sign | The paragraph is bad: it has the sign “{note}”.',
      select: 'in a select | The paragraph is bad: it stands in a select.',
      'short-link':
        'short, with a link | > characters in links | The paragraph is bad: it is short, and {value} of its characters stand in links.',
      short: 'short | < length | The paragraph is short: {value} characters are fewer than {limit}.',
      'few-stop-words': 'few stop words | < stop words | The paragraph is bad: {value} of its words are stop words, less than {limit}.',
      'some-stop-words':
        'some stop words | ≥ stop words | The paragraph is near good: {value} of its words are stop words, at least {limit}, and less than the higher limit.',
      medium: 'medium length | ≤ length | The paragraph is near good: it has stop words enough, and {value} characters, not over {limit}.',
      long: 'long, with stop words | > length | The paragraph is good: it has stop words enough, and {value} characters, more than {limit}.',
      'short-good': 'short, by its neighbours | The short paragraph is good by its neighbours: {note}.',
      'short-bad': 'short, by its neighbours | The short paragraph is bad by its neighbours: {note}.',
      'neargood-good': 'near good, by its neighbours | The near good paragraph is good by its neighbours: {note}.',
      'neargood-bad': 'near good, by its neighbours | The near good paragraph is bad by its neighbours: {note}.',
      heading: 'heading of a good one | The heading is good: a good paragraph follows within 200 characters.',
    },
    {
      length: { unit: 'characters', measure: 'length' },
      'stop words': { measure: 'stopWords' },
      'link density': { measure: 'linkDensity' },
      'characters in links': { unit: 'characters', how: 'Characters of the paragraph that stand in links.' },
    },
  ),
}

const WEIGHT = 'Points for words in its class and id: 25 for each of a content word, −25 for each of a boilerplate word.'

/** readability-lxml 0.9 (`readability/readability.py`). */
export const READABILITY_LXML: Told = {
  measures: [
    count(
      'score',
      'score',
      '',
      'Points of an element: of its tag, class and id, of the paragraphs in it, scaled by its link density (score_paragraphs).',
    ),
  ],
  rules: rulesOf(
    {
      hidden: 'hidden | It has the attribute hidden.',
      'display-none': 'hidden by style | Its style hides it: {note}.',
      cleaned: 'cleaned | It is cleaned away before anything is scored: {note}.',
      unlikely: 'unlikely candidate | Its class or id has the word “{note}”, and none of those that save it.',
      retry:
        'tried again | < length of the article | A first attempt gave {value} characters of HTML, fewer than {limit}: it is tried again with the unlikely candidates.',
      best: 'best candidate | It is the chosen element: its score is {value}.',
      'sibling-kept': 'sibling of the best | It stands beside the chosen element and is taken with it.',
      segment: 'part of the article | It was moved into the article: a segment, a lead or a heading of it.',
      'whole-page': 'no candidate | Nothing was scored: all of body is taken.',
      outside:
        'outside the best candidate | best score in it | It stands outside the chosen element: the best score in it is {value}, the chosen one has {limit}.',
      'outside-preferred':
        'outside the best candidate | It stands outside the chosen element, which was preferred with {limit} points to {value}: as articleBody, or as an article or main in it.',
      'outside-unscored': 'outside, not scored | It stands outside the chosen element, and nothing in it was scored.',
      'loose-text': 'loose text | It stands loose beside the chosen element: only elements are appended.',
      sibling: 'sibling with a low score | < score | It stands beside the chosen element; its score of {value} does not reach {limit}.',
      'sibling-paragraph':
        'sibling paragraph | length of its own text (characters) | This paragraph stands beside the chosen element with {value} characters before its first child and link density {note}: it takes over {limit} with a density under 0.25, or a sentence without links.',
      'heading-weight': 'heading by its class | < weight | The heading’s class weight {value} is below {limit}.',
      'heading-links': 'heading of links | > link density | The heading’s link density {value} is above {limit}.',
      'call-to-action':
        'call to action | > link density | It begins like a call to action (“{note}”), and its link density {value} is above {limit}.',
      form: 'form or frame | It is taken out of the article by its tag: {note}.',
      'negative-score': 'negative score | < weight and score | Its class weight and score are {value}, below {limit}.',
      images: 'too many images | > images | It has {value} images, more than {limit} (1 + 1.3 for a paragraph).',
      'list-items':
        'more list items than paragraphs | > list items − 100 | It has {value} list items (100 are free), more than its {limit} paragraphs.',
      inputs: 'many inputs | > inputs | It has {value} inputs, more than a third of its paragraphs ({limit}).',
      short: 'too short | < text length (characters) | It has {value} characters, fewer than {limit}, no image, and fewer than ten commas.',
      'short-images':
        'too short, many images | < text length (characters) | It has {value} characters, fewer than {limit}, and more than two images.',
      links:
        'too many links | > link density | Its link density {value} is above {limit}, its class weight {note} below 25, and it has fewer than ten commas.',
      'links-heavy': 'too many links | > link density | Its link density {value} is above {limit}, with a class weight of {note}.',
      embeds: 'embedded objects | It has {value} embedded objects and little text.',
      empty: 'empty | It has no text, and fewer than 1,000 characters stand beside it.',
    },
    {
      'length of the article': { unit: 'characters', how: 'Characters of its HTML.' },
      'best score in it': { measure: 'score' },
      score: { measure: 'score' },
      weight: { how: WEIGHT },
      'weight and score': { how: `${WEIGHT} The score is added.` },
      'link density': { how: 'Characters in links by all characters.' },
    },
  ),
}

/** The rules of an algorithm that trafilatura asks, under names of their own. */
const asked = (id: string, title: string, rules: readonly RuleSpec[]): RuleSpec[] =>
  rules.map((rule) => ({ ...rule, measure: undefined, id: `${id}-${rule.id}`, label: `${title}: ${rule.label}` }))

const LINKED = 'Characters in its links by all its characters (link_density_test).'

/** trafilatura 2.3.1, with its readability and jusText. */
export const TRAFILATURA: Told = {
  // What its jusText measures is there only where that was asked: its rules tell the numbers.
  measures: [],
  rules: [
    ...rulesOf(
      {
        cleaned: 'cleaned | It is cleaned away by its tag, with all in it: {note} (tree_cleaning).',
        form: 'form | ≤ share of the text | The form holds {value} of the page’s text, not over {limit}: it goes with all in it.',
        empty: 'empty | It is an empty element; the text right behind it goes with it (prune_html).',
        appended: 'appended article | It holds further articles or buttons that pages append: {note} (RAW_TREE_PRUNE_XPATH).',
        discard: 'discarded section | It is discarded by the list of sections that are no content: {note} (OVERALL_DISCARD_XPATH).',
        teaser: 'teaser | It is discarded as a teaser: {note} (TEASER_DISCARD_XPATH).',
        precision: 'for precision | It is discarded because precision is asked for: {note} (PRECISION_DISCARD_XPATH).',
        caption: 'caption | It is discarded as the caption of a picture: {note} (DISCARD_IMAGE_ELEMENTS).',
        'comments-container': 'comments | It holds the comments, which are taken apart from the text; this is no text of theirs.',
        'comments-discard': 'around comments | It is discarded from the comments: {note} (COMMENTS_DISCARD_XPATH).',
        'comments-pruned': 'comments | It is discarded as comments: {note} (REMOVE_COMMENTS_XPATH).',
        'link-single': 'one long link | > share of its link | Its one link has {value} of its characters, more than {limit}.',
        'link-empty':
          'links without text | < text length (characters) | It has {value} characters, under {limit}, and its links have no text.',
        'link-share':
          'link density | > link density | Its link density {value} is above {limit}; it is short enough to be tested ({note} characters).',
        'link-short':
          'short links | > share of short links | {value} of its links have under 10 characters, more than {limit}; it is short enough to be tested ({note} characters).',
        'link-farm': 'link farm | > link density | It has {note} links, and its link density {value} is above {limit}.',
        'link-block':
          'short block with links | < text length (characters) | It is a short block of {note} parts with links: {value} characters are fewer than {limit}.',
        'link-table': 'table of links | > link density | The table’s link density {value} is above {limit}, at {note} characters.',
        'body-expression': 'in the body | It stands in the element that expression {value} for the body found: {note} (BODY_XPATH).',
        outside: 'outside the body | It stands outside of the element that was taken for the body: {note} (BODY_XPATH).',
        'outside-wild':
          'not found outside the body | The text was too short, so paragraphs, quotes, code and tables were looked for in all of the page (for recall also divs and lists): this stands in none of them, or was there already.',
        wild: 'found outside the body | The text was too short; this was found when all of the page was looked through (recover_wild_text).',
        'no-text-tag': 'tag without text | It stands right in {note}, which is none of the tags that text is taken from here.',
        'empty-element': 'nothing left | Its handler gave nothing for {note}: empty, or taken already.',
        'text-filter': 'filtered text | Its text is one that is filtered out: “{note}” (textfilter).',
        'trailing-title': 'at the end | Nothing follows it: {note} is taken off the end of the text.',
        repeated: 'repeated | It repeats the element before it.',
        'not-carried': 'not carried over | It stands in what was taken, in {note}, and its handler did not carry it over to the text.',
        comment: 'comment | It is taken as a comment, behind the text.',
        discarded: 'discarded | Text and comments are too short: {value} characters of text, {limit} are asked for.',
        'readability-taken':
          'readability is taken | length (characters) | Its readability’s {value} characters are preferred to its own {limit}.',
        'readability-refused':
          'readability is not taken | length (characters) | Its readability gives {value} characters, its own extractor {limit}: its own is kept.',
        'justext-asked': 'jusText is asked | The result is short or unclean: jusText is asked, and gives {value} characters.',
        'page-length':
          'recall is tried | The result is short for a page of {limit} characters: it is tried again for recall, and with jusText.',
        rescue: 'rescue | The result was too short; the rescue took {note} (baseline).',
        'rescue-outside':
          'outside of the rescue | The result was too short; the rescue took only {note}, and this is none of it (baseline).',
        basic: 'basic cleaning | It is cleaned away before the rescue, or before jusText: {note} (basic_cleaning).',
      },
      {
        'share of the text': { how: 'Characters of the form by all characters of the page.' },
        'share of its link': { how: LINKED },
        'link density': { how: LINKED },
        'share of short links': { how: 'Links under 10 characters by all its links with text.' },
      },
    ),
    ...asked('readability', 'readability', READABILITY_LXML.rules),
    ...asked('justext', 'jusText', JUSTEXT.rules),
  ],
}
