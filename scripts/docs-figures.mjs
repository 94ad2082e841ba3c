// The figures of the articles: a small page per figure, and the result of an extractor for every combination of the handles' positions.
import { attribute, children, ELEMENT, isWithin, tagName, TEXT } from '../shared/page/page-model'
import { FIGURES } from './docs-figure-pages.mjs'
import { measureAt, runByHand } from './docs-hand.mjs'

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const rounded = (value) => Math.round(value * 1000) / 1000

function rowsOf({ page, extraction }) {
  if (extraction.lines) return Array.from(extraction.lines.start, (_, k) => k)
  return Array.from({ length: page.count }, (_, n) => n).filter((n) => page.kind[n] === ELEMENT && attribute(page, n, 'data-row') !== null)
}

function drawn({ page, extraction }, row) {
  if (extraction.lines) return `<code>${escape(page.html.slice(extraction.lines.start[row], extraction.lines.end[row]))}</code>`
  let text = ''
  for (let n = row; n < page.subtreeEnd[row]; n++) {
    if (page.kind[n] !== TEXT || page.text[n].trim() === '') continue
    const name = tagName(page, page.parent[n])
    const [from, to] = /^h\d$/.test(name) ? ['<b>', '</b>'] : name === 'a' ? ['<u>', '</u>'] : ['', '']
    text += `${from}${escape(page.text[n].trim())}${to} `
  }
  return text.replaceAll(' .', '.').trim()
}

function isKept({ page, extraction }, row) {
  if (extraction.lines) return extraction.lines.content[row] === 1
  for (let n = row; n < page.subtreeEnd[row]; n++)
    if (page.kind[n] === TEXT && page.text[n].trim() !== '' && extraction.selected[n] === 1) return true
  return false
}

const measured = ({ extraction }, id, row) => {
  const value = measureAt(extraction, id, row)
  return Number.isFinite(value) ? rounded(value) : 0
}

function partsOf(run, id, row) {
  const elements = children(run.page, row).filter((n) => run.page.kind[n] === ELEMENT)
  return elements.map((n) => measured(run, id, n))
}

/**
 * A row's letter is k for kept, g for in a group, o for other. In a figure with `parts`, an upper-case letter means that the row is in the
 * target. In other figures, an upper-case letter means that the row passes the limit, or that there is no limit.
 */
function frameOf(figure, run, rows) {
  const bars = figure.bars
    ? rows.map((row) => measured(run, figure.bars, row))
    : figure.parts
      ? rows.map((row) => partsOf(run, figure.parts, row))
      : null
  const line = figure.line ? rounded(run.extraction.values?.[figure.line] ?? run.params[figure.line]) : null
  const target = figure.parts ? run.extraction.values.target : -1
  const states = rows.map((row, k) => {
    const state = isKept(run, row) ? 'k' : figure.group && measured(run, figure.group, row) > 0 ? 'g' : 'o'
    const passes = figure.parts
      ? isWithin(run.page, row, target)
      : figure.isUpperLimit
        ? bars[k] < line
        : line === null || bars?.[k] >= line
    return passes ? state.toUpperCase() : state
  })
  return { states: states.join(''), bars, line }
}

const combinations = (lists) => lists.reduce((all, list) => all.flatMap((one) => list.map((_, k) => [...one, k])), [[]])

function handleOf(extractor, handle) {
  if (handle.switches) return { label: handle.label, isSwitch: true, values: ['off', 'on'], sets: [{}, handle.switches], at: 1 }
  const spec = extractor.params[handle.param]
  const at = handle.positions.indexOf(handle.at ?? spec.default)
  if (at < 0) throw new Error(`the positions of ${handle.param ?? handle.name} do not contain the start value`)
  const digits = Math.max(...handle.positions.map((one) => (String(one).split('.')[1] ?? '').length))
  return {
    label: handle.label ?? spec.label,
    isSwitch: false,
    values: handle.positions.map((one) => one.toFixed(digits)),
    sets: handle.positions.map((one) => (handle.param ? { [handle.param]: one } : {})),
    at,
  }
}

function wayOf(handles) {
  const start = handles.map(({ isSwitch, at }) => (isSwitch ? 0 : at))
  const way = []
  handles.forEach(({ isSwitch, at, values }, h) => {
    const to = (k) => {
      start[h] = k
      way.push([...start])
    }
    if (isSwitch) to(1)
    else {
      for (let k = at; k > 0; k--) to(k - 1)
      for (let k = 1; k < values.length; k++) to(k)
      for (let k = values.length - 1; k > at; k--) to(k - 1)
    }
  })
  return way
}

/**
 * Returns a curve per position of the handle (`frames`), and two curves for the handle's default: C / T (`plain`), and composite text
 * density (Definition 2) without logarithms (`steep`).
 */
function curveFacts(name, figure) {
  const [handle] = figure.handles.map((one) => handleOf({ params: { [one.name]: { default: one.at } } }, one))
  const steps = Array.from({ length: figure.steps + 1 }, (_, k) => k)
  const runs = figure.handles[0].positions.map((r) => steps.map((k) => runByHand(figure.extractor, figure.page(r, k))))
  const frames = runs.map((list) => ['', null, list.map((run) => measured(run, figure.curve, rowsOf(run)[0]))])
  const counts = runs[handle.at].map((run) => ['C', 'T', 'LC', 'LT'].map((id) => measured(run, id, rowsOf(run)[0])))
  return {
    name,
    handles: [handle],
    at: handle.at,
    most: figure.whole,
    plain: counts.map(([C, T]) => rounded(C / T)),
    steep: counts.map(([C, T, LC, LT]) => rounded((C / T) * (C / Math.max(LC, 1)) * (T / Math.max(LT, 1)))),
    frames,
    way: wayOf([handle]),
  }
}

function figureFacts(name, figure) {
  const pageAt = typeof figure.page === 'string' ? () => figure.page : (k) => figure.page(figure.handles[0].positions[k])
  const first = runByHand(figure.extractor, pageAt(0), figure.set)
  const handles = figure.handles.map((handle) => handleOf(first.extractor, handle))
  const places = combinations(handles.map(({ values }) => values))
  const runs = places.map((place) => {
    const set = Object.assign({}, figure.set, ...place.map((k, h) => handles[h].sets[k]))
    return runByHand(figure.extractor, pageAt(place[0]), set)
  })
  const frames = runs.map((run) => frameOf(figure, run, rowsOf(run)))
  const at = places.findIndex((place) => place.every((k, h) => k === handles[h].at))
  const most =
    figure.whole ??
    Math.max(...frames.flatMap(({ bars, line }) => [...(bars ?? []).map((bar) => [bar].flat().reduce((a, b) => a + b, 0)), line ?? 0]))
  const moves = frames.some(({ bars }) => String(bars) !== String(frames[0].bars))
  const ghost = figure.ghost ? rowsOf(runs[at]).map((row) => measured(runs[at], figure.ghost, row)) : null
  return {
    name,
    scale: figure.scale ?? '',
    rows: rowsOf(runs.at(-1)).map((row) => drawn(runs.at(-1), row)),
    handles,
    at,
    most: ghost ? Math.max(most, ...ghost) : most,
    ghost,
    frames: frames.map(({ states, bars, line }, k) => [states, line, moves || k === 0 ? bars : null]),
    way: wayOf(handles),
  }
}

/** Returns the figures of the articles. @throws Error if the default of a handle is not one of its positions */
export const readFigures = () =>
  Object.fromEntries(Object.entries(FIGURES).map(([name, figure]) => [name, (figure.curve ? curveFacts : figureFacts)(name, figure)]))
