import { failed } from '../../../../shared/base/failure'
import type { PageScores } from '../../../../shared/contract/corpus-contract'
import { disagreementOf } from '../../../../shared/explain/difference/disagreement'
import { presetValues } from '../../../../shared/extractors/core/params'
import { runExtractor, type Extraction, findExtractor } from '../../../../shared/extractors/core/run'
import { mean } from '../../../../shared/metrics/bootstrap'
import { scoreText } from '../../../../shared/metrics/text-scores'
import type { PageModel } from '../../../../shared/page/page-model'
import { registryFor } from '../../../peers/registry-for'
import type { OwnData } from '../../own/own-file'
import { addOwnExtractors } from '../../own/own-extractors'

/** Scores extractors with default values; omits failing extractors. @throws FailureError `corpus.not-scored` if fewer than two succeed. */
export async function pageScores(
  page: PageModel,
  { extractors, own }: { readonly extractors: readonly string[]; readonly own?: OwnData | undefined },
  gold: string | null,
): Promise<PageScores> {
  const extractions: Extraction[] = []
  const known = await addOwnExtractors(await registryFor(extractors), own)
  for (const id of extractors) {
    try {
      const extractor = findExtractor(known, id)
      extractions.push(runExtractor(page, extractor, presetValues(extractor.params, 'default')))
    } catch {
      continue
    }
  }
  if (extractions.length < 2)
    throw failed('corpus.not-scored', 'Fewer than two extractors succeeded on the page.', 'Choose other extractors.')
  const { all, some } = disagreementOf(
    page,
    extractions.map(({ selected }) => selected),
  )
  return {
    disagreement: all + some === 0 ? 0 : some / (all + some),
    f1: gold === null ? null : mean(extractions.map(({ text }) => scoreText(text, gold).f1)),
  }
}
