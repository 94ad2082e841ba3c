import { useEffect, useState } from 'react'
import type { ExtractionResult } from '../../../shared/contract/contract'
import type { Extraction } from '../../../shared/extractors/core/run'
import { useTab } from '../store'

/** Milliseconds that the effect of a parameter change stays marked. */
export const RECENT = 2600

/**
 * Returns the result before the last change: while a slider is held, the result before the drag; then the previous result for `RECENT`;
 * otherwise null.
 */
export function useRecentChange(): Extraction | null {
  const result = useTab((tab) => tab.result)
  const previous = useTab((tab) => tab.previous)
  const isHeld = useTab((tab) => tab.draft !== null)
  const [past, setPast] = useState<ExtractionResult | null>(null)
  useEffect(() => {
    if (!previous) return
    const timer = setTimeout(() => setPast(result), RECENT)
    return () => clearTimeout(timer)
  }, [result, previous])
  if (isHeld) return result?.extraction ?? null
  return previous && past !== result ? previous.extraction : null
}
