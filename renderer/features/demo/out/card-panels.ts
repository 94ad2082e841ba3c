import { codeLines, type CodeLine, codePlace, codeValues } from '../../../../shared/demo/code-place'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import type { WorkedSum } from '../../../../shared/demo/card-subject'
import { type MeasureText, n, tag, textTag } from '../../../../shared/scene/scene'
import { plainFormula } from '../../../components/math/plain-formula'
import { formatMeasure } from '../../../components/number-format'
import type { DrawingStyle } from '../../../figures/figure-frame'
import { BOLD, wrapText } from '../../../figures/figure-style'
import { cardLines, codeNote, foldTerms, type CardLine } from '../stage/card-lines'
import { cutText, drawRows, LEAST_ROWS, ROW, type StagePanel } from './panels'

const SMALLEST = 0.8

const filledLines = (run: DemoRun, frame: Frame): CardLine[] => cardLines(run, frame).filter(({ kind }) => kind !== 'nothing')

export const hasFormula = (run: DemoRun, frame: Frame): boolean => filledLines(run, frame).length > 0

function sumWords(sum: WorkedSum): string {
  const { first, folded, last } = foldTerms(sum)
  const written = (terms: WorkedSum['terms']): string[] => terms.map(({ value, label }) => `${formatMeasure(value)} (${label})`)
  const added = [...written(first), ...(folded > 0 ? [`… ${folded} more`] : []), ...written(last)].join(' + ')
  return `= ${sum.divisor === 1 ? added : `(${added}) / ${sum.divisor}`} = ${formatMeasure(sum.total)}`
}

export function wordsOf(line: CardLine): string {
  switch (line.kind) {
    case 'tex':
      return plainFormula(line.tex)
    case 'zeros':
      return line.zeros.map(({ symbol, as }) => `${plainFormula(symbol)} = 0 counts as ${as}`).join(', ')
    case 'gauge':
      return `${line.label} ${line.value} · ${line.limit}${line.places.scale === 'log' ? ' · logarithmic' : ''}`
    case 'sum':
      return sumWords(line.sum)
    case 'values':
      return line.values.map(({ label, text }) => `${label}: ${text}`).join(' · ')
    default:
      return line.text
  }
}

const QUIET: ReadonlySet<CardLine['kind']> = new Set(['quiet', 'subject', 'values', 'zeros'])

export function formulaPanel(run: DemoRun, frame: Frame, style: DrawingStyle): StagePanel | null {
  const lines = filledLines(run, frame)
  if (lines.length === 0) return null
  const { size, measure, colours } = style
  const lay = (width: number): { readonly height: number; readonly svg: string } => {
    let y = 0
    const parts: string[] = []
    for (const line of lines) {
      if (line.kind === 'gauge') {
        const { value, limit, zero } = line.places
        y += size * 0.5
        parts.push(
          tag('rect', {
            x: Math.min(zero, value) * width,
            y,
            width: Math.abs(value - zero) * width,
            height: size * 0.7,
            fill: line.good ? colours.kept : colours.bad,
          }),
          tag('rect', { x: limit * width - size * 0.06, y: y - size * 0.2, width: size * 0.12, height: size * 1.1, fill: colours.text }),
        )
        y += size * 0.9
      }
      const isTitle = line.kind === 'title'
      const fontSize = isTitle ? size * 1.1 : size
      const attributes = { ...(isTitle ? { fontWeight: BOLD } : {}), ...(QUIET.has(line.kind) ? { fill: colours.line } : {}) }
      for (const text of wrapText(wordsOf(line), { width, size: fontSize, weight: isTitle ? BOLD : undefined }, measure)) {
        y += fontSize * ROW
        parts.push(textTag(text, { x: 0, y: y - fontSize * 0.45, fontSize, ...attributes }))
      }
    }
    return { height: y, svg: tag('g', { color: colours.text }, parts.join('')) }
  }
  return {
    title: 'Formula',
    legend: [],
    heightAt: (width) => lay(width).height,
    leastAt: (width) => lay(width).height * SMALLEST,
    draw: ({ width, height }) => {
      const whole = lay(width)
      // Scale down a card that is too high, because a cut card would lack its last line, the result.
      const fit = Math.min(1, height / Math.max(1, whole.height))
      return fit === 1 ? whole.svg : tag('g', { transform: `scale(${fit.toFixed(3)})` }, whole.svg)
    },
  }
}

export function codePanel(run: DemoRun, frame: Frame, style: DrawingStyle): StagePanel | null {
  const lines = codeLines(run.info.pseudocode)
  if (lines.length === 0) return null
  const { size, measure, colours } = style
  const bold: MeasureText = (text, at) => measure(text, at, BOLD)
  const { ran, next } = codePlace(run, frame.moment)
  const values = codeValues(run, frame)
  const row = size * ROW
  const small = size * 0.9
  const numbers = size * 1.9
  const rowsAt = (width: number): CodeLine[] =>
    lines.flatMap((line) => (line.isTitle ? wrapText(line.text, { width, size }, bold).map((text) => ({ ...line, text })) : [line]))
  const drawRow = ({ index, number, text: whole, isTitle }: CodeLine, y: number, width: number): string => {
    const base = n(y + row * 0.68)
    if (isTitle) return textTag(whole, { x: 0, y: base, fontWeight: BOLD })
    const isRun = index === ran
    const text = whole.trimStart()
    const indent = numbers + (whole.length - text.length) * size * 0.5
    const value = values.get(index)
    const notes = [...(value ? [codeNote(value)] : []), ...(index === next ? ['next'] : [])].join('   ')
    const room = width - indent - (notes === '' ? 0 : measure(notes, small) + size)
    const end = (x: number, fontSize: number, words: string): string =>
      textTag(words, { x, y: base, fontSize, textAnchor: 'end', fill: colours.line })
    const frameOfNext = { x: 0.4, y: y + 0.4, width: width - 0.8, height: row - 0.8, fill: 'none', stroke: colours.line, strokeWidth: 0.6 }
    return [
      isRun ? tag('rect', { x: 0, y, width, height: row, fill: colours.runs }) : '',
      end(numbers - size * 0.6, size * 0.85, String(number)),
      textTag(cutText(text, room, size, isRun ? bold : measure), { x: indent, y: base, fontWeight: isRun ? BOLD : undefined }),
      index === next ? tag('rect', frameOfNext) : '',
      end(width - size * 0.4, small, notes),
    ].join('')
  }
  return {
    title: 'Pseudocode',
    legend: ran > 0 ? [{ label: 'latest line', kind: 'area', colour: colours.runs }] : [],
    heightAt: (width) => rowsAt(width).length * row,
    leastAt: () => Math.min(lines.length, LEAST_ROWS) * row,
    draw: ({ width, height }) => {
      const rows = rowsAt(width)
      const current = rows.findIndex(({ index }) => index === ran)
      return drawRows(
        style,
        { count: rows.length, current, height },
        (from, to) => rows.slice(from, to).map((line, i) => drawRow(line, i * row, width)),
        (from, to) => `lines ${rows[from]?.index} to ${rows[to - 1]?.index} of ${lines.length}`,
      )
    },
  }
}
