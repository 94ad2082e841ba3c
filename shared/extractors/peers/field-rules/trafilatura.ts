/** What trafilatura 2.3.1 decides by, as `electron/field/python/observe_trafilatura.py` tells it; with its readability and jusText. */
import type { RuleSpec } from '../../core/extractor'
import { JUSTEXT } from './justext'
import { READABILITY_LXML } from './readability-lxml'
import { event, test, type Told } from './told'

const CHARACTERS = 'characters'
const LINKED = 'Characters in its links by all its characters (link_density_test).'

/** The rules of an algorithm that it asks, under names of their own. */
const asked = (id: string, title: string, rules: readonly RuleSpec[]): RuleSpec[] =>
  rules.map((rule) => ({
    ...rule,
    measure: undefined,
    id: `${id}-${rule.id}`,
    label: `${title}: ${rule.label}`,
  }))

export const TRAFILATURA: Told = {
  // What its jusText measures is there only where that was asked: its rules tell the numbers.
  measures: [],
  rules: [
    event('cleaned', 'cleaned', 'It is cleaned away by its tag, with all in it: {note} (tree_cleaning).'),
    test(
      'form',
      'form',
      { relation: '≤', quantity: 'share of the text', how: 'Characters of the form by all characters of the page.' },
      'The form holds {value} of the page’s text, not over {limit}: it goes with all in it.',
    ),
    event('empty', 'empty', 'It is an empty element; the text right behind it goes with it (prune_html).'),
    event('appended', 'appended article', 'It holds further articles or buttons that pages append: {note} (RAW_TREE_PRUNE_XPATH).'),
    event('discard', 'discarded section', 'It is discarded by the list of sections that are no content: {note} (OVERALL_DISCARD_XPATH).'),
    event('teaser', 'teaser', 'It is discarded as a teaser: {note} (TEASER_DISCARD_XPATH).'),
    event('precision', 'for precision', 'It is discarded because precision is asked for: {note} (PRECISION_DISCARD_XPATH).'),
    event('caption', 'caption', 'It is discarded as the caption of a picture: {note} (DISCARD_IMAGE_ELEMENTS).'),
    event('comments-container', 'comments', 'It holds the comments, which are taken apart from the text; this is no text of theirs.'),
    event('comments-discard', 'around comments', 'It is discarded from the comments: {note} (COMMENTS_DISCARD_XPATH).'),
    event('comments-pruned', 'comments', 'It is discarded as comments: {note} (REMOVE_COMMENTS_XPATH).'),
    test(
      'link-single',
      'one long link',
      { relation: '>', quantity: 'share of its link', how: LINKED },
      'Its one link has {value} of its characters, more than {limit}.',
    ),
    test(
      'link-empty',
      'links without text',
      { relation: '<', quantity: 'text length', unit: CHARACTERS },
      'It has {value} characters, under {limit}, and its links have no text.',
    ),
    test(
      'link-share',
      'link density',
      { relation: '>', quantity: 'link density', how: LINKED },
      'Its link density {value} is above {limit}; it is short enough to be tested ({note} characters).',
    ),
    test(
      'link-short',
      'short links',
      { relation: '>', quantity: 'share of short links', how: 'Links under 10 characters by all its links with text.' },
      '{value} of its links have under 10 characters, more than {limit}; it is short enough to be tested ({note} characters).',
    ),
    test(
      'link-farm',
      'link farm',
      { relation: '>', quantity: 'link density', how: LINKED },
      'It has {note} links, and its link density {value} is above {limit}.',
    ),
    test(
      'link-block',
      'short block with links',
      { relation: '<', quantity: 'text length', unit: CHARACTERS },
      'It is a short block of {note} parts with links: {value} characters are fewer than {limit}.',
    ),
    test(
      'link-table',
      'table of links',
      { relation: '>', quantity: 'link density', how: LINKED },
      'The table’s link density {value} is above {limit}, at {note} characters.',
    ),
    event('body-expression', 'in the body', 'It stands in the element that expression {value} for the body found: {note} (BODY_XPATH).'),
    event('outside', 'outside the body', 'It stands outside of the element that was taken for the body: {note} (BODY_XPATH).'),
    event(
      'outside-wild',
      'not found outside the body',
      'The text was too short, so paragraphs, quotes, code and tables were looked for in all of the page (for recall also divs and lists): this stands in none of them, or was there already.',
    ),
    event(
      'wild',
      'found outside the body',
      'The text was too short; this was found when all of the page was looked through (recover_wild_text).',
    ),
    event('no-text-tag', 'tag without text', 'It stands right in {note}, which is none of the tags that text is taken from here.'),
    event('empty-element', 'nothing left', 'Its handler gave nothing for {note}: empty, or taken already.'),
    event('text-filter', 'filtered text', 'Its text is one that is filtered out: “{note}” (textfilter).'),
    event('trailing-title', 'at the end', 'Nothing follows it: {note} is taken off the end of the text.'),
    event('repeated', 'repeated', 'It repeats the element before it.'),
    event('not-carried', 'not carried over', 'It stands in what was taken, in {note}, and its handler did not carry it over to the text.'),
    event('comment', 'comment', 'It is taken as a comment, behind the text.'),
    event('discarded', 'discarded', 'Text and comments are too short: {value} characters of text, {limit} are asked for.'),
    test(
      'readability-taken',
      'readability is taken',
      { relation: '', quantity: 'length', unit: CHARACTERS },
      'Its readability’s {value} characters are preferred to its own {limit}.',
    ),
    test(
      'readability-refused',
      'readability is not taken',
      { relation: '', quantity: 'length', unit: CHARACTERS },
      'Its readability gives {value} characters, its own extractor {limit}: its own is kept.',
    ),
    event('justext-asked', 'jusText is asked', 'The result is short or unclean: jusText is asked, and gives {value} characters.'),
    event(
      'page-length',
      'recall is tried',
      'The result is short for a page of {limit} characters: it is tried again for recall, and with jusText.',
    ),
    event('rescue', 'rescue', 'The result was too short; the rescue took {note} (baseline).'),
    event(
      'rescue-outside',
      'outside of the rescue',
      'The result was too short; the rescue took only {note}, and this is none of it (baseline).',
    ),
    event('basic', 'basic cleaning', 'It is cleaned away before the rescue, or before jusText: {note} (basic_cleaning).'),
    ...asked('readability', 'readability', READABILITY_LXML.rules),
    ...asked('justext', 'jusText', JUSTEXT.rules),
  ],
}
