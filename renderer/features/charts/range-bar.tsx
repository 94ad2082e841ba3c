import { useMemo, useRef } from 'react'
import { pan, type Axis, type Window } from './binning'
import type { ChartData } from './chart-data'
import type { Scale } from './chart-scale'
import { plotPaths } from './plot-paths'
import { MARGIN } from './plot'

const HEIGHT = 18

/** Height of the small map with its line below, in pixels. */
export const RANGE_HEIGHT = HEIGHT + 1

/** A small map under the chart: the whole of it, and which part is shown. Dragging moves the part, a press elsewhere brings it there. */
export function RangeBar({
  data,
  axis,
  scale,
  window,
  width,
  setWindow,
}: {
  readonly data: ChartData
  readonly axis: Axis
  readonly scale: Scale
  readonly window: Window
  /** Width of the chart, in pixels. */
  readonly width: number
  readonly setWindow: (next: Window) => void
}) {
  const grabbed = useRef<{ readonly x: number; readonly window: Window } | null>(null)
  const size = axis.subject.length
  const span = Math.max(1, width - MARGIN.left - MARGIN.right)
  const paths = useMemo(
    () => plotPaths(data, axis, { from: 0, to: size }, scale, { left: 0, top: 1, width: span, height: HEIGHT - 1 }),
    [data, axis, size, scale, span],
  )
  const isWhole = window.to - window.from >= size
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
        const isOnPart = at >= window.from && at < window.to
        const from = isOnPart ? window : pan(window, size, at - (window.from + window.to) / 2)
        if (!isOnPart) setWindow(from)
        grabbed.current = { x: event.clientX, window: from }
      }}
      onPointerMove={(event) => {
        const start = grabbed.current
        if (start) setWindow(pan(start.window, size, positionAt(event.clientX - start.x)))
      }}
      onPointerUp={() => {
        grabbed.current = null
      }}
      onPointerCancel={() => {
        grabbed.current = null
      }}
    >
      <svg width={span} height={HEIGHT}>
        {[paths.area, ...paths.clusters].map((path, i) => (
          <path key={i} d={path} />
        ))}
      </svg>
      {isWhole ? null : (
        <div
          className="chart-range-thumb"
          style={{ left: `${(window.from / size) * 100}%`, width: `max(12px, ${((window.to - window.from) / size) * 100}%)` }}
        />
      )}
    </div>
  )
}
