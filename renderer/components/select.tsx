import type { SelectHTMLAttributes } from 'react'
import { PRESETS, type Preset } from '../../shared/extractors/core/params'
import './select.css'

export interface Option<T extends string | number> {
  readonly value: T
  readonly label: string
  /** Heading; options with the same heading form a group. */
  readonly group?: string | undefined
  readonly disabled?: boolean
}

interface SelectProps<T extends string | number> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange' | 'children'> {
  /** Visible label. */
  readonly caption?: string
  /** Hidden label. */
  readonly label?: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChange: (value: T) => void
  /** In panels and rows. */
  readonly small?: boolean
}

/** A choice of many: the browser's own control with its keys, typing and headings, drawn by our style sheet if the browser allows it. */
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

export const optionsOf = <T extends string>(names: Iterable<T>): Option<T>[] => [...names].map((value) => ({ value, label: value }))

const PRESET_OPTIONS = PRESETS.map((value) => ({ value, label: value === 'default' ? 'default' : 'as printed' }))

/** A choice of an extractor's presets. */
export function PresetSelect(props: Omit<SelectProps<Preset>, 'options'>) {
  return <Select {...props} options={PRESET_OPTIONS} />
}
