import { useRef, type KeyboardEvent } from 'react'
import type { NumberParam } from '../../../shared/extractors/core/params'
import { valueAtHeight, yOf, type PlotBox } from '../../../shared/scene/plot-paths'
import type { Scale } from '../../../shared/scene/scale'
import { formatMeasure, formatNumber } from '../../components/number-format'

export interface Mover {
  readonly spec: NumberParam
  readonly value: number
  readonly move: (value: number, held: boolean) => void
  readonly release: () => void
}

interface ThresholdHandleProps {
  readonly threshold: number
  readonly share: boolean
  readonly scale: Scale
  readonly box: PlotBox
  readonly mover: Mover
  readonly onHold: (isHeld: boolean) => void
}

export function ThresholdHandle({ threshold, share, scale, box, mover, onHold }: ThresholdHandleProps) {
  /** Threshold per unit of the parameter. NaN until the user presses the handle while neither threshold nor value is 0. */
  const factor = useRef(Number.NaN)
  const { spec, value, move, release } = mover
  const line = useRef<HTMLDivElement>(null)
  const isHeld = useRef(false)

  const end = (): void => {
    if (!isHeld.current) return
    isHeld.current = false
    onHold(false)
    release()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    event.stopPropagation()
    const next = value + step * spec.step * (event.shiftKey ? 10 : 1)
    move(Number(Math.min(spec.max, Math.max(spec.min, next)).toPrecision(12)), false)
  }
  return (
    <div
      ref={line}
      className="chart-threshold"
      style={{ insetBlockStart: yOf(scale, box, threshold), insetInlineStart: box.left, inlineSize: box.width }}
      role="slider"
      tabIndex={0}
      aria-label={`Threshold; changes ${spec.label}`}
      aria-orientation="vertical"
      aria-valuemin={spec.min}
      aria-valuemax={spec.max}
      aria-valuenow={value}
      aria-valuetext={`${formatMeasure(threshold, share)}, ${spec.label} ${formatNumber(value)}`}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        if (value !== 0 && threshold !== 0) factor.current = threshold / value
        isHeld.current = true
        onHold(true)
      }}
      onPointerMove={(event) => {
        event.stopPropagation()
        if (!isHeld.current) return
        const top = line.current?.parentElement?.getBoundingClientRect().top ?? 0
        const next = movedValue(spec, valueAtHeight(scale, box, event.clientY - top), factor.current)
        if (next !== null && next !== value) move(next, true)
      }}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <span className="chart-threshold-value">
        {spec.label} {formatNumber(value)}
      </span>
    </div>
  )
}

export function movedValue(spec: Pick<NumberParam, 'min' | 'max' | 'step'>, threshold: number, factor: number): number | null {
  if (!Number.isFinite(factor) || factor === 0 || !Number.isFinite(threshold)) return null
  const wanted = Math.min(spec.max, Math.max(spec.min, threshold / factor))
  const stepped = spec.min + Math.round((wanted - spec.min) / spec.step) * spec.step
  return Number(Math.min(spec.max, stepped).toPrecision(12))
}
