import { X } from 'lucide-react'
import type { Failure } from '../../shared/base/failure'
import { IconButton } from './button'
import './failure-note.css'

/** A failure whose further lines are a piece of code, or a program's last words. */
export function FailureNote({ failure }: { readonly failure: Failure }) {
  const [sentence = '', ...rest] = failure.message.split('\n')
  return (
    <div className="failure-note" role="alert">
      <p>{sentence}</p>
      {rest.length > 0 ? <pre tabIndex={0}>{rest.join('\n')}</pre> : null}
      <p className="failure-note-next">{failure.next}</p>
    </div>
  )
}

/** What went wrong with the last thing asked for, above everything else, until it is put away. */
export function FailureBar({ failure, onDismiss }: { readonly failure: Failure | null; readonly onDismiss: () => void }) {
  if (!failure) return null
  return (
    <div className="notice-bar failure-bar" role="alert">
      <span>
        <strong>{failure.message}</strong> {failure.next}
      </span>
      <IconButton icon={X} label="Dismiss" onClick={onDismiss} />
    </div>
  )
}
