import { lastAtOrBefore } from '../../../../shared/base/int-list'
import type { PagePicture } from '../../../../shared/contract/contract'
import { elementAt, pageMarks } from '../../../../shared/demo/card-subject'
import { clustersAmong, columnShapes, planeShapes } from '../../../../shared/demo/chart-shapes'
import { shownNode, type DemoRun, type Frame } from '../../../../shared/demo/demo-run'
import { findRemovedNodes } from '../../../../shared/demo/replay'
import { KEEPS, stageChart, type StageChart, stagePlane, type StagePlane } from '../../../../shared/demo/stage-chart'
import { stageRows, type StageRow, treeRows } from '../../../../shared/demo/stage-rows'
import { disagreementOf, findKeepersOfNodes } from '../../../../shared/explain/difference/disagreement'
import { cutOff } from '../../../../shared/explain/node-label'
import { formatOf } from '../../../../shared/explain/reason-sentence'
import { KEPT, PATH } from '../../../../shared/page/output'
import { type MeasureText, n, type Rect, type Shape, svgOf, tag, textTag } from '../../../../shared/scene/scene'
import { measureScale } from '../../../components/density-scale'
import { formatMeasure, formatNumber } from '../../../components/number-format'
import type { DrawingRoom, DrawingStyle, LegendKey } from '../../../figures/figure-frame'
import { BOLD, clusterColour, figureStyles, type FigureColours } from '../../../figures/figure-style'
import { drawPage, keptAreas } from '../../../figures/page-figure'

export interface StagePanel {
  readonly title: string
  readonly legend: readonly LegendKey[]
  readonly heightAt: (width: number) => number
  readonly leastAt: (width: number) => number
  readonly draw: (room: DrawingRoom) => string
}

export const ROW = 1.5

export const LEAST_ROWS = 5

export function cutText(text: string, room: number, size: number, measure: MeasureText): string {
  if (measure(text, size) <= room) return text
  const most = lastAtOrBefore(text.length + 1, (length) => measure(cutOff(text, length), size), room)
  return most <= 0 ? '' : cutOff(text, most)
}

/** Draws the rows around the current row that fit into the height, and a caption if some rows do not fit. */
export function drawRows(
  { size, colours }: DrawingStyle,
  { count, current, height }: { readonly count: number; readonly current: number; readonly height: number },
  draw: (from: number, to: number) => readonly string[],
  caption: (from: number, to: number) => string,
): string {
  const row = size * ROW
  const fits = Math.max(1, Math.floor(height / row + 0.01))
  if (count <= fits) return draw(0, count).join('')
  const shown = Math.max(1, fits - 1)
  const from = Math.max(0, Math.min(count - shown, current - (shown >> 1)))
  const to = Math.min(count, from + shown)
  const words = textTag(caption(from, to), { x: 0, y: (to - from) * row + row * 0.68, fontSize: size * 0.9, fill: colours.line })
  return draw(from, to).join('') + words
}

const LEAST_COLUMN_POINTS = 1.2
const HEIGHT_TO_WIDTH = 0.62
const LEAST = 12

function axisNames(chart: StageChart | StagePlane): { readonly title: string; readonly x: string; readonly y: string } {
  if ('points' in chart) return { title: chart.title, x: chart.xLabel, y: chart.yLabel }
  return {
    title: chart.title.toLowerCase().startsWith(chart.label.toLowerCase()) ? chart.title : `${chart.title}: ${chart.label}`,
    x: chart.per === 'line' ? 'lines of the source, in order' : 'nodes of the page, in order',
    y: chart.label,
  }
}

const writerOf = (run: DemoRun, chart: StageChart | StagePlane) =>
  formatOf('measure' in chart ? run.measureOf(chart.measure) : null, formatNumber)

export function chartPanel(run: DemoRun, frame: Frame, style: DrawingStyle): StagePanel | null {
  const { size, measure, colours } = style
  const chartOfMoment = (columns: number): StageChart | StagePlane | null => stagePlane(run, frame) ?? stageChart(run, frame, columns)
  const sample = chartOfMoment(100)
  if (!sample) return null
  return {
    title: axisNames(sample).title,
    legend: legendOf(sample, style, writerOf(run, sample)),
    heightAt: (width) => Math.max(width * HEIGHT_TO_WIDTH, size * LEAST),
    leastAt: () => size * LEAST,
    draw: ({ width, height }) => {
      const left = size * 1.6
      const box = { width: width - left, height, font: size, measure }
      const chart = chartOfMoment(Math.max(20, Math.floor(box.width / LEAST_COLUMN_POINTS)))
      if (!chart) return ''
      const names = axisNames(chart)
      const upright = Math.min(size, (size * height) / Math.max(1, measure(names.y, size)))
      const write = writerOf(run, chart)
      // A figure has space for full axis names, so remove the short axis names of the stage.
      const shapes = ('points' in chart ? planeShapes(chart, box, write) : columnShapes(chart, box, write)).filter(
        ({ role }) => role !== 'name',
      )
      const written: Shape[] = [
        { type: 'group', role: 'axis', x: left, y: 0, shapes },
        { type: 'text', role: 'name', x: left + box.width / 2, y: height - size * 0.3, anchor: 'middle', text: names.x },
        { type: 'text', role: 'name', x: size, y: (height - size) / 2, anchor: 'middle', isUpright: true, size: upright, text: names.y },
      ]
      return svgOf(written, figureStyles(colours))
    },
  }
}

function legendOf(chart: StageChart | StagePlane, { colours }: DrawingStyle, write: (value: number) => string): LegendKey[] {
  const clusters = clustersAmong('points' in chart ? chart.points : chart.columns)
  const keys: LegendKey[] = clusters.map((cluster, rank) => ({
    label: `cluster ${cluster + 1}`,
    kind: 'area',
    colour: clusterColour(colours, rank, clusters.length),
  }))
  if ('points' in chart) {
    if (clusters.length === 0) keys.push({ label: 'line', kind: 'area', colour: colours.bar })
    if (chart.centres.length > 0) keys.push({ label: 'centre', kind: 'mark', mark: '●', colour: colours.disputed })
    return keys
  }
  if (clusters.length === 0) {
    keys.push({ label: chart.label, kind: 'area', colour: colours.bar })
    if (chart.columns.some((c) => c.kept)) keys.push({ label: 'kept', kind: 'area', colour: colours.kept })
  }
  if (chart.behind) keys.push({ label: 'before', kind: 'area', colour: colours.behind })
  if (chart.threshold !== null)
    keys.push({ label: `threshold ${write(chart.threshold)}`, kind: 'line', colour: colours.threshold, dash: '4 2' })
  if (chart.centres.length > 0) keys.push({ label: 'centre', kind: 'line', colour: colours.disputed, dash: '2 2' })
  return keys
}

function boxIn(picture: Pick<PagePicture, 'boxes'>, node: number): Rect | null {
  const [x = 0, y = 0, width = 0, height = 0] = picture.boxes.subarray(node * 4, node * 4 + 4)
  return node >= 0 && width > 0 && height > 0 ? { x, y, width, height } : null
}

function scrolledTo(picture: PagePicture, room: number, node: number): number {
  const visible = Math.min(room, picture.height)
  const box = boxIn(picture, node)
  if (!box || box.y + box.height <= visible) return 0
  return Math.max(0, Math.min(picture.height - visible, box.y + Math.min(box.height, visible) / 2 - visible / 2))
}

/** @param scale points per pixel */
function drawMarks(run: DemoRun, frame: Frame, picture: PagePicture, colours: FigureColours, scale: number): string {
  const { heat, way, current } = pageMarks(run, frame)
  const rect = (node: number, apart: number, attributes: Readonly<Record<string, string | number | undefined>>): string => {
    const box = boxIn(picture, node)
    if (!box) return ''
    const [width, height] = [box.width + 2 * apart, Math.max(0, box.height + 2 * apart)]
    return tag('rect', { x: box.x - apart, y: box.y - apart, width, height, ...attributes })
  }
  const parts: string[] = []
  const position = heat && measureScale(heat.all, heat.share)
  heat?.shown.forEach((value, node) => {
    const place = position?.position(value) ?? 0
    if (place > 0) parts.push(rect(node, 0, { fill: clusterAt(colours, place), fillOpacity: 0.4 }))
  })
  for (const node of way) parts.push(rect(node, -1, { fill: 'none', stroke: colours.path, strokeWidth: 0.9 / scale }))
  if (current) {
    const stroke = { none: colours.series[0], dropped: colours.bad, passed: colours.kept }[current.verdict]
    const wide = 1.4 / scale
    const dash = current.verdict === 'dropped' ? `${n(4 / scale)} ${n(2 / scale)}` : undefined
    parts.push(rect(elementAt(run.page, current.node), wide, { fill: 'none', stroke, strokeWidth: wide, strokeDasharray: dash }))
  }
  return parts.join('')
}

const clusterAt = ({ clusters }: FigureColours, place: number): string | undefined =>
  clusters[Math.min(clusters.length - 1, Math.floor(place * clusters.length))]

export function pagePanel(run: DemoRun, frame: Frame, picture: PagePicture, { colours }: DrawingStyle, id: string): StagePanel {
  const hasKept = frame.selected.includes(KEPT)
  const areas = hasKept ? keptAreas(run.page, findKeepersOfNodes(run.page, disagreementOf(run.page, [frame.selected])), picture) : []
  return {
    title: 'Page',
    legend: hasKept ? [{ label: 'kept', kind: 'area', colour: colours.kept, opacity: 0.45 }] : [],
    heightAt: (width) => (width * picture.height) / picture.width,
    leastAt: (width) => Math.min(width / 2, (width * picture.height) / picture.width),
    draw: (room) => {
      const from = scrolledTo(picture, (room.height * picture.width) / room.width, elementAt(run.page, shownNode(run, frame)))
      const over = (scale: number): string => drawMarks(run, frame, picture, colours, scale)
      return drawPage(picture, { id, areas, voters: 1, pales: hasKept, over, from }, room, colours)
    },
  }
}

const MOST_INDENTED_LEVELS = 12

const SIGNS = { kept: '✓', path: '↳', way: '↑', out: '' } as const

const signOf = ({ status, way }: StageRow): keyof typeof SIGNS => (status !== 'kept' && way !== undefined ? 'way' : status)

export function rowsPanel(run: DemoRun, frame: Frame, style: DrawingStyle): StagePanel {
  const { size, measure, colours } = style
  const rows = stageRows(run, frame, treeRows(run.page, findRemovedNodes(run)))
  const scale = measureScale(run.valuesOf(rows.measure) ?? new Float64Array(0), rows.share)
  const row = size * ROW
  const small = size * 0.9
  const sign = (label: string, mark: string, colour: string, isThere: boolean): LegendKey[] =>
    isThere ? [{ label, kind: 'mark', mark, colour }] : []
  const isKept = rows.perLine ? frame.lines.some((judged) => KEEPS.has(judged)) : frame.selected.includes(KEPT)
  const hasWay = !rows.perLine && !frame.decision && (frame.chapter.step.way ?? []).length > 0
  return {
    title: `${rows.title}, with ${rows.label}`,
    legend: [
      ...sign('kept', SIGNS.kept, colours.kept, isKept),
      ...sign('contains kept text', SIGNS.path, colours.path, !rows.perLine && frame.selected.includes(PATH)),
      ...sign('path to body', SIGNS.way, colours.path, hasWay),
      ...(rows.current >= 0 ? [{ label: 'now', kind: 'area' as const, colour: colours.now }] : []),
    ],
    heightAt: () => rows.count * row,
    leastAt: () => Math.min(rows.count, LEAST_ROWS) * row,
    draw: ({ width, height }) => {
      const draw = (from: number, to: number): readonly string[] => {
        const shown = Array.from({ length: to - from }, (_, i) => rows.rowAt(from + i))
        const least = Math.min(...shown.map(({ depth }) => depth))
        const texts = shown.map(({ value }) => (Number.isNaN(value) ? '' : formatMeasure(value, rows.share)))
        const wideValue = Math.max(size * 2, ...texts.map((text) => measure(text, small)))
        const wideBar = Math.min(width * 0.24, size * 9)
        const wideName = width - wideValue - wideBar - size * 2.4
        const barAt = wideName + size * 0.4
        const numbers = rows.perLine ? measure(String(to), small) + size * 0.6 : 0
        return shown.map((each, i) => {
          const y = i * row
          const base = n(y + row * 0.68)
          const kind = signOf(each)
          const indent = numbers + Math.min(MOST_INDENTED_LEVELS, each.depth - least) * size * 0.9
          const fill = kind === 'kept' ? colours.kept : kind === 'out' ? colours.text : colours.path
          const bar = scale.position(each.value)
          const end = (x: number, text: string, attributes: Readonly<Record<string, string | number>>): string =>
            textTag(text, { x, y: base, textAnchor: 'end', ...attributes })
          return [
            from + i === rows.current ? tag('rect', { x: 0, y, width, height: row, fill: colours.now }) : '',
            end(numbers - size * 0.6, each.line === null ? '' : String(each.line), { fontSize: small, fill: colours.line }),
            textTag(cutText(each.name, wideName - indent, size * (kind === 'kept' ? 1.06 : 1), measure), {
              x: indent + size * 0.2,
              y: base,
              fill,
              fontWeight: kind === 'kept' ? BOLD : undefined,
            }),
            bar > 0 ? tag('rect', { x: barAt, y: y + row * 0.28, width: bar * wideBar, height: row * 0.44, fill: colours.bar }) : '',
            end(barAt + wideBar + size * 0.4 + wideValue, texts[i] ?? '', { fontSize: small }),
            end(width, SIGNS[kind], { fill }),
          ].join('')
        })
      }
      const caption = (from: number, to: number): string => `${from + 1} to ${to} of ${rows.count} ${rows.perLine ? 'lines' : 'elements'}`
      return drawRows(style, { count: rows.count, current: rows.current, height }, draw, caption)
    },
  }
}
