import { useId, type ReactNode } from 'react'
import type { Option } from './select'
import './form.css'

/** A box to tick, with its words. */
export function Check({
  checked,
  disabled,
  title,
  onChange,
  children,
}: {
  readonly checked: boolean
  readonly disabled?: boolean
  readonly title?: string | undefined
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}) {
  return (
    <label className="check" title={title}>
      <input type="checkbox" checked={checked} disabled={disabled} onChange={({ target }) => onChange(target.checked)} />
      <span>{children}</span>
    </label>
  )
}

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
