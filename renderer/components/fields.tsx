import { useRef, useState, type ComponentProps, useId, type ReactNode, type SelectHTMLAttributes } from 'react'
import { PRESETS, type Preset } from '../../shared/extractors/core/params'
import './form.css'
import './select.css'

export interface Option<T extends string | number> {
  readonly value: T
  readonly label: string
  readonly group?: string | undefined
  readonly disabled?: boolean
}

interface SelectProps<T extends string | number> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange' | 'children'> {
  readonly caption?: string
  readonly label?: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
  readonly small?: boolean
}

export const captioned = (caption: string | undefined, control: ReactNode, className?: string): ReactNode =>
  caption === undefined ? (
    control
  ) : (
    <label className={className}>
      {caption} {control}
    </label>
  )

export function Select<T extends string | number>({
  caption,
  label,
  value,
  options,
  onChange,
  small = false,
  className,
  ...rest
}: SelectProps<T>) {
  const groups: { readonly name: string | undefined; readonly members: Option<T>[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last.name === option.group) last.members.push(option)
    else groups.push({ name: option.group, members: [option] })
  }
  return captioned(
    caption,
    <select
      {...rest}
      className={`select${small ? ' select-small' : ''} ${className ?? ''}`}
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = options[target.selectedIndex]
        if (chosen) onChange(chosen.value)
      }}
    >
      {groups.map(({ name, members }) => {
        const shown = members.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))
        return name === undefined ? (
          shown
        ) : (
          <optgroup key={name} label={name}>
            {shown}
          </optgroup>
        )
      })}
    </select>,
  )
}

export const optionsOf = <T extends string>(names: Iterable<T>): Option<T>[] => [...names].map((value) => ({ value, label: value }))

const PRESET_OPTIONS = PRESETS.map((value) => ({ value, label: value === 'default' ? 'default' : 'as printed' }))

export function PresetSelect(props: Omit<SelectProps<Preset>, 'options'>) {
  return <Select {...props} options={PRESET_OPTIONS} />
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly caption?: string
  readonly value: string
  readonly onChange: (text: string) => void
}

export function TextField({ caption, className, onChange, ...rest }: TextFieldProps) {
  return captioned(
    caption,
    <input className={caption === undefined ? className : undefined} {...rest} onChange={({ target }) => onChange(target.value)} />,
    className,
  )
}

export function useTyped(value: string): [typed: string, setTyped: (text: string) => void] {
  const [typed, setTyped] = useState(value)
  const [before, setBefore] = useState(value)
  if (before !== value) {
    setBefore(value)
    setTyped(value)
  }
  return [typed, setTyped]
}

interface DraftFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly value: string
  readonly onCommit: (text: string) => void
}

/** Commits on Enter and on blur. Escape discards the text. */
export function DraftField({ value, onCommit, ...rest }: DraftFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const isDiscarded = useRef(false)
  return (
    <input
      {...rest}
      value={draft ?? value}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={() => {
        if (draft !== null && !isDiscarded.current) onCommit(draft)
        isDiscarded.current = false
        setDraft(null)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        isDiscarded.current = event.key === 'Escape'
        event.currentTarget.blur()
      }}
    />
  )
}

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  readonly caption?: string
  readonly value: number
  readonly min: number
  readonly max?: number
  readonly step?: number | 'any'
  readonly onChange: (value: number) => void
}

/** On blur, the nearest limit replaces a number outside the range, and the previous value replaces invalid input. */
export function NumberInput({ caption, value, min, max = Number.MAX_SAFE_INTEGER, step = 1, onChange, ...rest }: NumberInputProps) {
  const [draft, setDraft] = useState<string | null>(null)
  return captioned(
    caption,
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
      onBlur={({ target }) => {
        setDraft(null)
        const typed = target.valueAsNumber
        if (draft !== null && (typed < min || typed > max)) onChange(Math.min(max, Math.max(min, typed)))
      }}
    />,
  )
}

interface CheckProps {
  readonly checked: boolean
  readonly disabled?: boolean
  readonly title?: string | undefined
  readonly onChange: (checked: boolean) => void
  readonly label: ReactNode
}

export function Check({ checked, disabled, title, onChange, label }: CheckProps) {
  return (
    <label className="check" title={title}>
      <input type="checkbox" checked={checked} disabled={disabled} onChange={({ target }) => onChange(target.checked)} />
      <span>{label}</span>
    </label>
  )
}

interface RadioGroupProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly className?: string
  readonly onChange: (value: T) => void
  readonly children?: ReactNode
}

export function RadioGroup<T extends string>({ label, value, options, className, onChange, children }: RadioGroupProps<T>) {
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
