import type { SelectHTMLAttributes } from 'react'
import { PRESETS, type Preset } from '../../shared/extractors/core/params'
import './select.css'

export interface Option<T extends string | number> {
  readonly value: T
  readonly label: string
  /** The heading it stands under, with those beside it that have the same. */
  readonly group?: string | undefined
  readonly disabled?: boolean
}

interface SelectProps<T extends string | number> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange' | 'children'> {
  /** Its name, seen before it. */
  readonly caption?: string
  /** Its name, where it is not seen. */
  readonly label?: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
  /** In panels and rows. */
  readonly small?: boolean
}

/**
 * One choice of many: a list over the window, with its keys, typing and headings. It is the browser's own control, drawn
 * by our style sheet where the browser lets it be drawn.
 */
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
  const drawn = (
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
    </select>
  )
  return caption === undefined ? (
    drawn
  ) : (
    <label>
      {caption} {drawn}
    </label>
  )
}

/** Names as they are, for a choice of them. */
export const optionsOf = <T extends string>(names: Iterable<T>): Option<T>[] => [...names].map((value) => ({ value, label: value }))

const PRESET_OPTIONS = PRESETS.map((value) => ({ value, label: value === 'default' ? 'default' : 'as printed' }))

/** A choice of the values an extractor starts from. */
export function PresetSelect(props: Omit<SelectProps<Preset>, 'options'>) {
  return <Select {...props} options={PRESET_OPTIONS} />
}
