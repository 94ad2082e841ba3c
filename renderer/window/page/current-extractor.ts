import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { extractorOf, useTab, useWindow } from '../store'

/** What is known of the extractor of an id; undefined where the host has none of that id. */
export const useExtractor = (id: string | null | undefined): ExtractorInfo | undefined => useWindow((state) => extractorOf(id, state))

/** What is known of the extractor chosen in the active tab; null until the host has listed its extractors. */
export const useCurrentExtractor = (): ExtractorInfo | null => useExtractor(useTab((tab) => tab.extractor)) ?? null

/** What is known of the extractor a result came from: while a new one is running, the old result is still shown. */
export const useResultExtractor = (): ExtractorInfo | null =>
  useExtractor(useTab((tab) => tab.result?.extraction.extractor ?? tab.extractor)) ?? null
