/** Plays an exported run in any browser, without network and without Boilerscope. Built into one script and put into the film's page. */
import { codeLines } from '../../shared/demo/code-lines'
import { columnShapes, planeShapes, type ChartShape } from '../../shared/demo/chart-shapes'
import type { ExportedRun } from '../../shared/demo/export-run'
import { advance, cardOf, chapterOf, chartOf, filmState, heatOf, seek, stopOf } from './film-state'

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
for (const { text, isTitle, number } of codeLines(run.code)) {
  const line = Object.assign(document.createElement('li'), { textContent: text, className: isTitle ? 'title' : '' })
  if (!isTitle) line.value = number
  code.append(line)
}

const rows = run.rows.map(({ depth, label }) => {
  const row = Object.assign(document.createElement('div'), { className: 'row' })
  const name = Object.assign(document.createElement('b'), { textContent: label })
  name.style.paddingInlineStart = `${8 + Math.min(depth, 24) * 11}px`
  const bar = document.createElement('i')
  const fill = document.createElement('span')
  const value = document.createElement('u')
  bar.append(fill)
  row.append(name, bar, value)
  part('tree').append(row)
  return { row, fill, value, shown: '' }
})
const rowOfNode = new Map(run.rows.map(({ node }, i) => [node, i]))
/** Largest value of each measure, on the logarithmic scale of the bars. */
const largest = run.measures.map(({ values }) => Math.log1p(values.reduce<number>((max, v) => Math.max(max, v ?? 0), 1e-9)))

const plain = (value: number): string => String(Number(value.toPrecision(4)))

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
  const measure = run.measures[now.measure ?? -1]
  const known = now.known ?? 0
  rows.forEach((shown, i) => {
    const value = measure && known > 0 && (run.rows[i]?.height ?? 0) <= known * run.greatestHeight ? (measure.values[i] ?? null) : null
    const text = value === null ? '' : String(value)
    if (text !== shown.shown) {
      shown.shown = text
      shown.value.textContent = text
      const share = Math.log1p(Math.max(0, value ?? 0)) / (largest[now.measure ?? -1] ?? 1)
      shown.fill.style.width = `${value === null ? 0 : Math.min(100, 100 * share)}%`
    }
    shown.row.toggleAttribute('data-now', i === now.row)
    if (i === now.row) shown.row.scrollIntoView({ block: 'nearest' })
  })
}

const lineRows = run.lines.map((text, i) => {
  const row = Object.assign(document.createElement('div'), { className: 'row line' })
  const number = Object.assign(document.createElement('small'), { textContent: String(i + 1) })
  const name = Object.assign(document.createElement('b'), { textContent: text })
  const bar = document.createElement('i')
  const fill = document.createElement('span')
  const value = document.createElement('u')
  bar.append(fill)
  row.append(number, name, bar, value)
  part('lines').append(row)
  return { row, fill, value }
})
const largestOfLines = run.lineMeasures.map(({ values }) => Math.log1p(values.reduce<number>((max, v) => Math.max(max, v ?? 0), 1e-9)))

/** The lines of the source, where the moment is about lines; the tree stands back then. */
function drawLines(): void {
  const { lineMeasure = -1, lineKnown = 1, line = -1 } = state.now
  const measure = run.lineMeasures[lineMeasure]
  part<HTMLElement>('lines').hidden = measure === undefined
  part<HTMLElement>('tree').hidden = measure !== undefined
  if (!measure) return
  lineRows.forEach(({ row, fill, value }, i) => {
    const own = i < lineKnown * lineRows.length ? (measure.values[i] ?? null) : null
    value.textContent = own === null ? '' : String(own)
    fill.style.width = own === null ? '0' : `${Math.min(100, (100 * Math.log1p(Math.max(0, own))) / (largestOfLines[lineMeasure] || 1))}%`
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
}

function drawHeat(): void {
  run.rows.forEach(({ node, speaks }, i) => {
    if (!speaks) return
    const heat = heatOf(run, state, i, largest)
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

function drawCode(): void {
  const running = run.chapters[chapterOf(run, state.at)]?.code ?? []
  const lines = [...code.children].filter((line, i) => {
    if (!running.includes(i + 1)) line.removeAttribute('aria-current')
    else line.setAttribute('aria-current', 'step')
    return running.includes(i + 1)
  })
  // All lines that run, and where there are too many of them the first ones.
  lines.at(-1)?.scrollIntoView({ block: 'nearest' })
  lines[0]?.scrollIntoView({ block: 'nearest' })
}

function markElement(): void {
  marked?.removeAttribute('data-now')
  const { row = -1, node = -1 } = state.now
  marked = elements.get(run.rows[row]?.node ?? node) ?? null
  marked?.setAttribute('data-now', '')
  marked?.scrollIntoView({ block: 'nearest', behavior: still ? 'auto' : 'smooth' })
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
    const share = shape.ranks <= 1 ? 0.5 : shape.rank / (shape.ranks - 1)
    return [svgElement('path', { class: shape.role, d: shape.d, style: `--rank:${share}` })]
  }
  const across = shape.across > 0
  return [
    ...(across ? [svgElement('line', { class: 'centre', x1: shape.x, x2: shape.x + shape.across, y1: shape.y, y2: shape.y })] : []),
    svgElement('circle', { class: 'centre', cx: shape.x + (across ? 5 : 0), cy: shape.y, r: 5 }),
    svgElement('text', { class: 'text centre', x: shape.x + (across ? 14 : 9), y: shape.y - 4 }, shape.text),
  ]
}

function drawChart(): void {
  const box = { width: chart.clientWidth || 300, height: chart.clientHeight || 200, font: 12 }
  const shown = chartOf(run, state)
  const shapes = shown === null ? [] : 'plane' in shown ? planeShapes(shown.plane, box, plain) : columnShapes(shown.columns, box, plain)
  chart.replaceChildren(...shapes.flatMap(elementsOf))
  chart.setAttribute('aria-label', shown === null ? 'Chart' : `Chart: ${'plane' in shown ? shown.plane.title : shown.columns.label}`)
}

function show(target: number): void {
  seek(run, state, target)
  const sentence = run.sentences[state.now.text ?? -1] ?? ''
  const left = run.moments[state.at]?.skipped ?? 0
  part('caption').textContent = sentence
  part('left').textContent = left > 0 ? `${left} ${left === 1 ? 'moment before this one is' : 'moments before this one are'} left out.` : ''
  moment.value = String(state.at)
  moment.setAttribute('aria-valuetext', `${state.at + 1} of ${last + 1}: ${sentence}`)
  chapters.value = String(chapterOf(run, state.at))
  drawFates()
  drawHeat()
  drawRows()
  drawLines()
  drawCard()
  drawTour()
  drawCode()
  markElement()
  drawChart()
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
