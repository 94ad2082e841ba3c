import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { MeasureOutcome } from '../../../../shared/contract/corpus-contract'
import { toFailure } from '../../../../shared/base/failure'
import type { PageGoldText } from './analyse-page'
import { chooseGold } from '../exchange/choose-gold'
import type { BatchContext } from '../batch-context'
import type { OpenCorpus } from '../page-list'
import type { CorpusStore } from '../store/corpus-store'
import type { PageAnalyst } from './page-analyst'
import { checkVoters, defaultVoters } from './voters'

export interface Measurement {
  /** Ids; none: one extractor of each paper. */
  readonly extractors?: readonly string[] | undefined
  /** None: all. */
  readonly pages?: readonly string[] | undefined
}

/** Runs extractors on pages, as many at a time as there are cores, and keeps the scores with the list. @throws FailureError for a wrong extractor. */
export async function measurePages(
  { store, list }: OpenCorpus,
  analyst: PageAnalyst,
  { extractors = defaultVoters(), pages }: Measurement,
  context: BatchContext,
): Promise<MeasureOutcome> {
  checkVoters(extractors)
  const entries = await list.all()
  const wanted = (pages ?? [...entries.keys()].sort()).filter((id) => entries.has(id))
  const problems: MeasureOutcome['problems'][number][] = []
  let finished = 0
  let measured = 0
  const measure = async (id: string): Promise<void> => {
    const entry = entries.get(id)
    const before = list.measured(id)
    const hasGold = entry !== undefined && (entry.texts.length > 0 || entry.gold.some(({ spans }) => spans > 0))
    if (before && before.extractors.join() === extractors.join() && (before.scores.f1 !== null || !hasGold)) return
    const { html, capture } = await store.html(id)
    const document = { html, mode: capture.mode, sha256: capture.sha256 }
    const scores = await analyst.scores(document, extractors, await goldOf(store, id), await store.layout(id))
    list.setScores(id, { scores, extractors })
  }
  await pLimit(availableParallelism()).map(wanted, async (id) => {
    if (context.signal.aborted) return
    try {
      await measure(id)
      measured++
    } catch (thrown) {
      problems.push({ place: `pages/${id}`, failure: toFailure(thrown) })
    }
    finished++
    context.progress({ done: finished / wanted.length, message: id })
  })
  problems.sort((a, b) => (a.place < b.place ? -1 : 1))
  return { measured, problems }
}

async function goldOf(store: CorpusStore, id: string): Promise<PageGoldText> {
  const chosen = chooseGold(await store.gold(id))
  if (!chosen) return null
  if (chosen.text !== null) return { text: chosen.text }
  return chosen.labels ? { labels: chosen.labels.gold, contentLabels: store.file.contentLabels ?? [] } : null
}
