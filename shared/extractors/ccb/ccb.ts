/**
 * CCB: Gottron, "Content Code Blurring: A New Approach to Content Extraction", TIR at DEXA 2008. This file implements the version over
 * tokens.
 */
import { defineExtractor } from '../core/define'
import { numberIn, paperSwitch, proportion } from '../core/params'
import { ruleTable } from '../core/rule-table'
import { HALF, majorityOfTexts, meanOverText } from '../kit/kept-text'
import { gaussianSmooth } from '../kit/smoothing'
import { countedMeasures, countedMeasureTexts, meanOverWords, tokenParams, tokenStream } from '../kit/token-stream'

const params = {
  sigma: numberIn(1, 200, 0.5, {
    label: 'σ',
    word: 'smoothing',
    default: 30,
    origin: 'paper',
    cites: 'not at hand',
    description: 'Width of the blur in tokens (standard deviation of the Gaussian).',
  }),
  threshold: proportion({
    label: 'Threshold',
    default: 0.75,
    origin: 'paper',
    cites: 'not at hand',
    description: 'Words whose blurred content code ratio exceeds this value count as content.',
  }),
  ignoreLinks: paperSwitch({
    label: 'Ignore link tags',
    cites: 'not at hand',
    description:
      'Omit the tags of links from the sequence of words and tags, so that an article with many links counts as text. This is the adapted version of the algorithm.',
  }),
  reach: numberIn(1, 6, 0.5, {
    label: 'Reach of the blur',
    default: 3,
    origin: 'ours',
    description: 'The Gaussian is cut off after this number of σ, so that the running time is linear.',
  }),
  ...tokenParams,
} as const

const LINKS: ReadonlySet<string> = new Set(['a'])

export const ccb = defineExtractor({
  id: 'ccb',
  title: 'CCB',
  fullName: 'content code blurring',
  family: 'baseline',
  paper: {
    authors: 'Thomas Gottron',
    title: 'Content Code Blurring: A New Approach to Content Extraction',
    venue: 'TIR workshop at DEXA',
    year: 2008,
    doi: '10.1109/DEXA.2008.43',
  },
  summary: 'Keeps text surrounded by many words and little code. Needs pages with much text.',
  params,
  measures: {
    ...countedMeasureTexts,
    ratio: {
      label: 'content code ratio',
      share: true,
      symbol: String.raw`\mathrm{CCR}`,
      tex: String.raw`\frac{\sum_j e^{-j^2/2\sigma^2}\,[t+j\text{ is a word}]}{\sum_j e^{-j^2/2\sigma^2}}`,
      description:
        'Blurred share of words around a token. The value of a text is the mean of the values of its words. The value of an element is the mean of the values of its texts, weighted by characters.',
    },
  },
  rules: ruleTable(
    {
      'content-code-ratio':
        'content code ratio | content code ratio | It has mean content code ratio {value}. Words above {limit} count as content.',
      majority: 'majority of words | > content word share | It has {value} of its words above the threshold, and needs more than {limit}.',
    },
    { 'content code ratio': { measure: 'ratio' }, 'content word share': { share: true } },
  ),
  charts: [
    {
      id: 'ratio',
      title: 'Content code ratio down the page',
      per: 'node',
      series: ['ratio'],
      threshold: 'threshold',
      movedBy: 'threshold',
    },
  ],
  mainMeasure: 'ratio',
  values: { threshold: { label: 'threshold', share: true } },
  pseudocode: {
    title: '# Ours; the paper was not available',
    row: 'CCV ← the tokens of the page, 1 for a word, 0 for a tag; link tags are left out',
    blur: 'CCR ← CCV blurred with a Gaussian of σ tokens',
    each: 'for each word w do',
    keep: '  keep w if CCR(w) > threshold',
  },
  clean: {
    name: 'tokens',
    caption: 'The page becomes one sequence of tokens: 1 for a word (content), 0 for a tag (code).',
    measures: ['words', 'tags'],
    lines: ['row'],
  },
  output: { caption: 'The output is the kept text.' },
  run({ tree, p, step, decide, warn }) {
    const stream = tokenStream(tree, p, p.ignoreLinks ? LINKS : undefined)
    const blurred = gaussianSmooth(
      Float64Array.from(stream.isTag, (tag) => 1 - tag),
      p.sigma,
      Math.ceil(p.reach * p.sigma),
    )
    const ratio = meanOverWords(stream, blurred)
    const values = { threshold: p.threshold }
    step('blur', 'The sequence is blurred: each token gets the mean of its neighbourhood, the content code ratio.', {
      measures: ['ratio'],
      values,
      lines: ['blur'],
    })

    const bright = Uint8Array.from(blurred, (v) => (v > p.threshold ? 1 : 0))
    const share = meanOverWords(stream, bright)
    step('threshold', 'Text is kept if more than half of its words are above the threshold.', {
      values,
      lines: ['each', 'keep'],
    })
    const texts = majorityOfTexts(tree, share, (e, isKept, value) => {
      decide(e, isKept ? 'pass' : 'fail', 'content-code-ratio', ratio[e], p.threshold)
      decide(e, isKept ? 'keepNode' : 'dropNode', 'majority', value, HALF)
    })
    if (!texts.includes(1)) warn(`Nothing was kept: no text has more than half of its words above the threshold ${p.threshold}.`)
    return { kept: { texts }, measures: { ...countedMeasures(stream), ratio: meanOverText(tree, ratio) }, values }
  },
})
