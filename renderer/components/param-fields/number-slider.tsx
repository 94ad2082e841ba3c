import { useRef, type CSSProperties } from 'react'
import type { NumberParam } from '../../../shared/extractors/core/params'
import './param-fields.css'

export interface SliderProps {
  readonly spec: NumberParam
  readonly value: number
  readonly onChange: (value: number, held: boolean) => void
  readonly onRelease: (() => void) | undefined
}

export const shareOf = ({ min, max }: NumberParam, value: number): CSSProperties =>
  ({ '--share': max > min ? (value - min) / (max - min) : 0 }) as CSSProperties

function whenReleased(then: () => void): void {
  const ending = new AbortController()
  const end = (): void => {
    ending.abort()
    then()
  }
  for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, end, { capture: true, signal: ending.signal })
  // A capturing listener on the window would also receive the blur event of every element.
  window.addEventListener('blur', end, { signal: ending.signal })
}

export function NumberSlider({ spec, value, onChange, onRelease }: SliderProps) {
  const held = useRef(false)
  return (
    <input
      type="range"
      style={shareOf(spec, value)}
      min={spec.min}
      max={spec.max}
      step={spec.step}
      value={value}
      aria-label={`${spec.label}, slider`}
      onChange={(event) => onChange(Number(event.target.value), held.current)}
      onPointerDown={() => {
        held.current = true
        whenReleased(() => {
          held.current = false
          onRelease?.()
        })
      }}
    />
  )
}
