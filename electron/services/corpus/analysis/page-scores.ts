/** How extractors fare on one page: how much they differ, and how well they meet the gold. */
import { failure, FailureError } from '../../../../shared/base/failure'
import type { PageScores } from '../../../../shared/contract/corpus-contract'
import { disagreementOf } from '../../../../shared/explain/disagreement'
import { registry } from '../../../../shared/extractors'
import type { Extractor } from '../../../../shared/extractors/core/extractor'
import { presetValues } from '../../../../shared/extractors/core/params'
import { runExtractor, type Extraction } from '../../../../shared/extractors/core/run'
import { mean } from '../../../../shared/metrics/corpus-scores'
import { scoreText } from '../../../../shared/metrics/text-scores'
import type { PageModel } from '../../../../shared/page/page-model'

/** Selections that `disagreementOf` can compare. */
const MOST = 31

/** One extractor of each paper, peers left out: relatives agree with each other and say little. */
export function defaultVoters(): string[] {
  const papers = new Set<string>()
  const voters: string[] = []
  for (const { id, family, paper } of registry.list()) {
    if (family === 'peer' || papers.has(paper.title)) continue
    papers.add(paper.title)
    voters.push(id)
  }
  return voters.slice(0, 8)
}

/** @throws FailureError `extractor.unknown`, `corpus.few-extractors`. */
export function checkVoters(ids: readonly string[]): Extractor[] {
  if (ids.length < 2 || ids.length > MOST)
    throw new FailureError(failure('corpus.few-extractors', `Extractors are compared, 2 to ${MOST} of them.`, 'Name more, or fewer.'))
  return ids.map((id) => {
    const extractor = registry.get(id)
    if (extractor) return extractor
    throw new FailureError(failure('extractor.unknown', `There is no extractor "${id}".`, 'Choose one from the list.'))
  })
}

/**
 * Runs the extractors with their default parameters. One that throws does not vote.
 * @param gold text, null where there is none
 * @throws FailureError `corpus.not-scored` where fewer than two extractors finish.
 */
export function pageScores(page: PageModel, extractors: readonly string[], gold: string | null): PageScores {
  const extractions: Extraction[] = []
  for (const extractor of checkVoters(extractors)) {
    try {
      extractions.push(runExtractor(page, extractor, presetValues(extractor.params, 'default')))
    } catch {
      continue
    }
  }
  if (extractions.length < 2)
    throw new FailureError(failure('corpus.not-scored', 'Fewer than two extractors could do the page.', 'Choose others.'))
  const { all, some } = disagreementOf(
    page,
    extractions.map(({ selected }) => selected),
  )
  return {
    disagreement: all + some === 0 ? 0 : some / (all + some),
    f1: gold === null ? null : mean(extractions.map(({ text }) => scoreText(text, gold).f1)),
  }
}
