import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { extractorOf, useTab, useWindow } from '../store'

/** Returns an extractor's description; undefined if the host has no such extractor. */
export const useExtractor = (id: string | null | undefined): ExtractorInfo | undefined => useWindow((state) => extractorOf(id, state))

/** Returns the description of the active tab's extractor; null until the host has listed its extractors. */
export const useCurrentExtractor = (): ExtractorInfo | null => useExtractor(useTab((tab) => tab.extractor)) ?? null

/** Returns the description of the extractor that gave the result in view: during a new run the previous result stays in view. */
export const useResultExtractor = (): ExtractorInfo | null =>
  useExtractor(useTab((tab) => tab.result?.extraction.extractor ?? tab.extractor)) ?? null
