/** Pages for practice: an annotator labels them, then is told where the gold says otherwise. */
import { failed, type FailureError } from '../../../../shared/base/failure'
import type { CorpusPageEntry, GoldEntry, TrainingFeedback } from '../../../../shared/contract/corpus-contract'
import { agreementOf } from '../../../../shared/gold/agreement'
import type { CampaignFile } from '../../../../shared/gold/campaign'
import { readGoldFile, type GoldFile } from '../../../../shared/gold/gold-file'
import type { PageAnalyst } from '../analysis/page-analyst'
import { CORPUS_LIMITS, pathInside, readTextIfThere } from '../store/corpus-files'
import type { CorpusStore } from '../store/corpus-store'
import { readStoredGold } from '../store/gold-store'
import { countsAsContent } from '../../../../shared/gold/text-of-labels'

/** Folder of a bundle with the gold of its training pages: a bundle has no other labels than its annotator's. */
export const TRAINING = 'training'

/** Whose labels of a page can be learnt from: the adjudicated, else those that its collection brought as gold text; null where there are none. */
export function teacherOf({ gold, texts }: Pick<CorpusPageEntry, 'gold' | 'texts'>): GoldEntry | null {
  return (
    gold.find(({ status }) => status === 'adjudicated') ??
    gold.find(({ annotator, status }) => status === 'done' && texts.includes(annotator)) ??
    null
  )
}

/** The gold of a training page: of the corpus, or what the bundle brought along; null where there is neither. */
export async function goldOfTraining(store: CorpusStore, page: string): Promise<GoldFile | null> {
  const final = teacherOf(await store.entry(page))
  if (final) return (await readStoredGold(store.root, page, final.annotator))?.gold ?? null
  const text = await readTextIfThere(await pathInside(store.root, TRAINING, `${page}.json`), CORPUS_LIMITS.json)
  return text === null ? null : readGoldFile(text, `${TRAINING}/${page}.json`)
}

/**
 * How finished labels differ from the gold. Whoever has not finished yet is told nothing.
 * @throws FailureError `campaign.no-training`, `campaign.not-finished`, `campaign.no-gold`.
 */
export async function trainingFeedback(
  store: CorpusStore,
  analyst: PageAnalyst,
  campaign: CampaignFile,
  page: string,
  annotator: string,
): Promise<TrainingFeedback> {
  if (!campaign.training.includes(page))
    throw failed('campaign.no-training', `"${page}" is no page for training.`, 'Choose one of the training pages.')
  const own = await readStoredGold(store.root, page, annotator)
  if (!own || own.gold.status !== 'done')
    throw failed('campaign.not-finished', `${annotator} has not finished "${page}".`, 'Label the page and press Done first.')
  const gold = await goldOfTraining(store, page)
  if (!gold) throw noTeacher([page])
  const { html, capture } = await store.html(page)
  const document = { html, mode: capture.mode, sha256: capture.sha256 }
  const table = await analyst(document, { kind: 'agreement', first: own.gold, second: gold })
  return {
    f1: agreementOf([table], countsAsContent(store.file.contentLabels)).f1,
    pageType: { given: own.gold.pageType, gold: gold.pageType },
    differences: await analyst(document, { kind: 'differences', given: own.gold, gold }),
  }
}

/** Pages for training without labels to learn from. */
export function noTeacher(pages: readonly string[]): FailureError {
  const named = pages.slice(0, 5).map((page) => `"${page}"`)
  const more = pages.length - named.length
  return failed(
    'campaign.no-gold',
    `There are no labels to learn from on ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
    'Adjudicate these pages, or choose others for practice, with adjudicated or imported gold.',
  )
}
