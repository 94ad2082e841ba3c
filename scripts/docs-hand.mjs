// Data of the sections “By hand”: runs of extractors on small pages.
import temml from 'temml'
import { formulaWithNumbers, formulaWithSymbols, placeholders, symbolOf } from '../renderer/components/math/formula'
import { registry } from '../electron/peers/registry'
import { additiveSum } from '../shared/explain/additive-terms'
import { reasonAt } from '../shared/explain/explain-node'
import { nodeLabel } from '../shared/explain/node-label'
import { ruleSentence } from '../shared/explain/reason-sentence'
import { resolveParams, traceExtractor } from '../shared/extractors/core/run'
import { tokenStream } from '../shared/extractors/kit/token-stream'
import { contentTree } from '../shared/page/content-tree'
import { parsePage } from '../shared/page/parse-page'
import { countWords } from '../shared/page/text'
import { HAND_PAGES } from './docs-hand-pages.mjs'
import { leftSide } from './docs-constants.mjs'

const isNumber = (value) => value !== undefined && !Number.isNaN(value)

export const shownNumber = (value) =>
  !isNumber(value)
    ? '–'
    : value !== 0 && Math.abs(value) < 1e-6
      ? value.toExponential(2)
      : value.toLocaleString('en', { maximumSignificantDigits: 6 })

export function shownValue(spec, value) {
  if (spec.kind === 'boolean') return value ? 'on' : 'off'
  if (spec.kind === 'choice') return spec.options.find((option) => option.value === value)?.label ?? value
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : value
}

export const mathml = (tex, displayMode = true) => temml.renderToString(tex, { displayMode, throwOnError: true })

export function runByHand(id, html, values = {}) {
  const extractor = registry.get(id)
  const page = parsePage(html, { sourcePositions: true })
  const params = resolveParams(extractor, 'default', values)
  const { extraction, trace } = traceExtractor(page, extractor, params)
  return { extractor, page, params, extraction, trace, words: countWords(extraction.text) }
}

/** `at` is a line if the extractor measures lines; otherwise a node. */
export const measureAt = ({ lines, measures }, id, at) => (lines?.measures[id] ?? measures[id])?.[at]

function nodeTable({ extractor, page, extraction }, shown) {
  const columns = extractor.measures.filter(({ id, per }) => per === 'node' && (shown === undefined || shown.includes(id)))
  /** Counts that a formula replaces by one if they are zero. */
  const ones = new Set(extractor.measures.flatMap(({ tex }) => [...tex.matchAll(/@\{(\w+)\|1/g)].map(([, id]) => id)))
  const rows = []
  for (let n = page.body; n < page.count; n++) {
    if (page.kind[n] !== 1) continue
    const values = columns.map(({ id }) => extraction.measures[id]?.[n])
    if (!values.some(isNumber)) continue
    let depth = 0
    for (let p = n; p !== page.body; p = page.parent[p]) depth++
    rows.push({
      name: nodeLabel(page, n),
      depth,
      values: values.map((value, k) => (value === 0 && ones.has(columns[k].id) ? '0 → 1' : shownNumber(value))),
      status: ['out', 'kept', 'path'][extraction.selected[n]],
    })
  }
  return { columns: headings(columns, extractor), rows }
}

const headings = (columns, { measures }) =>
  columns.map(({ id, label }) => {
    const symbol = symbolOf(id, measures)
    // Omit a symbol that equals the label, because screen readers read the label.
    return { label, symbol: symbol === `\\mathrm{${label}}` ? '' : mathml(symbol, false) }
  })

function lineTable({ extractor, extraction }) {
  const { start, measures, content } = extraction.lines
  const columns = extractor.measures.filter(({ per }) => per === 'line')
  const rows = Array.from(start, (_, k) => ({
    name: String(k + 1),
    depth: 0,
    values: columns.map(({ id }) => shownNumber(measures[id][k])),
    status: content[k] === 1 ? 'content' : 'out',
  }))
  return { columns: headings(columns, extractor), rows }
}

/** `at` is an element, or a line if the extractor measures lines. */
function workedOut({ extractor, page, params, extraction }, at) {
  const { measures } = extractor
  const perLine = extraction.lines !== undefined
  const value = (id) => measureAt(extraction, id, at) ?? extraction.values?.[id] ?? params[id]
  return measures
    .filter(({ id, tex, per }) => tex !== '' && placeholders(tex).length > 0 && per === (perLine ? 'line' : 'node') && isNumber(value(id)))
    .map((measure) => ({
      label: measure.label,
      math: mathml(
        `${leftSide(measure, measures)}${formulaWithSymbols(measure.tex, measures)} = ${formulaWithNumbers(measure.tex, measures, value, params)} = ${shownNumber(value(measure.id)).replaceAll(',', '{,}')}`,
      ),
      of: perLine ? `line ${at + 1}` : nodeLabel(page, at),
    }))
}

function pageValues({ extractor, page, extraction }) {
  return Object.entries(extractor.values ?? {}).flatMap(([id, { label, unit = '', node }]) => {
    const value = extraction.values?.[id]
    return value === undefined ? [] : [{ label, unit, value: node ? nodeLabel(page, value) : shownNumber(value) }]
  })
}

const shownCentre = (centre) => (centre.length === 1 ? shownNumber(centre[0]) : `(${centre.map(shownNumber).join('; ')})`)

function rounds({ trace }) {
  return trace.steps
    .filter(({ centres }) => centres !== undefined)
    .map(({ centres, curves }) => ({
      centres: centres.map(shownCentre).join(', '),
      curves: curves?.map(({ weight, variance }) => `${shownNumber(weight)} / ${shownNumber(variance)}`).join(', ') ?? '',
    }))
}

const EFFECTS = { keep: 'kept', keepNode: 'kept', drop: 'out', dropNode: 'out' }

function decisions({ extractor, page, trace }) {
  return Array.from({ length: trace.decisionCount }, (_, d) => reasonAt(page, trace, extractor.rules, d))
    .filter(({ node }) => node >= 0)
    .map((reason) => ({ of: nodeLabel(page, reason.node), sentence: ruleSentence(reason), effect: EFFECTS[reason.outcome] ?? '' }))
}

function sumAt({ extractor, page, extraction }, at) {
  const { intercept, terms, score } = additiveSum(extractor.additive, extraction, at)
  const measures = new Map(extractor.measures.map((one) => [one.id, one]))
  return {
    of: nodeLabel(page, at),
    intercept: shownNumber(intercept),
    terms: terms.map(({ measure, value, points }) => ({
      ...measures.get(measure),
      value: shownNumber(value),
      points: shownNumber(points),
    })),
    score: shownNumber(score),
  }
}

function tokens({ page, params }, ignored) {
  const tree = contentTree(page)
  const { count, isTag, first, end } = tokenStream(tree, params, new Set(ignored))
  const names = new Array(count)
  for (let e = 0; e < tree.size; e++) {
    const n = tree.node[e]
    if (tree.isText[e] === 1)
      page.text[n]
        .split(/\s+/)
        .filter(Boolean)
        .forEach((word, i) => (names[first[e] + i] = word))
    else if (!ignored.includes(nodeLabel(page, n))) {
      names[first[e]] = `<${nodeLabel(page, n)}>`
      names[end[e] - 1] = `</${nodeLabel(page, n)}>`
    }
  }
  if (names.includes(undefined)) throw new Error('A token of the sequence has no name.')
  return names.map((name, t) => ({ name, isTag: isTag[t] === 1 }))
}

function elementAt({ page }, where) {
  const [label, nth = '1'] = where.split(' ')
  let left = Number(nth)
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] === 1 && nodeLabel(page, n).endsWith(label) && --left === 0) return n
  }
  throw new Error(`the page has no element ${where}`)
}

/** Value of CUTER's `maxGap` on the small page. With the default value, all valid nodes of this page would form one group. */
const HAND_GAP = 2

const READABILITY = ['contentScore', 'received', 'classWeight', 'linkDensity', 'points', 'commas', 'textLength']

/**
 * Per article: `runs` contains pairs `[extractor, parameters]`. `worked` and `also`: the places for which formulas are worked out, as an
 * element (`p 2` is the second `p`) or as an index of a line, from 0. `page`: a key of `HAND_PAGES`, by default the name of the article.
 */
const HANDS = {
  cetd: { runs: [['cetd-ds'], ['cectd-ds'], ['cectd-s']], worked: '.articleBody' },
  ttr: { runs: registry.get('ttr').params.cluster.options.map(({ value }) => ['ttr', { cluster: value }]), worked: 2 },
  cetr: { runs: [['cetr', { width: 500, maxHalfWidth: 1 }]], worked: 2 },
  cuter: { runs: ['pseudocode', 'prose'].map((procedure) => ['cuter', { procedure, maxGap: HAND_GAP }]), worked: 'p 2' },
  contentex: { runs: [['contentex']], worked: 'ul' },
  textsweeper: { runs: [['textsweeper']], worked: 'div.story' },
  readability: {
    runs: [['readability', { charThreshold: 50 }]],
    worked: 'div.story',
    also: 'p 2',
    listsDecisions: true,
    shown: READABILITY,
  },
  lens: { runs: [['lens']], worked: 'p', also: 'footer', listsDecisions: true, shown: ['score', 'probability'] },
  bte: { runs: [['bte']], page: 'baselines', row: [] },
  dsc: { runs: [['dsc', { window: 6, step: 3, patience: 2 }]], page: 'baselines' },
  ccb: { runs: [['ccb', { sigma: 2 }]], page: 'baselines', row: ['a'] },
  lqf: { runs: [['lqf']], page: 'baselines', worked: 'ul' },
  fe: { runs: [['fe']], page: 'baselines', worked: 'p' },
  kfe: { runs: [['kfe']], page: 'baselines', worked: 'p 2' },
}

function handRun({ page, worked, also, row, shown, listsDecisions = false }, [id, values = {}]) {
  const run = runByHand(id, HAND_PAGES[page], values)
  const { cluster, procedure } = registry.get(id).params
  const variant = (cluster ?? procedure)?.options.find(({ value }) => value === (values.cluster ?? values.procedure))
  const rows = [worked, also].filter((one) => one !== undefined).map((one) => (typeof one === 'number' ? one : elementAt(run, one)))
  return {
    id,
    title: variant ? variant.label : run.extractor.title,
    params: run.params,
    table: run.extraction.lines ? lineTable(run) : nodeTable(run, shown),
    worked: rows.flatMap((at) => workedOut(run, at)),
    values: pageValues(run),
    rounds: rounds(run),
    tokens: row ? tokens(run, row) : [],
    decisions: listsDecisions ? decisions(run) : [],
    sums: run.extractor.additive ? rows.map((at) => sumAt(run, at)) : [],
    text: run.extraction.text,
  }
}

export function readHand() {
  return Object.fromEntries(
    Object.entries(HANDS).map(([name, hand]) => {
      const page = hand.page ?? name
      return [name, { html: HAND_PAGES[page], runs: hand.runs.map((one) => handRun({ ...hand, page }, one)) }]
    }),
  )
}
