import { memo, useMemo, type ReactNode } from 'react'
import { formatNumber } from '../../components/number-format'
import type { Axis, Window } from './binning'
import type { ChartData, Series } from './chart-data'
import type { Scale } from './chart-scale'
import { clusterColour, seriesColour } from './chart-colours'
import { plotPaths, xTicks, yOf, type PlotBox } from './plot-paths'

/** Where the plot lies in the drawing, in pixels. */
export const MARGIN = { left: 64, right: 12, top: 10, bottom: 38 } as const

/** Pixels of a character of an axis's name, at most. */
const NARROW = 6

/** Below a plot whose axis is that of the one under it, in pixels. */
const SHARED_AXIS = 6

/** The rectangle of the plot in a drawing of a size. @param ownAxis whether the axis below has its ticks and name here */
export const plotBox = (width: number, height: number, ownAxis = true): PlotBox => ({
  left: MARGIN.left,
  top: MARGIN.top,
  width: Math.max(1, width - MARGIN.left - MARGIN.right),
  height: Math.max(1, height - MARGIN.top - (ownAxis ? MARGIN.bottom : SHARED_AXIS)),
})

/** Height of the upper of two drawings whose plots are equally high and share the axis of the lower, in pixels. */
export const upperHeight = (height: number): number => Math.floor((height - MARGIN.bottom + SHARED_AXIS) / 2)

interface PlotProps {
  readonly data: ChartData
  readonly axis: Axis
  readonly window: Window
  readonly scale: Scale
  readonly width: number
  readonly height: number
  /** Place of its first series among the chart's, for the colour. */
  readonly first?: number
  /** Whether the axis below has its ticks and name here. */
  readonly ownAxis?: boolean
}

/**
 * The marks: one stepped area a series, one bin a pixel column at most. Drawn again only when data, window or size change:
 * hover, selection and the threshold's handle are drawn by the overlay above.
 */
export const Plot = memo(function Plot({ data, axis, window, scale, width, height, first = 0, ownAxis = true }: PlotProps) {
  const box = useMemo(() => plotBox(width, height, ownAxis), [width, height, ownAxis])
  const paths = useMemo(() => plotPaths(data, axis, window, scale, box), [data, axis, window, scale, box])
  const span = Math.max(1, window.to - window.from)
  const threshold = data.threshold === null ? null : yOf(scale, box, data.threshold)
  return (
    <PlotFrame
      width={width}
      height={height}
      scale={scale}
      main={data.series[0]}
      ticks={xTicks(window).map((at) => ({ x: box.left + ((at - window.from) / span) * box.width, label: formatNumber(at) }))}
      name={axisName(data)}
      ownAxis={ownAxis}
    >
      {paths.clusters.map((path, rank) => (
        <path key={rank} d={path} fill={clusterColour(rank, data.clusters)} fillOpacity={0.9} />
      ))}
      <path d={paths.area} fill={seriesColour(first)} fillOpacity={0.35} />
      {paths.lines.map((path, i) =>
        path === null ? null : <path key={i} d={path} fill="none" stroke={seriesColour(first + i)} strokeWidth={i === 0 ? 1 : 1.25} />,
      )}
      {threshold === null ? null : (
        <line
          x1={box.left}
          x2={box.left + box.width}
          y1={threshold}
          y2={threshold}
          stroke="var(--text)"
          strokeWidth={1}
          strokeDasharray="5 3"
        />
      )}
    </PlotFrame>
  )
})

/** What lies along the axis. */
function axisName({ spec, per, series }: ChartData): string {
  if (spec.sorted) return `${per}s by ${series[0].label}, largest first`
  return per === 'line' ? 'lines of the source, in order' : 'nodes, in the order of the document'
}

/** A measure's name with its unit. */
export const measureName = ({ label, unit, share }: Series): string => (share || unit === '' ? label : `${label}, ${unit}`)

/** Size of type of an upright name that has little room. */
const SMALLEST = 8

/** A measure's name for an upright axis: with its unit where there is room, cut where there is too little for the name alone. */
export function axisWords(main: Series, height: number): string {
  const room = (size: number): number => Math.floor((height * 11) / (NARROW * size))
  const whole = measureName(main)
  if (whole.length <= room(11)) return whole
  if (main.label.length <= room(SMALLEST)) return main.label
  return `${main.label.slice(0, Math.max(1, room(SMALLEST) - 1)).trimEnd()}…`
}

/** Axes with their names and ticks, around marks. */
export function PlotFrame({
  width,
  height,
  scale,
  main,
  ticks,
  name,
  ownAxis = true,
  children,
}: {
  readonly width: number
  readonly height: number
  /** The scale upwards, and the measure that it is of. */
  readonly scale: Scale
  readonly main: Series
  readonly ticks: readonly { readonly x: number; readonly label: string }[]
  /** Name of the axis along the bottom. */
  readonly name: string
  /** Whether that axis has its ticks and name here. */
  readonly ownAxis?: boolean
  readonly children: ReactNode
}) {
  const box = plotBox(width, height, ownAxis)
  const bottom = box.top + box.height
  const placeOf = (position: number): number => bottom - ((position - scale.min) / (scale.max - scale.min || 1)) * box.height
  const middle = box.top + box.height / 2
  const upright = axisWords(main, box.height)
  return (
    <svg className="plot-surface" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {scale.ticks.map((position) => (
        <g key={position}>
          <line
            x1={box.left}
            x2={box.left + box.width}
            y1={placeOf(position)}
            y2={placeOf(position)}
            stroke="var(--line)"
            strokeOpacity={0.7}
          />
          <text x={box.left - 6} y={placeOf(position) + 4} textAnchor="end" fontSize={11} fill="var(--text-dim)">
            {tickText(scale.invert(position), main.share)}
          </text>
        </g>
      ))}
      {children}
      <line x1={box.left} x2={box.left + box.width} y1={bottom} y2={bottom} stroke="var(--line)" />
      {(ownAxis ? ticks : []).map(({ x, label }, i) => (
        <text
          key={label}
          x={x}
          y={bottom + 17}
          // The last stays inside the drawing.
          textAnchor={i === ticks.length - 1 && x > width - 30 ? 'end' : 'middle'}
          fontSize={11}
          fill="var(--text-dim)"
        >
          {label}
        </text>
      ))}
      {ownAxis ? (
        <text x={box.left + box.width / 2} y={height - 5} textAnchor="middle" fontSize={11} fill="var(--text-dim)">
          {name}
        </text>
      ) : null}
      <text
        x={12}
        y={middle}
        textAnchor="middle"
        fontSize={Math.max(SMALLEST, Math.min(11, (11 * box.height) / (upright.length * NARROW)))}
        fill="var(--text-dim)"
        transform={`rotate(-90 12 ${middle})`}
      >
        <title>{measureName(main)}</title>
        {upright}
      </text>
    </svg>
  )
}

/** Round numbers as short as they are, shares in per cent. */
export function tickText(value: number, share: boolean): string {
  const short = Number(value.toPrecision(6))
  return share ? `${formatNumber(Number((short * 100).toPrecision(6)))} %` : formatNumber(short)
}
