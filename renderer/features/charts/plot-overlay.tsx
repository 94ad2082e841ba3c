import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { actions, useTab } from '../../window/window'
import { binOf, markedRuns, pan, reveal, windowBetween, zoom, type Axis, type Window } from './binning'
import type { ChartData } from './chart-data'
import { ChartTip, describe } from './chart-tip'
import { kernelOutline, kernelWords, type Kernel } from './kernel'
import { plotBox } from './plot'

interface OverlayProps {
  readonly data: ChartData
  readonly axis: Axis
  readonly window: Window
  readonly setWindow: (next: Window) => void
  readonly width: number
  readonly height: number
  /** What the smoothed values are means of, and the height of the plot that it is drawn over; null there for the whole. */
  readonly kernel: (Kernel & { readonly height: number | null }) | null
}

interface Brush {
  readonly from: number
  readonly to: number
}

/** Pixels a pointer must travel before a press is a brush and no longer a click. */
const BRUSH_START = 4

/** Crosshair, tooltip, selection, brush, wheel and keys: everything that changes more often than the marks below. */
export function PlotOverlay({ data, axis, window, setWindow, width, height, kernel }: OverlayProps) {
  const host = useRef<HTMLDivElement>(null)
  const [pointer, setPointer] = useState<number | null>(null)
  const [brush, setBrush] = useState<Brush | null>(null)
  const pressed = useRef<{ readonly x: number; readonly window: Window } | null>(null)
  /** The pointer went far enough that its press is no click. */
  const moved = useRef(false)
  const selected = useTab((tab) => tab.selected)
  const hovered = useTab((tab) => tab.hovered)

  const size = axis.subject.length
  const box = useMemo(() => plotBox(width, height), [width, height])
  const plotWidth = box.width
  const whole = window.from === 0 && window.to === size
  const span = Math.max(1, window.to - window.from)
  const xOf = (position: number): number => ((position + 0.5 - window.from) / span) * plotWidth
  const positionAt = useCallback(
    (x: number): number => window.from + (Math.min(plotWidth - 1e-6, Math.max(0, x)) / plotWidth) * span,
    [window, plotWidth, span],
  )
  const positionOf = (node: number | null): number => {
    if (node === null) return -1
    const subject = data.subjectOf(node)
    return subject < 0 ? -1 : (axis.position[subject] ?? -1)
  }

  const selectedAt = positionOf(selected)
  const hoveredAt = pointer ?? positionOf(hovered)

  const select = (position: number): void => {
    const node = data.nodeOf(axis.subject[position] ?? -1)
    if (node !== null) actions.select(node)
  }
  const localX = (event: PointerEvent): number => event.clientX - (host.current?.getBoundingClientRect().left ?? 0)

  /** The most prominent mark under the pointer: the largest of its pixel column. */
  const markAt = (x: number): number => {
    const columns = Math.min(span, Math.max(1, Math.floor(plotWidth)))
    const at = Math.floor(positionAt(x))
    if (columns >= span) return at
    const b = binOf(window, columns, at)
    const main = data.series[0].values
    let best = at
    let high = Number.NEGATIVE_INFINITY
    for (let p = window.from + Math.floor((b * span) / columns); p < window.from + Math.floor(((b + 1) * span) / columns); p++) {
      const v = main[axis.subject[p] ?? -1] ?? Number.NaN
      if (v > high) {
        high = v
        best = p
      }
    }
    return best
  }

  // React attaches wheel listeners as passive; the page must not scroll while the chart zooms.
  useEffect(() => {
    const element = host.current
    if (!element) return
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      const x = event.clientX - element.getBoundingClientRect().left
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.shiftKey ? event.deltaY : 0
      if (sideways !== 0) setWindow(pan(window, size, (sideways / plotWidth) * span))
      else setWindow(zoom(window, size, positionAt(x), Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 240)))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [window, size, plotWidth, span, positionAt, setWindow])

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = selectedAt >= 0 ? selectedAt : window.from
    const move = (to: number): void => {
      const next = Math.min(size - 1, Math.max(0, to))
      setWindow(reveal(window, size, next))
      select(next)
    }
    const step = event.shiftKey ? Math.max(1, Math.round(span / 20)) : 1
    if (event.key === 'ArrowRight' || event.key === 'ArrowUp') move(at + step)
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') move(at - step)
    else if (event.key === 'PageDown') move(at + Math.round(span / 4))
    else if (event.key === 'PageUp') move(at - Math.round(span / 4))
    else if (event.key === 'Home') move(0)
    else if (event.key === 'End') move(size - 1)
    else if (event.key === '+' || event.key === '=') setWindow(zoom(window, size, at, 0.5))
    else if (event.key === '-') setWindow(zoom(window, size, at, 2))
    else if (event.key === '0') setWindow({ from: 0, to: size })
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const columns = Math.min(span, Math.max(1, Math.floor(plotWidth)))
  const runs = useMemo(() => markedRuns(axis, window, columns, (subject) => data.isKept(subject)), [axis, window, columns, data])
  const changes = useMemo(
    () =>
      ([1, -1] as const).flatMap((change) =>
        markedRuns(axis, window, columns, (subject) => data.changeOf(subject) === change).map((run) => ({ change, run })),
      ),
    [axis, window, columns, data],
  )

  const current = selectedAt >= 0 ? selectedAt : window.from
  const shown = hoveredAt >= window.from && hoveredAt < window.to ? hoveredAt : -1
  return (
    <div
      ref={host}
      className="chart-overlay"
      style={{ left: box.left, top: box.top, width: plotWidth, height: box.height }}
      role="slider"
      tabIndex={0}
      aria-label={`${data.spec.title}. Arrow keys select, plus and minus zoom, 0 shows all.`}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, size - 1)}
      aria-valuenow={current}
      aria-valuetext={describe(data, axis.subject[current] ?? -1)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        pressed.current = { x: localX(event), window }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        const x = localX(event)
        const press = pressed.current
        if (press && (moved.current || Math.abs(x - press.x) >= BRUSH_START)) {
          moved.current = true
          // What is zoomed is moved; the whole is cut to a part. With Shift a part is cut to a part.
          if (whole || event.shiftKey || brush) setBrush({ from: Math.min(x, press.x), to: Math.max(x, press.x) })
          else setWindow(pan(press.window, size, ((press.x - x) / plotWidth) * span))
        }
        const at = size === 0 ? null : markAt(x)
        if (at === pointer) return
        setPointer(at)
        actions.hover(at === null ? null : data.nodeOf(axis.subject[at] ?? -1))
      }}
      onPointerUp={(event) => {
        const x = localX(event)
        if (pressed.current === null) return
        if (brush) setWindow(windowBetween(positionAt(brush.from), positionAt(brush.to), size))
        else if (size > 0 && !moved.current) select(markAt(x))
        pressed.current = null
        moved.current = false
        setBrush(null)
      }}
      onPointerCancel={() => {
        pressed.current = null
        moved.current = false
        setBrush(null)
      }}
      onPointerLeave={() => {
        if (pressed.current !== null) return
        setPointer(null)
        actions.hover(null)
      }}
      onDoubleClick={() => setWindow({ from: 0, to: size })}
    >
      <svg className="chart-kept" width={plotWidth} height={4} aria-hidden="true">
        {runs.map(([a, b]) => (
          <rect key={a} x={(a / columns) * plotWidth} width={Math.max(1, ((b - a) / columns) * plotWidth)} y={0} height={4} />
        ))}
      </svg>
      {changes.length > 0 ? (
        <svg className="chart-changes" width={plotWidth} height={box.height} aria-hidden="true">
          {changes.map(({ change, run: [a, b] }) => (
            <rect
              key={`${change} ${a}`}
              data-change={change > 0 ? 'in' : 'out'}
              x={(a / columns) * plotWidth}
              width={Math.max(1.5, ((b - a) / columns) * plotWidth)}
              height={box.height}
            />
          ))}
        </svg>
      ) : null}
      {selectedAt >= window.from && selectedAt < window.to ? <div className="chart-selected" style={{ left: xOf(selectedAt) }} /> : null}
      {brush ? (
        <div
          className="chart-brush"
          style={{ left: Math.max(0, brush.from), width: Math.min(plotWidth, brush.to) - Math.max(0, brush.from) }}
        />
      ) : null}
      {shown >= 0 ? <div className="chart-cross" style={{ left: xOf(shown) }} /> : null}
      {shown >= 0 && kernel && !brush ? (
        <svg className="chart-kernel" width={plotWidth} height={box.height} aria-hidden="true">
          <path d={kernelOutline(kernel, shown, window, plotWidth, kernel.height ?? box.height)} />
        </svg>
      ) : null}
      {shown >= 0 && pointer !== null && !brush ? (
        <ChartTip
          data={data}
          subject={axis.subject[shown] ?? -1}
          x={xOf(shown)}
          width={plotWidth}
          kernel={kernel === null ? null : kernelWords(kernel, data.per)}
          // A kernel too wide to stand beside is seen on its other side.
          clear={kernel === null ? 0 : Math.min(((kernel.halfWidth + 0.5) / span) * plotWidth, plotWidth / 5)}
        />
      ) : null}
    </div>
  )
}
