import { useRef } from 'react'
import { pan, type Window } from './binning'

/** A thin scroll bar under the chart: which part of the axis is shown. Dragging moves it. */
export function RangeBar({
  window,
  size,
  setWindow,
}: {
  readonly window: Window
  readonly size: number
  readonly setWindow: (next: Window) => void
}) {
  const grabbed = useRef<{ readonly x: number; readonly window: Window } | null>(null)
  const host = useRef<HTMLDivElement>(null)
  if (size === 0 || window.to - window.from >= size) return <div className="chart-range" aria-hidden="true" />
  return (
    <div className="chart-range" ref={host} aria-hidden="true">
      <div
        className="chart-range-thumb"
        style={{ left: `${(window.from / size) * 100}%`, width: `max(12px, ${((window.to - window.from) / size) * 100}%)` }}
        onPointerDown={(event) => {
          grabbed.current = { x: event.clientX, window }
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          const start = grabbed.current
          if (!start) return
          setWindow(pan(start.window, size, ((event.clientX - start.x) / (host.current?.clientWidth ?? 1)) * size))
        }}
        onPointerUp={() => {
          grabbed.current = null
        }}
      />
    </div>
  )
}
