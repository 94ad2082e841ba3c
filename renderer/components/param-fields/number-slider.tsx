import { useRef, type CSSProperties } from 'react'
import type { NumberParam } from '../../../shared/extractors/core/params'
import './number-slider.css'

export interface SliderProps {
  readonly spec: NumberParam
  readonly value: number
  /** `held`: by a slider that has not been let go. */
  readonly onChange: (value: number, held: boolean) => void
  /** A slider was let go. */
  readonly onRelease: (() => void) | undefined
}

/** Calls back once, when the pointer that is down is let go, wherever that is. */
function whenReleased(then: () => void): void {
  const ending = new AbortController()
  const end = (): void => {
    ending.abort()
    then()
  }
  for (const type of ['pointerup', 'pointercancel'] as const) window.addEventListener(type, end, { capture: true, signal: ending.signal })
  // The window's own: in the capturing phase it would hear that of every element.
  window.addEventListener('blur', end, { signal: ending.signal })
}

/** The slider of a number; the way to its thumb is filled. */
export function NumberSlider({ spec, value, onChange, onRelease }: SliderProps) {
  // No state: nothing is drawn otherwise while it is held.
  const held = useRef(false)
  return (
    <input
      type="range"
      style={{ '--share': spec.max > spec.min ? (value - spec.min) / (spec.max - spec.min) : 0 } as CSSProperties}
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
