import { memo, useMemo, useRef } from 'react'
import { pan, type Window } from '../../../shared/scene/binning'
import { plotPaths, type PlotBox } from '../../../shared/scene/scale'
import { clusterStep, styleOfTable } from '../../../shared/scene/scene'
import { Swatch } from '../../components/evidence'
import { Scene } from '../../components/scene'
import { chartShapes, type ChartView } from './chart-scene'
import { formatMeasure } from '../../components/number-format'
import { Facts } from '../../components/table'
import type { ChartData } from './chart-data'

const MARGIN = { left: 64, right: 12, top: 10, bottom: 38 } as const

const SIZE = 11
const SMALLEST = 8
const NARROW = 6

const SHARED_AXIS = 6

export const plotBox = (width: number, height: number, ownAxis = true): PlotBox => ({
  left: MARGIN.left,
  top: MARGIN.top,
  width: Math.max(1, width - MARGIN.left - MARGIN.right),
  height: Math.max(1, height - MARGIN.top - (ownAxis ? MARGIN.bottom : SHARED_AXIS)),
})

export const upperHeight = (height: number): number => Math.floor((height - MARGIN.bottom + SHARED_AXIS) / 2)

const SERIES = ['var(--accent)', 'var(--out)', 'var(--disputed)', 'var(--missed)'] as const

export const seriesColour = (index: number): string => SERIES[index % SERIES.length] ?? SERIES[0]

export const clusterColour = (rank: number, count: number): string => `var(--density-${2 + clusterStep(rank, count, 8, 5)})`

const STYLES = styleOfTable({
  text: { fill: 'var(--text-dim)' },
  axis: { fill: 'none', stroke: 'var(--line)' },
  grid: { stroke: 'var(--line)', strokeOpacity: 0.7 },
  area: ({ rank = 0 }) => ({ fill: seriesColour(rank), fillOpacity: 0.35 }),
  series: ({ rank = 0 }) => ({ fill: 'none', stroke: seriesColour(rank), strokeWidth: rank === 0 ? 1 : 1.25 }),
  cluster: ({ rank = 0, ranks = 1 }) => ({ fill: clusterColour(rank, ranks), fillOpacity: 0.9 }),
  point: ({ rank = 0, ranks, isKept }) => ({
    fill: ranks === undefined ? seriesColour(0) : clusterColour(rank, ranks),
    fillOpacity: 0.75,
    stroke: isKept ? 'var(--kept)' : 'none',
  }),
  kept: { fill: 'var(--kept)' },
  threshold: { stroke: 'var(--text)', strokeDasharray: '5 3' },
})

interface PlotProps {
  readonly view: ChartView
  readonly width: number
  readonly height: number
  readonly ownAxis?: boolean
}

export const Plot = memo(function Plot({ view, width, height, ownAxis = true }: PlotProps) {
  const shapes = useMemo(() => {
    const box = plotBox(width, height, ownAxis)
    return chartShapes(view, {
      box,
      size: SIZE,
      measure: (text, size) => (text.length * NARROW * size) / SIZE,
      ownAxis,
      nameFrom: 0,
      nameTo: height,
      smallest: SMALLEST,
      tick: 4,
      fine: 1,
    })
  }, [view, width, height, ownAxis])
  return (
    <svg className="plot-surface" width={width} height={height} viewBox={`0 0 ${width} ${height}`} fontSize={SIZE}>
      <Scene shapes={shapes} styleOf={STYLES} />
    </svg>
  )
})

const MAP_HEIGHT = 18

export const RANGE_HEIGHT = MAP_HEIGHT + 1

interface RangeBarProps {
  readonly view: ChartView
  readonly width: number
  readonly onShow: (shown: Window) => void
}

export function RangeBar({ view: { data, axis, scale, window: shown }, width, onShow }: RangeBarProps) {
  const grabbed = useRef<{ readonly x: number; readonly shown: Window } | null>(null)
  const size = axis.subject.length
  const span = Math.max(1, width - MARGIN.left - MARGIN.right)
  const paths = useMemo(() => {
    const { area, clusters } = plotPaths(
      { data, axis, window: { from: 0, to: size }, scale },
      { left: 0, top: 1, width: span, height: MAP_HEIGHT - 1 },
    )
    return [area, ...clusters]
  }, [data, axis, size, scale, span])
  const isWhole = shown.to - shown.from >= size
  const positionAt = (x: number): number => (x / span) * size
  return (
    <div
      className="chart-range"
      style={{ inlineSize: span, blockSize: RANGE_HEIGHT }}
      aria-hidden="true"
      onPointerDown={(event) => {
        if (isWhole) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const at = positionAt(event.clientX - event.currentTarget.getBoundingClientRect().left)
        const isOnPart = at >= shown.from && at < shown.to
        const from = isOnPart ? shown : pan(shown, size, at - (shown.from + shown.to) / 2)
        if (!isOnPart) onShow(from)
        grabbed.current = { x: event.clientX, shown: from }
      }}
      onPointerMove={(event) => {
        const start = grabbed.current
        if (start) onShow(pan(start.shown, size, positionAt(event.clientX - start.x)))
      }}
      onLostPointerCapture={() => {
        grabbed.current = null
      }}
    >
      <svg width={span} height={MAP_HEIGHT}>
        {paths.map((path, i) => (
          <path key={i} d={path} />
        ))}
      </svg>
      {isWhole ? null : (
        <div
          className="chart-range-thumb"
          style={{ left: `${(shown.from / size) * 100}%`, width: `max(12px, ${((shown.to - shown.from) / size) * 100}%)` }}
        />
      )}
    </div>
  )
}

export function Legend({ data: { series, cluster, clusters, threshold } }: { readonly data: ChartData }) {
  return (
    <ul className="dim chart-legend">
      {series.map(({ id, label, unit }, i) => (
        <li key={id}>
          {i === 0 && cluster ? (
            <>
              {Array.from({ length: clusters }, (_, c) => (
                <Swatch key={c} colour={clusterColour(c, clusters)} />
              ))}
              {label} by cluster
            </>
          ) : (
            <>
              <Swatch colour={seriesColour(i)} />
              {label}
              {i === 0 && unit ? `, ${unit}` : ''}
            </>
          )}
        </li>
      ))}
      {threshold === null ? null : (
        <li>
          <svg width="18" height="8" aria-hidden="true">
            <line x1="0" y1="4" x2="14" y2="4" stroke="var(--text)" strokeWidth="1" strokeDasharray="4 2" />
          </svg>
          threshold {formatMeasure(threshold, series[0].share)}
        </li>
      )}
    </ul>
  )
}

interface ChartTipProps {
  readonly data: ChartData
  readonly subject: number
  readonly x: number
  readonly width: number
  readonly kernel?: string | null
  readonly clear?: number
}

export function ChartTip({ data, subject, x, width, kernel = null, clear = 0 }: ChartTipProps) {
  const left = x > width / 2
  return (
    <div className="tip chart-tip" style={left ? { right: width - x + clear + 10 } : { left: x + clear + 10 }}>
      <div className="chart-tip-name">
        <span>{data.nameOf(subject)}</span>
        <span className={data.isKept(subject) ? 'chart-tip-kept' : 'dim chart-tip-out'}>{data.isKept(subject) ? 'kept' : 'not kept'}</span>
      </div>
      <Facts
        facts={[
          ...[...data.series, ...(data.across ? [data.across] : [])].map(
            ({ label, values, share }) => [label, formatMeasure(values[subject], share)] as const,
          ),
          ...(data.threshold === null ? [] : [['threshold', formatMeasure(data.threshold, data.series[0].share)] as const]),
        ]}
      />
      {kernel === null ? null : <p className="dim">{kernel}</p>}
      <p className="dim">{data.textOf(subject) || 'no text'}</p>
    </div>
  )
}

export function describe(data: ChartData, subject: number): string {
  if (subject < 0) return 'nothing'
  const values = data.series.map((s) => `${s.label} ${formatMeasure(s.values[subject], s.share)}`).join(', ')
  return `${data.nameOf(subject)}: ${values}, ${data.isKept(subject) ? 'kept' : 'not kept'}`
}
