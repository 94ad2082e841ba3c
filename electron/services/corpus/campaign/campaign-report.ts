import type { CampaignReport, CorpusPageEntry, PersonQuality } from '../../../../shared/contract/corpus-contract'
import { valueAt } from '../../../../shared/base/once'
import { agreementOf, type AgreementTable } from '../../../../shared/gold/agreement'
import type { CampaignFile, Pace } from '../../../../shared/gold/campaign'
import type { GoldFile } from '../../../../shared/gold/gold-file'
import { median } from '../../../../shared/metrics/bootstrap'
import { attempt } from '../corpora'
import type { Problem } from '../../../../shared/contract/corpus-data'
import type { CallContext } from '../../../../shared/contract/dispatcher'
import type { PageAnalyst } from '../analysis/page-analyst'
import type { OpenCorpus } from '../page-list'
import type { Assignments } from '../store/assignments'
import type { CorpusStore } from '../store/corpus-store'
import { goldIn, readStoredGold } from '../store/gold-store'
import { countsAsContent } from '../../../../shared/gold/gold-text'
import { goldOfTraining, practiceWarning } from './training'

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

interface Compared {
  readonly tables: AgreementTable[]
  typed: number
  sameType: number
}

/** In a blind campaign, imported gold labels count only on practice pages. */
export async function campaignReport(
  { store, list }: OpenCorpus,
  campaign: CampaignFile | null,
  analyst: PageAnalyst,
  context: CallContext,
): Promise<CampaignReport> {
  const entries = await list.all()
  const found = new Map<string, Compared>()
  const problems: Problem[] = []
  const ownJudges: string[] = []
  const training = new Set(campaign?.training)
  const compare = async (entry: CorpusPageEntry): Promise<void> => {
    const isPractice = training.has(entry.id)
    const gold = isPractice ? await goldOfTraining(store, entry.id) : await goldOf(store, entry, campaign?.blind ?? false)
    if (!gold) return
    if (isOwnJudge(gold)) ownJudges.push(entry.id)
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

function isOwnJudge({ adjudication }: GoldFile): boolean {
  return adjudication?.decisions.some(({ by }) => adjudication.annotators.includes(by)) ?? false
}
