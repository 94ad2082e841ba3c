/** The rules of Defuddle 0.19.4, as an observed run reports them. */
import type { RuleSpec } from '../core/extractor'
import { rulesOf } from './rule-table'

/** Rules of the choice of the main element, and of removals before the content patterns. */
const BEFORE = {
  unobserved: 'unobserved | Unknown: the observed run returned a different text than the library.',
  candidate: 'candidate for the main element | ≥ entry-point score | Entry point “{note}” with score {value}, the best has {limit}.',
  'main-element':
    'main element | ≥ entry-point score | In the main element: entry point “{note}” with the best score {value} (runner-up {limit}).',
  'main-only': 'only entry point | In the main element: “{note}” is the only entry point on the page.',
  'main-inside':
    'main element inside the best | In the main element: entry point “{note}”. Defuddle prefers it to the best-scoring element around it, because it is earlier in its list ({value} and {limit} points).',
  'outside-main':
    'outside the main element | < entry-point score | Outside the main element “{note}”, which scored {limit}. Its own entry point scored {value}.',
  'outside-inner':
    'outside the inner main element | Outside the main element “{note}” ({limit} points). The element around both scored {value}, but Defuddle prefers entry points that are earlier in its list.',
  'outside-several':
    'one of several entry points | Outside the main element “{note}” ({limit} points). Its own entry point scored {value}, but several elements match the entry point, and Defuddle then uses none of them.',
  'outside-passed':
    'entry point passed over | Outside the main element “{note}” ({limit} points). Its own entry point scored {value}, but Defuddle prefers entry points that are earlier in its list.',
  'main-chosen': 'chosen by selector | In the main element, which {note}.',
  'outside-chosen': 'outside the chosen element | Outside the main element, which {note}.',
  adopted: 'adopted footnotes | Footnotes from outside the main element, which Defuddle moved into it.',
  site: 'rules for one site | Skipped by the rules of Defuddle for this site, which write the output.',
  'whole-body': 'text from elsewhere | Not in the text that Defuddle returned instead of the page’s elements: {note}.',
  'metadata-block': 'date beside the title | Metadata: a short block with a date beside the h1.',
  hidden: 'hidden element | Hidden: {note}.',
  eyebrow: 'eyebrow label | Eyebrow label. A few words without a full stop just before the first heading.',
  exact: 'exact selector | Matches an exact selector: {note}.',
  partial: 'partial selector | Matches a partial selector: {note}.',
  button: 'button | Button around an image or video, of which only the media are kept.',
  'low-scoring': 'low-scoring block | < block score | Low-scoring block: {value} points, needs {limit} ({note}).',
}

/** Rules of content patterns, by the library's words for the reason. */
const PATTERNS: Readonly<Record<string, string>> = {
  'breadcrumb navigation list': 'the first list is a breadcrumb of two to eight short items with links within the site',
  'promotional banner link': 'a link of at most 25 words around a block, before the first h1',
  'hero header block': 'a header above the text with a heading, a date and fewer than 30 other words',
  'audio player widget': 'a player above the text, or a player with the words “Listen to this article”, with at most 25 words',
  'table of contents heading': 'the heading of a table of contents',
  'table of contents': 'a list near the top with at least three links, of which 80 % lead to this page',
  'timezone widget': '“Current time in” near the top',
  'pinned label': 'the one word “Pinned”',
  'duplicate title': 'repeats the page’s title, above the text',
  'duplicate description': 'repeats the page’s description, above the text',
  'article metadata header block': 'at most ten words with a date or “… ago”, above the text',
  'category badge': 'an image and at most five words, nearly all in links, above the text',
  'author byline': 'begins with “by” or “posted by”, above the text',
  'read time metadata': 'only a reading time, with or without a date',
  'author date metadata': 'a date and one to four capitalised words, above the text',
  'standalone date metadata': 'only a date, above the text',
  'boundary date element': 'a time element of at most ten words near the start or the end',
  'blog metadata list': 'a list near the start or the end whose items have at most eight words and no full stop',
  'section breadcrumb': 'at most ten words with a link to a parent path of this page',
  'trailing external link list': 'the last block is a heading and a list of links to other sites',
  'trailing related posts block': 'the last block is paragraphs that are mostly links',
  'trailing thin section': 'the last elements have a heading and less than 15 % of the words',
  'boilerplate text': 'typical words of the end of an article{note}',
  'call-to-action heading': 'a heading such as “Subscribe” or “Follow us”, after the text',
  'trailing non-content': 'after the end of the article (boilerplate, a heading such as “Related posts”, or cards of related posts)',
  'thin CTA section': 'fewer than 50 words just before related posts',
  'inline related content section': 'under a heading such as “Related posts”, with text of the article after it',
  'related content section': 'under a heading such as “Related posts” or “About the author”, after the text',
  'related content intro': 'a paragraph of at most 20 words that begins with “For more on” or “about”',
  'related post cards': 'cards with an image and a link, after the text',
  'newsletter signup': 'at most 60 words that offer a newsletter, without much other text around them',
  'newsletter signup list': 'a list of at most 30 words that offers a newsletter',
  'author contact block': 'at most 40 words near the end with a label such as “Written by” and an address or telephone number',
  'author/share widget': 'a few words labelled “Share”, “Follow”, “Author” or “Written by”',
  'social engagement counter': 'a count of likes, comments or shares',
  'trailing tag link block': 'at most ten words near the end, nearly all in links',
}

/** Returns the rule of a content pattern; `pattern-other` for reasons of other versions. */
export function patternRule(reason: string): string {
  return reason in PATTERNS ? `pattern-${reason.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}` : 'pattern-other'
}

/** Rules of removals and changes after the content patterns. */
const AFTER = {
  'pattern-other': 'content pattern | Content pattern: {note}.',
  small: 'small image | Image too small to be content.',
  'title-heading': 'heading repeats the title | First heading, which repeats the page’s title.',
  'trailing-heading': 'heading at the end | Heading without text after it.',
  'role-list': 'list by its role | In a div with the role “list”. Defuddle keeps only the elements of class “content” of each item.',
  rewritten: 'rewritten markup | Lost when Defuddle rewrote the {note} around it.',
  standardised: 'removed as not standard | Removed when Defuddle standardised the markup ({note}).',
  unsafe: 'unsafe element | Element that is not safe to show ({note}).',
  streamed: 'placeholder of streamed content | Placeholder, which Defuddle replaced by its streamed content.',
}

const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

export const defuddleRules: readonly RuleSpec[] = rulesOf(
  {
    ...BEFORE,
    ...Object.fromEntries(
      Object.entries(PATTERNS).map(([reason, words]) => [
        patternRule(reason),
        `${reason} | ${capitalised(reason)}. ${capitalised(words)}.`,
      ]),
    ),
    ...AFTER,
  },
  {
    'entry-point score': {
      unit: 'points',
      measure: 'contentScore',
      how: '40 points per position of the entry point in the library’s list, plus its content score.',
    },
    'block score': {
      unit: 'points',
      measure: 'blockScore',
      how: '1 point per comma, −10 per navigation word in its text, −8 per navigation word in its class or id, and −10 or −15 for each of these: many links, link lists, social profiles, cards, an author with a date.',
    },
  },
)
