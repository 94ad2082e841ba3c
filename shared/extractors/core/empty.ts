import type { PageModel } from '../../page/page-model'
import type { ExtractionCore } from './extractor'

/** What every extractor gives for a page without text under body: nothing kept, and a warning that says so (extractors §0). */
export function emptyExtraction(page: PageModel, nodeMeasures: readonly string[]): ExtractionCore {
  const measures: Record<string, Float64Array> = {}
  for (const id of nodeMeasures) measures[id] = new Float64Array(page.count).fill(Number.NaN)
  return {
    selected: new Uint8Array(page.count),
    measures,
    values: {},
    warnings: [
      page.body < 0
        ? 'The page has no body (a frameset?): open one of its frames instead.'
        : 'The page has no text to extract from. If scripts build it, load it in rendered mode.',
    ],
  }
}
