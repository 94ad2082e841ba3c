/** Describes Defuddle. Defuddle needs a DOM, so electron/peers runs Defuddle. */
import type { ExtractorInfo } from '../core/extractor'
import { boolean, choice } from '../core/params'
import { defuddleRules } from './defuddle-rules'
import { keptChart, keptShare, PEER_VALUES, peerRules } from './peer-extraction'

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
    {
      id: 'contentScore',
      label: 'entry-point score',
      unit: 'points',
      per: 'node',
      tex: '',
      description:
        'The score by which Defuddle chooses the main element among its entry points: 40 points for the last selector in the list, and 40 more per earlier position, plus points for the content, such as words, paragraphs and commas. The share of link text reduces the content points by at most half.',
    },
    {
      id: 'blockScore',
      label: 'block score',
      unit: 'points',
      per: 'node',
      tex: '',
      description:
        'The score by which Defuddle removed the block: commas, minus points for navigation words, names and links. Only removed blocks have this score.',
    },
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
