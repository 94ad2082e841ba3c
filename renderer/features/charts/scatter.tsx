import { memo, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { actions, useTab } from '../../window/window'
import { formatNumber } from '../../components/number-format'
import type { Axis } from './binning'
import { clusterColour, seriesColour } from './chart-colours'
import type { ChartData, Series } from './chart-data'
import type { Scale } from './chart-scale'
import { ChartTip, describe } from './chart-tip'
import { measureName, plotBox, PlotFrame } from './plot'
import { yOf, type PlotBox } from './plot-paths'

interface ScatterProps {
  readonly data: ChartData
  readonly across: Series
  readonly axis: Axis
  readonly scale: Scale
  readonly acrossScale: Scale
  readonly width: number
  readonly height: number
}

/** Pixels from a point at which the pointer still means it. */
const REACH = 10

interface Points {
  readonly subject: Int32Array
  readonly x: Float32Array
  readonly y: Float32Array
}

/** Where the subjects with both values lie, in pixels of the drawing; of several on one pixel the first. */
export function pointsOf({ data, across, axis, scale, acrossScale }: Omit<ScatterProps, 'width' | 'height'>, box: PlotBox): Points {
  const subject: number[] = []
  const x: number[] = []
  const y: number[] = []
  const taken = new Set<string>()
  const width = acrossScale.max - acrossScale.min || 1
  for (const s of axis.subject) {
    const value = data.series[0].values[s] ?? Number.NaN
    const other = across.values[s] ?? Number.NaN
    if (Number.isNaN(value) || Number.isNaN(other)) continue
    const left = box.left + ((acrossScale.transform(other) - acrossScale.min) / width) * box.width
    const top = yOf(scale, box, value)
    const place = `${Math.round(left)} ${Math.round(top)} ${data.cluster?.[s] ?? 0}`
    if (taken.has(place)) continue
    taken.add(place)
    subject.push(s)
    x.push(left)
    y.push(top)
  }
  return { subject: Int32Array.from(subject), x: Float32Array.from(x), y: Float32Array.from(y) }
}

/** Subjects as points in the plane of two measures, coloured by cluster; hover and click as in every chart. */
export function Scatter(props: ScatterProps) {
  const { data, across, axis, scale, acrossScale, width, height } = props
  const selected = useTab((tab) => tab.selected)
  const hovered = useTab((tab) => tab.hovered)
  const [pointer, setPointer] = useState(-1)
  const host = useRef<HTMLDivElement>(null)
  const box = useMemo(() => plotBox(width, height), [width, height])
  const points = useMemo(() => pointsOf({ data, across, axis, scale, acrossScale }, box), [data, across, axis, scale, acrossScale, box])
  const indexOf = (node: number | null): number => (node === null ? -1 : points.subject.indexOf(data.subjectOf(node)))
  const at = indexOf(selected)
  const over = pointer >= 0 ? pointer : indexOf(hovered)

  const nearest = (event: PointerEvent): number => {
    const { left = 0, top = 0 } = host.current?.getBoundingClientRect() ?? {}
    const x = event.clientX - left + box.left
    const y = event.clientY - top + box.top
    let best = -1
    let least = REACH ** 2
    for (let i = 0; i < points.subject.length; i++) {
      const distance = ((points.x[i] ?? 0) - x) ** 2 + ((points.y[i] ?? 0) - y) ** 2
      if (distance > least) continue
      least = distance
      best = i
    }
    return best
  }
  const select = (i: number): void => {
    const node = data.nodeOf(points.subject[i] ?? -1)
    if (node !== null) actions.select(node)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    select(Math.min(points.subject.length - 1, Math.max(0, at + step)))
  }
  return (
    <>
      <div aria-hidden="true">
        <PlotFrame
          width={width}
          height={height}
          scale={scale}
          main={data.series[0]}
          ticks={acrossScale.ticks.map((position) => ({
            x: box.left + ((position - acrossScale.min) / (acrossScale.max - acrossScale.min || 1)) * box.width,
            label: formatNumber(Number(acrossScale.invert(position).toPrecision(6))),
          }))}
          name={measureName(across)}
        >
          <Marks points={points} data={data} />
          {[at, over].map((i, mark) =>
            i < 0 ? null : (
              <circle
                key={mark}
                cx={points.x[i]}
                cy={points.y[i]}
                r={mark === 0 ? 6 : 5}
                fill="none"
                stroke="var(--text)"
                strokeWidth={mark === 0 ? 2 : 1}
              />
            ),
          )}
        </PlotFrame>
      </div>
      <div
        ref={host}
        className="chart-overlay"
        style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        role="slider"
        tabIndex={0}
        aria-label={`${data.spec.title}. Arrow keys select.`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.subject.length - 1)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={describe(data, points.subject[at] ?? -1)}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => {
          const i = nearest(event)
          if (i === pointer) return
          setPointer(i)
          actions.hover(i < 0 ? null : data.nodeOf(points.subject[i] ?? -1))
        }}
        onPointerLeave={() => {
          setPointer(-1)
          actions.hover(null)
        }}
        onClick={() => {
          if (pointer >= 0) select(pointer)
        }}
      >
        {pointer >= 0 ? (
          <ChartTip data={data} subject={points.subject[pointer] ?? -1} x={(points.x[pointer] ?? 0) - box.left} width={box.width} />
        ) : null}
      </div>
    </>
  )
}

/** The points, drawn again only when they move. */
const Marks = memo(function Marks({ points, data }: { readonly points: Points; readonly data: ChartData }) {
  const { cluster, clusters } = data
  return Array.from(points.subject, (subject, i) => (
    <circle
      key={subject}
      cx={points.x[i]}
      cy={points.y[i]}
      r={2.5}
      fill={cluster ? clusterColour(cluster[subject] ?? 0, clusters) : seriesColour(0)}
      fillOpacity={0.75}
      stroke={data.isKept(subject) ? 'var(--kept)' : 'none'}
      strokeWidth={1}
    />
  ))
})
