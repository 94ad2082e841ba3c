/** The chart, the tree and the formula of a moment for LaTeX: TikZ and PGFPlots, drawn from the values, in a document that compiles by itself. */
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import type { StageChart } from '../../../../shared/demo/stage-chart'
import type { StagePlane } from '../../../../shared/demo/stage-plane'
import { formatMeasure, formatNumber } from '../../../components/number-format'
import { POINTS, type FigureFont, type FigureOptions } from '../../../figures/figure-style'
import { axisNames, chartOfMoment, clusterColour, clustersIn } from './chart-panel'
import { cardLines } from './card-lines'
import { ROW, rowsOf, stageColours, type StageColours } from './panel'
import { ROW_SIGNS, stageRows } from './rows-panel'

/** Columns of a chart at most: TeX draws each by itself. */
const COLUMNS = 600

/** Levels that rows are indented by at most. */
const DEEPEST = 12

const SIGNS: Readonly<Record<string, string>> = {
  '\\': String.raw`\textbackslash{}`,
  '{': String.raw`\{`,
  '}': String.raw`\}`,
  $: String.raw`\$`,
  '&': String.raw`\&`,
  '#': String.raw`\#`,
  _: String.raw`\_`,
  '%': String.raw`\%`,
  '~': String.raw`\textasciitilde{}`,
  '^': String.raw`\textasciicircum{}`,
  '<': String.raw`\textless{}`,
  '>': String.raw`\textgreater{}`,
  '|': String.raw`\textbar{}`,
  '"': String.raw`\textquotedbl{}`,
  '…': String.raw`\ldots{}`,
  '·': String.raw`\textperiodcentered{}`,
  '–': '--',
  '—': '---',
  '“': '``',
  '”': "''",
  '‘': '`',
  '’': "'",
  '\u00a0': '~',
  '−': '$-$',
  '×': String.raw`$\times$`,
  '✓': String.raw`$\checkmark$`,
  '↳': String.raw`$\hookrightarrow$`,
  Σ: String.raw`$\Sigma$`,
  Ĝ: String.raw`$\hat{G}$`,
  '§': String.raw`\S{}`,
  '◂': String.raw`$\triangleleft$`,
  '✗': String.raw`$\times$`,
  '↑': String.raw`$\uparrow$`,
  '←': String.raw`$\leftarrow$`,
  '→': String.raw`$\rightarrow$`,
  '≤': String.raw`$\le$`,
  '≥': String.raw`$\ge$`,
  '∞': String.raw`$\infty$`,
  '′': String.raw`$'$`,
}
const GREEK = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa', 'lambda', 'mu', 'nu', 'xi']
const LATE_GREEK = ['pi', 'rho', 'varsigma', 'sigma', 'tau', 'upsilon', 'phi', 'chi', 'psi', 'omega']
const greek = (c: string): string | undefined => {
  const at = (c.codePointAt(0) ?? 0) - 0x3b1
  const name = at < 14 ? GREEK[at] : LATE_GREEK[at - 15]
  return name === undefined ? undefined : `$\\${name}$`
}

/** A text as LaTeX sets it: nothing in it is a command. Letters of other scripts stay as they are, for LuaLaTeX or XeLaTeX. */
export function texText(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .replace(/[\\{}$&#_%~^<>|"…·–—“”‘’\u00a0−×✓✗↳↑◂ΣĜ§←→≤≥∞′\u03b1-\u03c9]/gu, (c) => SIGNS[c] ?? greek(c) ?? c)
}

/** A number as PGF reads it; what is no number is left out by those who ask. */
export function texNumber(value: number): string {
  return String(Number(value.toPrecision(7)))
}

/** Latin Modern has all three, and is with every TeX; a paper's own preamble sets its own. */
const FAMILY: Readonly<Record<FigureFont, string>> = { sans: 'sf', serif: 'rm', mono: 'tt', inter: 'sf' }

const named = (name: string, colour: string): string => String.raw`\definecolor{${name}}{HTML}{${colour.slice(1).toUpperCase()}}`

/**
 * Puts drawings into one document.
 * @param caption a remark at its top
 */
export function texDocument(drawings: readonly string[], options: FigureOptions, caption: string): string {
  const colours = stageColours(options.palette)
  const size = options.fontSize
  return `% ${caption.replace(/[\r\n]+/g, ' ')}
% Drawn from the values by Boilerscope. pdflatex sets Latin letters; lualatex or xelatex with a font of yours sets others.
\\documentclass{article}
\\usepackage[T1]{fontenc}
\\usepackage{amsmath,amssymb}
\\usepackage{pgfplots}
\\pgfplotsset{compat=1.16}
\\usepackage{lmodern}
\\renewcommand{\\familydefault}{\\${FAMILY[options.font]}default}
${[
  named('bsText', colours.text),
  named('bsLine', colours.line),
  named('bsGrid', colours.grid),
  named('bsBar', colours.bar),
  named('bsKept', colours.kept),
  named('bsPath', colours.path),
  named('bsNow', colours.now),
  named('bsRuns', colours.runs),
  named('bsBehind', colours.behind),
  named('bsThreshold', colours.threshold),
  named('bsCentre', colours.disputed),
  ...colours.clusters.map((colour, i) => named(`bsCluster${String.fromCharCode(65 + i)}`, colour)),
].join('\n')}
\\newsavebox{\\bsBox}
\\newsavebox{\\bsPart}
% What is wider than there is room is set smaller.
\\newcommand{\\bsFit}[2]{\\sbox{\\bsPart}{#2}\\ifdim\\wd\\bsPart>#1\\resizebox{#1}{!}{\\usebox{\\bsPart}}\\else\\usebox{\\bsPart}\\fi}
% A sheet as large as the drawing, whichever program sets it: no other class is needed for that.
\\ifdefined\\pdfpagewidth\\else\\let\\pdfpagewidth\\pagewidth\\let\\pdfpageheight\\pageheight\\fi
\\begin{document}
\\setbox\\bsBox\\hbox\\bgroup
\\fontsize{${texNumber(size)}}{${texNumber(size * 1.2)}}\\selectfont\\color{bsText}%
${drawings.join('\n\\hspace{4mm}%\n')}
\\egroup
\\pdfpagewidth=\\dimexpr\\wd\\bsBox+4pt\\relax
\\pdfpageheight=\\dimexpr\\ht\\bsBox+\\dp\\bsBox+4pt\\relax
\\hoffset=-1in \\voffset=-1in
\\shipout\\vbox{\\kern2pt\\hbox{\\kern2pt\\usebox{\\bsBox}}}
\\end{document}
`
}

/** Name of the colour of a cluster by its rank. */
export const clusterName = (rank: number, ranks: number, colours: StageColours): string => {
  const colour = clusterColour(rank, ranks, colours.clusters)
  return `bsCluster${String.fromCharCode(65 + Math.max(0, colours.clusters.indexOf(colour)))}`
}

/** The chart of a moment as a `tikzpicture`; null where the method has none. */
export function texChart(run: DemoRun, frame: Frame, options: FigureOptions, title = ''): string | null {
  const chart = chartOfMoment(run, frame, COLUMNS)
  if (!chart) return null
  const colours = stageColours(options.palette)
  const isPlane = 'points' in chart
  const yTicks = isPlane ? chart.yTicks : chart.ticks
  const xTicks = isPlane ? chart.xTicks : null
  const count = isPlane ? 0 : chart.columns.length
  const names = axisNames(chart)
  const limits = xTicks
    ? `xmin=${texNumber(xTicks[0] ?? 0)}, xmax=${texNumber(xTicks.at(-1) ?? 1)}, xtick={${xTicks.map(texNumber).join(',')}}`
    : `xmin=0, xmax=${count + 1}`
  return `\\begin{tikzpicture}
\\begin{axis}[width=${texNumber(options.width)}mm, height=${texNumber(options.height)}mm, ${limits},
  ymin=${texNumber(yTicks[0] ?? 0)}, ymax=${texNumber(yTicks.at(-1) ?? 1)}, ytick={${yTicks.map(texNumber).join(',')}},
  xlabel={${texText(names.x)}}, ylabel={${texText(names.y)}},${title === '' ? '' : ` title={${texText(title)}},`}
  axis lines=left, axis line style={bsLine,-}, ymajorgrids, grid style={bsGrid}, tick align=outside, scaled ticks=false, tick label style={/pgf/number format/fixed},
  legend style={at={(0,1.03)}, anchor=south west, draw=none, legend columns=-1, /tikz/every even column/.append style={column sep=1.5ex}}, legend cell align=left, enlarge y limits=false]
${isPlane ? planePlots(chart, colours) : columnPlots(chart, colours)}
\\end{axis}
\\end{tikzpicture}%`
}

function bars(values: readonly (readonly [number, number])[], colour: string, label: string): string[] {
  if (values.length === 0) return []
  const points = values.map(([x, y]) => `(${x},${texNumber(y)})`).join(' ')
  return [
    `\\addplot[ybar, bar width=0.9, bar shift=0pt, fill=${colour}, draw=none, area legend] coordinates {${points}};`,
    `\\addlegendentry{${texText(label)}}`,
  ]
}

function columnPlots(chart: StageChart, colours: StageColours): string {
  const clusters = clustersIn(chart)
  const drawn = chart.columns.flatMap((column, i) => (Number.isFinite(column.value) && column.value !== 0 ? [{ ...column, x: i + 1 }] : []))
  const of = (wanted: (column: (typeof drawn)[number]) => boolean): (readonly [number, number])[] =>
    drawn.filter(wanted).map(({ x, value }) => [x, value] as const)
  const parts: string[] = []
  if (chart.behind)
    parts.push(
      ...bars(
        chart.behind.flatMap((value, i) => (Number.isFinite(value) && value !== 0 ? [[i + 1, value] as const] : [])),
        'bsBehind',
        'before',
      ),
    )
  if (clusters.length > 0)
    clusters.forEach((cluster, rank) =>
      parts.push(
        ...bars(
          of((column) => column.cluster === cluster),
          clusterName(rank, clusters.length, colours),
          `cluster ${cluster + 1}`,
        ),
      ),
    )
  else
    parts.push(
      ...bars(
        of(({ kept }) => !kept),
        'bsBar',
        chart.label,
      ),
      ...bars(
        of(({ kept }) => kept),
        'bsKept',
        'kept',
      ),
    )
  const right = chart.columns.length + 1
  if (chart.threshold !== null)
    parts.push(
      `\\addplot[bsThreshold, dashed, thick] coordinates {(0,${texNumber(chart.threshold)}) (${right},${texNumber(chart.threshold)})};`,
      `\\addlegendentry{threshold ${texText(formatNumber(chart.threshold))}}`,
    )
  chart.centres.forEach((centre, i) => {
    parts.push(
      `\\addplot[bsCentre, densely dotted, thick${i > 0 ? ', forget plot' : ''}] coordinates {(0,${texNumber(centre)}) (${right},${texNumber(centre)})};`,
    )
    if (i === 0) parts.push('\\addlegendentry{centre}')
  })
  const current = chart.columns.findIndex((column) => column.current)
  if (current >= 0)
    parts.push(`\\draw[bsLine, thin] ({axis cs:${current + 1},0}|-{rel axis cs:0,0}) -- ({axis cs:${current + 1},0}|-{rel axis cs:0,1});`)
  return parts.join('\n')
}

function planePlots(plane: StagePlane, colours: StageColours): string {
  const clusters = clustersIn(plane)
  const groups = clusters.length > 0 ? clusters : [-1]
  const parts = groups.flatMap((cluster, rank) => {
    const points = plane.points.filter((p) => p.cluster === cluster).map((p) => `(${texNumber(p.x)},${texNumber(p.y)})`)
    if (points.length === 0) return []
    const colour = cluster < 0 ? 'bsBar' : clusterName(rank, clusters.length, colours)
    return [
      `\\addplot[only marks, mark=*, mark size=1.1pt, color=${colour}] coordinates {${points.join(' ')}};`,
      `\\addlegendentry{${cluster < 0 ? 'line' : `cluster ${cluster + 1}`}}`,
    ]
  })
  const centres = plane.centres.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))
  const at = centres.map(({ x, y }) => `(${texNumber(x)},${texNumber(y)})`).join(' ')
  if (centres.length > 0)
    parts.push(
      // On white, for in grey a centre is as dark as the points below it.
      `\\addplot[only marks, mark=x, mark size=3.6pt, line width=2.6pt, color=white, forget plot] coordinates {${at}};`,
      `\\addplot[only marks, mark=x, mark size=3pt, thick, color=bsCentre] coordinates {${at}};`,
      '\\addlegendentry{centre}',
      ...centres.map(
        ({ x, y }) =>
          `\\node[anchor=south west, inner sep=1pt, xshift=2pt, yshift=2pt, fill=white, fill opacity=.85, text opacity=1, text=bsText] at (axis cs:${texNumber(x)},${texNumber(y)}) {(${texText(formatNumber(x))}, ${texText(formatNumber(y))})};`,
      ),
    )
  return parts.join('\n')
}

/** The tree, or the lines of the source, with a measure, as a `tikzpicture`. */
export function texRows(run: DemoRun, frame: Frame, options: FigureOptions): string {
  const rows = stageRows(run, frame)
  const size = options.fontSize
  const width = options.width * POINTS
  const { from, to, whole } = rowsOf(rows.count, rows.current, options.pageHeight * POINTS, size * ROW)
  const shown = Array.from({ length: to - from }, (_, i) => rows.rowAt(from + i))
  const least = Math.min(...shown.map(({ depth }) => depth))
  const barAt = width * 0.62
  const barWide = width * 0.2
  const indentOf = (depth: number): number => Math.min(DEEPEST, depth - least) * size * 0.9
  const letters = Math.max(8, Math.floor((barAt - size) / (size * 0.55)))
  const parts = shown.flatMap((row, i) => {
    const indent = row.line === null ? indentOf(row.depth) : size * 2.4
    const colour = row.fate === 'kept' ? 'bsKept' : row.fate === 'out' ? 'bsText' : 'bsPath'
    const room = Math.max(4, letters - Math.floor(indent / (size * 0.55)))
    const name = row.name.length > room ? `${row.name.slice(0, room - 1)}…` : row.name
    const strong = row.fate === 'kept' ? '\\bfseries ' : ''
    const above = shown.slice(0, i).findLastIndex(({ depth }) => depth < row.depth)
    const parent = row.line === null && above >= 0 && row.depth - least <= DEEPEST ? shown[above] : undefined
    const at = (x: number): string => `(${texNumber(x)},${i})`
    return [
      ...(from + i === rows.current ? [`\\fill[bsNow] (0,${i}-0.5) rectangle (${texNumber(width)},${i}+0.5);`] : []),
      ...(parent
        ? [
            `\\draw[bsGrid, line width=.4pt] (${texNumber(indentOf(parent.depth) + size * 0.3)},${above}+0.4) |- ${at(indent - size * 0.1)};`,
          ]
        : []),
      ...(row.line === null ? [] : [`\\node[anchor=east, text=bsLine] at ${at(size * 2)} {${row.line}};`]),
      `\\node[anchor=west, text=${colour}] at ${at(indent)} {${strong}${texText(name)}};`,
      ...(row.share > 0 ? [`\\fill[bsBar] (${texNumber(barAt)},${i}-0.22) rectangle ++(${texNumber(row.share * barWide)},0.44);`] : []),
      ...(Number.isNaN(row.value)
        ? []
        : [`\\node[anchor=east] at ${at(width - size * 1.6)} {${texText(formatMeasure(row.value, rows.share))}};`]),
      ...(row.fate === 'out' ? [] : [`\\node[anchor=east, text=${colour}] at ${at(width)} {${texText(ROW_SIGNS[row.fate])}};`]),
    ]
  })
  return `% ${rows.title}${whole ? '' : `: ${from + 1} to ${to} of ${rows.count}`}
\\begin{tikzpicture}[x=1bp, y=-${texNumber(size * ROW)}bp, every node/.style={inner sep=0pt, outer sep=0pt}]
\\path (0,-0.5) rectangle (${texNumber(width)},${to - from}-0.5);
${parts.join('\n')}
\\end{tikzpicture}%`
}

/**
 * The formula with its numbers; null before anything is known.
 * @param width millimetres of the column it stands in
 */
export function texFormula(run: DemoRun, frame: Frame, width: number): string | null {
  const lines = cardLines(run, frame)
  if (lines.length === 0) return null
  const wide = `${texNumber(width)}mm`
  const rows = lines.map((line) => {
    if (line.kind === 'tex') return `\\bsFit{${wide}}{$\\displaystyle ${line.tex}$}`
    const text = texText(line.text)
    if (line.kind === 'title') return `\\textbf{${text}}`
    const said = `\\parbox{${wide}}{\\raggedright${line.kind === 'quiet' ? '\\color{bsLine}' : ''} ${text}}`
    if (line.kind !== 'gauge') return said
    const colour = line.good ? 'bsKept' : 'bsThreshold'
    const bar = `\\makebox[0pt][l]{\\textcolor{${colour}}{\\rule{${texNumber(line.bar * width)}mm}{1ex}}}`
    return `${bar}\\hspace*{${texNumber(line.mark * width)}mm}\\rule[-.4ex]{.6pt}{1.8ex} \\\\[2pt]\n${said}`
  })
  return `\\begin{tabular}[t]{@{}l@{}}\n${rows.join(' \\\\[4pt]\n')}\n\\end{tabular}%`
}
