/** How far a campaign is: progress and pace by person, and how well each labels against the adjudicated gold. */
import { toFailure } from '../../../../shared/base/failure'
import type { CampaignReport, CorpusPageEntry, PersonQuality } from '../../../../shared/contract/corpus-contract'
import { agreementOf, type AgreementTable } from '../../../../shared/gold/agreement'
import type { CampaignFile, Pace } from '../../../../shared/gold/campaign'
import { median } from '../../../../shared/metrics/corpus-scores'
import { type BatchContext, type Problem } from '../batch-context'
import type { PageAnalyst } from '../analysis/page-analyst'
import type { Assignments } from '../store/assignments'
import type { CorpusStore } from '../store/corpus-store'
import { readStoredGold } from '../store/gold-store'
import { countsAsContent } from '../../../../shared/gold/text-of-labels'

/** Progress by person: all who are named, have pages, or gave labels themselves; neither the adjudicated nor what a collection brought. */
function paceOf(
  entries: ReadonlyMap<string, CorpusPageEntry>,
  assignments: Assignments,
  campaign: Pick<CampaignFile, 'annotators' | 'training'> | null,
): Pace[] {
  const names = new Set([...(campaign?.annotators ?? []), ...[...assignments.values()].flat()])
  for (const { gold, texts } of entries.values())
    for (const { annotator, status } of gold)
      if (status !== 'adjudicated' && annotator !== 'adjudicated' && !texts.includes(annotator)) names.add(annotator)
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
      lastAt:
        own
          .map(({ updatedAt }) => updatedAt)
          .sort()
          .at(-1) ?? null,
    }
  })
}

/** Progress, and quality on the pages that are adjudicated. While a campaign is blind there is nothing adjudicated to compare with. */
export async function campaignReport(
  store: CorpusStore,
  entries: ReadonlyMap<string, CorpusPageEntry>,
  assignments: Assignments,
  campaign: CampaignFile | null,
  analyst: PageAnalyst,
  context: BatchContext,
): Promise<CampaignReport> {
  const pace = paceOf(entries, assignments, campaign)
  const tables = new Map<string, AgreementTable[]>()
  const types = new Map<string, { same: number; all: number }>()
  const problems: Problem[] = []
  const contentLabels = store.file.contentLabels ?? []
  const decided = [...entries.values()].filter(({ gold }) => gold.some(({ status }) => status === 'adjudicated'))
  for (const [i, entry] of decided.entries()) {
    if (context.signal.aborted) break
    context.progress({ done: i / decided.length, message: entry.id })
    try {
      const { html, capture } = await store.html(entry.id)
      const document = { html, mode: capture.mode, sha256: capture.sha256 }
      const final = entry.gold.find(({ status }) => status === 'adjudicated')
      const gold = final ? await readStoredGold(store.root, entry.id, final.annotator) : null
      if (!gold) continue
      for (const { annotator, status } of entry.gold) {
        if (status !== 'done' || annotator === gold.gold.annotator) continue
        const own = await readStoredGold(store.root, entry.id, annotator)
        if (!own) continue
        tables.set(annotator, [
          ...(tables.get(annotator) ?? []),
          await analyst(document, { kind: 'agreement', first: own.gold, second: gold.gold }),
        ])
        const count = types.get(annotator) ?? { same: 0, all: 0 }
        types.set(annotator, { same: count.same + (own.gold.pageType === gold.gold.pageType ? 1 : 0), all: count.all + 1 })
      }
    } catch (thrown) {
      problems.push({ place: `pages/${entry.id}`, failure: toFailure(thrown) })
    }
  }
  const counts = countsAsContent(contentLabels)
  const quality = [...tables]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([annotator, own]): PersonQuality => {
      const { pages, kappa, f1 } = agreementOf(own, counts)
      const type = types.get(annotator)
      return { annotator, pages, kappa, f1, pageTypes: type && type.all > 0 ? type.same / type.all : null }
    })
  return { campaign, pace, quality, problems }
}
