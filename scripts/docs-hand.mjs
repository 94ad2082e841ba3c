// What the articles work out by hand: each number of a small page, from the extractor itself.
import temml from 'temml'
import { formulaWithNumbers, formulaWithSymbols, placeholders, symbolOf } from '../renderer/components/math/formula'
import { registry } from '../electron/peers/registry'
import { nodeLabel } from '../shared/explain/node-label'
import { resolveParams, traceExtractor } from '../shared/extractors/core/run'
import { parsePage } from '../shared/page/parse-page'
import { countWords } from '../shared/page/text'
import { HAND_PAGES } from './docs-hand-pages.mjs'
import { leftSide } from './docs-symbols.mjs'

export const shownNumber = (value) =>
  value === undefined || Number.isNaN(value) ? '–' : value.toLocaleString('en', { maximumSignificantDigits: 6 })

/** TeX as the site shows it. */
export const mathml = (tex, displayMode = true) => temml.renderToString(tex, { displayMode, throwOnError: true })

/** Runs an extractor over a page of a few lines. @returns page, result, and its measures: of lines where it has them, else of nodes */
export function runByHand(id, html, values = {}) {
  const extractor = registry.get(id)
  const page = parsePage(html, { sourcePositions: true })
  const params = resolveParams(extractor, 'default', values)
  const { extraction, trace } = traceExtractor(page, extractor, params)
  return { extractor, page, params, extraction, trace, words: countWords(extraction.text) }
}

/** The number of a measure at an element: by its label on the page, `p`, or the n-th of that label, `p 2`. */
export function measureAt({ page, extraction }, where, id) {
  const [label, nth = '1'] = where.split(' ')
  let left = Number(nth)
  for (let n = 0; n < page.count; n++) {
    if (page.kind[n] === 1 && nodeLabel(page, n) === label && --left === 0) return extraction.measures[id][n]
  }
  throw new Error(`the page by hand has no ${where}`)
}

function nodeTable({ extractor, page, extraction }) {
  const columns = extractor.measures.filter(({ per }) => per === 'node')
  const rows = []
  for (let n = page.body; n < page.count; n++) {
    if (page.kind[n] !== 1) continue
    const values = columns.map(({ id }) => extraction.measures[id]?.[n])
    if (values.every((value) => value === undefined || Number.isNaN(value))) continue
    let depth = 0
    for (let p = n; p !== page.body; p = page.parent[p]) depth++
    const text = []
    for (let k = n + 1; k < page.subtreeEnd[n]; k++) if (page.kind[k] === 2 && page.parent[k] === n) text.push(page.text[k].trim())
    rows.push({
      name: nodeLabel(page, n),
      depth,
      text: text.filter(Boolean).join(' … '),
      values: values.map(shownNumber),
      fate: ['out', 'kept', 'path'][extraction.selected[n]],
    })
  }
  return { columns: headings(columns, extractor), rows }
}

const headings = (columns, { measures }) =>
  columns.map(({ id, label, unit }) => ({ label, unit, symbol: mathml(symbolOf(id, measures), false) }))

function lineTable({ extractor, page, extraction }) {
  const { start, end, measures, content } = extraction.lines
  const columns = extractor.measures.filter(({ per }) => per === 'line')
  const rows = Array.from(start, (from, k) => ({
    name: String(k + 1),
    depth: 0,
    text: page.html.slice(from, end[k]),
    values: columns.map(({ id }) => shownNumber(measures[id][k])),
    fate: content[k] === 1 ? 'content' : 'out',
  }))
  return { columns: headings(columns, extractor), rows }
}

/** The formulas of a run with the numbers of one row: the element that the run is about, or the line in the middle. */
function workedOut({ extractor, page, params, extraction }, at) {
  const { measures } = extractor
  const perLine = extraction.lines !== undefined
  const value = (id) =>
    (perLine ? extraction.lines.measures[id]?.[at] : extraction.measures[id]?.[at]) ?? extraction.values?.[id] ?? params[id]
  return measures
    .filter(({ tex, per }) => tex !== '' && placeholders(tex).length > 0 && per === (perLine ? 'line' : 'node'))
    .map((measure) => ({
      label: measure.label,
      math: mathml(
        `${leftSide(measure, measures)}${formulaWithSymbols(measure.tex, measures)} = ${formulaWithNumbers(measure.tex, measures, value, params)} = ${shownNumber(value(measure.id)).replaceAll(',', '{,}')}`,
      ),
      of: perLine ? `line ${at + 1}` : nodeLabel(page, at),
    }))
}

function pageValues({ extractor, page, extraction }) {
  const specs = extractor.values ?? []
  const list = Array.isArray(specs) ? specs : Object.entries(specs).map(([id, spec]) => ({ id, ...spec }))
  return list
    .filter(({ id }) => extraction.values?.[id] !== undefined)
    .map(({ id, label, unit, node }) => ({
      label,
      unit: unit ?? '',
      value: node ? nodeLabel(page, extraction.values[id]) : shownNumber(extraction.values[id]),
    }))
}

/** The rounds of a clustering, and the cluster of each line. */
function rounds({ trace }) {
  return trace.steps
    .filter(({ centres }) => centres !== undefined)
    .map(({ centres, curves }) => ({
      centres: centres.map(([c]) => shownNumber(c)).join(', '),
      curves: curves?.map(({ weight, variance }) => `${shownNumber(weight)} / ${shownNumber(variance)}`).join(', ') ?? '',
    }))
}

/** Which row's formulas are written out with numbers. */
const WORKED = { cetd: '.articleBody', ttr: 2, cuter: 'p 2', contentex: 'ul', textsweeper: 'div.story' }

function workedRow(article, run) {
  const where = WORKED[article]
  if (typeof where === 'number') return where
  const [label, nth = '1'] = where.split(' ')
  let left = Number(nth)
  for (let n = 0; n < run.page.count; n++) {
    if (run.page.kind[n] === 1 && nodeLabel(run.page, n).endsWith(label) && --left === 0) return n
  }
  throw new Error(`nothing to work out: ${where}`)
}

/** What CUTER's largest gap is by hand. */
const HAND_GAP = 2

function handRun(article, id, values = {}) {
  const run = runByHand(id, HAND_PAGES[article], values)
  const clustering = registry.get(id).params.cluster?.options.find(({ value }) => value === (values.cluster ?? 'k-means'))
  return {
    id,
    title: clustering ? clustering.label : run.extractor.title,
    table: run.extraction.lines ? lineTable(run) : nodeTable(run),
    worked: workedOut(run, workedRow(article, run)),
    values: pageValues(run),
    rounds: run.extraction.lines ? rounds(run) : [],
    text: run.extraction.text,
    warnings: run.extraction.warnings ?? [],
  }
}

/** By article: its page, and each of its runs. */
export function readHand() {
  const clusterings = registry.get('ttr').params.cluster.options.map(({ value }) => handRun('ttr', 'ttr', { cluster: value }))
  const runs = {
    cetd: ['cetd-ds', 'cectd-ds', 'cectd-s'].map((id) => handRun('cetd', id)),
    ttr: clusterings,
    // Two links are a gap here, so that few nodes do.
    cuter: [handRun('cuter', 'cuter', { maxGap: HAND_GAP })],
    contentex: [handRun('contentex', 'contentex')],
    textsweeper: [handRun('textsweeper', 'textsweeper')],
  }
  return Object.fromEntries(Object.entries(runs).map(([name, list]) => [name, { html: HAND_PAGES[name], gap: HAND_GAP, runs: list }]))
}
