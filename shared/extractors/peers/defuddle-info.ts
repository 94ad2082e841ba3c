/** Describes Defuddle. Defuddle needs a DOM, so electron/peers runs Defuddle. */
import type { ExtractorInfo, RuleSpec } from '../core/extractor'
import { boolean, choice } from '../core/params'
import { keptChart, keptShare, PEER_VALUES, peerRules } from './peer-extraction'
import { rulesOf } from '../core/rule-table'

/** The rules of Defuddle 0.19.4, as an observed run reports them: before, in and after the content patterns. */
const BEFORE = {
  unobserved: 'unobserved | Unknown: in the observed run, the library returned a different text than in its normal run.',
  candidate:
    'candidate for the main element | !≥ entry-point score | It is an entry point, “{note}”, with score {value}. The best entry point has score {limit}.',
  'main-element':
    'main element | ≥ entry-point score | It is in the main element: entry point “{note}” with the best score {value} (runner-up {limit}).',
  'main-only': 'only entry point | It is in the main element: “{note}” is the only entry point on the page.',
  'main-inside':
    'main element inside the best | It is in the main element: entry point “{note}” with {limit} points. The best-scoring element around it has {value} points, but Defuddle prefers entry points whose selectors are earlier in its list.',
  'outside-main':
    'outside the main element | < entry-point score | It is in an entry point with score {value}, outside the main element “{note}” with score {limit}.',
  'outside-inner':
    'outside the inner main element | It is outside the main element “{note}” ({limit} points). The element around both has {value} points, but Defuddle prefers entry points whose selectors are earlier in its list.',
  'outside-several':
    'one of several entry points | It is outside the main element “{note}” ({limit} points), in an entry point with {value} points. The selector of this entry point matches several elements, and Defuddle then uses none of them.',
  'outside-passed':
    'entry point passed over | It is outside the main element “{note}” ({limit} points), in an entry point with {value} points. Inside the best-scoring entry point, Defuddle prefers one with more than 50 words whose selector is earlier in its list.',
  'main-chosen': 'chosen main element | It is in the main element, which {note}.',
  'outside-chosen': 'outside the chosen element | It is outside the main element, which {note}.',
  'streamed-outside':
    'streamed content | It is streamed content. Defuddle reads this content at its place in the source HTML, outside the main element.',
  adopted: 'adopted footnotes | It is part of the footnotes, which Defuddle moved into the main element.',
  site: 'rules for one site | Defuddle’s rules for this site write the output without this text.',
  'whole-body': 'no main element | It is not in the text that Defuddle returned. Defuddle used no main element, but {note}.',
  'metadata-block': 'date beside the title | It is metadata: a short block with a date, beside the h1.',
  hidden: 'hidden element | It is hidden: {note}.',
  eyebrow:
    'eyebrow label | It is an eyebrow label: a few words without “.”, “!” or “?” just before the first h1, or before the first h2 if there is no h1.',
  exact: 'exact selector | It matches an exact selector: {note}.',
  partial: 'partial selector | It matches a partial selector: {note}.',
  button: 'button | It is a button around an image or video. Only the media are kept.',
  'low-scoring': 'low-scoring block | < block score | It has {value} points, and needs {limit} ({note}).',
}

const PATTERNS: Readonly<Record<string, string>> = {
  'breadcrumb navigation list': 'the first list is a breadcrumb of two to eight short items with links within the site',
  'promotional banner link': 'a link of at most 25 words around a block, before the first h1',
  'hero header block': 'a header with a heading, a date and fewer than 30 other words, above the text',
  'audio player widget': 'a player in a block of at most 25 words, above the text or with words such as “Listen to this article”',
  'table of contents heading': 'the heading of a table of contents',
  'table of contents': 'a list near the top with at least three links, of which at least 80 % lead to this page',
  'timezone widget': '“Current time in” near the top',
  'pinned label': 'the one word “Pinned”',
  'duplicate title': 'an element that repeats the page’s title, above the text',
  'duplicate description': 'an element that repeats the page’s description, above the text',
  'article metadata header block': 'at most ten words with a date or “… ago”, above the text',
  'category badge': 'an image and at most five words, nearly all in links, above the text',
  'author byline': 'it begins with “by” or “posted by”, above the text',
  'read time metadata': 'only a reading time, with or without a date',
  'author date metadata': 'a date and one to four capitalised words, above the text',
  'standalone date metadata': 'only a date, above the text',
  'boundary date element': 'a time element of at most ten words near the start or the end',
  'blog metadata list':
    'a list of at most eight items and 30 words, near the start or the end; no item has more than eight words or ends like a sentence',
  'section breadcrumb': 'at most ten words with a link to a parent path of this page',
  'trailing external link list': 'the last block is a heading and a list of links to other sites',
  'trailing related posts block': 'the last block is paragraphs that are mostly links',
  'trailing thin section': 'the last elements have a heading and less than 15 % of the words',
  'boilerplate text': 'words that typically end an article{note}',
  'call-to-action heading': 'a heading such as “Subscribe” or “Follow us”, after the text',
  'trailing non-content': 'it is after the end of the article (boilerplate, a heading such as “Related posts”, or cards of related posts)',
  'thin CTA section': 'fewer than 50 words just before related posts or a similar section',
  'inline related content section': 'it is under a heading such as “Related posts”, and text of the article follows',
  'related content section': 'it is under a heading such as “Related posts” or “About the author”, after the text',
  'related content intro': 'a paragraph of at most 20 words that begins with “For more on” or “For more about”',
  'related post cards': 'cards with an image and a heading or link, after the text',
  'newsletter signup': 'at most 60 words that offer a newsletter, without much other text around them',
  'newsletter signup list': 'a list of at most 30 words that offers a newsletter',
  'author contact block': 'at most 40 words with a label such as “Written by” and an e-mail address or telephone number, near the end',
  'author/share widget': 'a few words labelled “Share”, “Follow”, “Author” or “Written by”',
  'social engagement counter': 'a count of likes, comments or shares',
  'trailing tag link block': 'at most ten words near the end, nearly all in links',
}

/** Returns the rule of a content pattern. An unknown reason gives `pattern-other`. */
export function patternRule(reason: string): string {
  return reason in PATTERNS ? `pattern-${reason.replaceAll(/[^a-z]+/gi, '-').toLowerCase()}` : 'pattern-other'
}

const AFTER = {
  'pattern-other': 'content pattern | It matches a content pattern: {note}.',
  small: 'small image | It is an image that is too small to be content.',
  'title-heading': 'heading repeats the title | It is the first h1 or h2, and repeats the page’s title.',
  'trailing-heading': 'heading at the end | It is a heading without text after it.',
  'role-list':
    'list by its role | It is in a div with the role “list”. Defuddle keeps only the first element of class “content” in each item.',
  rewritten: 'rewritten markup | It was lost when Defuddle rewrote the {note} around it.',
  standardised: 'removed as not standard | It was removed when Defuddle standardised the markup ({note}).',
  unsafe: 'unsafe element | It is not safe to show ({note}).',
  streamed: 'placeholder of streamed content | It is a placeholder, which Defuddle replaced by the streamed content.',
}

export const defuddleRules: readonly RuleSpec[] = rulesOf(
  {
    ...BEFORE,
    ...Object.fromEntries(
      Object.entries(PATTERNS).map(([reason, words]) => [patternRule(reason), `${reason} | It matches the pattern “${reason}”: ${words}.`]),
    ),
    ...AFTER,
  },
  {
    'entry-point score': {
      unit: 'points',
      measure: 'contentScore',
      how: '40 points for the last selector in the library’s list, and 40 more per earlier position, plus points for the content.',
    },
    'block score': {
      unit: 'points',
      measure: 'blockScore',
      how: '1 point per comma, −10 per navigation word in its text, −8 per navigation word in its class or id, and −10 or −15 for each of these: many links, link lists, social profiles, cards, an author with a date.',
    },
  },
)

const score = <I extends string>(id: I, label: string, description: string) => {
  return { id, label, unit: 'points', per: 'node' as const, tex: '', description }
}

const clean = (label: string, description: string) => boolean({ label, description, origin: 'library', default: true })

export const defuddleInfo = {
  id: 'defuddle',
  title: 'Defuddle',
  fullName: 'Obsidian Web Clipper',
  family: 'peer',
  paper: {
    authors: 'S. Ango',
    title: 'defuddle 0.19.4, the library of Obsidian’s web clipper',
    venue: 'github.com/kepano/defuddle',
    year: 2025,
  },
  summary: 'Finds the main element by names and scores, then removes clutter by selectors and patterns.',
  params: {
    removeExactSelectors: clean(
      'Remove exact selectors',
      'Removes elements that match a list of known selectors, for example of ads, share buttons and navigation.',
    ),
    removePartialSelectors: clean('Remove partial selectors', 'Removes elements whose class, id or test attribute contains a listed word.'),
    removeLowScoring: clean('Remove low scores', 'Removes blocks with a low score: many links, little text, navigation words.'),
    removeContentPatterns: clean('Remove patterns', 'Removes boilerplate by words or structure, for example bylines and article cards.'),
    removeHiddenElements: clean('Remove hidden elements', 'Removes elements hidden by an inline style or by a class such as “hidden”.'),
    removeSmallImages: clean('Remove small images', 'Removes images that are too small to be content.'),
    standardize: clean(
      'Standardise',
      'Converts headings, footnotes, code and lists to one form; removes a heading that repeats the title.',
    ),
    includeReplies: choice({
      label: 'Replies',
      description: 'Replies to keep: only on sites for which Defuddle has rules, all replies, or no replies.',
      origin: 'library',
      default: 'extractors',
      options: [
        { value: 'extractors', label: 'by rules for the site' },
        { value: 'all', label: 'all' },
        { value: 'none', label: 'none' },
      ],
    }),
  },
  measures: [
    keptShare,
    score(
      'contentScore',
      'entry-point score',
      'The score by which Defuddle chooses the main element among its entry points: 40 points for the last selector in the list, and 40 more per earlier position, plus points for the content, such as words, paragraphs and commas. The share of link text reduces the content points by at most half.',
    ),
    score(
      'blockScore',
      'block score',
      'The score by which Defuddle removed the block: commas, minus points for navigation words, names and links. Only removed blocks have this score.',
    ),
  ],
  rules: [...peerRules, ...defuddleRules],
  charts: [
    { id: 'score', title: 'Score of candidates', per: 'node', series: ['contentScore'] },
    { id: 'blocks', title: 'Score of removed blocks', per: 'node', series: ['blockScore'] },
    keptChart,
  ],
  mainMeasure: 'keptShare',
  values: PEER_VALUES,
  pseudocode: [],
  needsSource: false,
} satisfies ExtractorInfo
