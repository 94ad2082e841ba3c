/** Reports the pace and the quality of a campaign's annotators, also on practice pages. */
import { z } from 'zod'
import { failed, type FailureError } from '../../../../shared/base/failure'
import { firstFew, writtenShare } from '../../../../shared/base/written-number'
import type { CampaignReport, CorpusPageEntry, PersonQuality, Problem, TrainingFeedback } from '../../../../shared/contract/corpus-contract'
import { valueAt } from '../../../../shared/base/once'
import { agreementOf, type AgreementTable } from '../../../../shared/gold/agreement'
import type { CampaignFile, Pace } from '../../../../shared/gold/campaign'
import { type GoldFile, readGoldFile } from '../../../../shared/gold/gold-file'
import { median } from '../../../../shared/metrics/bootstrap'
import { attempt } from '../corpora'
import type { CallContext } from '../../../../shared/contract/dispatcher'
import { FILE_LIMITS, pathInside, readTextIfThere } from '../../files/files'
import type { PageAnalyst } from '../analysis/page-analyst'
import type { OpenCorpus } from '../page-list'
import type { Assignments } from '../store/assignments'
import type { CorpusStore } from '../store/corpus-store'
import { goldIn, readStoredGold } from '../store/gold-store'
import { countsAsContent } from '../../../../shared/gold/gold-text'
import { isAsLaid } from '../../../../shared/gold/page-gold'

function paceOf(
  entries: ReadonlyMap<string, CorpusPageEntry>,
  assignments: Assignments,
  campaign: Pick<CampaignFile, 'annotators' | 'training'> | null,
): Pace[] {
  const names = new Set([...(campaign?.annotators ?? []), ...[...assignments.values()].flat()])
  for (const { gold } of entries.values())
    for (const { annotator, status, imported } of gold)
      if (status !== 'adjudicated' && annotator !== 'adjudicated' && !imported) names.add(annotator)
  return [...names].sort().map((annotator) => {
    const mine = (id: string): boolean => (assignments.get(id)?.includes(annotator) ?? false) || (campaign?.training.includes(id) ?? false)
    const own = [...entries.values()].flatMap(({ id, gold }) => gold.filter((g) => g.annotator === annotator).map((g) => ({ id, ...g })))
    const assigned = [...entries.keys()].filter(mine)
    const finished = own.filter(({ status }) => status === 'done' || status === 'skipped')
    const ended = new Set(finished.map(({ id }) => id))
    const days = new Set(finished.map(({ updatedAt }) => updatedAt.slice(0, 10)))
    return {
      annotator,
      assigned: assigned.length,
      done: own.filter(({ status }) => status === 'done').length,
      skipped: own.filter(({ status }) => status === 'skipped').length,
      begun: own.filter(({ status }) => status === 'in-progress').length,
      left: assigned.filter((id) => !ended.has(id)).length,
      medianSeconds: median(finished.flatMap(({ seconds }) => (seconds === null || seconds === 0 ? [] : [seconds]))),
      pagesADay: days.size === 0 ? null : finished.length / days.size,
      lastAt: own.map(({ updatedAt }) => updatedAt).reduce<string | null>((last, at) => (last !== null && last > at ? last : at), null),
    }
  })
}

/** In a blind campaign, imported gold labels count only on practice pages. */
export async function campaignReport(
  { store, list }: OpenCorpus,
  campaign: CampaignFile | null,
  analyst: PageAnalyst,
  context: CallContext,
): Promise<CampaignReport> {
  const entries = await list.all()
  const found = new Map<string, { readonly tables: AgreementTable[]; typed: number; sameType: number }>()
  const problems: Problem[] = []
  const ownJudges: string[] = []
  const training = new Set(campaign?.training)
  const compare = async (entry: CorpusPageEntry): Promise<void> => {
    const isPractice = training.has(entry.id)
    const gold = isPractice ? await goldOfTraining(store, entry.id) : await goldOf(store, entry, campaign?.blind ?? false)
    if (!gold) return
    const { annotators = [], decisions = [] } = gold.adjudication ?? {}
    if (decisions.some(({ by }) => annotators.includes(by))) ownJudges.push(entry.id)
    const document = await store.document(entry.id)
    for (const { annotator, status, imported } of entry.gold) {
      if (status !== 'done' || annotator === gold.annotator || imported) continue
      const own = await readStoredGold(store.root, entry.id, annotator)
      if (!own) continue
      const against = !isPractice && gold.status === 'adjudicated' ? 'adjudicated' : 'gold'
      const sums = valueAt(found, JSON.stringify([annotator, against]), () => ({ tables: [], typed: 0, sameType: 0 }))
      sums.tables.push(await analyst(document, { kind: 'agreement', first: own.gold, second: gold }))
      if (gold.pageType === null) continue
      sums.typed++
      if (own.gold.pageType === gold.pageType) sums.sameType++
    }
  }
  const finished = [...entries.values()].filter(({ gold }) => gold.some(({ status }) => status === 'done'))
  for (const [i, entry] of finished.entries()) {
    if (context.signal.aborted) break
    context.progress({ done: i / finished.length, message: entry.id })
    await attempt(problems, `pages/${entry.id}`, () => compare(entry))
  }
  const counts = countsAsContent(store.file.contentLabels)
  const quality = [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { tables, typed, sameType }]): PersonQuality => {
      const [annotator, against] = JSON.parse(key) as [string, PersonQuality['against']]
      const { pages, kappa, f1 } = agreementOf(tables, counts)
      return { annotator, against, pages, kappa, f1, pageTypes: typed === 0 ? null : sameType / typed }
    })
  const warnings = await Promise.all([...training].filter((id) => entries.has(id)).map((id) => practiceWarning(store, id)))
  const notes = [
    ...warnings.flatMap((warning) => warning ?? []),
    ...(ownJudges.length > 0 ? [`Pages with decisions by an annotator of the page: ${ownJudges.join(', ')}.`] : []),
  ]
  return { campaign, pace: paceOf(entries, await list.assignments(), campaign), quality, notes, problems }
}

async function goldOf(store: CorpusStore, entry: CorpusPageEntry, blind: boolean): Promise<GoldFile | null> {
  const isDecided = entry.gold.some(({ status }) => status === 'adjudicated')
  if (!isDecided && (blind || !entry.gold.some(({ imported }) => imported))) return null
  const { gold } = goldIn(store, await store.gold(entry.id), new Set())
  return gold?.labels?.status === 'in-progress' ? null : (gold?.labels ?? null)
}

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

async function practiceWarning(store: CorpusStore, page: string): Promise<string | null> {
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
