/**
 * CCB, content code blurring: Gottron, "Content Code Blurring: A New Approach to Content Extraction", TIR at DEXA 2008.
 * The token version that ignores links: words are 1, tags are 0, a Gaussian blurs the row, what stays bright is kept.
 */
import { contentTree, pageNode, scatter } from '../../page/content-tree'
import { emptyExtraction } from '../core/empty'
import { defineExtractor, type ExtractionCore, type Extractor } from '../core/extractor'
import { boolean, number, type ParamValues } from '../core/params'
import type { Probe } from '../core/probe'
import { gaussianSmooth } from '../kit/smoothing'
import { meanOverText, selectionOfText } from '../kit/kept-text'
import { tokenParams } from '../kit/token-params'
import { countedMeasures, countedMeasureSpecs, meanOverWords, tokenStream } from '../kit/token-stream'
import type { PageModel } from '../../page/page-model'

const params = {
  sigma: number({
    label: 'σ',
    default: 30,
    min: 1,
    max: 200,
    step: 1,
    origin: 'paper',
    description: 'Width of the blur in tokens (standard deviation of the Gaussian).',
  }),
  threshold: number({
    label: 'Threshold',
    default: 0.75,
    min: 0,
    max: 1,
    step: 0.01,
    origin: 'paper',
    description: 'Words whose blurred content code ratio is above this are kept.',
  }),
  ignoreLinks: boolean({
    label: 'Ignore link tags',
    default: true,
    origin: 'paper',
    description: 'Leave the tags of links out of the row (the adapted version): an article with many links is text all the same.',
  }),
  reach: number({
    label: 'Reach of the blur',
    default: 3,
    min: 1,
    max: 6,
    step: 0.5,
    origin: 'ours',
    description: 'The Gaussian is cut off after so many σ, which keeps the time linear.',
  }),
  ...tokenParams,
} as const

const LINKS: ReadonlySet<string> = new Set(['a'])

function run(page: PageModel, p: ParamValues<typeof params>, probe: Probe): ExtractionCore {
  probe.step('tokens', 'The page becomes one row of tokens: 1 for a word (content), 0 for a tag (code).', {
    measures: ['words', 'tags'],
    pseudocode: [1],
  })
  const stream = tokenStream(contentTree(page, { dropHidden: p.dropHidden }), {
    words: p.words,
    voidTags: p.voidTags,
    ignore: p.ignoreLinks ? LINKS : undefined,
  })
  const { tree } = stream
  if (tree.isText.indexOf(1) < 0) return emptyExtraction(page, ['words', 'tags', 'ratio'])

  const blurred = gaussianSmooth(
    Float64Array.from(stream.isTag, (tag) => 1 - tag),
    p.sigma,
    Math.ceil(p.reach * p.sigma),
  )
  const ratio = meanOverWords(stream, blurred)
  const values = { threshold: p.threshold }
  probe.step('blur', 'The row is blurred: each token takes on the brightness of its neighbourhood, the content code ratio.', {
    measures: ['ratio'],
    values,
    pseudocode: [2],
  })

  // A text node is one piece: it is kept if most of its words are above the threshold.
  const bright = Uint8Array.from(blurred, (v) => (v > p.threshold ? 1 : 0))
  const share = meanOverWords(stream, bright)
  const kept = new Uint8Array(tree.size)
  probe.step('threshold', 'Text is kept where more than half of its words are brighter than the threshold.', { values, pseudocode: [3, 4] })
  for (let e = 0; e < tree.size; e++) {
    if (tree.isText[e] === 0) continue
    kept[e] = share[e] > 0.5 ? 1 : 0
    if (!probe.active) continue
    probe.decide(pageNode(tree, e), kept[e] === 1 ? 'pass' : 'fail', 'content-code-ratio', ratio[e], p.threshold)
    probe.decide(pageNode(tree, e), kept[e] === 1 ? 'keepNode' : 'dropNode', 'majority', share[e], 0.5)
  }
  probe.step('output', 'What is kept is written out.', {})
  return {
    selected: selectionOfText(tree, kept),
    measures: { ...countedMeasures(stream), ratio: scatter(tree, meanOverText(tree, ratio)) },
    values,
    warnings: kept.indexOf(1) < 0 ? [`Nothing was kept: nowhere on the page does the content code ratio stay above ${p.threshold}.`] : [],
  }
}

export const ccb: Extractor = defineExtractor({
  id: 'ccb',
  title: 'CCB',
  family: 'baseline',
  paper: {
    authors: 'Thomas Gottron',
    title: 'Content Code Blurring: A New Approach to Content Extraction',
    venue: 'TIR workshop at DEXA',
    year: 2008,
  },
  summary: 'Content code blurring: keeps text whose neighbourhood has many words and little code. Keeps nothing of pages with little text.',
  params,
  measures: [
    ...countedMeasureSpecs,
    {
      id: 'ratio',
      label: 'content code ratio',
      unit: '',
      per: 'node',
      share: true,
      symbol: String.raw`\mathrm{CCR}`,
      tex: String.raw`\frac{\sum_j e^{-j^2/2\sigma^2}\,[t+j\text{ is a word}]}{\sum_j e^{-j^2/2\sigma^2}}`,
      description: 'Blurred share of words around a token, the mean over a text’s words; elements weigh their texts by characters.',
    },
  ],
  rules: [
    {
      id: 'content-code-ratio',
      label: 'content code ratio',
      relation: '',
      quantity: 'content code ratio',
      unit: '',
      sentence: 'The mean content code ratio of its words is {value}; words above {limit} count as content.',
    },
    {
      id: 'majority',
      label: 'majority of words',
      relation: '>',
      quantity: 'share of words above the threshold',
      unit: '',
      sentence: '{value} of its words are above the threshold; more than {limit} keep it.',
    },
  ],
  charts: [{ id: 'ratio', title: 'Content code ratio down the page', per: 'node', series: ['ratio'], threshold: 'threshold' }],
  mainMeasure: 'ratio',
  pseudocode: [
    'CCV ← the tokens of the page, 1 for a word, 0 for a tag; link tags are left out',
    'CCR ← CCV blurred with a Gaussian of σ tokens',
    'for each word w do',
    '  keep w if CCR(w) > 0.75',
  ],
  run,
})
