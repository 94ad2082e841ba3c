import type { ReactNode } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import './form.css'

interface FormProps {
  /** Its name, where it stands in no dialog. */
  readonly label?: string
  /** What it does, on its button. */
  readonly submit: string
  /** `plain` where it is not what the view is for. */
  readonly tone?: 'strong' | 'plain'
  /** Whether it cannot be sent as it is. */
  readonly disabled?: boolean
  readonly onSubmit: () => void
  readonly onCancel?: () => void
  /** Buttons that stand before these two. */
  readonly more?: ReactNode
  readonly children: ReactNode
}

/** Fields one below the other, and at their end what is done with them; Enter does it, too. */
export function Form({ label, submit, tone = 'strong', disabled = false, onSubmit, onCancel, more, children }: FormProps) {
  return (
    <form
      className="form"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <div className="form-actions">
        {more}
        {onCancel ? <Button onClick={onCancel}>Cancel</Button> : null}
        <Button tone={tone} type="submit" disabled={disabled}>
          {submit}
        </Button>
      </div>
    </form>
  )
}

/** A dialog that asks for something. */
export function FormDialog({
  label,
  onClose,
  ...form
}: Omit<FormProps, 'label' | 'onCancel'> & { readonly label: string; readonly onClose: () => void }) {
  return (
    <Dialog label={label} onClose={onClose}>
      <Form {...form} onCancel={onClose} />
    </Dialog>
  )
}
