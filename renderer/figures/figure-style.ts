import { z } from 'zod'
import { lastAtOrBefore } from '../../shared/base/int-list'
import { clusterStep, styleOfTable, type StyleOf, type MeasureText, type Shape } from '../../shared/scene/scene'

export const POINTS = 72 / 25.4

export const FORMATS = ['svg', 'png'] as const
export type FigureFormat = (typeof FORMATS)[number]

export const THEMES = ['light', 'dark'] as const
export type FigureTheme = (typeof THEMES)[number]

/** Millimetres. */
export const SIDE = { least: 40, most: 1000 }

export const FigureChoice = z.object({
  format: z.enum(FORMATS),
  /** Millimetres. */
  width: z.number().min(SIDE.least).max(SIDE.most),
  theme: z.enum(THEMES),
})
export type FigureChoice = Readonly<z.infer<typeof FigureChoice>>

export const DEFAULT_CHOICE: FigureChoice = { format: 'svg', width: 180, theme: 'light' }

export interface FigureOptions {
  /** Millimetres. */
  readonly width: number
  readonly height: number
  /** Millimetres. Limits the height of a drawing that shows a page or the stage. A longer page is cut. */
  readonly pageHeight: number
  /** Points. */
  readonly fontSize: number
  readonly theme: FigureTheme
  readonly title: boolean
  readonly caption: boolean
}

export const figureOptions = ({ width, theme }: Omit<FigureChoice, 'format'>): FigureOptions => ({
  width,
  height: width * 0.7,
  pageHeight: width * 1.3,
  fontSize: 8,
  theme,
  title: false,
  caption: true,
})

const TABLE = {
  paper: ['#ffffff', '#15171b'],
  text: ['#1b1d21', '#e6e8eb'],
  line: ['#565b64', '#a0a6b0'],
  grid: ['#dcdee3', '#3a3f47'],
  series: [
    ['#0b5cad', '#6b7079', '#8a6100', '#7a3fb0'],
    ['#6cb2ff', '#a6adb8', '#e0b04a', '#bf94f0'],
  ],
  threshold: ['#1b1d21', '#e6e8eb'],
  kept: ['#0b7a5c', '#3fc49a'],
  disputed: ['#7a3fb0', '#bf94f0'],
  clusters: [
    ['#a8dbe5', '#5fb3d3', '#2f86c1', '#23559e', '#26316f'],
    ['#23506b', '#2f7fa8', '#46a9d6', '#7fcdec', '#c7ecf8'],
  ],
  path: ['#8a6100', '#e0b04a'],
  now: ['#d9e8f9', '#1f3a5a'],
  runs: ['#fff1cc', '#4a3d14'],
  bar: ['#5a9bd4', '#4a8fd0'],
  bad: ['#b8420a', '#ff8a5c'],
  behind: ['#d3d6db', '#4a4f58'],
} as const satisfies Readonly<Record<string, readonly (string | readonly string[])[]>>

export type FigureColours = { readonly [Role in keyof typeof TABLE]: (typeof TABLE)[Role][number] }

const coloursAt = (place: number): FigureColours =>
  Object.fromEntries(Object.entries(TABLE).map(([role, colours]) => [role, colours[place]])) as unknown as FigureColours

export const COLOURS: Readonly<Record<FigureTheme, FigureColours>> = { light: coloursAt(0), dark: coloursAt(1) }

export const seriesColour = ({ series, text }: FigureColours, place: number): string => series[place % series.length] ?? text

export const clusterColour = ({ clusters, text }: FigureColours, rank: number, ranks: number): string =>
  clusters[clusterStep(rank, ranks, clusters.length, 2)] ?? text

export function figureStyles(colours: FigureColours): StyleOf {
  const { line, grid, text, threshold, disputed } = colours
  const main = seriesColour(colours, 0)
  const stroked = (stroke: string, strokeWidth: number, strokeDasharray?: string) => ({
    fill: 'none',
    stroke,
    strokeWidth,
    strokeDasharray,
  })
  const ofCluster = ({ rank = 0, ranks = 1 }: Shape) => ({ fill: clusterColour(colours, rank, ranks) })
  return styleOfTable({
    text: {},
    'text threshold': { fill: threshold },
    axis: stroked(line, 0.5),
    grid: stroked(grid, 0.4),
    behind: { fill: colours.behind },
    area: ({ rank = 0 }) => ({ fill: seriesColour(colours, rank), fillOpacity: 0.35 }),
    series: ({ rank = 0 }) => stroked(seriesColour(colours, rank), rank === 0 ? 0.6 : 0.8),
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
    paper: { fill: colours.paper, fillOpacity: 0.85 },
  })
}

export const FAMILY = "Helvetica, Arial, 'Liberation Sans', sans-serif"

export const BOLD = 600

interface Lines {
  readonly width: number
  readonly size: number
  readonly weight?: number | undefined
}

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

export function fittingSize(text: string, width: number, size: number, measure: MeasureText): number {
  return Math.min(size, (size * width) / Math.max(1e-6, measure(text, size)))
}
