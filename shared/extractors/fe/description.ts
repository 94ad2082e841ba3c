import type { ChartSpec, MeasureSpec, Paper, RuleSpec } from '../core/extractor'
import { boolean, number } from '../core/params'

export const paper: Paper = {
  authors: 'Sandip Debnath, Prasenjit Mitra, C. Lee Giles',
  title: 'Automatic Extraction of Informative Blocks from Webpages',
  venue: 'SAC',
  year: 2005,
}

export const dropHidden = boolean({
  label: 'Drop hidden elements',
  default: true,
  origin: 'ours',
  description: 'Leave out what the browser does not display; needs a capture with layout.',
})

export const dominance = number({
  label: 'Dominance',
  default: 0.5,
  min: 0,
  max: 1,
  step: 0.01,
  origin: 'ours',
  description:
    'Text dominates a block where it is more than this share of the sum of its five features, each divided by the page’s largest.',
})

export const k = number({
  label: 'k',
  default: 3,
  min: 2,
  max: 8,
  step: 1,
  origin: 'ours',
  description: 'Number of clusters. CETD names KFeatureExtractor as a clustering of blocks without a number.',
})

const features: MeasureSpec[] = [
  { id: 'text', label: 'text', unit: 'characters', per: 'node', tex: '', description: 'Characters of the block (Debnath et al.).' },
  { id: 'images', label: 'images', unit: 'images', per: 'node', tex: '', description: 'Images of the block (Debnath et al.).' },
  { id: 'links', label: 'links', unit: 'links', per: 'node', tex: '', description: 'Links of the block (Debnath et al.).' },
  { id: 'scripts', label: 'scripts', unit: 'scripts', per: 'node', tex: '', description: 'Scripts of the block (Debnath et al.).' },
  {
    id: 'lists',
    label: 'list elements',
    unit: 'elements',
    per: 'node',
    tex: '',
    description: 'Lists and list items of the block (Debnath et al.).',
  },
  {
    id: 'textFeature',
    label: 'text feature',
    unit: '',
    per: 'node',
    symbol: 't',
    tex: String.raw`\frac{@{text}}{@{maxText}}`,
    share: true,
    description: 'Text of the block divided by the largest of the page; the other features are scaled alike.',
  },
]

export const feMeasures: MeasureSpec[] = [
  ...features,
  {
    id: 'textShare',
    label: 'share of text among the features',
    unit: '',
    per: 'node',
    symbol: 's',
    tex: String.raw`\frac{t}{t+t_{images}+t_{links}+t_{scripts}+t_{lists}}`,
    share: true,
    description: 'How much of the sum of the block’s features is text; above one half, text dominates.',
  },
]

export const kfeMeasures: MeasureSpec[] = [
  ...features,
  { id: 'cluster', label: 'cluster', unit: '', per: 'node', tex: '', description: 'Number of the block’s cluster, from 0.' },
]

export const feRules: RuleSpec[] = [
  {
    id: 'dominant-text',
    label: 'text dominates',
    relation: '>',
    quantity: 'share of text among the features',
    unit: '',
    sentence: 'Text is {value} of the block’s features; above {limit} it dominates.',
  },
  {
    id: 'most-text',
    label: 'most text',
    relation: '≥',
    quantity: 'text',
    unit: 'characters',
    sentence: 'It has {value} characters; the block with most has {limit} and alone is kept.',
  },
]

export const kfeRules: RuleSpec[] = [
  {
    id: 'text-cluster',
    label: 'cluster with most text',
    relation: '≥',
    quantity: 'cluster’s text feature',
    unit: '',
    sentence: 'The centre of its cluster has text feature {value}; the highest, {limit}, is the content cluster.',
  },
]

export const feCharts: ChartSpec[] = [
  { id: 'text', title: 'Text by block', per: 'node', series: ['text'] },
  { id: 'textShare', title: 'Share of text among the features by block', per: 'node', series: ['textShare'], threshold: 'dominance' },
]

export const kfeCharts: ChartSpec[] = [
  { id: 'textFeature', title: 'Text feature by block', per: 'node', series: ['textFeature'], cluster: 'cluster' },
]

export const fePseudocode: readonly string[] = [
  'cut the page into blocks at table, tr, hr, ul, p, div',
  'for each block: count text, images, links, scripts, lists',
  'candidates = blocks in which text dominates the other features',
  'content = the candidate with most text',
]

export const kfePseudocode: readonly string[] = [
  'cut the page into blocks at table, tr, hr, ul, p, div',
  'for each block: feature vector (text, images, links, scripts, lists)',
  'repeat until nothing changes:',
  '  assign each block to the nearest centre; move each centre to the mean of its blocks',
  'content = the cluster whose centre has the highest text feature',
]
