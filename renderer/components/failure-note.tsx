import type { Failure } from '../../shared/base/failure'
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
