/** What the window, a list and a form know of other people's libraries. They bring a DOM, so they run in the host: electron/peers. */
import { describeExtractor } from '../core/extractor'
import { boolean, number } from '../core/params'
import { keptChart, keptShare, peerRules } from './peer-extraction'

/** What the mapping back to the page says of every library. */
const PEER_VALUES = {
  outputWords: { label: 'words of its output' },
  unalignedWords: { label: 'words not found on the page' },
} as const

export const readabilityInfo = describeExtractor({
  id: 'readability',
  title: 'Readability',
  family: 'peer',
  paper: {
    authors: 'Arc90, Mozilla',
    title: '@mozilla/readability 0.6.0, the library of Firefox’s reader view',
    venue: 'github.com/mozilla/readability',
    year: 2025,
  },
  summary: 'Scores paragraphs’ ancestors by text length and commas, class names and link density. For comparison; not from the papers.',
  params: {
    charThreshold: number({
      label: 'least characters',
      description: 'Characters an article must have; with fewer, the library tries again with less cleaning.',
      origin: 'authors',
      default: 500,
      min: 0,
      max: 5000,
      step: 50,
    }),
    nbTopCandidates: number({
      label: 'top candidates',
      description: 'How many of the best scored elements are compared when the winner is chosen.',
      origin: 'authors',
      default: 5,
      min: 1,
      max: 20,
      step: 1,
    }),
    linkDensityModifier: number({
      label: 'link density modifier',
      description: 'Added to the link density limits above which a block is taken out.',
      origin: 'authors',
      default: 0,
      min: -0.2,
      max: 1,
      step: 0.05,
    }),
  },
  measures: [
    keptShare,
    {
      id: 'contentScore',
      label: 'content score',
      unit: '',
      per: 'node',
      tex: '',
      description: 'The score that the library left on the element: tag and class name, plus a share of its paragraphs’ points.',
    },
  ],
  rules: peerRules,
  charts: [{ id: 'score', title: 'Readability’s content score, in document order', per: 'node', series: ['contentScore'] }, keptChart],
  mainMeasure: 'contentScore',
  values: PEER_VALUES,
})

const clean = (label: string, description: string) => boolean({ label, description, origin: 'authors', default: true })

export const defuddleInfo = describeExtractor({
  id: 'defuddle',
  title: 'Defuddle',
  family: 'peer',
  paper: {
    authors: 'S. Ango',
    title: 'defuddle 0.19.4, the library of Obsidian’s web clipper',
    venue: 'github.com/kepano/defuddle',
    year: 2025,
  },
  summary:
    'Finds the main element by known names and scores, then takes clutter out by selectors and patterns. For comparison; not from the papers.',
  params: {
    removeExactSelectors: clean(
      'remove exact selectors',
      'Takes out elements that match a list of known selectors: ads, share buttons, navigation.',
    ),
    removePartialSelectors: clean('remove partial selectors', 'Takes out elements whose class or id contains one of a list of words.'),
    removeLowScoring: clean('remove low scoring', 'Takes out blocks that score low: many links, little text, words of navigation.'),
    removeContentPatterns: clean('remove patterns', 'Takes out boilerplate known by its wording: reading time, bylines, article cards.'),
  },
  measures: [keptShare],
  rules: peerRules,
  charts: [keptChart],
  mainMeasure: 'keptShare',
  values: PEER_VALUES,
})
