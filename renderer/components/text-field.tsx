import { useState, type ComponentProps } from 'react'

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** Its name, seen before it. */
  readonly caption?: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** A line of text; what is typed is told at once. */
export function TextField({ caption, className, onChange, ...rest }: TextFieldProps) {
  const field = (
    <input className={caption === undefined ? className : undefined} {...rest} onChange={({ target }) => onChange(target.value)} />
  )
  return caption === undefined ? (
    field
  ) : (
    <label className={className}>
      {caption} {field}
    </label>
  )
}

interface DraftFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly value: string
  /** What was typed, once it is done. */
  readonly onCommit: (text: string) => void
}

/** A line of text that is told when it is done: with Enter, or when the focus goes. Escape leaves it as it was. */
export function DraftField({ value, onCommit, ...rest }: DraftFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const commit = (): void => {
    if (draft !== null) onCommit(draft)
    setDraft(null)
  }
  return (
    <input
      {...rest}
      value={draft ?? value}
      onChange={({ target }) => setDraft(target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        else if (event.key === 'Escape') setDraft(null)
        else return
        event.preventDefault()
      }}
    />
  )
}
