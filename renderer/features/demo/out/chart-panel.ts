import { clustersAmong, columnShapes, planeShapes } from '../../../../shared/demo/chart-shapes'
import type { DemoRun, Frame } from '../../../../shared/demo/demo-run'
import { stageChart, type StageChart, stagePlane, type StagePlane } from '../../../../shared/demo/stage-chart'
import { formatOf } from '../../../../shared/explain/reason-sentence'
import { svgOf, type Shape } from '../../../../shared/scene/scene'
import { formatNumber } from '../../../components/number-format'
import type { LegendKey } from '../../../figures/figure-frame'
import { clusterColour, figureStyles } from '../../../figures/figure-style'
import type { StagePanel, StageStyle } from './panel'

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

export function chartPanel(run: DemoRun, frame: Frame, style: StageStyle): StagePanel | null {
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

function legendOf(chart: StageChart | StagePlane, { colours }: StageStyle, write: (value: number) => string): LegendKey[] {
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
