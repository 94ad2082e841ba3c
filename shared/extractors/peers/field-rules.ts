/** Rules and measures of the Python libraries, as the observers in `electron/field/python` report them. */
import type { MeasureSpec, RuleSpec } from '../core/extractor'
import { rulesOf } from './rule-table'

export interface LibraryRules {
  readonly measures: readonly Omit<MeasureSpec, 'per'>[]
  readonly rules: readonly RuleSpec[]
}

export const COMMON_RULES: readonly RuleSpec[] = rulesOf({
  unobserved: 'not observed | Unknown: the observed run returned a different text than the library.',
  unparsed: 'not parsed | The parser of the library did not return this text.',
})

/** Returns a count or length per node. */
const count = (id: string, label: string, unit: string, description: string) => ({ id, label, unit, tex: '', description })

/** Returns a share in [0,1] per node. */
const share = (id: string, label: string, description: string) => ({ ...count(id, label, '', description), share: true })

/** Rules of jusText 3.0.2 (`justext/core.py`). */
export const JUSTEXT: LibraryRules = {
  measures: [
    count('length', 'length', 'characters', 'Characters of the paragraph, white space collapsed (justext/paragraph.py).'),
    share('stopWords', 'stop words', 'Share of the paragraph’s words that are stop words (justext/paragraph.py).'),
    share('linkDensity', 'link density', 'Share of the paragraph’s characters in links (justext/paragraph.py).'),
  ],
  rules: rulesOf(
    {
      cleaned: 'cleaned | Removed before paragraphs are formed: {note} with its contents.',
      'link-density': 'link density | > link density | Bad: {value} of its characters are in links, limit {limit}.',
      copyright: 'copyright sign | Bad: contains “{note}”.',
      select: 'in a select | Bad: inside a select.',
      'short-link': 'short, with a link | > characters in links | Bad: short, with {value} characters in links.',
      short: 'short | < length | Short: {value} characters, needs {limit}.',
      'few-stop-words': 'few stop words | < stop words | Bad: {value} of its words are stop words, needs {limit}.',
      'some-stop-words':
        'some stop words | ≥ stop words | Near good: {value} of its words are stop words, between {limit} and the higher limit.',
      medium: 'medium length | ≤ length | Near good: enough stop words, but only {value} characters (good needs more than {limit}).',
      long: 'long, with stop words | > length | Good: enough stop words, and {value} characters (needs more than {limit}).',
      'short-good': 'short, by its neighbours | Short, but good because of its neighbours: {note}.',
      'short-bad': 'short, by its neighbours | Short, and bad because of its neighbours: {note}.',
      'neargood-good': 'near good, by its neighbours | Near good, and good because of its neighbours: {note}.',
      'neargood-bad': 'near good, by its neighbours | Near good, but bad because of its neighbours: {note}.',
      heading: 'heading of a good paragraph | Heading with a good paragraph within 200 characters.',
    },
    {
      length: { unit: 'characters', measure: 'length' },
      'stop words': { measure: 'stopWords' },
      'link density': { measure: 'linkDensity' },
      'characters in links': { unit: 'characters', how: 'Characters of the paragraph in links.' },
    },
  ),
}

const WEIGHT = 'Points for words in class and id: 25 per content word, −25 per boilerplate word.'

/** Rules of readability-lxml 0.9 (`readability/readability.py`). */
export const READABILITY_LXML: LibraryRules = {
  measures: [
    count(
      'score',
      'score',
      '',
      'Points of an element for its tag, class, id and paragraphs, scaled by its link density (score_paragraphs).',
    ),
  ],
  rules: rulesOf(
    {
      hidden: 'hidden | Attribute hidden.',
      'display-none': 'hidden by style | Hidden by its style: {note}.',
      cleaned: 'cleaned | Removed before scoring: {note}.',
      unlikely: 'unlikely candidate | Class or id contains “{note}”, and no word that exempts it.',
      retry:
        'second attempt | < length of the article | First attempt: {value} characters of HTML, needs {limit}. The second attempt includes the unlikely candidates.',
      best: 'best candidate | Best candidate, with score {value}.',
      'sibling-kept': 'sibling of the best | Sibling of the best candidate, kept with it.',
      segment: 'part of the article | Moved into the article as a segment, lead or heading.',
      'whole-page': 'no candidate | No element has a score, so all of body is kept.',
      outside:
        'outside the best candidate | best score in it | Outside the best candidate, which has score {limit}. The best score here is {value}.',
      'outside-preferred':
        'outside the best candidate | Outside the chosen element ({limit} points), which is preferred to {value} points as articleBody, article or main.',
      'outside-unscored': 'outside, not scored | Outside the chosen element, and without a score.',
      'loose-text': 'loose text | Loose text beside the chosen element. Only elements are appended.',
      sibling: 'sibling with a low score | < score | Sibling of the chosen element with score {value}, needs {limit}.',
      'sibling-paragraph':
        'sibling paragraph | length before the first child (characters) | Paragraph beside the chosen element with {value} characters before its first child, and link density {note}. It needs more than {limit} characters and a density below 0.25, or a sentence without links.',
      'heading-weight': 'heading by its class | < weight | Heading with class weight {value}, needs {limit}.',
      'heading-links': 'heading of links | > link density | Heading with link density {value}, limit {limit}.',
      'call-to-action':
        'call to action | > link density | Begins like a call to action (“{note}”), with link density {value} (limit {limit}).',
      form: 'form or frame | Removed from the article because of its tag: {note}.',
      'negative-score': 'negative score | < weight and score | Class weight plus score {value}, needs {limit}.',
      images: 'too many images | > images | {value} images, limit {limit} (1 + 1.3 per paragraph).',
      'list-items': 'more list items than paragraphs | > excess list items | {value} list items beyond 100, but only {limit} paragraphs.',
      inputs: 'many inputs | > inputs | {value} inputs, limit {limit} (a third of its paragraphs).',
      short: 'too short | < text length (characters) | {value} characters (needs {limit}), no image, and fewer than ten commas.',
      'short-images': 'too short, many images | < text length (characters) | {value} characters (needs {limit}), and more than two images.',
      links:
        'too many links | > link density | Link density {value} (limit {limit}), class weight {note} below 25, and fewer than ten commas.',
      'links-heavy': 'too many links | > link density | Link density {value} (limit {limit}), with class weight {note}.',
      embeds: 'embedded objects | {value} embedded objects and little text.',
      empty: 'empty | No text, and fewer than 1,000 characters beside it.',
    },
    {
      'length of the article': { unit: 'characters', how: 'Characters of its HTML.' },
      'best score in it': { measure: 'score' },
      score: { measure: 'score' },
      weight: { how: WEIGHT },
      'weight and score': { how: `${WEIGHT} The score is added.` },
      'link density': { how: 'Characters in links, divided by all characters.' },
    },
  ),
}

/** Returns renamed rules of a library that trafilatura calls. */
const renameRules = (id: string, title: string, rules: readonly RuleSpec[]): RuleSpec[] =>
  rules.map((rule) => ({ ...rule, measure: undefined, id: `${id}-${rule.id}`, label: `${title}: ${rule.label}` }))

const LINKED = 'Characters in its links, divided by all its characters (link_density_test).'

/** Rules of trafilatura 2.3.1, including its readability and jusText. */
export const TRAFILATURA: LibraryRules = {
  // Only rules contain the numbers of jusText, because trafilatura does not always call jusText.
  measures: [],
  rules: [
    ...rulesOf(
      {
        cleaned: 'cleaned | Removed because of its tag: {note} (tree_cleaning).',
        form: 'form | ≤ share of the text | Form with {value} of the page’s text, removed up to {limit}.',
        empty: 'empty | Empty element, removed with the text behind it (prune_html).',
        appended: 'appended article | Appended articles or buttons: {note} (RAW_TREE_PRUNE_XPATH).',
        discard: 'discarded section | Section that is never content: {note} (OVERALL_DISCARD_XPATH).',
        teaser: 'teaser | Teaser: {note} (TEASER_DISCARD_XPATH).',
        precision: 'for precision | Discarded to favour precision: {note} (PRECISION_DISCARD_XPATH).',
        caption: 'caption | Caption of an image: {note} (DISCARD_IMAGE_ELEMENTS).',
        'comments-container': 'comments | Container of the comments, which are extracted separately.',
        'comments-discard': 'around comments | Discarded from the comments: {note} (COMMENTS_DISCARD_XPATH).',
        'comments-pruned': 'comments | Comments: {note} (REMOVE_COMMENTS_XPATH).',
        'link-single': 'one long link | > share of its link | Its only link has {value} of its characters, limit {limit}.',
        'link-empty': 'links without text | < text length (characters) | {value} characters (needs {limit}), and links without text.',
        'link-share': 'link density | > link density | Link density {value}, limit {limit} for short elements ({note} characters).',
        'link-short':
          'short links | > share of short links | {value} of its links have fewer than 10 characters, limit {limit} for short elements ({note} characters).',
        'link-farm': 'link farm | > link density | {note} links with link density {value}, limit {limit}.',
        'link-block':
          'short block with links | < text length (characters) | Short block of {note} parts with links: {value} characters, needs {limit}.',
        'link-table': 'table of links | > link density | Table with link density {value}, limit {limit} ({note} characters).',
        'body-expression': 'in the body | In the body, found by expression {value}: {note} (BODY_XPATH).',
        outside: 'outside the body | Outside the body: {note} (BODY_XPATH).',
        'outside-wild':
          'not found outside the body | Not found in the search of the whole page, because the text was too short. The search finds paragraphs, quotes, code and tables (for recall also divs and lists).',
        wild: 'found outside the body | Found by a search of the whole page, because the text was too short (recover_wild_text).',
        'no-text-tag': 'tag without text | Direct text of {note}, a tag whose text is not extracted here.',
        'empty-element': 'nothing left | Its handler returned nothing for {note}: empty, or already extracted.',
        'text-filter': 'filtered text | Filtered text: “{note}” (textfilter).',
        'trailing-title': 'at the end | Heading or similar at the end of the text: {note}.',
        repeated: 'repeated | Repeats the previous element.',
        'not-carried': 'not carried over | In the chosen body, but the handler of {note} did not copy it to the text.',
        comment: 'comment | Comment, extracted after the text.',
        discarded: 'discarded | Text and comments too short: {value} characters of text, needs {limit}.',
        'readability-taken':
          'readability used | length (characters) | Result of readability used: {value} characters, against {limit} of trafilatura.',
        'readability-refused':
          'readability not used | length (characters) | Result of readability not used: {value} characters, against {limit} of trafilatura.',
        'justext-asked': 'jusText used | Result of jusText used: {value} characters, because the first result is short or unclean.',
        'page-length':
          'second attempt for recall | The result is short for a page of {limit} characters. The second attempt favours recall and uses jusText.',
        rescue: 'rescue | Rescued: {note}, because the result was too short (baseline).',
        'rescue-outside': 'outside of the rescue | Not rescued: only {note}, because the result was too short (baseline).',
        basic: 'basic cleaning | Removed before the rescue or jusText: {note} (basic_cleaning).',
      },
      {
        'share of the text': { how: 'Characters of the form, divided by all characters of the page.' },
        'share of its link': { how: LINKED },
        'link density': { how: LINKED },
        'share of short links': { how: 'Links with fewer than 10 characters, divided by all its links with text.' },
      },
    ),
    ...renameRules('readability', 'readability', READABILITY_LXML.rules),
    ...renameRules('justext', 'jusText', JUSTEXT.rules),
  ],
}
