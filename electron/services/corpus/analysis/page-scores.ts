/** How extractors fare on one page: how much they differ, and how well they meet the gold. */
import { failed } from '../../../../shared/base/failure'
import type { PageScores } from '../../../../shared/contract/corpus-contract'
import { disagreementOf } from '../../../../shared/explain/difference/disagreement'
import { presetValues } from '../../../../shared/extractors/core/params'
import { runExtractor, type Extraction } from '../../../../shared/extractors/core/run'
import { mean } from '../../../../shared/metrics/corpus-scores'
import { scoreText } from '../../../../shared/metrics/text-scores'
import type { PageModel } from '../../../../shared/page/page-model'
import { registryFor } from '../../../peers/registry-for'
import type { OwnData } from '../../own/own-data'
import { withOwn } from '../../own/own-extractors'
import { extractorNamed } from '../../../../shared/extractors/core/registry'

interface ScoredExtractors {
  readonly extractors: readonly string[]
  /** The person's own among them. */
  readonly own?: OwnData | undefined
}

/**
 * Runs the extractors with their default parameters. One that throws, or that the page lacks something for, does not vote.
 * @param gold text, null where there is none
 * @throws FailureError `corpus.not-scored` where fewer than two extractors finish.
 */
export async function pageScores(page: PageModel, { extractors, own }: ScoredExtractors, gold: string | null): Promise<PageScores> {
  const extractions: Extraction[] = []
  const known = await withOwn(await registryFor(extractors), own)
  const extractionOf = (id: string): Extraction => {
    const extractor = extractorNamed(known, id)
    return runExtractor(page, extractor, presetValues(extractor.params, 'default'))
  }
  for (const id of extractors) {
    try {
      extractions.push(extractionOf(id))
    } catch {
      continue
    }
  }
  if (extractions.length < 2) throw failed('corpus.not-scored', 'Fewer than two extractors could do the page.', 'Choose others.')
  const { all, some } = disagreementOf(
    page,
    extractions.map(({ selected }) => selected),
  )
  return {
    disagreement: all + some === 0 ? 0 : some / (all + some),
    f1: gold === null ? null : mean(extractions.map(({ text }) => scoreText(text, gold).f1)),
  }
}
