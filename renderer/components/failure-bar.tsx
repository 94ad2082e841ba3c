import { X } from 'lucide-react'
import type { Failure } from '../../shared/base/failure'
import { IconButton } from './button'
import './failure-note.css'

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
