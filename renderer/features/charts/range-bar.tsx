import { useMemo, useRef } from 'react'
import { pan, type Window } from '../../../shared/scene/binning'
import { plotPaths } from '../../../shared/scene/plot-paths'
import type { ChartView } from './chart-scene'
import { MARGIN } from './plot'

const HEIGHT = 18

export const RANGE_HEIGHT = HEIGHT + 1

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
      { left: 0, top: 1, width: span, height: HEIGHT - 1 },
    )
    return [area, ...clusters]
  }, [data, axis, size, scale, span])
  const isWhole = shown.to - shown.from >= size
  const positionAt = (x: number): number => (x / span) * size
  const release = (): void => {
    grabbed.current = null
  }
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
      onPointerUp={release}
      onPointerCancel={release}
    >
      <svg width={span} height={HEIGHT}>
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
