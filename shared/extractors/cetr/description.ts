import type { Measures } from '../core/define'
import type { Paper } from '../core/extractor'
import { boolean, numberIn } from '../core/params'
import { ruleTable } from '../core/rule-table'
import { dropHiddenOfLines, majorityOfLines } from '../kit/text-on-lines'

export const paper: Paper = {
  authors: 'Tim Weninger, William H. Hsu, Jiawei Han',
  title: 'CETR: Content Extraction via Tag Ratios',
  venue: 'WWW',
  year: 2010,
  doi: '10.1145/1772690.1772789',
}

export const params = {
  k: numberIn(2, 6, 1, {
    label: 'Clusters',
    default: 3,
    origin: 'paper',
    cites: 'not at hand',
    description: 'Number of clusters, including the cluster at the origin. All other clusters are content.',
  }),
  ahead: numberIn(1, 20, 1, {
    label: 'Lines ahead',
    default: 3,
    origin: 'paper',
    cites: 'not at hand',
    description: 'Number of following lines that the slope of a line uses.',
  }),
  width: numberIn(20, 500, 1, {
    label: 'Line width',
    default: 65,
    origin: 'paper',
    cites: 'not at hand',
    description:
      'Lines are broken at the first tag or word boundary after this number of characters, so that pages without line breaks work too.',
  }),
  removeStyle: boolean({
    label: 'Remove style sheets',
    default: true,
    origin: 'ours',
    description: 'Remove style elements in addition to scripts and comments.',
  }),
  maxHalfWidth: numberIn(1, 2000, 1, {
    label: 'Largest half-width',
    default: 500,
    origin: 'ours',
    description: 'The half-width of the Gaussian is ⌈σ⌉ lines, at most this value, so that the running time is linear.',
  }),
  dropHidden: dropHiddenOfLines,
} as const

export const lineMeasures = {
  x: { label: 'characters', unit: 'characters', description: 'Characters outside tags on the line.' },
  y: { label: 'tags', unit: 'tags', description: 'Tags that begin on the line.' },
  ratio: {
    label: 'tag ratio',
    unit: 'characters per tag',
    symbol: 'T',
    tex: String.raw`\frac{@{x}}{\max(@{y},1)}`,
    description: 'Characters divided by tags; the number of characters if the line has no tags.',
  },
  smoothed: {
    label: 'smoothed tag ratio',
    unit: 'characters per tag',
    symbol: "T'",
    tex: String.raw`\frac{\sum_{j=-\lceil\sigma\rceil}^{\lceil\sigma\rceil}e^{-j^2/2\sigma^2}\,T_{k+j}}{\sum_{j}e^{-j^2/2\sigma^2}}`,
    description: 'Tag ratios blurred by a Gaussian with the standard deviation of the ratios.',
  },
  slope: {
    label: 'absolute smoothed slope',
    unit: 'characters per tag',
    symbol: String.raw`|\hat G|`,
    tex: String.raw`\left|\operatorname{smooth}\left(\frac{1}{a}\sum_{j=1}^{a}T'_{k+j}-T'_k\right)\right|`,
    description:
      'The mean smoothed tag ratio of the next lines, minus the smoothed tag ratio of this line. This difference is smoothed, and its sign is removed. “Lines ahead” sets the number of next lines (paper: 3).',
  },
  cluster: { label: 'cluster', description: 'Cluster of the line; 0 is the cluster at the origin, which is dropped.' },
} satisfies Measures

export const measures = {
  share: {
    label: 'content-line share',
    share: true,
    tex: String.raw`\frac{\text{characters on content lines}}{\text{characters}}`,
    description: 'Share of the node’s characters on content lines. A text is kept if the share exceeds one half.',
  },
  nodeRatio: {
    label: 'mean smoothed ratio',
    unit: 'characters per tag',
    symbol: String.raw`\bar T'`,
    tex: String.raw`\frac{\sum_{\text{characters}} T'_{\text{line}}}{\text{characters}}`,
    description: 'Mean smoothed ratio of the lines with the node’s text, weighted by characters (ours, for display).',
  },
} satisfies Measures

export const rules = ruleTable(
  {
    origin:
      'away from the origin | > origin distance (characters per tag) | It has distance {value} to the origin, and {limit} to the nearest other centre. A line joins the nearer centre.',
    majority: majorityOfLines,
  },
  { 'content-line share': { measure: 'share' } },
)

export const charts = [
  {
    id: 'ratio',
    title: 'Tag ratio by line',
    per: 'line',
    series: ['smoothed', 'ratio'],
    cluster: 'cluster',
    smoothing: { halfWidth: 'halfWidth', sigma: 'sigma' },
  },
  { id: 'slope', title: 'Absolute slope by line', per: 'line', series: ['slope'], cluster: 'cluster' },
  { id: 'plane', title: 'Tag ratio against slope', per: 'line', series: ['smoothed'], across: 'slope', cluster: 'cluster' },
  { id: 'sorted', title: 'Smoothed ratios by value', per: 'line', series: ['smoothed'], cluster: 'cluster', sorted: true },
] as const

export const PSEUDOCODE = {
  title: '# Ours; the paper was not available',
  wrap: 'h ← HTML source code without script, remark, style and empty lines, wrapped at the width given',
  ratio: 'T ← tag ratio of each line of h',
  smooth: "T' ← smooth(T)",
  slope: "G_k ← (T'_{k+1} + … + T'_{k+a}) / a − T'_k",
  smoothSlope: 'Ĝ ← |smooth(G)|',
  cluster: "cluster the points (T'_k, Ĝ_k) by k-means, one centre pinned at the origin",
  return: 'return the lines of all clusters except the cluster at the origin',
} as const
