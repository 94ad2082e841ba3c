/** What the window, a list and a form know of Defuddle. It brings a DOM, so it runs in the host: electron/peers. */
import { describeExtractor } from '../core/extractor'
import { boolean } from '../core/params'
import { keptChart, keptShare, PEER_VALUES, peerRules } from './peer-extraction'

const clean = (label: string, description: string) => boolean({ label, description, origin: 'library', default: true })

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
