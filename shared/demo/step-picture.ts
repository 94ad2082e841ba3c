import { KEPT, PATH } from '../page/selection'
import { nodeTopic, type DemoRun, type Frame } from './demo-run'
import { plainNumber } from '../explain/reason-sentence'
import { codeLines } from './code-lines'
import { columnShapes, planeShapes, type ChartShape, type ShapeRole } from './chart-shapes'
import { narrate } from './narration'
import { stageChart } from './stage-chart'
import { stagePlane } from './stage-plane'
import { rowOf, treeRows } from './stage-tree'
import { escapeXml } from '../base/escape'

const WIDTH = 1200
const HEIGHT = 800
const ROWS = 26
const COLOURS = {
  text: '#1b1d21',
  dim: '#565b64',
  line: '#dcdee3',
  kept: '#0b7a5c',
  path: '#8a6100',
  accent: '#0b5cad',
  bad: '#b8420a',
  bar: '#5a9bd4',
}

/** Breaks a text into lines of about so many characters. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

function text(
  x: number,
  y: number,
  content: string,
  options: { size?: number; fill?: string; weight?: number; mono?: boolean; anchor?: string } = {},
): string {
  const { size = 14, fill = COLOURS.text, weight = 400, mono = false, anchor = 'start' } = options
  const family = mono ? 'Menlo, Consolas, DejaVu Sans Mono, monospace' : 'system-ui, Segoe UI, Roboto, Noto Sans, DejaVu Sans, sans-serif'
  return `<text xml:space="preserve" x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escapeXml(content)}</text>`
}

/**
 * One moment as a self-contained SVG of 1200 × 800: sentence, tree around the node in question, chart, pseudocode.
 * @param title the page's title
 */
export function stepPicture(run: DemoRun, frame: Frame, title: string): string {
  const parts: string[] = [`<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`]
  parts.push(text(32, 44, `${run.info.title} · ${frame.chapter.step.name}`, { size: 24, weight: 600 }))
  parts.push(text(32, 68, `${title.slice(0, 110)}  ·  moment ${frame.moment + 1} of ${run.timeline.length}`, { fill: COLOURS.dim }))
  wrap(narrate(run, frame), 128)
    .slice(0, 3)
    .forEach((line, i) => parts.push(text(32, 100 + i * 22, line, { size: 17 })))
  parts.push(treePart(run, frame, 32, 180, 520), chartPart(run, frame, 592, 180, 576, 260), codePart(run, frame, 592, 480, 576))
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img"><title>${escapeXml(`${run.info.title}: ${frame.chapter.step.name}`)}</title>${parts.join('')}</svg>`
}

function treePart(run: DemoRun, frame: Frame, x: number, y: number, width: number): string {
  const rows = treeRows(run.page)
  const id = nodeTopic(run, frame) ?? run.info.mainMeasure
  const label = run.info.measures.find((m) => m.id === id)?.label ?? id
  const current = rowOf(rows, run.page, frame.node)
  const first = Math.max(0, Math.min(rows.length - ROWS, current - (ROWS >> 1)))
  const shown = rows.slice(first, first + ROWS)
  const values = shown.map((row) => run.valueIn(frame, id, row.node))
  const max = Math.max(1e-9, ...values.filter((v) => Number.isFinite(v)))
  const least = Math.min(...shown.map((row) => row.depth))
  const parts = [text(x, y - 8, `Tree, with ${label}`, { size: 13, fill: COLOURS.dim })]
  shown.forEach((row, i) => {
    const top = y + i * 22
    const fate = frame.selected[row.node]
    const value = values[i] ?? Number.NaN
    if (first + i === current) parts.push(`<rect x="${x - 6}" y="${top}" width="${width}" height="22" fill="#d9e8f9"/>`)
    if (Number.isFinite(value))
      parts.push(`<rect x="${x + 330}" y="${top + 6}" width="${((value / max) * 100).toFixed(1)}" height="10" fill="${COLOURS.bar}"/>`)
    const fill = fate === KEPT ? COLOURS.kept : fate === PATH ? COLOURS.path : COLOURS.text
    parts.push(
      text(x + Math.min(10, row.depth - least) * 14, top + 15, row.label, {
        size: 13,
        fill,
        mono: true,
        weight: fate === KEPT ? 600 : 400,
      }),
    )
    if (!Number.isNaN(value)) parts.push(text(x + width - 10, top + 15, String(Number(value.toPrecision(4))), { size: 12, anchor: 'end' }))
  })
  return parts.join('')
}

/** Colours of clusters by rank, from the lowest. */
const CLUSTERS = ['#c9d3de', '#8fb7dd', '#4f8fcb', '#2166ac', '#0f4a86', '#0a3563'] as const
const SHAPES: Readonly<Record<ShapeRole, string>> = {
  axis: `stroke="${COLOURS.dim}"`,
  grid: `stroke="${COLOURS.line}"`,
  behind: `fill="${COLOURS.line}"`,
  column: `fill="${COLOURS.bar}"`,
  kept: `fill="${COLOURS.kept}"`,
  cluster: '',
  current: `fill="none" stroke="${COLOURS.accent}"`,
  threshold: `stroke="${COLOURS.bad}" stroke-width="2" stroke-dasharray="6 4"`,
}

function chartPart(run: DemoRun, frame: Frame, x: number, y: number, width: number, height: number): string {
  const box = { width, height, font: 12 }
  const plane = stagePlane(run, frame)
  const chart = plane ? null : stageChart(run, frame, Math.floor(width / 2))
  const shapes = plane ? planeShapes(plane, box, plainNumber) : chart ? columnShapes(chart, box, plainNumber) : []
  return `<g transform="translate(${x} ${y})">${shapes.map(shapeText).join('')}</g>`
}

function shapeText(shape: ChartShape): string {
  if (shape.type === 'line') return `<line x1="${shape.x1}" y1="${shape.y1}" x2="${shape.x2}" y2="${shape.y2}" ${SHAPES[shape.role]}/>`
  if (shape.type === 'text')
    return text(shape.x, shape.y, shape.text, {
      size: 12,
      anchor: shape.anchor,
      fill: shape.role === 'threshold' ? COLOURS.bad : COLOURS.dim,
    })
  if (shape.type === 'centre') {
    const across = shape.across > 0
    const line = across
      ? `<line x1="${shape.x}" y1="${shape.y}" x2="${shape.x + shape.across}" y2="${shape.y}" stroke="${COLOURS.accent}" stroke-dasharray="3 3"/>`
      : ''
    const label = text(shape.x + (across ? 14 : 9), shape.y - 4, shape.text, { size: 12, fill: COLOURS.accent })
    return `${line}<circle cx="${shape.x + (across ? 5 : 0)}" cy="${shape.y}" r="5" fill="${COLOURS.accent}"/>${label}`
  }
  if (shape.d === '') return ''
  const cluster = CLUSTERS[shape.ranks <= 1 ? 2 : Math.round((shape.rank * (CLUSTERS.length - 1)) / (shape.ranks - 1))]
  return `<path d="${shape.d}" ${shape.role === 'cluster' ? `fill="${cluster}"` : SHAPES[shape.role]}/>`
}

function codePart(run: DemoRun, frame: Frame, x: number, y: number, width: number): string {
  const lines = codeLines(run.info.pseudocode)
  if (lines.length === 0) return ''
  const first = Math.max(0, Math.min(lines.length - 13, (frame.pseudocode[0] ?? 1) - 6))
  return lines
    .slice(first, first + 13)
    .map((line, i) => {
      const current = frame.pseudocode.includes(line.index)
      const top = y + i * 22
      const back = current ? `<rect x="${x - 6}" y="${top - 16}" width="${width}" height="22" fill="#fff1cc"/>` : ''
      return (
        back +
        text(x, top, line.isTitle ? line.text : `${String(line.number).padStart(2)}  ${line.text}`, {
          size: 13,
          mono: !line.isTitle,
          weight: current || line.isTitle ? 600 : 400,
        })
      )
    })
    .join('')
}
