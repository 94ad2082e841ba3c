import { useEffect, useState } from 'react'
import type { ExtractionResult } from '../../../shared/contract/contract'
import type { Extraction } from '../../../shared/extractors/core/run'
import { useTab } from '../store'

/** Milliseconds that what a change of parameters won and lost stays marked, wherever it is shown. */
export const RECENT = 2600

/** What was kept before the last change: while a slider is held before it was taken, and for a while after; null where nothing changed lately. */
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
