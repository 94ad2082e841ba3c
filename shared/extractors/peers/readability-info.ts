/** What the window, a list and a form know of Mozilla's Readability. It brings a DOM, so it runs in the host: electron/peers. */
import { describeExtractor } from '../core/extractor'
import { number } from '../core/params'
import { keptChart, keptShare, PEER_VALUES, peerRules } from './peer-extraction'

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
      origin: 'library',
      default: 500,
      min: 0,
      max: 5000,
      step: 50,
    }),
    nbTopCandidates: number({
      label: 'top candidates',
      description: 'How many of the best scored elements are compared when the winner is chosen.',
      origin: 'library',
      default: 5,
      min: 1,
      max: 20,
      step: 1,
    }),
    linkDensityModifier: number({
      label: 'link density modifier',
      description: 'Added to the link density limits above which a block is taken out.',
      origin: 'library',
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
