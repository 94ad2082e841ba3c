import { useId, type ReactNode } from 'react'
import type { Option } from './select'
import './form.css'

/** One choice of a few, each with its words, under a heading. */
export function RadioGroup<T extends string>({
  label,
  value,
  options,
  className,
  onChange,
  children,
}: {
  readonly label: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly className?: string
  readonly onChange: (value: T) => void
  /** What stands behind the choices. */
  readonly children?: ReactNode
}) {
  const name = useId()
  return (
    <fieldset className={className ?? 'radio-group'}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="check">
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} /> {option.label}
        </label>
      ))}
      {children}
    </fieldset>
  )
}
