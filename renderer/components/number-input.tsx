import { useState, type ComponentProps } from 'react'
import './form.css'

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  readonly value: number
  readonly min: number
  readonly max?: number
  /** 1 takes whole numbers alone. */
  readonly step?: number | 'any'
  readonly onChange: (value: number) => void
}

/** A number of a range, as it is typed: what is no such number, or not yet, changes nothing and is gone with the focus. */
export function NumberInput({ value, min, max = Number.MAX_SAFE_INTEGER, step = 1, onChange, ...rest }: NumberInputProps) {
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <input
      className="number-input"
      {...rest}
      type="number"
      min={min}
      max={max}
      step={step}
      value={draft ?? value}
      onChange={({ target }) => {
        setDraft(target.value)
        const typed = target.valueAsNumber
        if (typed >= min && typed <= max && (step !== 1 || Number.isInteger(typed))) onChange(typed)
      }}
      onBlur={() => setDraft(null)}
    />
  )
}
