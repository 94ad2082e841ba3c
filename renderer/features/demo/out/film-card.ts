/** The formula card of a moment for the exported film: MathML, with places for the numbers. */
import temml from 'temml'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import type { FilmCard } from '../../../../shared/demo/export-run'
import { cardLines } from './card-lines'

/** Numbers of a formula as Temml writes them; nothing else in it changes from node to node. */
const NUMBERS = /(<mn>)([^<]*)(?=<\/mn>)/

/** Formulas typeset before. A long run says the same one of many nodes. */
const known = new Map<string, string>()
const MOST_KNOWN = 2000

const percent = (share: number): string => `${Math.round(share * 1000) / 10}%`

function mathMl(tex: string): string {
  let markup = known.get(tex)
  if (markup === undefined) {
    try {
      markup = temml.renderToString(tex, { displayMode: true, throwOnError: true, trust: false, maxExpand: 200 })
    } catch {
      markup = ''
    }
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(tex, markup)
  }
  return markup
}

/** The card; null before anything is measured. The markup is ours; all that comes from the page or the run is in the filling. */
export function filmCard(run: DemoRun, frame: Frame): FilmCard | null {
  const lines = cardLines(run, frame)
  if (lines.length === 0) return null
  const parts: (string | null)[] = []
  const filling: string[] = []
  const literal = (text: string): void => {
    const last = parts.at(-1)
    if (typeof last === 'string') parts[parts.length - 1] = last + text
    else parts.push(text)
  }
  const place = (text: string): void => {
    parts.push(null)
    filling.push(text)
  }
  for (const line of lines) {
    if (line.kind === 'gauge') {
      literal(`<p class="gauge ${line.good ? 'good' : 'bad'}" style="--length:`)
      place(percent(line.bar))
      literal(';--mark:')
      place(percent(line.mark))
      literal('"><i></i><b></b>')
      place(line.text)
      literal('</p>')
      continue
    }
    if (line.kind !== 'tex') {
      const [open, close] = line.kind === 'title' ? ['<h2>', '</h2>'] : [`<p class="${line.kind}">`, '</p>']
      literal(open)
      place(line.text)
      literal(close)
      continue
    }
    const markup = mathMl(line.tex)
    if (markup === '') {
      literal('<p>')
      place(line.tex)
      literal('</p>')
      continue
    }
    // Pieces come as text, opening tag, number, text, …
    markup.split(NUMBERS).forEach((piece, i) => {
      if (i % 3 === 2) place(piece)
      else literal(piece)
    })
  }
  return { parts, filling }
}
