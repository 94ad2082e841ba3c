import type temml from 'temml'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import './math.css'

let typesetter: typeof temml | null = null

export async function loadMath(): Promise<void> {
  typesetter ??= (await import('temml')).default
}

/** Builds MathML with DOM calls, because the CSP forbids style attributes in an HTML string. */
export function Math({ tex, display = false }: { readonly tex: string; readonly display?: boolean }) {
  const host = useRef<HTMLSpanElement>(null)
  const [ready, setReady] = useState(typesetter !== null)
  useEffect(() => {
    if (!ready) void loadMath().then(() => setReady(true))
  }, [ready])
  useLayoutEffect(() => {
    const element = host.current
    if (!element || !ready || !typesetter) return
    element.replaceChildren()
    element.style.fontSize = ''
    try {
      typesetter.render(tex, element, { displayMode: display, throwOnError: true, trust: false, maxExpand: 200 })
    } catch {
      element.textContent = tex
    }
    const fit = element.clientWidth / element.scrollWidth
    if (display && fit > 0 && fit < 1)
      element.style.fontSize = `max(10px, ${Number.parseFloat(getComputedStyle(element).fontSize) * fit * 0.99}px)`
    if (element.scrollWidth > element.clientWidth && element.clientWidth > 0) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  }, [tex, display, ready])
  return <span ref={host} className={display ? 'math math-display' : 'math'} />
}
