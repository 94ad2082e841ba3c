/** The pseudocode, the page and the whole stage at a moment for LaTeX. */
import type { PagePicture } from '../../../../shared/contract/figure-contract'
import { codeLines } from '../../../../shared/demo/code-lines'
import { codePlace, codeValues } from '../../../../shared/demo/code-place'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { narrate } from '../../../../shared/demo/narration'
import { ELEMENT } from '../../../../shared/page/page-model'
import { formatNumber } from '../../../components/number-format'
import { POINTS, type FigureOptions } from '../../../figures/figure-style'
import { codeNote } from '../code-note'
import { boxIn, heatBoxes, keptBoxes, markOf, seenOf, type PageBox } from './page-panel'
import { clusterName, texChart, texFormula, texNumber, texRows, texText } from './tikz'
import { stageColours } from './panel'

/** The pseudocode as a table: number, line, what stands beside it. The line just run is lit, the next one named; null where there is none. */
export function texCode(run: DemoRun, frame: Frame): string | null {
  const lines = codeLines(run.info.pseudocode)
  if (lines.length === 0) return null
  const { ran, next } = codePlace(run, frame.moment)
  const values = codeValues(run, frame)
  const rows = lines.map(({ index, text, isTitle, number }) => {
    if (isTitle) return String.raw`\multicolumn{3}{@{}l@{}}{\textbf{${texText(text)}}}`
    const own = text.trimStart()
    const indent = text.length > own.length ? String.raw`\hspace*{${texNumber((text.length - own.length) * 0.5)}em}` : ''
    const value = values.get(index)
    const notes = [...(value ? [texText(codeNote(value))] : []), ...(index === next ? [String.raw`\emph{next}`] : [])]
    const line = index === ran ? String.raw`\colorbox{bsRuns}{\bfseries ${texText(own)}}` : texText(own)
    return `\\textcolor{bsLine}{${number}} & ${indent}${line} & \\textcolor{bsLine}{${notes.join(' ')}}`
  })
  return `{\\setlength{\\fboxsep}{1pt}%
\\begin{tabular}[t]{@{}r@{\\hspace{1ex}}l@{\\hspace{2ex}}l@{}}
${rows.join(' \\\\\n')}
\\end{tabular}}%`
}

/**
 * The page as it was measured, each text a box: grey, coloured by the measure that appears, or lit where it is kept; what the moment
 * is about is framed. @param most points that it is high at most
 */
export function texPage(run: DemoRun, frame: Frame, picture: PagePicture, width: number, most: number, options: FigureOptions): string {
  const colours = stageColours(options.palette)
  const scale = width / picture.width
  const { from, height } = seenOf(run, frame, picture, most / scale)
  const inSight = ({ y, height: high }: PageBox): boolean => y < from + height && y + high > from
  const corners = ({ x, y, width: wide, height: high }: PageBox): string =>
    `(${tenth(x)},${tenth(y)}) rectangle (${tenth(x + wide)},${tenth(y + high)})`
  const { page } = run
  const texts: string[] = []
  let last = -1
  for (let node = 1; node < page.count; node++) {
    const parent = page.parent[node] ?? -1
    if (page.kind[node] === ELEMENT || parent === last || !/\S/.test(page.text[node] ?? '')) continue
    last = parent
    const box = boxIn(picture, parent)
    if (box && inSight(box)) texts.push(`\\fill[bsGrid] ${corners(box)};`)
  }
  const kept = keptBoxes(run, frame, picture)
  const heat = kept ? [] : heatBoxes(run, frame, picture, colours)
  const mark = markOf(run, frame, picture)
  const way = frame.decision ? [] : (frame.chapter.step.way ?? []).flatMap((node) => boxIn(picture, node) ?? [])
  const shapes = [
    ...texts,
    ...heat
      .filter(({ box }) => inSight(box))
      .map(({ box, rank }) => `\\fill[${clusterName(rank, colours.clusters.length, colours)}, fill opacity=.6] ${corners(box)};`),
    ...(kept ?? []).filter(inSight).map((box) => `\\filldraw[fill=bsKept, fill opacity=.3, draw=bsKept] ${corners(box)};`),
    ...way.filter(inSight).map((box) => `\\draw[bsPath, thick] ${corners(box)};`),
    ...(mark ? [`\\draw[${mark.drops ? 'bsThreshold' : 'bsKept'}, very thick] ${corners(mark.box)};`] : []),
  ]
  return `% The page as it was measured, each text a box; its picture is in the figure as PDF, SVG or PNG.
\\begin{tikzpicture}[x=${texNumber(scale)}bp, y=-${texNumber(scale)}bp]
\\clip (0,${tenth(from)}) rectangle (${tenth(picture.width)},${tenth(from + height)});
${shapes.join('\n')}
\\draw[bsGrid] (0,${tenth(from)}) rectangle (${tenth(picture.width)},${tenth(from + height)});
\\end{tikzpicture}%`
}

const tenth = (value: number): string => String(Math.round(value * 10) / 10)

/** Millimetres from which the stage stands in two columns, and between them. */
const TWO_COLUMNS = 110
const GAP = 5

/** All of the stage: what is said, page and chart, tree or lines, formula and pseudocode, in one or two columns. */
export function texStage(run: DemoRun, frame: Frame, picture: PagePicture | null, options: FigureOptions, name = ''): string {
  const { width, pageHeight } = options
  const two = width >= TWO_COLUMNS
  const column = two ? (width - GAP) / 2 : width
  const own: FigureOptions = { ...options, width: column, height: Math.min(options.height, column * 0.6), pageHeight: pageHeight * 0.4 }
  const there = (parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join('\n\\par\\medskip\n')
  const code = texCode(run, frame)
  const left = there([
    picture
      ? texPage(run, frame, picture, column * POINTS, pageHeight * 0.45 * POINTS, options)
      : '% The page is left out: there was no browser to measure it.',
    texChart(run, frame, own),
  ])
  const right = there([
    texRows(run, frame, own),
    texFormula(run, frame, column),
    // Lines that are wider than the column are set smaller, not cut.
    code && `\\bsFit{${texNumber(column)}mm}{${code}\n}`,
  ])
  const box = (content: string): string =>
    `\\begin{minipage}[t]{${texNumber(column)}mm}\\vspace{0pt}\\setlength{\\parindent}{0pt}\n${content}\n\\end{minipage}`
  const step = name === '' ? frame.chapter.step.name : `${name} · ${frame.chapter.step.name}`
  const said = `\\textbf{${texText(step)}} ${texText(narrate(run, frame, formatNumber))}`
  return `\\begin{minipage}[t]{${texNumber(width)}mm}\\setlength{\\parindent}{0pt}\\raggedright
${said}\\par\\medskip
${two ? `${box(left)}\\hfill\n${box(right)}` : `${left}\n\\par\\medskip\n${right}`}
\\end{minipage}%`
}
