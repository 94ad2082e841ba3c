import type { Measures } from '../core/define'
import type { Paper } from '../core/extractor'
import { numberIn, proportion } from '../core/params'
import { ruleTable } from '../core/rule-table'

export const paper: Paper = {
  authors: 'Sandip Debnath, Prasenjit Mitra, C. Lee Giles',
  title: 'Automatic Extraction of Informative Blocks from Webpages',
  venue: 'SAC',
  year: 2005,
  doi: '10.1145/1066677.1067065',
}

export const dominance = proportion({
  label: 'Dominance',
  default: 0.5,
  origin: 'ours',
  description:
    'Text dominates a block if the text feature exceeds this share of the sum of the block’s five features. Each feature is divided by its maximum on the page.',
})

export const k = numberIn(2, 8, 1, {
  label: 'k',
  word: 'clusters',
  default: 3,
  origin: 'ours',
  description: 'Number of clusters. CETD describes K-FeatureExtractor as a clustering of blocks, but gives no number of clusters.',
})

export const features = {
  text: { label: 'text', unit: 'characters', description: 'Characters of the block (Debnath et al.).' },
  images: { label: 'images', unit: 'images', description: 'Images of the block (Debnath et al.).' },
  links: { label: 'links', unit: 'links', description: 'Links of the block (Debnath et al.).' },
  scripts: { label: 'scripts', unit: 'scripts', description: 'Scripts of the block (Debnath et al.).' },
  lists: {
    label: 'list elements',
    unit: 'elements',
    description: 'Lists and list items of the block (Debnath et al.).',
  },
  textFeature: {
    label: 'text feature',
    symbol: 't',
    tex: String.raw`\frac{@{text}}{@{maxText}}`,
    share: true,
    description: 'Text of the block divided by the maximum on the page. The other features are scaled in the same way.',
  },
} satisfies Measures

export const feMeasures = {
  ...features,
  textShare: {
    label: 'text share of the features',
    symbol: 's',
    tex: String.raw`\frac{t}{t+t_{images}+t_{links}+t_{scripts}+t_{lists}}`,
    share: true,
    description: 'Share of text in the sum of the block’s features. Text dominates if this share exceeds “Dominance”.',
  },
} satisfies Measures

export const kfeMeasures = {
  ...features,
  cluster: { label: 'cluster', description: 'Number of the block’s cluster, from 0.' },
} satisfies Measures

export const feRules = ruleTable(
  {
    'dominant-text': 'text dominates | > text share | The share of text in the block’s features is {value}. Above {limit}, text dominates.',
    'most-text': 'most text | ≥ text length | It has {value} characters. Only the longest candidate is kept, with {limit} characters.',
    'as-much-text':
      'later block of the same length | This block has the same length as the longest candidate, but only the first of these blocks is kept.',
  },
  {
    'text share': { measure: 'textShare' },
    'text length': { measure: 'text', unit: 'characters' },
  },
)

export const kfeRules = ruleTable(
  {
    'text-cluster':
      'cluster with most text | ≥ cluster text feature | The text feature of the block’s cluster is {value}. The content cluster has the highest, {limit}.',
    'as-high-cluster':
      'cluster with as much text as the first | cluster text feature | The block’s cluster has the same text feature as the content cluster ({value}), but only the first of these clusters is kept.',
  },
  {
    'cluster text feature': { share: true },
  },
)

export const feCharts = [
  { id: 'text', title: 'Text by block', per: 'node', series: ['text'] },
  {
    id: 'textShare',
    title: 'Text share of the features by block',
    per: 'node',
    series: ['textShare'],
    threshold: 'dominance',
    movedBy: 'dominance',
  },
] as const

export const kfeCharts = [
  { id: 'textFeature', title: 'Text feature by block', per: 'node', series: ['textFeature'], cluster: 'cluster' },
] as const

export const fePseudocode = {
  title: '# Ours; the paper was not available',
  cut: 'cut the page into blocks at table, tr, hr, ul, p, div',
  count: 'for each block: count text, images, links, scripts, lists',
  candidates: 'candidates = blocks in which text dominates the other features',
  content: 'content = the candidate with most text',
} as const

export const kfePseudocode = {
  title: '# Ours; the paper was not available',
  cut: 'cut the page into blocks at table, tr, hr, ul, p, div',
  count: 'for each block: feature vector (text, images, links, scripts, lists)',
  repeat: 'repeat until nothing changes:',
  move: '  assign each block to the nearest centre; move each centre to the mean of its blocks',
  content: 'content = the cluster whose centre has the highest text feature',
} as const
