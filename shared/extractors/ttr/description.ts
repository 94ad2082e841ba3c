import type { Measures } from '../core/define'
import type { Paper } from '../core/extractor'
import { boolean, choice, numberIn } from '../core/params'
import { ruleTable } from '../core/rule-table'
import { dropHiddenOfLines, majorityOfLines } from '../kit/text-on-lines'

export const paper: Paper = {
  authors: 'Tim Weninger, William H. Hsu',
  title: 'Text Extraction from the Web via Text-to-Tag Ratio',
  venue: 'TIR workshop at DEXA',
  year: 2008,
  doi: '10.1109/DEXA.2008.12',
  except:
    'the slides do not define clusters, starts, radius and prediction; lines are mapped to texts, and one text is kept if the result would be empty; hidden text is removed from the result.',
}

export const params = {
  cluster: choice({
    label: 'Clustering',
    default: 'k-means',
    options: [
      { value: 'k-means', label: 'k-means' },
      { value: 'threshold', label: 'threshold' },
      { value: 'farthest-first', label: 'farthest first' },
      { value: 'em', label: 'expectation maximisation' },
      { value: 'prediction', label: 'prediction (our reading)' },
    ],
    origin: 'paper',
    cites: ['ttr-clusters', 'ttr-threshold', 'ttr-prediction'],
    description:
      'The method that divides lines into content and other lines. The slides test all five methods (Methodology [2], Methodology [3], Methodology [4]). The slides do not formalise prediction, which "looks for jumps in the moving average". The choice of the dropped cluster is ours.',
  }),
  radius: numberIn(0, 10, 1, {
    label: 'Smoothing radius',
    default: 2,
    origin: 'ours',
    cites: ['ttr-blurring'],
    description:
      'Number of lines on each side in the average of a ratio; 0 for no smoothing. The slides name "content blurring" (Methodology [1]), without a formula or a radius.',
  }),
  k: numberIn(2, 6, 1, {
    label: 'Clusters',
    onlyWith: { param: 'cluster', values: ['k-means', 'farthest-first', 'em'] },
    default: 3,
    origin: 'ours',
    cites: ['ttr-clusters'],
    description:
      'Number of clusters of k-means, farthest first and EM. The lowest cluster is dropped. The slides compare one, two and three (Methodology [2]).',
  }),
  c: numberIn(0, 4, 0.05, {
    label: 'Threshold factor c',
    onlyWith: { param: 'cluster', values: ['threshold', 'prediction'] },
    default: 1,
    origin: 'ours',
    cites: ['ttr-threshold'],
    description:
      'The threshold is this factor times the standard deviation. Threshold clustering keeps lines whose smoothed ratio reaches the threshold. Prediction begins content at a line whose smoothed ratio exceeds the prediction by more than the threshold. The slides say "based on standard deviation" (Methodology [3]), without a factor.',
  }),
  window: numberIn(1, 10, 1, {
    label: 'Prediction window',
    onlyWith: { param: 'cluster', values: ['prediction'] },
    default: 3,
    origin: 'ours',
    description: 'Number of previous lines that predict a line. The slides do not state a number.',
  }),
  characters: choice({
    label: 'Characters counted',
    default: 'all',
    asPrinted: 'ascii',
    options: [
      { value: 'all', label: 'all' },
      { value: 'ascii', label: 'ASCII only' },
    ],
    origin: 'ours',
    cites: ['ttr-counts'],
    description:
      'Algorithm 1 (Text-to-Tag Ratio [1]) counts "non-tag ASCII characters", so almost no text of a page in Greek or Chinese counts. By default, every character counts.',
  }),
  removeStyle: boolean({
    label: 'Remove style sheets',
    default: true,
    asPrinted: false,
    origin: 'ours',
    cites: ['ttr-remove'],
    description: 'Remove style elements too. Algorithm 1 (Text-to-Tag Ratio [1]) names only scripts and remarks.',
  }),
  rewrap: boolean({
    label: 'Wrap long lines',
    default: true,
    asPrinted: false,
    origin: 'ours',
    description:
      'Break lines at the first tag or word boundary after 65 characters, if their mean length exceeds 500 or the page has fewer than 10 lines.',
  }),
  allContentPages: boolean({
    label: 'Keep all text of pages without tags',
    default: true,
    asPrinted: false,
    origin: 'ours',
    cites: ['ttr-worst'],
    description:
      'If a page has fewer than one tag per 20 lines, all its text is content. The slides list such pages as a worst case (Text-to-Tag Ratio [3]).',
  }),
  dropHidden: dropHiddenOfLines,
} as const

export const lineMeasures = {
  x: {
    label: 'characters',
    unit: 'characters',
    description: 'Characters outside tags on the line (Algorithm 1).',
    cites: ['ttr-counts'],
  },
  y: { label: 'tags', unit: 'tags', description: 'Tags that begin on the line (Algorithm 1).', cites: ['ttr-counts'] },
  ratio: {
    label: 'text-to-tag ratio',
    unit: 'characters per tag',
    symbol: String.raw`\mathrm{TTR}`,
    tex: String.raw`\frac{@{x}}{\max(@{y},1)}`,
    description: 'Characters divided by tags; the number of characters if the line has no tags (Algorithm 1).',
    cites: ['ttr-ratio'],
  },
  smoothed: {
    label: 'smoothed ratio',
    unit: 'characters per tag',
    symbol: 'e',
    tex: String.raw`e_k=\frac{\sum_{i=k-r}^{k+r}\mathrm{TTR}_i}{\left|\{k-r,\dots,k+r\}\right|}`,
    description: 'Mean over the line and its neighbours: our reading of “content blurring” (Methodology [1]).',
    cites: ['ttr-blurring'],
    sum: { over: 'window', of: 'ratio', radius: 'radius' },
  },
  cluster: {
    label: 'cluster',
    description: 'Cluster of the line (Methodology [2]) in ascending order of centres. Cluster 0 is dropped (our choice).',
    cites: ['ttr-clusters'],
  },
} satisfies Measures

export const measures = {
  share: {
    label: 'content-line share',
    share: true,
    tex: String.raw`\frac{\text{characters on content lines}}{\text{characters}}`,
    description:
      'Share of the node’s characters on content lines. A text is kept above one half (ours, because the slides end with the lines).',
  },
  nodeRatio: {
    label: 'mean smoothed ratio',
    unit: 'characters per tag',
    symbol: String.raw`\bar e`,
    tex: String.raw`\frac{\sum_{\text{characters}} e_{\text{line}}}{\text{characters}}`,
    description: 'Mean smoothed ratio of the lines with the node’s text, weighted by characters (ours, for display).',
  },
} satisfies Measures

export const rules = ruleTable(
  {
    threshold:
      'ratio against threshold | ≥ smoothed ratio | It has smoothed ratio {value}. The threshold is {limit} (c standard deviations).',
    'k-means':
      'k-means cluster | > smoothed ratio | It has smoothed ratio {value}. Above {limit}, another centre is nearer than the lowest centre.',
    'farthest-first':
      'farthest-first cluster | > smoothed ratio | It has smoothed ratio {value}. Above {limit}, another centre is nearer than the lowest centre.',
    em: 'EM cluster | < lowest-cluster probability | It has probability {value} for the lowest cluster, and {limit} for the best other cluster.',
    prediction:
      'jump of the ratio | > smoothed ratio | It has smoothed ratio {value}. It needs more than {limit}: the prediction from the previous lines plus the jump.',
    'stays-inside':
      'no fall of the ratio | ≥ smoothed ratio | It has smoothed ratio {value}. It needs {limit} to stay in the content: the mean before the jump plus half the jump.',
    'few-tags':
      'page without tags | !< tags of the page (tags) | The page has {value} tags, fewer than one per 20 lines ({limit}), so all text is content.',
    majority: majorityOfLines,
    'highest-ratio': {
      label: 'highest ratio',
      measure: 'nodeRatio',
      relation: '≥',
      quantity: 'smoothed ratio',
      unit: 'characters per tag',
      sentence: 'It has the highest mean ratio on the page ({value}). No text was content.',
    },
  },
  {
    'smoothed ratio': { measure: 'smoothed', unit: 'characters per tag' },
    'lowest-cluster probability': { share: true },
    'content-line share': { measure: 'share' },
  },
)

export const charts = [
  {
    id: 'ttr',
    title: 'Text-to-tag ratio by line',
    per: 'line',
    series: ['smoothed', 'ratio'],
    threshold: 'threshold',
    movedBy: 'c',
    cluster: 'cluster',
    smoothing: { halfWidth: 'radius' },
    figure: 'Slides Text-to-Tag Ratio [2] and Methodology [1]',
  },
  {
    id: 'ttr-raw',
    title: 'Text-to-tag ratio by line, not smoothed',
    per: 'line',
    series: ['ratio'],
    figure: 'Slide Text-to-Tag Ratio [2]',
  },
  {
    id: 'ttr-sorted',
    title: 'Smoothed ratios by value',
    per: 'line',
    series: ['smoothed'],
    threshold: 'threshold',
    movedBy: 'c',
    cluster: 'cluster',
    sorted: true,
    figure: 'Slides Methodology [2] and Methodology [3]',
  },
] as const

export const PSEUDOCODE = {
  title: '# Algorithm 1: Text-To-Tag Ratio, with TTRArray[k] where the slides print [i]; all characters unless “ASCII only” is set',
  input: 'input: h ← HTML source code',
  begin: 'begin',
  remove: '  Remove all script, remark tags and empty lines',
  each: '  for each line k to numLines(h) do',
  x: '    x ← number of non-tag ASCII characters in h[k]',
  y: '    y ← number of tags in h[k]',
  if: '    if y = 0 then',
  noTags: '      TTRArray[k] ← x',
  else: '    else',
  divide: '      TTRArray[k] ← x / y',
  endIf: '    end if',
  end: '  end for',
  return: '  return TTRArray',
} as const
