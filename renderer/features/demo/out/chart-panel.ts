/** The chart of a moment: columns with threshold and centres, or a plane of points, with both axes named. */
import { columnShapes, planeShapes, type ChartShape, type ShapeRole } from '../../../../shared/demo/chart-shapes'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { stageChart, type StageChart } from '../../../../shared/demo/stage-chart'
import { stagePlane, type StagePlane } from '../../../../shared/demo/stage-plane'
import { escapeXml } from '../../../../shared/base/escape'
import { formatNumber } from '../../../components/number-format'
import { n, type LegendKey } from '../../../figures/figure-frame'
import type { StagePanel, StageStyle } from './panel'

/** Points a column is wide at least. */
const COLUMN = 1.2
/** Height of a chart as a part of its width, where it is not given. */
const RATIO = 0.62
/** Sizes of type that a chart is high at least. */
const LEAST = 12

interface AxisNames {
  readonly title: string
  readonly x: string
  readonly y: string
}

/** What stands along a chart's axes. */
function axisNames(chart: StageChart | StagePlane): AxisNames {
  if ('points' in chart) return { title: chart.title, x: chart.xLabel, y: chart.yLabel }
  return {
    // “DensitySum by node” names its measure already.
    title: chart.title.toLowerCase().startsWith(chart.label.toLowerCase()) ? chart.title : `${chart.title}: ${chart.label}`,
    x: chart.per === 'line' ? 'lines of the source, in order' : 'nodes of the page, in order',
    y: chart.label,
  }
}

/** Colour of a cluster by its rank, from the lowest. */
export function clusterColour(rank: number, ranks: number, clusters: readonly string[]): string {
  return clusters[ranks <= 1 ? 2 : Math.round(((clusters.length - 1) * rank) / (ranks - 1))] ?? '#000000'
}

/** Clusters of a chart, lowest first; empty where it has none. */
function clustersIn(chart: StageChart | StagePlane): number[] {
  const all = 'points' in chart ? chart.points.map((p) => p.cluster) : chart.columns.map((c) => c.cluster)
  return [...new Set(all)].filter((c) => c >= 0).sort((a, b) => a - b)
}

/** The chart or the plane of a moment; null where the method has none. */
function chartOfMoment(run: DemoRun, frame: Frame, columns: number): StageChart | StagePlane | null {
  return stagePlane(run, frame) ?? stageChart(run, frame, columns)
}

export function chartPanel(run: DemoRun, frame: Frame, style: StageStyle): StagePanel | null {
  const sample = chartOfMoment(run, frame, 100)
  if (!sample) return null
  const { size, measure } = style
  return {
    title: axisNames(sample).title,
    legend: legendOf(sample, style),
    heightAt: (width) => Math.max(width * RATIO, size * LEAST),
    leastAt: () => size * LEAST,
    draw: ({ width, height }) => {
      const left = size * 1.6
      const box = { width: width - left, height, font: size }
      const chart = chartOfMoment(run, frame, Math.max(20, Math.floor(box.width / COLUMN)))
      if (!chart) return ''
      const shapes = 'points' in chart ? planeShapes(chart, box, formatNumber) : columnShapes(chart, box, formatNumber)
      const names = axisNames(chart)
      const upright = Math.min(size, (size * height) / Math.max(1, measure(names.y, size)))
      // The stage's own names of axes are for a narrow panel; a figure has room for both at their axes.
      const drawn = shapes.filter((shape) => shape.type !== 'text' || shape.role !== 'label').map((shape) => drawShape(shape, style))
      return (
        `<g transform="translate(${n(left)} 0)">${drawn.join('')}</g>` +
        `<text x="${n(left + box.width / 2)}" y="${n(height - size * 0.3)}" text-anchor="middle">${escapeXml(names.x)}</text>` +
        `<text transform="translate(${n(size)} ${n((height - size) / 2)}) rotate(-90)" font-size="${n(upright)}" text-anchor="middle">${escapeXml(names.y)}</text>`
      )
    },
  }
}

function legendOf(chart: StageChart | StagePlane, { colours }: StageStyle): LegendKey[] {
  const clusters = clustersIn(chart)
  const keys: LegendKey[] = clusters.map((cluster, rank) => ({
    label: `cluster ${cluster + 1}`,
    kind: 'area',
    colour: clusterColour(rank, clusters.length, colours.clusters),
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
    keys.push({ label: `threshold ${formatNumber(chart.threshold)}`, kind: 'line', colour: colours.threshold, dash: '4 2' })
  if (chart.centres.length > 0) keys.push({ label: 'centre', kind: 'line', colour: colours.disputed, dash: '2 2' })
  return keys
}

function drawShape(shape: ChartShape, { size, measure, colours }: StageStyle): string {
  const looks: Readonly<Partial<Record<ShapeRole, string>>> = {
    axis: `fill="none" stroke="${colours.line}" stroke-width="0.5"`,
    grid: `fill="none" stroke="${colours.grid}" stroke-width="0.4"`,
    behind: `fill="${colours.behind}"`,
    column: `fill="${colours.bar}"`,
    kept: `fill="${colours.kept}"`,
    current: `fill="none" stroke="${colours.series[0] ?? colours.text}" stroke-width="0.8"`,
    threshold: `fill="none" stroke="${colours.threshold}" stroke-width="0.9" stroke-dasharray="4 2"`,
    window: `fill="${colours.series[0] ?? colours.line}" fill-opacity="0.14" stroke="${colours.series[0] ?? colours.line}" stroke-width="0.6"`,
    way: `fill="none" stroke="${colours.path}" stroke-width="1"`,
    curve: `fill="none" stroke="${colours.text}" stroke-width="0.8"`,
  }
  const look = (role: ShapeRole): string => looks[role] ?? `fill="none" stroke="${colours.line}" stroke-width="0.6"`
  if (shape.type === 'line') return `<path d="M${shape.x1} ${shape.y1}L${shape.x2} ${shape.y2}" ${look(shape.role)}/>`
  if (shape.type === 'text')
    return `<text x="${shape.x}" y="${shape.y}" text-anchor="${shape.anchor}"${shape.role === 'threshold' ? ` fill="${colours.threshold}"` : ''}>${escapeXml(shape.text)}</text>`
  if (shape.type === 'centre') {
    const across = shape.across > 0
    const x = shape.x + (across ? size * 0.4 : 0)
    const line = across
      ? `<path d="M${shape.x} ${shape.y}h${n(shape.across)}" fill="none" stroke="${colours.disputed}" stroke-width="0.6" stroke-dasharray="2 2"/>`
      : ''
    // Its numbers are black on white: in grey it is itself as dark as what lies below it.
    const paper = `<rect x="${n(x + size * 0.5)}" y="${n(shape.y - size * 1.15)}" width="${n(measure(shape.text, size) + size * 0.2)}" height="${n(size)}" fill="#fff" fill-opacity="0.85"/>`
    return `${line}<circle cx="${n(x)}" cy="${shape.y}" r="${n(size * 0.35)}" fill="${colours.disputed}"/>${paper}<text x="${n(x + size * 0.6)}" y="${n(shape.y - size * 0.3)}" fill="${colours.text}">${escapeXml(shape.text)}</text>`
  }
  if (shape.d === '') return ''
  if (shape.role === 'cluster') return `<path d="${shape.d}" fill="${clusterColour(shape.rank, shape.ranks, colours.clusters)}"/>`
  return `<path d="${shape.d}" ${look(shape.role)}/>`
}
