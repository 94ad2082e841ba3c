/** BTE: Finn, Kushmerick, Smyth, "Fact or Fiction: Content Classification for Digital Libraries", 2001. */
import { defineExtractor, type RunReporter } from '../core/define'
import { numberIn } from '../core/params'
import { ruleTable } from '../core/rule-table'
import { majorityOfTexts } from '../kit/kept-text'
import { sumsBefore } from '../kit/smoothing'
import { countedMeasures, countedMeasureTexts, meanOverWords, tokenParams, tokenStream, type TokenStream } from '../kit/token-stream'

const params = {
  tagCost: numberIn(0.1, 10, 0.1, {
    label: 'Cost of a tag',
    default: 1,
    origin: 'paper',
    cites: 'not at hand',
    description:
      'The number that each tag subtracts from the sum of a run of tokens. Each word adds 1. In the paper, words and tags have the same weight.',
  }),
  ...tokenParams,
} as const

/** Returns the first run of tokens with the largest sum. A word adds 1, and a tag subtracts `tagCost`. Without words, the run is empty. */
export function largestRun(stream: TokenStream, tagCost: number) {
  let best = { start: 0, end: 0, sum: 0 }
  let start = 0
  let sum = 0
  for (let t = 0; t < stream.count; t++) {
    if (sum <= 0) {
      start = t
      sum = 0
    }
    sum += stream.isTag[t] === 1 ? -tagCost : 1
    if (sum > best.sum) best = { start, end: t + 1, sum }
  }
  return best
}

/** Keeps each text that has more than half of its words inside the run. */
export function keepRun(stream: TokenStream, run: ReturnType<typeof largestRun>, decide: RunReporter<never, 'run'>['decide']): Uint8Array {
  const inRun = new Uint8Array(stream.count).fill(1, run.start, run.end)
  return majorityOfTexts(stream.tree, meanOverWords(stream, inRun), (e, isKept) => {
    const at = stream.first[e]
    const isNearerStart = Math.abs(at - run.start) <= Math.abs(at - run.end)
    decide(e, isKept ? 'keepNode' : 'dropNode', 'run', at, isNearerStart ? run.start : run.end)
  })
}

function runningSum(stream: TokenStream, tagCost: number): Float64Array {
  const before = sumsBefore(Float64Array.from(stream.isTag, (isTag) => (isTag === 1 ? -tagCost : 1)))
  return Float64Array.from(stream.first, (t) => before[t])
}

export const runRule = ruleTable({
  run: 'inside the run | position (tokens) | It is at token {value}. The nearer end of the best run is at token {limit}.',
})

export const bte = defineExtractor({
  id: 'bte',
  title: 'BTE',
  fullName: 'body text extraction',
  family: 'baseline',
  paper: {
    authors: 'Aidan Finn, Nicholas Kushmerick, Barry Smyth',
    title: 'Fact or Fiction: Content Classification for Digital Libraries',
    venue: 'DELOS workshop on personalisation and recommender systems in digital libraries',
    year: 2001,
  },
  summary: 'Keeps one continuous part of the page, with many words and few tags.',
  params,
  measures: {
    ...countedMeasureTexts,
    sum: {
      label: 'words minus tags so far',
      tex: String.raw`\sum_{t<\text{start}}\left([t\text{ is a word}]-c\,[t\text{ is a tag}]\right)`,
      description:
        'Words minus the cost of tags, from the top of the page to the beginning of the node. The run is the range in which this curve rises most.',
    },
  },
  rules: runRule,
  charts: [{ id: 'sum', title: 'Words minus tags, summed down the page', per: 'node', series: ['sum'] }],
  mainMeasure: 'words',
  values: { start: { label: 'first token' }, end: { label: 'token after the run' }, sum: { label: 'best sum' } },
  pseudocode: {
    title: '# Ours; the paper was not available',
    input: 'input: HTML page',
    tokens: 'B ← the tokens of the page, 1 for a tag, 0 for a word',
    sum: 'sum(i, j) ← words in B[i..j] − tags in B[i..j]',
    run: '(i, j) ← argmax sum(i, j), the first on ties',
    return: 'return the words of B[i..j]',
  },
  clean: {
    name: 'tokens',
    caption: 'The page becomes one sequence of words and tags.',
    measures: ['words', 'tags'],
    lines: ['input', 'tokens'],
  },
  output: { caption: 'The output is the text inside the run.', lines: ['return'] },
  run({ tree, p, step, decide, warn }) {
    const stream = tokenStream(tree, p)
    step('sum', 'From the top of the page, every word adds 1 and every tag subtracts its cost.', { measures: ['sum'], lines: ['sum'] })
    const best = largestRun(stream, p.tagCost)
    step('run', 'The run of tokens with the largest sum is the body text: on the curve, the largest rise from a valley to a peak.', {
      values: best,
      lines: ['run'],
    })
    const texts = keepRun(stream, best, decide)
    if (!texts.includes(1)) warn('Nothing was kept because the page has no words.')
    return { kept: { texts }, measures: { ...countedMeasures(stream), sum: runningSum(stream, p.tagCost) }, values: best }
  },
})
