/** Pages for practice: an annotator labels them, then is told where the gold says otherwise. */
import { z } from 'zod'
import { writtenShare, firstFew } from '../../../../shared/base/written-number'
import { failed, type FailureError } from '../../../../shared/base/failure'
import type { TrainingFeedback } from '../../../../shared/contract/corpus-contract'
import { agreementOf } from '../../../../shared/gold/agreement'
import type { CampaignFile } from '../../../../shared/gold/campaign'
import { readGoldFile, type GoldFile } from '../../../../shared/gold/gold-file'
import type { PageAnalyst } from '../analysis/page-analyst'
import { FILE_LIMITS, pathInside, readTextIfThere } from '../../files/files'
import type { CorpusStore } from '../store/corpus-store'
import { goldIn, readStoredGold } from '../store/gold-store'
import { countsAsContent } from '../../../../shared/gold/gold-text'
import { isAsLaid } from '../../../../shared/gold/page-gold'

/** Folder of a bundle with the gold of its training pages: a bundle has no other labels than its annotator's. */
export const TRAINING = 'training'

/** The gold of a practice page: of the corpus, or what the bundle brought along; null where nothing on it can be learnt from. */
export async function goldOfTraining(store: CorpusStore, page: string): Promise<GoldFile | null> {
  const { gold } = goldIn(store, await store.gold(page), new Set([page]))
  // Of a text that is not laid on the page nothing can be shown there.
  if (gold?.labels && gold.labels.status !== 'in-progress') return gold.labels
  const text = await readTextIfThere(await pathInside(store.root, TRAINING, `${page}.json`), FILE_LIMITS.json)
  return text === null ? null : readGoldFile(text, `${TRAINING}/${page}.json`)
}

/** Share of a practice page's gold that has to be found on it. */
const TEACHES_FROM = 0.95
const Laid = z.looseObject({ coverage: z.number().min(0).max(1) })

/** What is wrong with a practice page's gold, in a sentence; null where nothing is. */
export async function practiceWarning(store: CorpusStore, page: string): Promise<string | null> {
  const gold = await goldOfTraining(store, page)
  if (!gold) return `Practice page ${page} has no gold any more: nothing can be told of it.`
  const coverage = Laid.safeParse(gold['alignment']).data?.coverage ?? 1
  if (coverage >= TEACHES_FROM || !isAsLaid(gold)) return null
  return `Practice page ${page}: only ${writtenShare(coverage)} of its gold text was found on it, so that its feedback teaches what is wrong. Take another page, or correct its labels.`
}

/**
 * How finished labels differ from the gold. Whoever has not finished yet is told nothing.
 * @throws FailureError `campaign.no-training`, `campaign.not-finished`, `campaign.no-gold`.
 */
export async function trainingFeedback(
  store: CorpusStore,
  analyst: PageAnalyst,
  campaign: CampaignFile,
  { page, annotator }: { readonly page: string; readonly annotator: string },
): Promise<TrainingFeedback> {
  if (!campaign.training.includes(page))
    throw failed('campaign.no-training', `"${page}" is no page for training.`, 'Choose one of the training pages.')
  const own = await readStoredGold(store.root, page, annotator)
  if (!own || own.gold.status !== 'done')
    throw failed('campaign.not-finished', `${annotator} has not finished "${page}".`, 'Label the page and press Done first.')
  const gold = await goldOfTraining(store, page)
  if (!gold) throw noTeacher([page])
  const document = await store.document(page)
  const table = await analyst(document, { kind: 'agreement', first: own.gold, second: gold })
  return {
    f1: agreementOf([table], countsAsContent(store.file.contentLabels)).f1,
    pageType: { given: own.gold.pageType, gold: gold.pageType },
    differences: await analyst(document, { kind: 'differences', given: own.gold, gold }),
  }
}

/** Pages for training without labels to learn from. */
export function noTeacher(pages: readonly string[]): FailureError {
  const named = pages.map((page) => `"${page}"`)
  return failed(
    'campaign.no-gold',
    `There are no labels to learn from on ${firstFew(named, 5)}.`,
    'Adjudicate these pages, or choose others for practice, with adjudicated or imported gold.',
  )
}
