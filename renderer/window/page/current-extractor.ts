import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { extractorOf, useTab, useWorkspace } from '../store'

/** What is known of the extractor chosen in the active tab; null until the host has listed its extractors. */
export function useCurrentExtractor(): ExtractorInfo | null {
  const id = useTab((tab) => tab.extractor)
  return useWorkspace((workspace) => extractorOf(workspace, id)) ?? null
}

/** What is known of the extractor a result came from: while a new one is running, the old result is still shown. */
export function useResultExtractor(): ExtractorInfo | null {
  const id = useTab((tab) => tab.result?.extraction.extractor ?? tab.extractor)
  return useWorkspace((workspace) => extractorOf(workspace, id)) ?? null
}
