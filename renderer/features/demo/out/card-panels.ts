/** The formula card and the pseudocode of a moment, drawn for a figure. */
import { codeLines, type CodeLine } from '../../../../shared/demo/code-lines'
import { codePlace, codeValues } from '../../../../shared/demo/code-place'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { escapeXml } from '../../../../shared/base/escape'
import { n } from '../../../figures/figure-frame'
import { BOLD, FAMILIES, wrapText, type MeasureText } from '../../../figures/figure-style'
import { mathDrawing } from '../../../figures/math-drawing'
import { codeNote } from '../run-words'
import { cardLines } from './card-lines'
import { cutText, LEAST_ROWS, ROW, rowsOf, type StagePanel, type StageStyle } from './panel'

/** A formula smaller than this part of the type is left as small as that. */
const LEAST = 0.5

/** The card is drawn smaller down to this part of its size. */
const SMALLEST = 0.8

/** Formulas are set a little larger than the text beside them: their parts are smaller. */
const LARGER = 1.15

export function formulaPanel(run: DemoRun, frame: Frame, style: StageStyle): StagePanel | null {
  const lines = cardLines(run, frame)
  if (lines.length === 0) return null
  const { size, measure, measureFormula, colours } = style
  const lay = (width: number): { readonly height: number; readonly svg: string } => {
    let y = 0
    const parts: string[] = []
    for (const line of lines) {
      if (line.kind === 'tex') {
        const wanted = mathDrawing(line.tex, size * LARGER, measureFormula)
        const shrink = Math.max(LEAST, Math.min(1, width / Math.max(1, wanted.width)))
        const drawn = shrink < 1 ? mathDrawing(line.tex, size * LARGER * shrink * 0.98, measureFormula) : wanted
        y += size * 0.45
        parts.push(`<g font-family="${FAMILIES.serif}">${drawn.draw(0, y + drawn.ascent)}</g>`)
        y += drawn.ascent + drawn.descent + size * 0.45
        continue
      }
      if (line.kind === 'gauge') {
        y += size * 0.5
        parts.push(
          `<rect x="0" y="${n(y)}" width="${n(line.bar * width)}" height="${n(size * 0.7)}" fill="${line.good ? colours.kept : colours.bad}"/>`,
          `<rect x="${n(line.mark * width - size * 0.06)}" y="${n(y - size * 0.2)}" width="${n(size * 0.12)}" height="${n(size * 1.1)}" fill="${colours.text}"/>`,
        )
        y += size * 0.9
      }
      const own = line.kind === 'title' ? size * 1.1 : size
      const fill = line.kind === 'quiet' ? ` fill="${colours.line}"` : ''
      const weight = line.kind === 'title' ? ' font-weight="600"' : ''
      for (const text of wrapText(line.text, width, own, measure, line.kind === 'title' ? BOLD : undefined)) {
        y += own * ROW
        parts.push(`<text x="0" y="${n(y - own * 0.45)}" font-size="${n(own)}"${weight}${fill}>${escapeXml(text)}</text>`)
      }
    }
    return { height: y, svg: `<g color="${colours.text}">${parts.join('')}</g>` }
  }
  return {
    title: 'Formula',
    legend: [],
    heightAt: (width) => lay(width).height,
    leastAt: (width) => lay(width).height * SMALLEST,
    draw: ({ width, height }) => {
      const whole = lay(width)
      // A card that is too high for its place is drawn smaller, not cut: its last line is the result.
      const fit = Math.min(1, height / Math.max(1, whole.height))
      return fit === 1 ? whole.svg : `<g transform="scale(${fit.toFixed(3)})">${whole.svg}</g>`
    },
  }
}

export function codePanel(run: DemoRun, frame: Frame, style: StageStyle): StagePanel | null {
  const lines = codeLines(run.info.pseudocode)
  if (lines.length === 0) return null
  const { size, measure, colours } = style
  const bold: MeasureText = (text, at) => measure(text, at, BOLD)
  const { ran, next } = codePlace(run, frame.moment)
  const values = codeValues(run, frame)
  const row = size * ROW
  /** The lines as they stand one below the other: a title that is too wide takes several. */
  const rowsAt = (width: number): CodeLine[] =>
    lines.flatMap((line) => (line.isTitle ? wrapText(line.text, width, size, bold).map((text) => ({ ...line, text })) : [line]))
  return {
    title: 'Pseudocode',
    legend: ran > 0 ? [{ label: 'just run', kind: 'area', colour: colours.runs }] : [],
    heightAt: (width) => rowsAt(width).length * row,
    leastAt: () => Math.min(lines.length, LEAST_ROWS) * row,
    draw: ({ width, height }) => {
      const rows = rowsAt(width)
      const first = rows.findIndex(({ index }) => index === ran)
      const { from, to, whole } = rowsOf(rows.length, first, height, row)
      const numbers = size * 1.9
      const parts = rows.slice(from, to).map((line, i) => {
        const y = i * row
        const runs = line.index === ran
        const base = n(y + row * 0.68)
        if (line.isTitle) return `<text x="0" y="${base}" font-weight="600">${escapeXml(line.text)}</text>`
        const text = line.text.trimStart()
        const indent = numbers + (line.text.length - text.length) * size * 0.5
        const value = values.get(line.index)
        const notes = [...(value ? [codeNote(value)] : []), ...(line.index === next ? ['next'] : [])].join('   ')
        const room = width - indent - (notes === '' ? 0 : measure(notes, size * 0.9) + size)
        return [
          runs ? `<rect x="0" y="${n(y)}" width="${n(width)}" height="${n(row)}" fill="${colours.runs}"/>` : '',
          `<text x="${n(numbers - size * 0.6)}" y="${base}" font-size="${n(size * 0.85)}" text-anchor="end" fill="${colours.line}">${line.number}</text>`,
          `<text x="${n(indent)}" y="${base}"${runs ? ' font-weight="600"' : ''}>${escapeXml(cutText(text, room, size, runs ? bold : measure))}</text>`,
          line.index === next
            ? `<rect x="0.4" y="${n(y + 0.4)}" width="${n(width - 0.8)}" height="${n(row - 0.8)}" fill="none" stroke="${colours.line}" stroke-width="0.6"/>`
            : '',
          notes === ''
            ? ''
            : `<text x="${n(width - size * 0.4)}" y="${base}" font-size="${n(size * 0.9)}" text-anchor="end" fill="${colours.line}">${escapeXml(notes)}</text>`,
        ].join('')
      })
      if (!whole)
        parts.push(
          `<text x="0" y="${n((to - from) * row + row * 0.68)}" font-size="${n(size * 0.9)}" fill="${colours.line}">lines ${rows[from]?.index} to ${rows[to - 1]?.index} of ${lines.length}</text>`,
        )
      return parts.join('')
    },
  }
}
