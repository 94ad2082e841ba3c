/** The rules of Defuddle 0.19.4 as its own run tells them, in words. */
import type { RuleSpec } from '../core/extractor'
import { rulesOf } from './rule-table'

/** How the main element is chosen, and what is taken out before the patterns. */
const BEFORE = {
  unobserved: 'unobserved | The observed run gave another text than the library alone, so why cannot be told.',
  candidate:
    'candidate for the main element | ≥ entry-point score | It matches the entry point “{note}” and scored {value}; the best scored {limit}.',
  'main-element':
    'main element | ≥ entry-point score | It is in the main element: that matches the entry point “{note}” and scored best, {value}; the next scored {limit}.',
  'main-only':
    'only entry point | It is in the main element: that matches the entry point “{note}”, and nothing else on the page matches one.',
  'main-inside':
    'main element inside the best | It is in the main element: that matches the entry point “{note}”, which stands earlier in Defuddle’s list than that of the best-scoring element around it ({value} against {limit} points).',
  'outside-main':
    'outside the main element | < entry-point score | It stands outside the main element “{note}”: the entry point around it scored {value}, the main element {limit}.',
  'outside-inner':
    'outside the inner main element | It stands outside the main element “{note}”: what is around both scored more ({value} against {limit} points), but the main element is an entry point in it that stands earlier in Defuddle’s list.',
  'outside-several':
    'one of several entry points | It stands outside the main element “{note}”: the entry point around it scored more ({value} against {limit} points), but several elements in the best-scoring one match it, and Defuddle takes none of several.',
  'outside-passed':
    'entry point passed over | It stands outside the main element “{note}”: the entry point around it scored more ({value} against {limit} points), but Defuddle chose the main element within the best-scoring one, by an entry point earlier in its list.',
  'main-chosen': 'chosen by selector | It is in the main element, which {note}.',
  'outside-chosen': 'outside the chosen element | It stands outside the main element, which {note}.',
  adopted: 'adopted footnotes | It is a section of footnotes outside the main element; Defuddle moved it there.',
  site: 'rules for one site | It was left out by Defuddle’s own rules for one site, which write the output.',
  'whole-body': 'no pass over the page | It is not in the text that Defuddle gave instead of the page’s elements: {note}.',
  'metadata-block': 'date beside the title | It was removed as metadata: a short block next to the h1 that holds a date.',
  hidden: 'hidden element | It was removed as hidden: {note}.',
  eyebrow: 'eyebrow label | It was removed as an eyebrow label: a few words just before the first heading, without a full stop.',
  exact: 'exact selector | It was removed by an exact selector: {note}.',
  partial: 'partial selector | It was removed by a partial selector: {note}.',
  button: 'button | It is a button around a picture or video: Defuddle keeps the media only.',
  'low-scoring': 'low-scoring block | < block score | It was removed as a low-scoring block: {value} points, below {limit} ({note}).',
}

/** What each reason of the step of content patterns says; the library’s own words first. */
const PATTERNS: Readonly<Record<string, string>> = {
  'breadcrumb navigation list': 'the first list is a breadcrumb of two to eight short items with links within the site',
  'promotional banner link': 'a link around a block before the first h1, of at most 25 words',
  'hero header block': 'a header above the text that holds a heading, a date and fewer than 30 other words',
  'audio player widget': 'a player above the text, or one that says “Listen to this article”, with at most 25 words',
  'table of contents heading': 'the heading of a table of contents',
  'table of contents': 'a list near the top with at least three links, four fifths of them to places on this page',
  'timezone widget': '“Current time in” near the top',
  'pinned label': 'the one word “Pinned”',
  'duplicate title': 'it stands above the text and repeats the page’s title',
  'duplicate description': 'it stands above the text and repeats the page’s description',
  'article metadata header block': 'at most ten words with a date or “… ago”, above the text',
  'category badge': 'a picture and at most five words, nearly all of them links, above the text',
  'author byline': 'it stands above the text and begins with “by” or “posted by”',
  'read time metadata': 'only a reading time, and perhaps a date',
  'author date metadata': 'a date and one to four words that begin with a capital, above the text',
  'standalone date metadata': 'only a date, above the text',
  'boundary date element': 'a time element of at most ten words near the start or the end',
  'blog metadata list': 'a list near the start or the end whose items have at most eight words and no full stop',
  'section breadcrumb': 'at most ten words with a link to a part of this page’s own address',
  'trailing external link list': 'the last block is a heading and a list of links to other sites',
  'trailing related posts block': 'the last block is paragraphs that are mostly links',
  'trailing thin section': 'the last elements hold a heading and less than 15 % of the words',
  'boilerplate text': 'it is or ends with words known from the end of articles, of copyright, comments or where it first appeared{note}',
  'call-to-action heading': 'a heading such as “Subscribe” or “Follow us”, after the text',
  'trailing non-content':
    'it follows a block with which the article ends (boilerplate, a heading such as “Related posts”, or cards of related posts)',
  'thin CTA section': 'fewer than 50 words just before related posts',
  'inline related content section': 'under a heading such as “Related posts”, with text of the article after it',
  'related content section': 'under a heading such as “Related posts” or “About the author”, after the text',
  'related content intro': 'a paragraph of at most 20 words that begins with “For more on” or “about”',
  'related post cards': 'cards with a picture and a link, after the text',
  'newsletter signup':
    'at most 60 words that ask to sign up for a newsletter, with elements around them that have at most twice as many and 15 more',
  'newsletter signup list': 'a list of at most 30 words that asks to sign up for a newsletter',
  'author contact block': 'at most 40 words near the end with a label such as “Written by” and an address or telephone number',
  'author/share widget': 'a few words labelled “Share”, “Follow”, “Author” or “Written by”',
  'social engagement counter': 'a count of likes, comments or shares',
  'trailing tag link block': 'at most ten words near the end, nearly all of them links',
}

/** The rule of a reason of the library's step of content patterns; `pattern-other` where a version has one that is not known here. */
export function patternRule(reason: string): string {
  return reason in PATTERNS ? `pattern-${reason.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}` : 'pattern-other'
}

/** What is taken out or changed after the patterns. */
const AFTER = {
  'pattern-other': 'content pattern | It was removed by a pattern of its content: {note}.',
  small: 'small image | It was removed with an image too small to be content.',
  'title-heading': 'heading repeats the title | It was removed as the first heading repeats the page’s title.',
  'trailing-heading': 'heading at the end | It was removed as a heading with no text after it.',
  'role-list':
    'list by its role | It stood in a div with the role “list”: Defuddle writes that as a list, and keeps of each item only what stands in an element of the class “content”.',
  rewritten: 'rewritten markup | Defuddle wrote the {note} it stands in anew, and its text was not found again in the output.',
  standardised: 'removed as not standard | It was removed while Defuddle brought markup into a standard form ({note}).',
  unsafe: 'unsafe element | It was removed at the end as an element that is not safe to show ({note}).',
  streamed: 'placeholder of streamed content | It is a placeholder that Defuddle replaced by the content streamed for it.',
}

export const defuddleRules: readonly RuleSpec[] = rulesOf(
  {
    ...BEFORE,
    ...Object.fromEntries(
      Object.entries(PATTERNS).map(([reason, words]) => [patternRule(reason), `${reason} | It was removed as “${reason}”: ${words}.`]),
    ),
    ...AFTER,
  },
  {
    'entry-point score': {
      unit: 'points',
      measure: 'contentScore',
      how: 'Points of the entry point’s place in the library’s list, 40 a place, plus its content score.',
    },
    'block score': {
      unit: 'points',
      measure: 'blockScore',
      how: 'One point a comma; minus 10 for each word of navigation in its text, minus 8 for each in its class or id, minus 10 or 15 each for many links, lists of links, social profiles, cards, and an author with a date.',
    },
  },
)
