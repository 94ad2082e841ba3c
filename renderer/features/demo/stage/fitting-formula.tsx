import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Math as Formula } from '../../../components/math/math'
import { breakFormula } from './break-formula'
import { fitOf, measureFormula, shrinkFormula } from './fit-card'

/** Below this scale a formula breaks over several lines. */
const LEAST_SIZE = 0.8

/** A formula that is always completely visible: broken over lines and shrunk if necessary. */
export function FittingFormula({ tex, onBreak }: { readonly tex: string; readonly onBreak: () => void }) {
  const host = useRef<HTMLDivElement>(null)
  const [isBroken, setBroken] = useState(false)
  const broken = useMemo(() => breakFormula(tex), [tex])
  /** Width on one line in units of its type size. */
  const wide = useRef(0)
  const fit = useCallback((): void => {
    const formula = host.current?.querySelector<HTMLElement>('.math-display')
    const measured = formula && measureFormula(formula)
    if (!measured) return
    const { needed, size, room } = measured
    if (!isBroken) wide.current = needed / size
    // Use the unscaled type: otherwise the card's scale and the line breaks would alternate forever.
    const full = size / fitOf(formula)
    const breaks = broken !== null && room < wide.current * full * LEAST_SIZE
    if (breaks === isBroken) shrinkFormula(formula)
    else setBroken(breaks)
  }, [isBroken, broken])
  useLayoutEffect(fit, [fit])
  useEffect(() => {
    const element = host.current
    if (!element) return
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => observer.disconnect()
  }, [fit])

  useLayoutEffect(() => {
    if (isBroken) onBreak()
  }, [isBroken, onBreak])

  return (
    <div ref={host}>
      <Formula display tex={isBroken && broken !== null ? broken : tex} />
    </div>
  )
}
