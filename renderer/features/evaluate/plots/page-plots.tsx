import { useMemo, useState } from 'react'
import { CartesianGrid, ReferenceArea, ReferenceLine, ScatterChart, XAxis, YAxis } from 'recharts'
import { hashText } from '../../../../shared/base/random'
import type { RunDetails } from '../../../../shared/contract/evaluation-contract'
import { valueIn, valuesByPage, type PageFacts } from '../../../../shared/evaluation/evaluation-row'
import { metricInfo } from '../../../../shared/evaluation/metric-list'
import { quantile } from '../../../../shared/metrics/bootstrap'
import { formatCount, formatScore } from '../../../components/number-format'
import { Select } from '../../../components/fields'
import { evaluation, useEvaluation } from '../state/evaluation'
import { metricLabel, rowOptions } from '../view-parts'
import { PlotFrame } from './plot-frame'
import { Points, pointShape, AXIS, nameBelow, nameBeside, roundRange, seriesColour, shapeOf, UNIT } from './plot-marks'
import { useFields } from '../../../window/store'
import styles from './plots.module.css'

interface PagesPlotProps {
  readonly details: RunDetails
  readonly height?: number
  readonly onOpen: (page: string) => void
}

export function PagePlots({ details }: { readonly details: RunDetails }) {
  const open = (page: string): void => evaluation.list({ page })
  return (
    <div className={styles.grid}>
      <StripPlot details={details} height={262} onOpen={open} />
      <ScatterPlot details={details} onOpen={open} />
    </div>
  )
}

export function StripPlot({ details: { run, results }, height = 120, onOpen }: PagesPlotProps) {
  const { metric, focus } = useFields(useEvaluation, 'metric', 'focus')
  const label = metricLabel(metric)
  const pages = useMemo(
    () => [...valuesByPage(results, focus, metric)].map(([page, value]) => ({ page, value })).sort((a, b) => a.value - b.value),
    [results, focus, metric],
  )
  const values = pages.map(({ value }) => value)
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share)) as [number, number, number]
  return (
    <PlotFrame
      title={`${label} of ${run.names[focus] ?? ''}`}
      note={`${formatCount(pages.length, 'page')}; line: median ${formatScore(median)}, band: quartiles ${formatScore(low)} to ${formatScore(high)}.`}
      columns={['page', label]}
      marks={pages.map(({ page, value }) => ({ label: `${page}: ${formatScore(value)}`, cells: [page, value], open: () => onOpen(page) }))}
      height={height}
    >
      {(pointing) => (
        <ScatterChart margin={{ top: 4, right: 16, bottom: 8, left: 16 }} accessibilityLayer={false}>
          <XAxis type="number" dataKey="x" {...UNIT} {...AXIS} label={nameBelow(label)} />
          <YAxis type="number" dataKey="y" domain={[0, 1]} hide />
          {values.length > 0 ? <ReferenceArea x1={low} x2={high} fill="var(--accent-weak)" fillOpacity={1} /> : null}
          {values.length > 0 ? <ReferenceLine x={median} stroke="var(--accent)" strokeWidth={2} /> : null}
          <Points
            data={pages.map(({ page, value }, mark) => ({ mark, x: value, y: 0.08 + (0.84 * (hashText(page, 1) % 1000)) / 1000 }))}
            shape={pointShape(pointing, { colour: 'var(--text)', radius: 3, opacity: 0.4 })}
          />
        </ScatterChart>
      )}
    </PlotFrame>
  )
}

const PROPERTIES = [
  { id: 'nodes', label: 'Page size in nodes', of: ({ nodes }: PageFacts) => nodes },
  { id: 'linkShare', label: 'Link share', of: ({ linkShare }: PageFacts) => linkShare },
  { id: 'goldWords', label: 'Words of the gold text', of: ({ goldWords }: PageFacts) => goldWords },
] as const

function ScatterPlot({ details: { run, results }, onOpen }: PagesPlotProps) {
  const { metric, focus } = useFields(useEvaluation, 'metric', 'focus')
  const { label, larger } = metricInfo(metric)
  const name = run.names[focus] ?? ''
  const others = rowOptions(run.names).filter(({ value }) => value !== focus)
  const [chosen, setChosen] = useState('')
  const property = PROPERTIES.find(({ id }) => id === chosen) ?? (others.length === 0 ? PROPERTIES[0] : undefined)
  const other = others.find(({ value }) => String(value) === chosen) ?? others[0]
  const across = other?.value ?? -1
  const acrossLabel = property?.label ?? `${label}, ${other?.label}`
  const points = useMemo(
    () =>
      results
        .flatMap((result) => {
          const { page, pageType } = result.facts
          const y = valueIn(result, focus, metric)
          const x = property ? property.of(result.facts) : valueIn(result, across, metric)
          return x === null || y === null ? [] : [{ page, type: pageType || 'unknown', x, y }]
        })
        .sort((a, b) => (property ? a.y - b.y : Math.abs(b.y - b.x) - Math.abs(a.y - a.x)))
        .map((point, mark) => ({ ...point, mark })),
    [results, focus, across, metric, property],
  )
  const types = [...new Set(points.map(({ type }) => type))].sort()
  const sense = larger ? 1 : -1
  const better = points.filter(({ x, y }) => sense * (y - x) > 1e-9).length
  const worse = points.filter(({ x, y }) => sense * (x - y) > 1e-9).length
  const range = property && property.id !== 'linkShare' ? roundRange([0, ...points.map(({ x }) => x)]) : UNIT
  const note = property
    ? `${formatCount(points.length, 'page')}.`
    : `${name} is better on ${better} pages, ${other?.label} on ${worse}; the values are equal on ${points.length - better - worse}.`
  return (
    <PlotFrame
      title={`${label} of ${name}, page by page`}
      note={note}
      columns={['page', 'type', acrossLabel, `${label}, ${name}`]}
      marks={points.map(({ page, type, x, y }) => ({
        label: `${page} (${type}): ${label} ${formatScore(y)}; ${acrossLabel} ${Number(x.toPrecision(3))}`,
        cells: [page, type, x, y],
        open: () => onOpen(page),
      }))}
      legend={types.map((type, i) => ({ label: type, colour: seriesColour(i), shape: shapeOf(i) }))}
      controls={
        <Select
          label="Against"
          value={property?.id ?? String(across)}
          options={[
            ...others.map((one) => ({ value: String(one.value), label: one.label, group: 'Extractors' })),
            ...PROPERTIES.map((one) => ({ value: one.id, label: one.label, group: 'Properties of pages' })),
          ]}
          onChange={setChosen}
        />
      }
      height={240}
    >
      {(pointing) => (
        <ScatterChart margin={{ top: 8, right: 16, bottom: 8, left: 8 }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" />
          <XAxis type="number" dataKey="x" {...range} {...AXIS} label={nameBelow(acrossLabel)} />
          <YAxis type="number" dataKey="y" {...UNIT} width={56} {...AXIS} label={nameBeside(`${label}, ${name}`)} />
          {property ? null : (
            <ReferenceLine
              segment={[
                { x: 0, y: 0 },
                { x: 1, y: 1 },
              ]}
              stroke="var(--faint)"
              strokeDasharray="4 3"
            />
          )}
          {types.map((type, i) => (
            <Points
              key={type}
              data={points.filter((point) => point.type === type)}
              shape={pointShape(pointing, { colour: seriesColour(i), shape: shapeOf(i), radius: 3.5, opacity: 0.75 })}
            />
          ))}
        </ScatterChart>
      )}
    </PlotFrame>
  )
}
