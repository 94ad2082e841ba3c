import {
  compositeTextDensity as compositeTextDensityTerm,
  densitySum as densitySumTerm,
  textDensity as textDensityTerm,
} from '../../base/glossary.json'
import type { Measures, MeasureText } from '../core/define'
import type { Paper } from '../core/extractor'
import { ruleTable } from '../core/rule-table'

export const paper: Paper = {
  authors: 'Fei Sun, Dandan Song, Lejian Liao',
  title: 'DOM Based Content Extraction via Text Density',
  venue: 'SIGIR',
  year: 2011,
  doi: '10.1145/2009916.2009952',
  except:
    'an HTML5 parser replaces Tidy and RapidXml; form tags are replaced by their contents; link, meta, template and (if scripts ran) noscript are removed; the paper prints no weights and no radius of the smoothing.',
}

const TD = String.raw`\frac{@{C}}{@{T|1}}`
// Zeros in denominators count as 1. The authors' rule also replaces the factor LC = 0 by 1.
const CTD = String.raw`\frac{@{C}}{@{T|1}}\,\frac{\ln\left(\frac{@{C}}{@{LC|1}}\cdot\frac{@{T|1}}{@{LT|1}}\right)}{\ln\ln\left(\frac{@{C}}{@{C−LC|1}}\cdot @{LC|1?zeroRule=authors}+@{r}\cdot @{C}+e\right)}`

const counts = {
  C: {
    label: 'characters',
    unit: 'characters',
    description: 'CharNumber: characters in the subtree (§3.2).',
    cites: ['cetd-characters'],
    sum: { over: 'children', of: 'C', rest: 'own text' },
  },
  T: {
    label: 'tags',
    unit: 'tags',
    description: 'TagNumber: elements in the subtree, without the node (§3.2, Example 2).',
    cites: ['cetd-count', 'cetd-example-2'],
    sum: { over: 'children', of: 'T', rest: 'the children themselves' },
  },
  LC: {
    label: 'link characters',
    unit: 'characters',
    description: 'LinkCharNumber: characters inside links in the subtree (§3.3).',
    cites: ['cetd-links'],
    sum: { over: 'children', of: 'LC', rest: 'own link text' },
  },
  LT: {
    label: 'link tags',
    unit: 'tags',
    description:
      'LinkTagNumber: links in the subtree (§3.3). Elements that contain only links count too, unlike in the paper. The parameter _Count link wrappers_ controls this.',
    cites: ['cetd-links'],
  },
} satisfies Measures

function densitySum(tex: string): MeasureText {
  return {
    label: 'DensitySum',
    unit: 'characters per tag',
    symbol: String.raw`\mathrm{DensitySum}`,
    tex,
    description: `${densitySumTerm.text} The authors’ program also adds the densities of own text outside links; if r is 0, the program adds 1 under the logarithm. Without children and such text, DensitySum is the density of the element.`,
    cites: ['cetd-sum'],
    sum: { over: 'children', of: 'density', rest: 'own text' },
  }
}

export const plainMeasures = {
  ...counts,
  density: {
    label: 'text density',
    unit: 'characters per tag',
    tex: TD,
    symbol: 'TD',
    description: `${textDensityTerm.text} Zero tags count as one tag.`,
    cites: ['cetd-density'],
  },
  densitySum: densitySum(
    String.raw`\sum_{i\in\text{children}}\mathrm{TD}_i@[densitySum=with-text-runs +\sum_{\text{own text outside links}}L@]`,
  ),
} satisfies Measures

export const compositeMeasures = {
  ...counts,
  density: {
    label: 'composite text density',
    unit: 'characters per tag',
    tex: CTD,
    symbol: 'CTD',
    description: `${compositeTextDensityTerm.text} Zeros count as 1 under the authors’ rule.`,
    cites: ['cetd-composite'],
  },
  densitySum: densitySum(
    String.raw`\sum_{i\in\text{children}}\mathrm{CTD}_i@[densitySum=with-text-runs +\sum_{\text{own text outside links}}\frac{L\ln L}{\ln\ln(@{r}\cdot L+e)}@]`,
  ),
} satisfies Measures

export const smoothedMeasures = {
  ...compositeMeasures,
  smoothed: {
    label: 'smoothed density',
    unit: 'characters per tag',
    symbol: String.raw`\mathrm{CTD}'`,
    tex: String.raw`\frac{\sum_{j=-R}^{R}w_j\,\mathrm{CTD}_{k+j}}{\sum_{j=-R}^{R}w_j}`,
    description: 'Weighted average with the existing siblings (§4.3). Radius R and weights w (1-2-1) are ours.',
    cites: ['cetd-smoothing'],
  },
} satisfies Measures

export const densitySumRules = ruleTable(
  {
    target: 'target | DensitySum | It has the highest DensitySum on the page ({value}). It is selected without a threshold.',
    'target-only': 'not the target | DensitySum | It has DensitySum {value}. Only the target is kept, which has DensitySum {limit}.',
    'largest-density-sum': {
      label: 'largest DensitySum',
      measure: 'densitySum',
      quantity: 'DensitySum',
      sentence: 'It has the highest DensitySum ({value}) in {within}, which has density {reached} (threshold {bar}).',
      ofItself: 'It has density {reached} (threshold {bar}). No element inside it exceeds its DensitySum, {value}.',
    },
    'density-threshold': 'density against threshold | ≥ density | It has density {value}. The threshold is {limit}.',
    ancestor: 'ancestor of a kept block | density | It contains a kept block, but is not kept itself.',
    'path-text': 'direct text of a container | It is direct text of an element that contains kept text but is not kept itself.',
    'kept-path-text': 'direct text of a container, kept | It is direct text of an element that contains kept text.',
    'lambda-zero': 'λ is 0 | λ is 0, so the threshold is 0 and every node is kept.',
  },
  {
    DensitySum: { measure: 'densitySum' },
    density: { measure: 'density', unit: 'characters per tag' },
  },
)

export const smoothedRules = ruleTable(
  {
    target: densitySumRules.target,
    'smoothed-threshold':
      'smoothed density against threshold | ≥ smoothed density | It has smoothed density {value}. The threshold is {limit}.',
    'highest-smoothed':
      'highest smoothed density | smoothed density | It has the highest smoothed density ({value}) of the blocks that contain text. Below body, no block with direct text reached the threshold {limit}.',
  },
  {
    'smoothed density': { measure: 'smoothed', unit: 'characters per tag' },
  },
)

const chartsOf = <const S extends readonly string[]>(series: S, figure: string) =>
  [
    { id: 'density', title: 'Density by node', per: 'node', series, threshold: 'threshold', movedBy: 'lambda', figure },
    { id: 'densitySum', title: 'DensitySum by node', per: 'node', series: ['densitySum'] },
  ] as const

export const densityCharts = chartsOf(['density'], 'Figure 3, Figure 4')
export const smoothedCharts = chartsOf(['smoothed', 'density'], 'Figure 4')

const ALGORITHM_1 = {
  'compute-input': 'INPUT: N',
  'compute-output': 'OUTPUT: N',
  'compute-each': 'for all child node C in N do',
  compute: '  ComputeDensity(C)',
  'compute-end': 'end for',
  characters: 'N.CharNumber ← CountChar(N)',
  tags: 'N.TagNumber ← CountTag(N)',
  'no-tags': 'if N.TagNumber == 0 then',
  'one-tag': '  N.TagNumber ← 1',
  'tags-end': 'end if',
} as const

const PLAIN_DENSITY = {
  algorithm1: '# Algorithm 1: ComputeDensity(N)',
  ...ALGORITHM_1,
  divide: 'N.Density ← N.CharNumber / N.TagNumber',
} as const

export const COMPOSITE_DENSITY = {
  algorithm1: '# Algorithm 1: ComputeDensity(N), with a last line that follows Definition 2',
  ...ALGORITHM_1,
  divide: 'N.Density ← CompositeTextDensity(N)',
} as const

const EXTRACT_CONTENT = {
  algorithm2: '# Algorithm 2: ExtractContent(N)',
  input: 'INPUT: N',
  if: 'if N.TextDensity ≥ threshold then',
  target: '  T ← FindMaxDensitySumTag(N)',
  mark: '  MarkContent(T)',
  each: '  for all child node C in N do',
  descend: '    ExtractContent(C)',
  endFor: '  end for',
  endIf: 'end if',
} as const

export const PLAIN_PSEUDOCODE = { ...PLAIN_DENSITY, ...EXTRACT_CONTENT } as const
export const COMPOSITE_PSEUDOCODE = { ...COMPOSITE_DENSITY, ...EXTRACT_CONTENT } as const
