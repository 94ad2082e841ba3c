/** The gold of a corpus's pages, by the rule in shared/gold/page-gold.ts. */
import { FailureError } from '../../../shared/base/failure'
import type { CorpusPage } from '../../../shared/contract/corpus-contract'
import { goldOfPage, type GoldOfPage } from '../../../shared/gold/page-gold'
import { readCampaign } from './campaign/campaign-store'
import type { CorpusStore } from './store/corpus-store'

/** Ids of the pages for practice. @throws FailureError where the campaign is damaged. */
export async function practicePages(root: string): Promise<ReadonlySet<string>> {
  return new Set((await readCampaign(root))?.training ?? [])
}

/**
 * @param practice see `practicePages`
 * @param name only labels and text of this name
 */
export function goldIn(
  store: CorpusStore,
  page: Pick<CorpusPage, 'entry' | 'labels' | 'texts'>,
  practice: ReadonlySet<string>,
  name?: string,
): GoldOfPage {
  const { id, sha256 } = page.entry
  return goldOfPage(page, { sha256, contentLabels: store.file.contentLabels, practice: practice.has(id), name })
}

/** @throws FailureError where a gold file of the page is damaged: what it says cannot be told from what it does not. */
export function checkGold({ entry }: Pick<CorpusPage, 'entry'>): void {
  const damage = entry.problems.find(({ file, failure }) => file.includes('/gold/') && failure.code !== 'corpus.leftover')
  if (damage) throw new FailureError(damage.failure)
}
