import type { ReactNode } from 'react'
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
