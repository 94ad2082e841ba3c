/** Rules and measures of the Python libraries, as the observers in `electron/field/python` report them. */
import type { MeasureSpec, RuleSpec } from '../core/extractor'
import { rulesOf } from '../core/rule-table'

export interface LibraryRules {
  readonly measures: readonly Omit<MeasureSpec, 'per'>[]
  readonly rules: readonly RuleSpec[]
}

export const COMMON_RULES: readonly RuleSpec[] = rulesOf({
  unobserved: 'not observed | Unknown: in the observed run, the library returned a different text than in its normal run.',
  unparsed: 'not parsed | The parser of the library did not return this text.',
})

const count = (id: string, label: string, unit: string, description: string) => ({ id, label, unit, tex: '', description })

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
      cleaned: 'cleaned | It was removed before the division into paragraphs: {note} with its contents.',
      'link-density': 'link density | > link density | It is bad: {value} of its characters are in links. The limit is {limit}.',
      copyright: 'copyright sign | It is bad, because it contains “{note}”.',
      select: 'select in its path | It is bad, because the name of the tag {note} around it contains “select”.',
      'short-link': 'short, with a link | !> characters in links | It is bad, because it is short and has {value} characters in links.',
      short: 'short | < length | It is short: it has {value} characters, and needs {limit}.',
      'few-stop-words': 'few stop words | < stop words | It is bad: {value} of its words are stop words. It needs {limit}.',
      'some-stop-words':
        'some stop words | ≥ stop words | It is near good: {value} of its words are stop words, between {limit} and the higher limit.',
      medium:
        'medium length | !≤ length | It is near good: it has enough stop words, but only {value} characters (good needs more than {limit}).',
      long: 'long, with stop words | !> length | It is good: it has enough stop words, and {value} characters (needs more than {limit}).',
      'short-good': 'short, good because of neighbours | It is short, but good because of its neighbours: {note}.',
      'short-bad': 'short, bad because of neighbours | It is short, and bad because of its neighbours: {note}.',
      'neargood-good': 'near good, good because of neighbours | It is near good, and good because of its neighbours: {note}.',
      'neargood-bad': 'near good, bad because of neighbours | It is near good, but bad because of its neighbours: {note}.',
      heading: 'heading of a good paragraph | It is a heading, and a good paragraph follows within 200 characters.',
    },
    {
      length: { unit: 'characters', measure: 'length' },
      'stop words': { measure: 'stopWords' },
      'link density': { measure: 'linkDensity' },
      'characters in links': { unit: 'characters', how: 'Characters of the paragraph in links.' },
    },
  ),
}

const WEIGHT = 'Points for class and id, each: 25 if the attribute contains a content word, −25 if it contains a boilerplate word.'

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
      hidden: 'hidden | It has the attribute hidden.',
      'display-none': 'hidden by style | It is hidden by its style: {note}.',
      cleaned: 'cleaned | It was removed before scoring: {note}.',
      unlikely: 'unlikely candidate | Its class or id contains “{note}”, and no word that exempts it.',
      retry:
        'second attempt | < length of the article | The first attempt gave {value} characters of HTML, and needs {limit}. The second attempt includes the unlikely candidates.',
      best: 'best candidate | It is the best candidate, with score {value}.',
      'sibling-kept': 'sibling of the best | It is a sibling of the best candidate and is kept with it.',
      segment: 'part of the article | It was moved into the article as a segment, lead or heading.',
      'whole-page': 'no candidate | No element has a score, so all of body is kept.',
      outside:
        'outside the best candidate | best score in the element | It is outside the best candidate (score {limit}), and its best score is {value}.',
      'outside-preferred':
        'outside the best candidate | It is outside the chosen element ({limit} points), although its best score is {value}: articleBody, article and main are preferred.',
      'outside-unscored': 'outside, not scored | It is outside the chosen element and has no score.',
      'loose-text': 'loose text | It is loose text beside the chosen element. Only elements are appended.',
      sibling: 'sibling with a low score | !< score | It is a sibling of the chosen element. It has score {value}, and needs {limit}.',
      'sibling-paragraph':
        'sibling paragraph | length before the first child (characters) | It is a paragraph beside the chosen element, with {value} characters before its first child and link density {note}. It needs more than {limit} characters and a density below 0.25, or a sentence without links.',
      'heading-weight': 'heading by its class | !< weight | It is a heading with class weight {value}, and needs {limit}.',
      'heading-links': 'heading of links | !> link density | It is a heading with link density {value}. The limit is {limit}.',
      'call-to-action':
        'call to action | !> link density | It begins like a call to action (“{note}”), and has link density {value} (limit {limit}).',
      form: 'form or frame | It was removed from the article because of its tag: {note}.',
      'negative-score': 'negative score | < weight and score | Its class weight and score have the sum {value}. It needs {limit}.',
      images: 'too many images | > images | It has {value} images. The limit is {limit} (1 + 1.3 per paragraph).',
      'list-items':
        'more list items than paragraphs | > excess list items | It has {value} list items beyond 100, but only {limit} paragraphs.',
      inputs: 'many inputs | > inputs | It has {value} inputs, without hidden inputs. The limit is {limit} (a third of its paragraphs).',
      short: 'too short | !< text length (characters) | It has {value} characters (needs {limit}), no image, and fewer than ten commas.',
      'short-images':
        'too short, many images | !< text length (characters) | It has {value} characters (needs {limit}), and more than two images.',
      links:
        'too many links | !> link density | It has link density {value} (limit {limit}), class weight {note} below 25, and fewer than ten commas.',
      'links-heavy': 'too many links | !> link density | It has link density {value} (limit {limit}) and class weight {note}.',
      embeds: 'embedded objects | It has {value} embedded objects. Only one is allowed, with at least 75 characters of text.',
      empty: 'empty | It has no text, and its nearest siblings with text have at most 1,000 characters in total.',
    },
    {
      'length of the article': { unit: 'characters', how: 'Characters of the article’s HTML.' },
      'best score in the element': { measure: 'score' },
      score: { measure: 'score' },
      weight: { how: WEIGHT },
      'weight and score': { how: `${WEIGHT} The score is added.` },
      'link density': { how: 'Characters in links, divided by all characters.' },
    },
  ),
}

const renameRules = (id: string, title: string, rules: readonly RuleSpec[]): RuleSpec[] =>
  rules.map((rule) => ({ ...rule, measure: undefined, id: `${id}-${rule.id}`, label: `${title}: ${rule.label}` }))

const LINKED = 'Characters of the element in links, divided by all characters of the element (link_density_test).'

/** Rules of trafilatura 2.3.1, including rules of readability and jusText. */
export const TRAFILATURA: LibraryRules = {
  // Measures are missing, because trafilatura does not always call jusText. The rules state the values.
  measures: [],
  rules: [
    ...rulesOf(
      {
        cleaned: 'cleaned | It was removed because of its tag: {note} (tree_cleaning).',
        form: 'form | !≤ share of the text | It is a form with {value} of the page’s text. A form with at most {limit} is removed.',
        empty: 'empty | It is an empty element (prune_html). With the focus on precision, the text after it is removed too.',
        appended: 'appended article | It belongs to appended articles or buttons: {note} (RAW_TREE_PRUNE_XPATH).',
        discard: 'discarded section | It is a section that is never content: {note} (OVERALL_DISCARD_XPATH).',
        teaser: 'teaser | It is a teaser: {note} (TEASER_DISCARD_XPATH).',
        precision: 'for precision | It was discarded to favour precision: {note} (PRECISION_DISCARD_XPATH).',
        caption: 'caption | It is the caption of an image: {note} (DISCARD_IMAGE_ELEMENTS).',
        'comments-container': 'comments | It is the container of the comments, which are extracted separately.',
        'comments-discard': 'around comments | It was discarded from the comments: {note} (COMMENTS_DISCARD_XPATH).',
        'comments-pruned': 'comments | It is a section of comments: {note} (REMOVE_COMMENTS_XPATH).',
        'link-single':
          'one long link | > share of characters in its link | Its only link contains {value} of the element’s characters. The limit is {limit}.',
        'link-empty':
          'links without text | !< text length (characters) | It has {value} characters (needs {limit}), and links without text.',
        'link-share':
          'link density | > link density | It has link density {value}. The element’s length in characters is {note}, so the limit is {limit}.',
        'link-short':
          'short links | > share of short links | {value} of its links have fewer than 10 characters. The element’s length in characters is {note}, so the limit is {limit}.',
        'link-farm': 'link farm | > link density | It has {note} links and link density {value}. The limit is {limit}.',
        'link-block':
          'short block with links | !< text length (characters) | It is a short block of {note} parts with links. It has {value} characters, and needs {limit}.',
        'link-table':
          'table of links | !> link density | It is a table of {note} characters with link density {value}. The limit is {limit}.',
        'body-expression': 'in the body | It is in the body that expression {value} of BODY_XPATH found: {note}.',
        outside: 'outside the body | It is outside the body: {note} (BODY_XPATH).',
        'outside-wild':
          'not found outside the body | It was not found by the search of the whole page, which ran because the text was too short. The search finds paragraphs, quotes, code and tables (for recall also divs and lists).',
        wild: 'found outside the body | It was found by the search of the whole page, which ran because the text was too short (recover_wild_text).',
        'no-text-tag': 'tag without text | It is direct text of {note}, a tag whose text is not extracted here.',
        'empty-element': 'nothing left | The handler of {note} returned nothing: the element is empty or already extracted.',
        'text-filter': 'filtered text | It is filtered text: “{note}” (textfilter).',
        'trailing-title': 'at the end | It is a heading or similar at the end of the text: {note}.',
        repeated: 'repeated | It repeats the previous element.',
        'not-carried': 'not carried over | It is in the chosen body, but the handler of {note} did not copy it to the text.',
        comment: 'comment | It is a comment. Comments are extracted after the text.',
        discarded: 'discarded | The text has {value} characters (needs {limit}), and the comments are too short too.',
        'readability-taken':
          'readability preferred | length (characters) | The result of readability is preferred: it has {value} characters, the result of trafilatura has {limit}.',
        'readability-refused':
          'readability not used | length (characters) | The result of readability is not used: it has {value} characters, the result of trafilatura has {limit}.',
        'justext-asked': 'jusText run | jusText ran because the first result is short or unclean. Its result has {value} characters.',
        'page-length':
          'second attempt for recall | The result is short for a page of {limit} characters. The library compares the result with a second attempt that favours recall, and with jusText.',
        rescue: 'fallback | The result was too short, so the fallback ran (baseline). The fallback kept {note}.',
        'rescue-outside': 'outside the fallback | The result was too short, so the fallback ran (baseline). The fallback kept only {note}.',
        basic: 'basic cleaning | It was removed before the fallback (baseline) or jusText ran: {note} (basic_cleaning).',
      },
      {
        'share of the text': { how: 'Characters of the form, divided by all characters of the page.' },
        'share of characters in its link': { how: LINKED },
        'link density': { how: LINKED },
        'share of short links': { how: 'Links of the element with fewer than 10 characters, per link with text.' },
      },
    ),
    ...renameRules('readability', 'readability', READABILITY_LXML.rules),
    ...renameRules('justext', 'jusText', JUSTEXT.rules),
  ],
}
