import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import { bin, binOf, markedRuns, pan, reveal, windowBetween, zoom, type Window } from '../../../shared/scene/binning'
import { rowOfKey } from '../../components/list/list-cursor'
import { actions, useTabFields } from '../../window/window'
import { type ChartView, kernelOutline, kernelWords, type Kernel } from './chart-scene'
import { ChartTip, describe, plotBox } from './plot'

interface OverlayProps {
  readonly view: ChartView
  readonly onShow: (shown: Window) => void
  readonly width: number
  readonly height: number
  readonly kernel: Kernel | null
  readonly kernelHeight: number
}

const MOST_CLICK_PIXELS = 4

function placesOf({ data, axis, window: shown }: ChartView, width: number) {
  const size = axis.subject.length
  const span = Math.max(1, shown.to - shown.from)
  const bins = bin(axis, data.series[0].values, shown, width)
  const positionAt = (x: number): number => shown.from + (Math.min(width - 1e-6, Math.max(0, x)) / width) * span
  return {
    size,
    span,
    columns: bins.count,
    isWhole: shown.from === 0 && shown.to === size,
    isShown: (position: number): boolean => position >= shown.from && position < shown.to,
    positionAt,
    xOf: (position: number): number => ((position + 0.5 - shown.from) / span) * width,
    positionOf: (node: number | null): number => (node === null ? -1 : (axis.position[data.subjectOf(node)] ?? -1)),
    markAt: (x: number): number => {
      const at = Math.floor(positionAt(x))
      const peak = bins.peak[binOf(shown, bins.count, at)] ?? -1
      return peak < 0 ? at : peak
    },
  }
}

type Places = ReturnType<typeof placesOf>

/** React's wheel listeners are passive and cannot stop the page from scrolling. */
function useWheel(host: RefObject<HTMLDivElement | null>, shown: Window, places: Places, onShow: (shown: Window) => void): void {
  useEffect(() => {
    const element = host.current
    if (!element) return
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      const { left, width } = element.getBoundingClientRect()
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.shiftKey ? event.deltaY : 0
      const { size, span, positionAt } = places
      if (sideways !== 0) onShow(pan(shown, size, (sideways / width) * span))
      else onShow(zoom(shown, size, positionAt(event.clientX - left), Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 240)))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [host, shown, places, onShow])
}

function positionByKey({ key, shiftKey }: KeyboardEvent, at: number, { size, span }: Places): number | null {
  const step = shiftKey ? Math.max(1, Math.round(span / 20)) : 1
  const steps: Readonly<Record<string, number>> = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step }
  const by = steps[key]
  return by === undefined ? rowOfKey(key, at, size, Math.round(span / 4)) : Math.min(size - 1, Math.max(0, at + by))
}

function usePress(
  shown: Window,
  places: Places,
  width: number,
  { onShow, onClick }: { onShow: (shown: Window) => void; onClick: (x: number) => void },
) {
  const [brush, setBrush] = useState<Window | null>(null)
  const pressed = useRef<{ readonly x: number; readonly shown: Window; readonly hasMoved: boolean } | null>(null)
  const { size, span, isWhole, positionAt } = places
  const end = (): void => {
    pressed.current = null
    setBrush(null)
  }
  return {
    brush,
    begin: (x: number) => {
      pressed.current = { x, shown, hasMoved: false }
    },
    move: (x: number, shiftKey: boolean) => {
      const press = pressed.current
      if (!press || (!press.hasMoved && Math.abs(x - press.x) < MOST_CLICK_PIXELS)) return
      pressed.current = { ...press, hasMoved: true }
      if (isWhole || shiftKey || brush) setBrush({ from: Math.max(0, Math.min(x, press.x)), to: Math.min(width, Math.max(x, press.x)) })
      else onShow(pan(press.shown, size, ((press.x - x) / width) * span))
    },
    release: (x: number) => {
      if (brush) onShow(windowBetween(positionAt(brush.from), positionAt(brush.to), size))
      else if (pressed.current && !pressed.current.hasMoved) onClick(x)
      end()
    },
    end,
  }
}

export function PlotOverlay({ view, onShow, width, height, kernel, kernelHeight }: OverlayProps) {
  const { data, axis, window: shown } = view
  const host = useRef<HTMLDivElement>(null)
  const [pointer, setPointer] = useState<number | null>(null)
  const { selected, hovered } = useTabFields('selected', 'hovered')
  const box = useMemo(() => plotBox(width, height), [width, height])
  const places = useMemo(() => placesOf(view, box.width), [view, box.width])
  const { size, xOf, markAt } = places
  // The keyboard position needs its own state: a line may have no text, and a text may have several lines.
  const [cursor, setCursor] = useState({ axis, selected, position: -1 })
  const isThere = cursor.position >= 0 && cursor.axis === axis && cursor.selected === selected
  const selectedAt = isThere ? cursor.position : places.positionOf(selected)
  const current = selectedAt >= 0 ? selectedAt : shown.from
  const hoveredAt = pointer ?? places.positionOf(hovered)
  const select = (position: number): void => {
    const node = data.nodeOf(axis.subject[position] ?? -1)
    setCursor({ axis, selected: node ?? selected, position })
    if (node !== null) actions.select(node)
  }
  const press = usePress(shown, places, box.width, { onShow, onClick: (x) => (size > 0 ? select(markAt(x)) : undefined) })
  const isPointed = places.isShown(hoveredAt) && !press.brush
  useWheel(host, shown, places, onShow)
  const localX = (event: PointerEvent): number => event.clientX - (host.current?.getBoundingClientRect().left ?? 0)
  const point = (position: number | null): void => {
    if (position === pointer) return
    setPointer(position)
    actions.hover(position === null ? null : data.nodeOf(axis.subject[position] ?? -1))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = positionByKey(event, current, places)
    if (next !== null) {
      onShow(reveal(shown, size, next))
      select(next)
    } else if (event.key === '+' || event.key === '=') onShow(zoom(shown, size, current, 0.5))
    else if (event.key === '-') onShow(zoom(shown, size, current, 2))
    else if (event.key === '0') onShow({ from: 0, to: size })
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={host}
      className="chart-overlay"
      style={box}
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
        press.begin(localX(event))
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        press.move(localX(event), event.shiftKey)
        point(size === 0 ? null : markAt(localX(event)))
      }}
      onPointerUp={(event) => press.release(localX(event))}
      onPointerCancel={press.end}
      onPointerLeave={() => point(null)}
      onDoubleClick={() => onShow({ from: 0, to: size })}
    >
      <Changes view={view} places={places} width={box.width} height={box.height} />
      {places.isShown(selectedAt) ? <div className="chart-selected" style={{ left: xOf(selectedAt) }} /> : null}
      {press.brush ? <div className="chart-brush" style={{ left: press.brush.from, width: press.brush.to - press.brush.from }} /> : null}
      {places.isShown(hoveredAt) ? <div className="chart-cross" style={{ left: xOf(hoveredAt) }} /> : null}
      {isPointed && kernel ? (
        <svg className="chart-kernel" width={box.width} height={box.height} aria-hidden="true">
          <path d={kernelOutline(kernel, hoveredAt, shown, { width: box.width, height: kernelHeight })} />
        </svg>
      ) : null}
      {isPointed && pointer !== null ? (
        <ChartTip
          data={data}
          subject={axis.subject[pointer] ?? -1}
          x={xOf(pointer)}
          width={box.width}
          kernel={kernel && kernelWords(kernel, data.per)}
          clear={kernel ? Math.min(((kernel.halfWidth + 0.5) / places.span) * box.width, box.width / 5) : 0}
        />
      ) : null}
    </div>
  )
}

function Changes({ view, places, width, height }: { view: ChartView; places: Places; width: number; height: number }) {
  const { columns } = places
  const changes = useMemo(
    () =>
      ([1, -1] as const).flatMap((change) =>
        markedRuns(view.axis, view.window, columns, (subject) => view.data.changeOf(subject) === change).map((run) => ({ change, run })),
      ),
    [view, columns],
  )
  if (changes.length === 0) return null
  return (
    <svg className="chart-changes" width={width} height={height} aria-hidden="true">
      {changes.map(({ change, run: [from, to] }) => (
        <rect
          key={`${change} ${from}`}
          data-change={change > 0 ? 'in' : 'out'}
          x={(from / columns) * width}
          width={Math.max(1.5, ((to - from) / columns) * width)}
          height={height}
        />
      ))}
    </svg>
  )
}
