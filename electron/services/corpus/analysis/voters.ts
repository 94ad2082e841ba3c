/** The extractors that are compared on the pages of a corpus. Chosen and checked here by name; run in page-scores.ts. */
import { failed } from '../../../../shared/base/failure'
import { descriptions } from '../../../../shared/extractors'
import { extractorNamed } from '../../../../shared/extractors/core/registry'

/** Selections that `disagreementOf` can compare. */
const MOST = 31

/** One extractor of each paper, peers left out: relatives agree with each other and say little. */
export function defaultVoters(): string[] {
  const papers = new Set<string>()
  const voters: string[] = []
  for (const { id, family, paper } of descriptions.list()) {
    if (family === 'peer' || papers.has(paper.title)) continue
    papers.add(paper.title)
    voters.push(id)
  }
  return voters.slice(0, 8)
}

/** @param own ids of the person's own. @throws FailureError `extractor.unknown`, `corpus.few-extractors`. */
export function checkVoters(ids: readonly string[], own: readonly string[] = []): void {
  if (ids.length < 2 || ids.length > MOST)
    throw failed('corpus.few-extractors', `Extractors are compared, 2 to ${MOST} of them.`, 'Name more, or fewer.')
  for (const id of ids) if (!own.includes(id)) extractorNamed(descriptions, id)
}
