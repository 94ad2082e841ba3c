import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { actions, useTabFields } from '../../window/window'
import { pointsOf, type ChartView, type Point } from './chart-scene'
import { ChartTip, describe, Plot, plotBox } from './plot'

const MOST_POINTER_PIXELS = 10

const KEYS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

function nearestOf(points: readonly Point[], left: number, top: number): number {
  let best = -1
  let least = MOST_POINTER_PIXELS
  for (const [i, { x, y }] of points.entries()) {
    const distance = Math.hypot(x - left, y - top)
    if (distance > least) continue
    least = distance
    best = i
  }
  return best
}

export function Scatter({ view, width, height }: { readonly view: ChartView; readonly width: number; readonly height: number }) {
  const { data } = view
  const { selected, hovered } = useTabFields('selected', 'hovered')
  const [pointer, setPointer] = useState(-1)
  const host = useRef<HTMLDivElement>(null)
  const box = useMemo(() => plotBox(width, height), [width, height])
  const points = useMemo(() => pointsOf(view, box), [view, box])
  const subjectAt = (i: number): number => points[i]?.subject ?? -1
  const indexOf = (node: number | null): number => {
    const wanted = node === null ? -1 : data.subjectOf(node)
    return points.findIndex(({ subject }) => subject === wanted)
  }
  const nodeAt = (i: number): number | null => (i < 0 ? null : data.nodeOf(subjectAt(i)))
  const at = indexOf(selected)
  const pointed = points[pointer]
  const over = pointer >= 0 ? pointer : indexOf(hovered)

  const nearest = (event: PointerEvent): number => {
    const { left = 0, top = 0 } = host.current?.getBoundingClientRect() ?? {}
    return nearestOf(points, event.clientX - left + box.left, event.clientY - top + box.top)
  }
  const point = (i: number): void => {
    if (i === pointer) return
    setPointer(i)
    actions.hover(nodeAt(i))
  }
  const select = (i: number): void => {
    const node = nodeAt(i)
    if (node !== null) actions.select(node)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = KEYS[event.key]
    if (step === undefined) return
    event.preventDefault()
    select(Math.min(points.length - 1, Math.max(0, at + step)))
  }
  return (
    <>
      <div aria-hidden="true">
        <Plot view={view} width={width} height={height} />
      </div>
      <div
        ref={host}
        className="chart-overlay"
        style={box}
        role="slider"
        tabIndex={0}
        aria-label={`${data.spec.title}. Arrow keys select.`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, points.length - 1)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={describe(data, subjectAt(at))}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => point(nearest(event))}
        onPointerLeave={() => point(-1)}
        onClick={() => select(pointer)}
      >
        <svg className="chart-rings" width={box.width} height={box.height} aria-hidden="true">
          {[points[at], points[over]].map((point, ring) =>
            point ? <circle key={ring} cx={point.x - box.left} cy={point.y - box.top} r={6 - ring} strokeWidth={2 - ring} /> : null,
          )}
        </svg>
        {pointed ? <ChartTip data={data} subject={pointed.subject} x={pointed.x - box.left} width={box.width} /> : null}
      </div>
    </>
  )
}
