import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { X } from 'lucide-react'
import { IconButton, Button } from './button'
import { focusedBeforeMenu } from './hooks'
import './form.css'

interface DialogProps {
  readonly label: string
  /** Null if the dialog requires an answer. */
  readonly onClose: (() => void) | null
  /** Without heading; the label is only read out. */
  readonly bare?: boolean
  readonly children: ReactNode
}

/**
 * Returns the element that receives the focus back if a menu opened the dialog: the menu's button, or the element focused before a context
 * menu.
 */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')
  if (!menu) return null
  const id = menu.getAttribute('aria-labelledby')
  const button = id ? document.getElementById(id) : null
  return button instanceof HTMLButtonElement ? button : focusedBeforeMenu()
}

/** A modal dialog; the browser's own, so focus stays inside, Escape closes it and focus returns. */
export function Dialog({ label, onClose, bare = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Close the dialog while it is still in the document: otherwise the focus does not return.
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = openerOf(document.activeElement)
    if (element && !element.open) element.showModal()
    // React's autoFocus comes before the dialog opens and is lost.
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element?.close()
      // If a menu opened the dialog, the focused menu item no longer exists.
      opener?.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onKeyDown={(event) => {
        // Otherwise a repeated Escape closes the dialog without a choice.
        if (event.key === 'Escape' && !onClose) event.preventDefault()
      }}
      onPointerDown={(event) => {
        // The dialog's own box is its padding-free content: a press on the element itself is one on the backdrop.
        if (event.target === dialog.current) onClose?.()
      }}
    >
      <div className="dialog-body">
        {bare ? null : (
          <div className="bar dialog-header">
            <h2>{label}</h2>
            {onClose ? <IconButton icon={X} label="Close" onClick={onClose} /> : null}
          </div>
        )}
        {children}
      </div>
    </dialog>
  )
}

interface FormProps {
  readonly label?: string
  readonly submit: string
  /** `plain` if the form is not the main purpose of the view. */
  readonly tone?: 'strong' | 'plain'
  readonly disabled?: boolean
  readonly onSubmit: () => void
  readonly onCancel?: () => void
  readonly more?: ReactNode
  readonly children: ReactNode
}

/** Fields in a column with buttons at the end; Enter submits. */
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
        {onCancel ? <Button label="Cancel" onClick={onCancel} /> : null}
        <Button label={submit} tone={tone} type="submit" disabled={disabled} />
      </div>
    </form>
  )
}

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
