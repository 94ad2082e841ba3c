import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { X } from 'lucide-react'
import { IconButton, Button } from './button'
import { focusedBeforeMenu } from './hooks'
import { FailureNote, PanelProgress } from './panel/panel'
import type { Progress } from '../../shared/contract/contract'
import type { Failure } from '../../shared/base/failure'
import './form.css'

interface DialogProps {
  readonly label: string
  /** Null if the user must choose a button. */
  readonly onClose: (() => void) | null
  readonly bare?: boolean
  readonly children: ReactNode
}

function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')
  if (!menu) return null
  const id = menu.getAttribute('aria-labelledby')
  const button = id ? document.getElementById(id) : null
  return button instanceof HTMLButtonElement ? button : focusedBeforeMenu()
}

export function Dialog({ label, onClose, bare = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  // If the dialog is not closed before its removal, the browser does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    const opener = openerOf(document.activeElement)
    if (element && !element.open) element.showModal()
    // React's `autoFocus` runs before the dialog opens and has no effect.
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element?.close()
      // The browser cannot restore the focus to a menu item that no longer exists.
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
        // React also calls this handler for the cancel event of a nested dialog.
        if (event.target === dialog.current) onClose?.()
      }}
      onKeyDown={(event) => {
        // Without this handler, a second Escape would close a dialog that requires a choice.
        if (event.key === 'Escape' && !onClose) event.preventDefault()
      }}
      onPointerDown={(event) => {
        // The content fills the dialog's box, so an event on the dialog itself is a press on the backdrop.
        if (event.target === dialog.current) onClose?.()
      }}
    >
      <div className="dialog-body">
        {bare ? null : (
          <div className="bar line-below dialog-header">
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
  readonly tone?: 'strong' | 'plain'
  readonly disabled?: boolean
  readonly onSubmit: () => void
  readonly onCancel?: () => void
  readonly more?: ReactNode
  readonly children: ReactNode
}

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

interface FormDialogProps extends Omit<FormProps, 'onCancel'> {
  readonly label: string
  readonly onClose: () => void
}

export function FormDialog({ label, onClose, ...form }: FormDialogProps) {
  return (
    <Dialog label={label} onClose={onClose}>
      <Form {...form} onCancel={onClose} />
    </Dialog>
  )
}

interface ActionDialogProps extends Omit<FormDialogProps, 'onSubmit'> {
  /** State in which the action stores its failure. */
  readonly store: {
    readonly getState: () => { readonly failure: Failure | null }
    readonly setState: (change: { readonly failure: null }) => void
  }
  readonly progress?: Progress | null | undefined
  readonly onSubmit: () => Promise<unknown>
}

/**
 * Form dialog that closes when its action has succeeded, and otherwise shows the failure. If the user closes the dialog first, the action
 * continues, and its failure stays in the store.
 */
export function ActionDialog({ store, progress, onSubmit, disabled = false, children, ...dialog }: ActionDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  const submit = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    await onSubmit()
    if (!isOpen.current) return
    const { failure: reason } = store.getState()
    if (!reason) return dialog.onClose()
    // oxlint-disable-next-line stale/no-stale-update -- an open dialog runs one action at a time
    store.setState({ failure: null })
    setBusy(false)
    setFailure(reason)
  }
  return (
    <FormDialog {...dialog} disabled={disabled || isBusy} onSubmit={() => void submit()}>
      {children}
      {isBusy && progress ? <PanelProgress {...progress} /> : null}
      {failure ? <FailureNote failure={failure} /> : null}
    </FormDialog>
  )
}
