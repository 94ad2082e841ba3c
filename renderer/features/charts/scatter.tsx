import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { actions } from '../../window/window'
import { pointsOf, type ChartView, type Points } from './chart-scene'
import { ChartTip, describe } from './chart-parts'
import { Plot, plotBox } from './plot'
import { useTabFields } from '../../window/store'

const MOST_POINTER_PIXELS = 10

const KEYS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

function nearestOf({ x, y }: Points, left: number, top: number): number {
  let best = -1
  let least = MOST_POINTER_PIXELS
  for (let i = 0; i < x.length; i++) {
    const distance = Math.hypot((x[i] ?? 0) - left, (y[i] ?? 0) - top)
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
  const { subject, x, y } = points
  const indexOf = (node: number | null): number => (node === null ? -1 : subject.indexOf(data.subjectOf(node)))
  const nodeAt = (i: number): number | null => (i < 0 ? null : data.nodeOf(subject[i] ?? -1))
  const at = indexOf(selected)
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
    select(Math.min(subject.length - 1, Math.max(0, at + step)))
  }
  return (
    <>
      <div aria-hidden="true">
        <Plot view={view} width={width} height={height} />
      </div>
      <div
        ref={host}
        className="chart-overlay"
        style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
        role="slider"
        tabIndex={0}
        aria-label={`${data.spec.title}. Arrow keys select.`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, subject.length - 1)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={describe(data, subject[at] ?? -1)}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => point(nearest(event))}
        onPointerLeave={() => point(-1)}
        onClick={() => select(pointer)}
      >
        <svg className="chart-rings" width={box.width} height={box.height} aria-hidden="true">
          {[at, over].map((i, ring) =>
            i < 0 ? null : (
              <circle
                key={ring}
                cx={(x[i] ?? 0) - box.left}
                cy={(y[i] ?? 0) - box.top}
                r={ring === 0 ? 6 : 5}
                strokeWidth={ring === 0 ? 2 : 1}
              />
            ),
          )}
        </svg>
        {pointer >= 0 ? <ChartTip data={data} subject={subject[pointer] ?? -1} x={(x[pointer] ?? 0) - box.left} width={box.width} /> : null}
      </div>
    </>
  )
}
