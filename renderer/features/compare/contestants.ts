import { useEffect, useMemo } from 'react'
import type { ExtractionResult } from '../../../shared/contract/contract'
import type { Failure } from '../../../shared/base/failure'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { comparedOf, ensureCompared, useComparison } from '../../window/compare'
import { useTab, useWindow } from '../../window/window'

/** One of the extractors compared, with its result once it is there. */
export interface Contestant {
  readonly info: ExtractorInfo
  readonly result: ExtractionResult | null
  readonly failure: Failure | null
  /** The extractor of the tab: its values are those set in the inspect workspace. */
  readonly own: boolean
}

/** A contestant whose result is there. */
export type Finished = Contestant & { readonly result: ExtractionResult }

export function isFinished(contestant: Contestant): contestant is Finished {
  return contestant.result !== null
}

/** The extractors compared on the page in front; those that have not run are started. */
export function useContestants(): readonly Contestant[] {
  const extractors = useWindow((state) => state.extractors)
  const page = useTab((tab) => tab.page)
  const preset = useTab((tab) => tab.preset)
  const own = useTab((tab) => tab.extractor)
  const ownResult = useTab((tab) => (tab.result?.extraction.extractor === tab.extractor ? tab.result : null))
  const chosen = useComparison((comparison) => comparison.chosen)
  const entries = useComparison((comparison) => comparison.entries)
  const ids = useMemo(() => comparedOf(chosen, extractors, own), [chosen, extractors, own])
  useEffect(() => {
    if (page)
      void ensureCompared(
        ids.filter((id) => id !== own),
        true,
      )
  }, [page, preset, ids, own])
  return useMemo(
    () =>
      ids.flatMap((id) => {
        const info = extractors.find((extractor) => extractor.id === id)
        if (!info) return []
        const mine = id === own
        const entry = entries[id]
        const result = mine ? ownResult : entry?.status === 'done' ? entry.result : null
        return [{ info, result, failure: mine ? null : (entry?.failure ?? null), own: mine }]
      }),
    [ids, extractors, entries, own, ownResult],
  )
}
