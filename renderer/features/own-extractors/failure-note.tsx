import type { Failure } from '../../../shared/base/failure'
import './own-extractors.css'

/** A failure whose further lines are a piece of code, or a program's last words. */
export function FailureNote({ failure }: { readonly failure: Failure }) {
  const [sentence = '', ...rest] = failure.message.split('\n')
  return (
    <div className="own-failure" role="alert">
      <p>{sentence}</p>
      {rest.length > 0 ? <pre tabIndex={0}>{rest.join('\n')}</pre> : null}
      <p className="own-failure-next">{failure.next}</p>
    </div>
  )
}
