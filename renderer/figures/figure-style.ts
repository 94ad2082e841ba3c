/** How a figure for a paper looks: size, type and colours. Everything is measured in points (1/72 inch), as papers do. */
import { z } from 'zod'
import { lastAtOrBefore } from '../../shared/base/search'
import { clusterStep, looksFrom, type Looks, type MeasureText, type Shape } from '../../shared/scene/scene'

/** Points in a millimetre. */
export const POINTS = 72 / 25.4

export const FORMATS = ['svg', 'pdf', 'png'] as const
export type FigureFormat = (typeof FORMATS)[number]

export const FONTS = ['sans', 'serif', 'mono', 'inter'] as const
export type FigureFont = (typeof FONTS)[number]

export const PALETTES = ['colour', 'print', 'mono'] as const
export type FigurePalette = (typeof PALETTES)[number]

/** Millimetres that a figure may be wide and high, and points that its type may be high. */
export const SIDE = { least: 20, most: 1000 }
export const TYPE = { least: 4, most: 36 }
const Side = z.number().min(SIDE.least).max(SIDE.most)

export const FigureOptions = z.object({
  format: z.enum(FORMATS),
  /** Millimetres. */
  width: Side,
  height: Side,
  /** Of a page's figure, at most: the page is cut there. */
  pageHeight: Side,
  font: z.enum(FONTS),
  /** Points. */
  fontSize: z.number().min(TYPE.least).max(TYPE.most),
  palette: z.enum(PALETTES),
  title: z.boolean(),
  /** A line of page, parameters and date below. */
  caption: z.boolean(),
})
export type FigureOptions = Readonly<z.infer<typeof FigureOptions>>

/** A column of a paper in two columns. */
export const DEFAULT_FIGURE: FigureOptions = {
  format: 'pdf',
  width: 88,
  height: 62,
  pageHeight: 115,
  font: 'sans',
  fontSize: 8,
  palette: 'colour',
  title: false,
  caption: true,
}

/** Widths that are asked for, in millimetres. */
export const WIDTHS: readonly { readonly width: number; readonly label: string }[] = [
  { width: 88, label: 'One column (88 mm)' },
  { width: 122, label: 'Text of a book (122 mm)' },
  { width: 180, label: 'Two columns (180 mm)' },
  { width: 254, label: 'Slide (254 mm)' },
]

/** Of each role: as on the screen; of Okabe and Ito, whose colours differ in lightness too; greys, with dashes. */
const TABLE = {
  text: ['#1b1d21', '#000000', '#000000'],
  line: ['#565b64', '#000000', '#000000'],
  grid: ['#dcdee3', '#d0d0d0', '#d9d9d9'],
  /** By place of the series; the first is the main one. */
  series: [
    ['#0b5cad', '#6b7079', '#8a6100', '#7a3fb0'],
    ['#0072b2', '#e69f00', '#000000', '#cc79a7'],
    ['#000000', '#6b6b6b', '#000000', '#9a9a9a'],
  ],
  /** Dashes of each series' line, in points; empty: drawn through. */
  dashes: [[''], [''], ['', '3 1.5', '1 1.5', '5 1.5 1 1.5']],
  threshold: ['#1b1d21', '#d55e00', '#000000'],
  kept: ['#0b7a5c', '#009e73', '#000000'],
  disputed: ['#7a3fb0', '#cc79a7', '#8c8c8c'],
  /** Clusters from the lowest to the highest. */
  clusters: [
    ['#a8dbe5', '#5fb3d3', '#2f86c1', '#23559e', '#26316f'],
    ['#f0e442', '#e69f00', '#56b4e9', '#0072b2', '#000000'],
    ['#d9d9d9', '#a6a6a6', '#737373', '#404040', '#000000'],
  ],
  /** Text of what is the way to what is kept. */
  path: ['#8a6100', '#8f5f00', '#595959'],
  /** Behind the row that a moment is about, and behind the line of code that runs. */
  now: ['#d9e8f9', '#dceefb', '#dedede'],
  runs: ['#fff1cc', '#fbeebd', '#dedede'],
  bar: ['#5a9bd4', '#56b4e9', '#8c8c8c'],
  /** Edge of what is dropped or does not pass. */
  bad: ['#b8420a', '#d55e00', '#404040'],
  /** What the columns of a chart were made of. */
  behind: ['#d3d6db', '#d0d0d0', '#d0d0d0'],
} as const satisfies Readonly<Record<string, readonly (string | readonly string[])[]>>

export type FigureColours = { readonly [Role in keyof typeof TABLE]: (typeof TABLE)[Role][number] }

const paletteAt = (place: number): FigureColours =>
  Object.fromEntries(Object.entries(TABLE).map(([role, colours]) => [role, colours[place]])) as unknown as FigureColours

export const COLOURS: Readonly<Record<FigurePalette, FigureColours>> = { colour: paletteAt(0), print: paletteAt(1), mono: paletteAt(2) }

/** Colour of a series by its place among its chart's. */
export const seriesColour = ({ series, text }: FigureColours, place: number): string => series[place % series.length] ?? text

/** Colour of a cluster by its rank, from the lowest. */
export const clusterColour = ({ clusters, text }: FigureColours, rank: number, ranks: number): string =>
  clusters[clusterStep(rank, ranks, clusters.length, 2)] ?? text

/** How the shapes of charts look in a figure. */
export function figureLooks(colours: FigureColours): Looks {
  const { line, grid, text, threshold, disputed, dashes } = colours
  const main = seriesColour(colours, 0)
  const stroked = (stroke: string, strokeWidth: number, strokeDasharray?: string) => ({
    fill: 'none',
    stroke,
    strokeWidth,
    strokeDasharray,
  })
  const ofCluster = ({ rank = 0, ranks = 1 }: Shape) => ({ fill: clusterColour(colours, rank, ranks) })
  return looksFrom({
    text: {},
    'text threshold': { fill: threshold },
    axis: stroked(line, 0.5),
    grid: stroked(grid, 0.4),
    behind: { fill: colours.behind },
    area: ({ rank = 0 }) => ({ fill: seriesColour(colours, rank), fillOpacity: 0.35 }),
    series: ({ rank = 0 }) => stroked(seriesColour(colours, rank), rank === 0 ? 0.6 : 0.8, dashes[rank % dashes.length]),
    column: { fill: colours.bar },
    kept: { fill: colours.kept },
    cluster: ofCluster,
    point: (shape) => ({
      fill: shape.ranks === undefined ? main : ofCluster(shape).fill,
      fillOpacity: 0.75,
      ...(shape.isKept ? { stroke: colours.kept, strokeWidth: 0.6 } : {}),
    }),
    current: stroked(main, 0.8),
    threshold: stroked(threshold, 0.9, '4 2'),
    window: { fill: main, fillOpacity: 0.14, stroke: main, strokeWidth: 0.6 },
    trail: stroked(line, 0.6),
    way: stroked(colours.path, 1),
    curve: stroked(text, 0.8),
    centre: { fill: disputed },
    level: stroked(disputed, 0.6, '2 2'),
    paper: { fill: '#fff', fillOpacity: 0.85 },
  })
}

/**
 * Names for a style sheet. The system's fonts are embedded in a PDF as they are; Inter is bundled and put into every file, but it is
 * a variable font, of which browsers make Type 3 in a PDF, and some publishers refuse that.
 */
export const FAMILIES: Readonly<Record<FigureFont, string>> = {
  sans: "Helvetica, Arial, 'Liberation Sans', sans-serif",
  serif: "'Times New Roman', 'Liberation Serif', Times, serif",
  mono: "'Courier New', 'Liberation Mono', monospace",
  inter: "'Inter', Helvetica, Arial, sans-serif",
}

/** Weight of titles. */
export const BOLD = 600

interface Lines {
  readonly width: number
  readonly size: number
  readonly weight?: number | undefined
}

/** Words in lines that are not wider than asked; a word that is wider, such as an address, is broken anywhere. */
export function wrapText(text: string, { width, size, weight }: Lines, measure: MeasureText): string[] {
  const widthOf = (part: string): number => measure(part, size, weight)
  const fits = (part: string): boolean => widthOf(part) <= width
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) {
      lines[lines.length - 1] = `${last} ${word}`
      continue
    }
    let rest = Array.from(word)
    while (rest.length > 1 && !fits(rest.join(''))) {
      // The longest beginning that fits, at least one letter.
      const from = Math.max(
        1,
        lastAtOrBefore(rest.length, (length) => widthOf(rest.slice(0, length).join('')), width),
      )
      lines.push(rest.slice(0, from).join(''))
      rest = rest.slice(from)
    }
    lines.push(rest.join(''))
  }
  return lines
}

/** Size of type at which a text is not wider than asked, at most `size`. */
export function fittingSize(text: string, width: number, size: number, measure: MeasureText): number {
  return Math.min(size, (size * width) / Math.max(1e-6, measure(text, size)))
}
