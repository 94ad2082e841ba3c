/** An annotator labels a practice page and sees the differences from the gold labels of the page. */
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

/** Folder in a bundle for the gold labels of practice pages. Outside this folder, a bundle contains only labels of its annotator. */
export const TRAINING = 'training'

/** Returns the gold labels of a practice page, from the corpus or the bundle; null without usable labels. */
export async function goldOfTraining(store: CorpusStore, page: string): Promise<GoldFile | null> {
  const { gold } = goldIn(store, await store.gold(page), new Set([page]))
  // Feedback needs labels: a gold text without labels cannot be used.
  if (gold?.labels && gold.labels.status !== 'in-progress') return gold.labels
  const text = await readTextIfThere(await pathInside(store.root, TRAINING, `${page}.json`), FILE_LIMITS.json)
  return text === null ? null : readGoldFile(text, `${TRAINING}/${page}.json`)
}

const TEACHES_FROM = 0.95
const Laid = z.looseObject({ coverage: z.number().min(0).max(1) })

export async function practiceWarning(store: CorpusStore, page: string): Promise<string | null> {
  const gold = await goldOfTraining(store, page)
  if (!gold) return `Practice page ${page} no longer has gold labels: annotators get no feedback on it.`
  const coverage = Laid.safeParse(gold['alignment']).data?.coverage ?? 1
  if (coverage >= TEACHES_FROM || !isAsLaid(gold)) return null
  return `Practice page ${page}: only ${writtenShare(coverage)} of the gold text was found on the page, so the feedback would be wrong. Choose another page, or correct the labels.`
}

/** @throws FailureError, such as `campaign.no-training`, `campaign.not-finished` or `campaign.no-gold`. */
export async function trainingFeedback(
  store: CorpusStore,
  analyst: PageAnalyst,
  campaign: CampaignFile,
  { page, annotator }: { readonly page: string; readonly annotator: string },
): Promise<TrainingFeedback> {
  if (!campaign.training.includes(page))
    throw failed('campaign.no-training', `"${page}" is not a practice page.`, 'Choose a practice page.')
  const own = await readStoredGold(store.root, page, annotator)
  if (!own || own.gold.status !== 'done')
    throw failed('campaign.not-finished', `${annotator} has not finished "${page}".`, 'Label the page and press Done first.')
  const gold = await goldOfTraining(store, page)
  if (!gold) throw noPracticeLabelsFailure([page])
  const document = await store.document(page)
  const table = await analyst(document, { kind: 'agreement', first: own.gold, second: gold })
  return {
    passMark: campaign.passMark ?? null,
    f1: agreementOf([table], countsAsContent(store.file.contentLabels)).f1,
    pageType: { given: own.gold.pageType, gold: gold.pageType },
    differences: await analyst(document, { kind: 'differences', given: own.gold, gold }),
  }
}

export function noPracticeLabelsFailure(pages: readonly string[]): FailureError {
  const ids = pages.map((page) => `"${page}"`)
  return failed(
    'campaign.no-gold',
    `${firstFew(ids, 5)}: no gold labels for practice.`,
    'Adjudicate these pages, or choose other practice pages with adjudicated or imported gold labels.',
  )
}
