import type { ReactNode } from 'react'
import './menu.css'

/** Boxes to tick behind a word, e.g. which columns a table has. */
export function Chooser({ words, label, children }: { readonly words: string; readonly label: string; readonly children: ReactNode }) {
  return (
    <details className="chooser">
      <summary>{words}</summary>
      <div role="group" aria-label={label}>
        {children}
      </div>
    </details>
  )
}
