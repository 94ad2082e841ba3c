import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { X } from 'lucide-react'
import { IconButton, Button } from './button'
import { focusedBeforeMenu } from './before-menu'
import './form.css'

interface DialogProps {
  readonly label: string
  /** Null where what is asked has to be answered. */
  readonly onClose: (() => void) | null
  /** Without heading; the label is only read out. */
  readonly bare?: boolean
  readonly children: ReactNode
}

/** What had the focus before the menu in which an element stands: its button, or where a context menu was asked for; null without a menu. */
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
  // Closed while it still stands in the document: otherwise the focus would not return.
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = openerOf(document.activeElement)
    if (element && !element.open) element.showModal()
    // React's autoFocus comes before the dialog opens and is lost.
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element?.close()
      // Where the dialog was opened from a menu, the focus has nowhere to return: its item has gone.
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
        // Pressed again and again it closes the dialog without asking.
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
