import { failure } from '../../base/failure'
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

/** What an extractor that looks at the rendered page gives for one without layout: nothing kept, and what is lacking. */
export function withoutLayout(page: PageModel, title: string, nodeMeasures: readonly string[]): ExtractionCore {
  const lacks = failure(
    'extractor.needs-layout',
    `${title} needs a rendered capture: it looks at where elements stand, and this page has no layout.`,
    'Load the page by its address or in rendered mode, or choose an extractor that reads HTML alone.',
  )
  return { ...emptyExtraction(page, nodeMeasures), warnings: [`${lacks.message} ${lacks.next}`], lacks }
}
