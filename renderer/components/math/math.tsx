import temml from 'temml'
import { useLayoutEffect, useRef } from 'react'
import './math.css'

interface MathProps {
  /** The formula in TeX. */
  readonly tex: string
  /** Larger, with limits above and below sums. */
  readonly display?: boolean
  /** What a screen reader says instead of the formula; without it the MathML speaks for itself. */
  readonly label?: string
}

/** A formula, typeset as MathML. Built with DOM calls, never as an HTML string: the strict CSP forbids style attributes in markup. */
export function Math({ tex, display = false, label }: MathProps) {
  const host = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    element.replaceChildren()
    try {
      temml.render(tex, element, { displayMode: display, throwOnError: true, trust: false, maxExpand: 200 })
    } catch {
      // A formula that cannot be typeset is still readable as TeX.
      element.textContent = tex
    }
  }, [tex, display])
  return <span ref={host} className={display ? 'math math-display' : 'math'} {...(label ? { role: 'img', 'aria-label': label } : {})} />
}
