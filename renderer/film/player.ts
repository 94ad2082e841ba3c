/** Plays an exported run in any browser, without network and without Boilerscope. Built into one script and put into the film's page. */
import './film.css'
import { chartBetween, eased } from '../../shared/demo/chart-motion'
import { codeLines } from '../../shared/demo/code-lines'
import { columnShapes, planeShapes, type ChartShape } from '../../shared/demo/chart-shapes'
import { MARKS, type ExportedRun } from '../../shared/demo/export-run'
import type { StageChart } from '../../shared/demo/stage-chart'
import { formatNumber } from '../components/number-format'
import {
  advance,
  cardOf,
  chapterOf,
  chartOf,
  filmMeasures,
  filmState,
  heatOf,
  lineBar,
  notesOf,
  rowBar,
  seek,
  stopOf,
  wayOf,
  type FilmBar,
} from './film-state'

const SVG = 'http://www.w3.org/2000/svg'
/** Longest step of time at once, in milliseconds: a window that was in the background does not jump. */
const LONGEST_STEP = 250

function part<E extends Element>(id: string): E {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The film has no part “${id}”.`)
  return element as unknown as E
}

const run = JSON.parse(part('data').textContent) as ExportedRun & {
  readonly page: string | null
  readonly beside: { readonly film: string; readonly moments: readonly number[] } | null
}
const last = run.moments.length - 1
const state = filmState(run)
const still = matchMedia('(prefers-reduced-motion: reduce)').matches

const moment = part<HTMLInputElement>('moment')
const chapters = part<HTMLSelectElement>('chapter')
const speed = part<HTMLSelectElement>('speed')
const code = part<HTMLOListElement>('code')
const chart = part<SVGSVGElement>('chart')
const frame = part<HTMLIFrameElement>('view')
const playButton = part<HTMLButtonElement>('play')

/** Elements of the page by their node. */
const elements = new Map<number, Element>()
/** Fates as they are drawn. */
const drawn = new Uint8Array(run.nodes)
let marked: Element | null = null

moment.max = String(last)
run.chapters.forEach(({ name }, i) => chapters.append(new Option(`${i + 1}. ${name}`, String(i))))
const linesOfCode = codeLines(run.code).map(({ text, isTitle, number }) => {
  const line = Object.assign(document.createElement('li'), { className: isTitle ? 'title' : '' })
  const note = Object.assign(document.createElement('span'), { className: 'note', hidden: true })
  line.append(Object.assign(document.createElement('code'), { textContent: text }), note)
  if (!isTitle) line.value = number
  code.append(line)
  return { line, note }
})

const rows = run.rows.map(({ depth, label }) => {
  const row = Object.assign(document.createElement('div'), { className: 'row' })
  const name = Object.assign(document.createElement('b'), { textContent: label })
  name.style.paddingInlineStart = `${8 + Math.min(depth, 24) * 11}px`
  const bar = barIn(row, name)
  const fate = document.createElement('em')
  row.append(fate)
  part('tree').append(row)
  return { row, bar, fate }
})
const rowOfNode = new Map(run.rows.map(({ node }, i) => [node, i]))
const measures = filmMeasures(run.measures)
const lineMeasures = filmMeasures(run.lineMeasures)

/** Puts name, bar and number into a row; returns what shows a number there. */
function barIn(row: HTMLElement, ...before: readonly HTMLElement[]): (shown: FilmBar) => void {
  const bar = document.createElement('i')
  const fill = document.createElement('span')
  const value = document.createElement('u')
  bar.append(fill)
  row.append(...before, bar, value)
  let text = ''
  return (shown) => {
    if (shown.text === text) return
    text = shown.text
    value.textContent = text
    fill.style.width = `${100 * shown.bar}%`
    fill.style.background = `var(--density-${shown.step})`
  }
}

/** What stands at the end of a row, by its fate. */
const FATES = ['', '✓ kept', '↳ path']

function drawFates(): void {
  let any = false
  state.fates.forEach((fate, node) => {
    if (fate === 1) any = true
    if (fate === drawn[node]) return
    drawn[node] = fate
    elements.get(node)?.setAttribute('data-fate', String(fate))
    rows[rowOfNode.get(node) ?? -1]?.row.setAttribute('data-fate', String(fate))
  })
  frame.contentDocument?.body?.classList.toggle('bs-dim', any)
}

function drawRows(): void {
  const { now } = state
  const way = wayOf(run, state)
  rows.forEach(({ row, bar, fate }, i) => {
    bar(rowBar(run, state, i, measures))
    const node = run.rows[i]?.node ?? -1
    const isWay = way.nodes.includes(node)
    row.toggleAttribute('data-way', isWay)
    const text = isWay ? (node === way.found ? '◂ least' : '↑ way') : (FATES[state.fates[node] ?? 0] ?? '')
    if (fate.textContent !== text) fate.textContent = text
    row.toggleAttribute('data-now', i === now.row)
    if (i === now.row) row.scrollIntoView({ block: 'nearest' })
  })
}

const lineRows = run.lines.map((text, i) => {
  const row = Object.assign(document.createElement('div'), { className: 'row line' })
  const number = Object.assign(document.createElement('small'), { textContent: String(i + 1) })
  const name = Object.assign(document.createElement('b'), { textContent: text })
  const bar = barIn(row, number, name)
  const fate = document.createElement('em')
  row.append(fate)
  part('lines').append(row)
  return { row, bar, fate }
})

/** The lines of the source, where the moment is about lines; the tree stands back then. */
function drawLines(): void {
  const { lineMeasure = -1, line = -1 } = state.now
  const measure = run.lineMeasures[lineMeasure]
  part<HTMLElement>('lines').hidden = measure === undefined
  part<HTMLElement>('tree').hidden = measure !== undefined
  if (!measure) return
  lineRows.forEach(({ row, bar, fate }, i) => {
    bar(lineBar(run, state, i, lineMeasures))
    const text = FATES[state.lines[i] ?? 0] ?? ''
    if (fate.textContent !== text) fate.textContent = text
    row.setAttribute('data-fate', String(state.lines[i] ?? 0))
    row.toggleAttribute('data-now', i === line)
    if (i === line) row.scrollIntoView({ block: 'nearest' })
  })
}

let cardShown = ''

function drawCard(): void {
  const card = cardOf(run, state)
  if (card === cardShown) return
  cardShown = card
  part('card').innerHTML = card
  fitFormulas()
}

/** A formula smaller than this part of its size is scrolled instead. */
const LEAST_SIZE = 0.62

/** Makes formulas that are wider than the card as small as it takes to see them whole, as on the stage. */
function fitFormulas(): void {
  for (const formula of part('card').querySelectorAll('math')) {
    formula.style.fontSize = ''
    const { scrollWidth: needed, clientWidth: room } = formula
    if (needed > room && room > 0) formula.style.fontSize = `${Math.max(LEAST_SIZE, (room / needed) * 0.98)}em`
  }
}

/** @param level how far down a new threshold has swept, null where nothing sweeps */
function drawHeat(level: number | null = null): void {
  run.rows.forEach(({ node, speaks }, i) => {
    if (!speaks) return
    const heat = heatOf(run, state, i, measures, level)
    if (heat < 0) elements.get(node)?.removeAttribute('data-heat')
    else elements.get(node)?.setAttribute('data-heat', String(heat))
  })
}

let stopShown = -1

/** The tour's stop at this moment, or the last one before it. */
function drawTour(): void {
  const { tour } = run
  if (!tour) return
  // Several stops may be of one moment: the one gone to stays.
  if (tour.stops[stopShown]?.moment !== state.at) stopShown = stopOf(run, state.at)
  const at = stopShown
  const stop = tour.stops[at]
  part('stop-title').textContent = stop ? `${at + 1} of ${tour.stops.length}: ${stop.title}.` : tour.title
  // What a stop says is true at its own moment.
  part('stop-text').textContent = stop?.moment === state.at ? stop.text : ''
  part<HTMLButtonElement>('stop-back').disabled = at < 0 || (at === 0 && stop?.moment === state.at)
  part<HTMLButtonElement>('stop-on').disabled = at === tour.stops.length - 1
}

/** The line just run, the next one, and beside the lines what they have computed. */
function drawCode(): void {
  const { ran = 0, next = 0 } = state.now
  const notes = new Map(notesOf(run, state).map(([line, ...note]) => [line, note]))
  linesOfCode.forEach(({ line, note }, i) => {
    if (i + 1 === ran) line.setAttribute('aria-current', 'step')
    else line.removeAttribute('aria-current')
    line.toggleAttribute('data-next', i + 1 === next)
    const [text, holds] = notes.get(i + 1) ?? []
    note.hidden = text === undefined
    note.textContent = text ?? ''
    note.dataset['holds'] = String(holds ?? '')
  })
  // Both, and where there is no room for both the one just run.
  linesOfCode[next - 1]?.line.scrollIntoView({ block: 'nearest' })
  linesOfCode[ran - 1]?.line.scrollIntoView({ block: 'nearest' })
}

/** Decisions whose elements stay outlined while their step lasts. */
const TRAIL = 120
/** Elements outlined now: what the step has decided about, and the way it looks along. */
let outlined: Element[] = []

function drawTrail(): void {
  for (const element of outlined) {
    element.removeAttribute('data-trail')
    element.removeAttribute('data-way')
  }
  outlined = []
  const outline = (node: number, name: string, value: string): void => {
    const element = elements.get(node)
    if (!element) return
    element.setAttribute(name, value)
    outlined.push(element)
  }
  for (const { node, mark } of state.trail.slice(-TRAIL)) outline(node, 'data-trail', MARKS[mark] ?? '')
  for (const node of wayOf(run, state).nodes) outline(node, 'data-way', '')
}

function markElement(): void {
  marked?.removeAttribute('data-now')
  const { row = -1, node = -1, mark = 0 } = state.now
  marked = elements.get(node) ?? null
  marked?.setAttribute('data-now', MARKS[mark] ?? '')
  const seen = marked ?? elements.get(run.rows[row]?.node ?? -1)
  seen?.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' })
}

function svgElement(name: string, attributes: Readonly<Record<string, string | number>>, text = ''): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  element.textContent = text
  return element
}

function elementsOf(shape: ChartShape): SVGElement[] {
  if (shape.type === 'line') {
    const { role, x1, y1, x2, y2 } = shape
    return [svgElement('line', { class: role, x1, y1, x2, y2 })]
  }
  if (shape.type === 'text')
    return [svgElement('text', { class: `text ${shape.role}`, x: shape.x, y: shape.y, 'text-anchor': shape.anchor }, shape.text)]
  if (shape.type === 'path') {
    const step = shape.ranks === 1 ? 7 : Math.round(2 + (7 * shape.rank) / (shape.ranks - 1))
    const style = shape.role === 'cluster' ? `fill:var(--density-${step})` : ''
    return [svgElement('path', { class: shape.role, d: shape.d, style })]
  }
  const across = shape.across > 0
  return [
    ...(across ? [svgElement('line', { class: 'centre', x1: shape.x, x2: shape.x + shape.across, y1: shape.y, y2: shape.y })] : []),
    svgElement('circle', { class: 'centre', cx: shape.x + (across ? 5 : 0), cy: shape.y, r: 5 }),
    svgElement('text', { class: 'text centre', x: shape.x + (across ? 14 : 9), y: shape.y - 4 }, shape.text),
  ]
}

/** Milliseconds that a chart takes to its next moment, and that a new threshold takes to sweep down: as on the stage. */
const MOVE = 350
const SWEEP = 1100

/** The columns as they are drawn now, on their way or there; null where none are. */
let columns: StageChart | null = null
let motion = 0

function drawChart(): void {
  const box = { width: chart.clientWidth || 300, height: chart.clientHeight || 200, font: 12 }
  const plane = chartOf(run, state)
  const shapes =
    plane && 'plane' in plane ? planeShapes(plane.plane, box, formatNumber) : columns ? columnShapes(columns, box, formatNumber) : []
  chart.replaceChildren(...shapes.flatMap(elementsOf))
  const title = plane && 'plane' in plane ? plane.plane.title : columns && `${columns.title}: ${columns.label}`
  chart.setAttribute('aria-label', title ?? 'Chart')
}

/** Brings the chart to the moment: what stands for the same thing moves, a new threshold sweeps down and lights up the page. */
function moveChart(): void {
  cancelAnimationFrame(motion)
  const shown = chartOf(run, state)
  const target = shown && 'columns' in shown ? shown.columns : null
  const from = columns
  if (still || !from || !target) {
    columns = target
    drawChart()
    return
  }
  const sweeps = target.threshold !== null && from.threshold === null
  const began = performance.now()
  const next = (now: number): void => {
    const share = Math.max(0, Math.min(1, (now - began) / (sweeps ? SWEEP : MOVE)))
    columns = chartBetween(from, target, eased(share))
    drawChart()
    if (sweeps) drawHeat(share < 1 ? columns.threshold : null)
    if (share < 1) motion = requestAnimationFrame(next)
  }
  next(began)
}

function show(target: number): void {
  seek(run, state, target)
  const ending = state.at === last ? run.ending : ''
  const sentence = [run.sentences[state.now.text ?? -1] ?? '', ending].filter((text) => text !== '').join(' ')
  const left = run.moments[state.at]?.skipped ?? 0
  part('step').textContent = run.chapters[chapterOf(run, state.at)]?.name ?? ''
  part('caption').textContent = sentence
  part('left').textContent = left > 0 ? `${left} ${left === 1 ? 'moment before this one is' : 'moments before this one are'} left out.` : ''
  moment.value = String(state.at)
  moment.setAttribute('aria-valuetext', `${state.at + 1} of ${last + 1}: ${sentence}`)
  chapters.value = String(chapterOf(run, state.at))
  drawFates()
  drawHeat()
  // Which of the two is seen is settled first: what is hidden does not scroll.
  drawLines()
  drawRows()
  drawCard()
  drawTour()
  drawCode()
  drawTrail()
  markElement()
  moveChart()
  sendMoment()
}

/** The film beside is at the moment that goes with this one. */
function sendMoment(): void {
  if (!run.beside) return
  part<HTMLIFrameElement>('other').contentWindow?.postMessage({ moment: run.beside.moments[state.at] ?? 0 }, '*')
}

// ---- playing

let request = 0
let position = 0
let before = 0

function pause(): void {
  cancelAnimationFrame(request)
  request = 0
  playButton.textContent = 'Play'
}

function tick(time: number): void {
  position = advance(run, position, Math.min(LONGEST_STEP, time - before) * Number(speed.value))
  before = time
  if (position >= last) {
    show(last)
    pause()
    return
  }
  if (Math.floor(position) !== state.at) show(Math.floor(position))
  request = requestAnimationFrame(tick)
}

function toggle(): void {
  if (request !== 0) {
    pause()
    return
  }
  if (state.at >= last) show(0)
  playButton.textContent = 'Pause'
  position = state.at
  before = performance.now()
  request = requestAnimationFrame(tick)
}

function jump(to: number): void {
  pause()
  show(to)
}

function jumpChapter(by: 1 | -1): void {
  jump(run.chapters[chapterOf(run, state.at) + by]?.first ?? (by > 0 ? last : 0))
}

playButton.addEventListener('click', toggle)
part('first').addEventListener('click', () => jump(0))
part('last').addEventListener('click', () => jump(last))
part('back').addEventListener('click', () => jump(state.at - 1))
part('on').addEventListener('click', () => jump(state.at + 1))
moment.addEventListener('input', () => jump(Number(moment.value)))
chapters.addEventListener('change', () => jump(run.chapters[Number(chapters.value)]?.first ?? 0))

const KEYS: Readonly<Record<string, () => void>> = {
  ' ': toggle,
  ArrowRight: () => jump(state.at + 1),
  ArrowLeft: () => jump(state.at - 1),
  Home: () => jump(0),
  End: () => jump(last),
  PageDown: () => jumpChapter(1),
  PageUp: () => jumpChapter(-1),
}

// Asked when the focus comes, not when a key is pressed: any key makes the focus visible.
let byKeyboard = false
addEventListener('focusin', (event) => {
  byKeyboard = event.target instanceof Element && event.target.matches(':focus-visible')
})

/** Whether a control does something of its own with a key. The space bar plays, unless the focus came to a button or list by keyboard. */
function isTaken(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element) || key.startsWith('Page')) return false
  if (key === ' ') return byKeyboard && target.matches('button, select')
  return target.matches('input, select')
}

addEventListener('keydown', (event) => {
  const action = KEYS[event.key]
  if (!action || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.key, event.target)) return
  event.preventDefault()
  action()
})

// ---- the tour

part<HTMLElement>('tour').hidden = run.tour === null
function goToStop(by: 1 | -1): void {
  const at = stopShown
  const stop = run.tour?.stops[at]
  // Back from between two stops is to the one that was passed.
  const to = by < 0 && stop && stop.moment < state.at ? at : at + by
  const moment = run.tour?.stops[to]?.moment
  if (moment === undefined) return
  stopShown = to
  jump(moment)
}
part('stop-back').addEventListener('click', () => goToStop(-1))
part('stop-on').addEventListener('click', () => goToStop(1))

// ---- two at once

if (run.beside) {
  const other = part<HTMLIFrameElement>('other')
  other.addEventListener('load', sendMoment)
  other.srcdoc = run.beside.film
}
// A film inside another follows it, and has no buttons of its own.
if (parent !== window && location.href === 'about:srcdoc') {
  document.body.classList.add('inside')
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const { data } = event
    if (event.source !== parent || typeof data !== 'object' || data === null || !('moment' in data)) return
    if (typeof data.moment === 'number') show(data.moment)
  })
}

// ---- the page

function fit(): void {
  const { clientWidth: width, clientHeight: height } = part<HTMLElement>('page')
  const scale = Math.min(1, width / run.width)
  frame.style.width = `${width / scale}px`
  frame.style.height = `${height / scale}px`
  frame.style.transform = `scale(${scale})`
}

addEventListener('resize', () => {
  fit()
  fitFormulas()
  drawChart()
})

if (run.page !== null) {
  frame.addEventListener('load', () => {
    for (const element of frame.contentDocument?.querySelectorAll('[data-bs-id]') ?? []) {
      const node = Number(element.getAttribute('data-bs-id'))
      elements.set(node, element)
      element.setAttribute('data-fate', String(state.fates[node] ?? 0))
    }
    show(state.at)
  })
  fit()
  frame.srcdoc = run.page
}
show(0)
