import { KEPT, PATH } from '../extractors/core/extractor'
import { nodeTopic, type DemoRun, type Frame } from './demo-run'
import { narrate } from './narration'
import { stageChart } from './stage-chart'
import { rowOf, treeRows } from './stage-tree'

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

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
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
  return `<text xml:space="preserve" x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escape(content)}</text>`
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
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img"><title>${escape(`${run.info.title}: ${frame.chapter.step.name}`)}</title>${parts.join('')}</svg>`
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

function chartPart(run: DemoRun, frame: Frame, x: number, y: number, width: number, height: number): string {
  const chart = stageChart(run, frame, Math.floor(width / 2))
  if (!chart) return ''
  const at = (value: number): number => y + height * (1 - Math.max(0, Math.min(1, (value - chart.min) / (chart.max - chart.min))))
  const zero = at(Math.max(0, chart.min))
  const step = width / chart.columns.length
  const column = (wanted: boolean): string =>
    chart.columns
      .map((c, i) =>
        Number.isNaN(c.value) || c.kept !== wanted
          ? ''
          : `M${(x + i * step).toFixed(1)} ${zero.toFixed(1)}V${at(c.value).toFixed(1)}h${Math.max(0.6, step * 0.9).toFixed(1)}V${zero.toFixed(1)}z`,
      )
      .join('')
  const parts = [
    text(x, y - 8, `${chart.label}, ${chart.per === 'line' ? 'by line' : 'by node in document order'}`, { size: 13, fill: COLOURS.dim }),
    `<path d="${column(false)}" fill="${COLOURS.bar}"/><path d="${column(true)}" fill="${COLOURS.kept}"/>`,
    `<line x1="${x}" x2="${x + width}" y1="${zero}" y2="${zero}" stroke="${COLOURS.line}"/>`,
  ]
  const mark = (value: number, colour: string): void => {
    parts.push(
      `<line x1="${x}" x2="${x + width}" y1="${at(value).toFixed(1)}" y2="${at(value).toFixed(1)}" stroke="${colour}" stroke-dasharray="6 4"/>`,
    )
    parts.push(text(x + width, at(value) - 4, String(Number(value.toPrecision(4))), { size: 12, fill: colour, anchor: 'end' }))
  }
  if (chart.threshold !== null) mark(chart.threshold, COLOURS.bad)
  for (const centre of chart.centres) mark(centre, COLOURS.accent)
  return parts.join('')
}

function codePart(run: DemoRun, frame: Frame, x: number, y: number, width: number): string {
  const lines = run.info.pseudocode
  if (lines.length === 0) return ''
  const first = Math.max(0, Math.min(lines.length - 13, (frame.pseudocode[0] ?? 1) - 6))
  return lines
    .slice(first, first + 13)
    .map((line, i) => {
      const current = frame.pseudocode.includes(first + i + 1)
      const top = y + i * 22
      const back = current ? `<rect x="${x - 6}" y="${top - 16}" width="${width}" height="22" fill="#fff1cc"/>` : ''
      return back + text(x, top, `${String(first + i + 1).padStart(2)}  ${line}`, { size: 13, mono: true, weight: current ? 600 : 400 })
    })
    .join('')
}
