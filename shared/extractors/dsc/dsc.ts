/** DSC: Pinto et al., "QuASM: A System for Question Answering Using Semi-Structured Data", JCDL 2002. */
import { keepRun, largestRun, runRule } from '../bte/bte'
import { defineExtractor, type Measures } from '../core/define'
import { choice, numberIn } from '../core/params'
import { ruleTable } from '../core/rule-table'
import { HALF, majorityOfTexts, meanOverText } from '../kit/kept-text'
import { sumsBefore } from '../kit/smoothing'
import { countedMeasures, countedMeasureTexts, meanOverWords, tokenParams, tokenStream, type TokenStream } from '../kit/token-stream'

const params = {
  window: numberIn(2, 500, 1, {
    label: 'Window',
    default: 50,
    origin: 'paper',
    cites: 'not at hand',
    description: 'Number of tokens over which the slope of the curve is computed.',
  }),
  step: numberIn(1, 500, 1, {
    label: 'Step',
    default: 25,
    origin: 'ours',
    description: 'Tokens between consecutive window starts. If the step is half of the window, nearly every token is in two windows.',
  }),
  factor: numberIn(0, 2, 0.05, {
    label: 'Low slope',
    default: 0.5,
    origin: 'paper',
    cites: 'not at hand',
    description: 'A slope is low up to this share of the page’s average slope ("50 % of the average").',
  }),
  patience: numberIn(1, 10, 1, {
    label: 'Windows in a row',
    default: 3,
    origin: 'paper',
    cites: 'not at hand',
    description: 'This number of consecutive low windows starts a section, and this number of consecutive high windows ends the section.',
  }),
  end: choice({
    label: 'End of a section',
    default: 'first-steep',
    options: [
      { value: 'first-steep', label: 'beginning of the first high window' },
      { value: 'last-flat', label: 'end of the last low window' },
    ],
    origin: 'ours',
    description:
      'The high windows that end a section may overlap the last low window of the section. The section ends at the beginning of the first high window, or at the end of the last low window.',
  }),
  ...tokenParams,
} as const

function windowSlopes(stream: TokenStream, window: number, step: number): Float64Array {
  const { count, isTag } = stream
  // The limit `count / step` excludes windows that begin after the last token.
  const windows = Math.min(Math.ceil(count / step), Math.max(1, Math.ceil((count - window) / step) + 1))
  const before = sumsBefore(isTag)
  const slopes = new Float64Array(windows)
  for (let w = 0; w < windows; w++) {
    const from = w * step
    const to = Math.min(count, from + window)
    slopes[w] = (before[to] - before[from]) / (to - from)
  }
  return slopes
}

function lowSections(
  stream: TokenStream,
  slopes: Float64Array,
  limit: number,
  p: { readonly window: number; readonly step: number; readonly patience: number; readonly end: 'first-steep' | 'last-flat' },
): [number, number][] {
  const sections: [number, number][] = []
  let start = -1
  let low = 0
  let high = 0
  const endAfter = (w: number, open: boolean): number =>
    Math.min(stream.count, p.end === 'last-flat' || open ? w * p.step + p.window : (w + 1) * p.step)
  for (let w = 0; w < slopes.length; w++) {
    if (slopes[w] <= limit) {
      low++
      high = 0
      if (start < 0 && low >= p.patience) start = (w - p.patience + 1) * p.step
    } else {
      high++
      low = 0
      if (start >= 0 && high >= p.patience) {
        sections.push([start, endAfter(w - p.patience, false)])
        start = -1
      }
    }
  }
  if (start >= 0) sections.push([start, endAfter(slopes.length - 1 - high, true)])
  return sections
}

const measures = {
  ...countedMeasureTexts,
  curve: {
    label: 'tags so far',
    unit: 'tags',
    description: 'The document slope curve: number of tags from the top of the page to the beginning of the node.',
  },
  slope: {
    label: 'slope',
    unit: 'tags per token',
    tex: String.raw`\frac{\text{tags in the window}}{\text{tokens in the window}}`,
    description: 'Share of tags in the window at the beginning of the node.',
  },
  share: {
    label: 'section share',
    share: true,
    tex: String.raw`\frac{\text{words in sections}}{\text{words}}`,
    description: 'Share of the node’s words in sections of low slope.',
  },
} satisfies Measures

const rules = ruleTable(
  {
    section:
      'in a section of low slope | > section share | It has {value} of its words in sections of low slope, and needs more than {limit}.',
    ...runRule,
  },
  {
    'section share': { measure: 'share' },
  },
)

export const dsc = defineExtractor({
  id: 'dsc',
  title: 'DSC',
  fullName: 'document slope curve',
  family: 'baseline',
  paper: {
    authors: 'David Pinto, Michael Branstein, Ryan Coleman, W. Bruce Croft, Matthew King, Wei Li, Xing Wei',
    title: 'QuASM: A System for Question Answering Using Semi-Structured Data',
    venue: 'JCDL',
    year: 2002,
  },
  summary: 'Keeps parts of the page in which the number of tags grows slowly.',
  params,
  measures,
  rules,
  charts: [
    { id: 'curve', title: 'Document slope curve', per: 'node', series: ['curve'] },
    { id: 'slope', title: 'Slope down the page', per: 'node', series: ['slope'], threshold: 'threshold', movedBy: 'factor' },
  ],
  mainMeasure: 'share',
  values: {
    average: { label: 'average slope' },
    threshold: { label: 'threshold of the slope' },
    windows: { label: 'windows' },
    start: { label: 'first token' },
    end: { label: 'token after the run' },
    sections: { label: 'sections' },
  },
  pseudocode: {
    title: '# Ours; the paper was not available',
    tokens: 'B ← the tokens of the page, 1 for a tag, 0 for a word',
    average: 'average ← tags in B / tokens in B',
    each: 'for each window w of B do',
    slope: '  slope(w) ← tags in w / tokens in w; w is low if slope(w) ≤ factor · average',
    start: '  after `patience` low windows in a row, a section starts at the first of them',
    end: '  after `patience` other windows in a row, the section ends',
    return: 'return the words in sections',
    fallback: 'if there is no section, return the body text by BTE',
  },
  clean: { name: 'tokens', caption: 'The page becomes one sequence of words and tags.', measures: ['words', 'tags'], lines: ['tokens'] },
  output: { caption: 'The output is the text in the sections.' },
  run({ tree, p, step, decide, warn }) {
    const stream = tokenStream(tree, p)
    const { count, first } = stream
    const slopes = windowSlopes(stream, p.window, p.step)
    const average = (count - stream.words) / count
    const limit = p.factor * average
    // If `step` exceeds `window`, the chosen window may end before the token.
    const slopeAt = (t: number): number => slopes[Math.min(slopes.length - 1, Math.floor(t / p.step))]
    const slope = Float64Array.from(first, (t) => slopeAt(t))
    const values = { average, threshold: limit, windows: slopes.length }
    step('slope', 'A window moves down the page. Its slope is its share of tags, which is low in text.', {
      measures: ['curve', 'slope'],
      values,
      lines: ['average', 'each', 'slope'],
    })

    const sections = lowSections(stream, slopes, limit, p)
    let texts: Uint8Array
    let share: Float64Array | null = null
    if (sections.length === 0) {
      const best = largestRun(stream, 1)
      step(
        'fallback',
        'No part of the page has a low slope for long enough, so the run of tokens with the most words minus tags is kept, as in BTE.',
        {
          values: { start: best.start, end: best.end },
          lines: ['fallback'],
        },
      )
      texts = keepRun(stream, best, decide)
      warn('No section of low slope was found, so the run of tokens with the most words minus tags was kept, as in BTE.')
    } else {
      step('sections', 'Several consecutive windows of low slope begin a section, several consecutive high windows end the section.', {
        values: { sections: sections.length },
        lines: ['start', 'end', 'return'],
      })
      const inside = new Uint8Array(count)
      for (const [from, to] of sections) inside.fill(1, from, to)
      share = meanOverWords(stream, inside)
      texts = majorityOfTexts(tree, share, (e, isKept, value) => decide(e, isKept ? 'keepNode' : 'dropNode', 'section', value, HALF))
    }
    if (!texts.includes(1)) warn('Nothing was kept: no text has most of its words in a section.')
    const tagsBefore = sumsBefore(stream.isTag)
    return {
      kept: { texts },
      measures: {
        ...countedMeasures(stream),
        curve: Float64Array.from(first, (t) => tagsBefore[t]),
        slope,
        share: meanOverText(tree, share ?? texts),
      },
      values,
    }
  },
})
