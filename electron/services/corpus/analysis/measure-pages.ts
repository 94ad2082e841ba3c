import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { MeasureOutcome } from '../../../../shared/contract/corpus-contract'
import { failure, toFailure } from '../../../../shared/base/failure'
import type { PageGoldText } from './analyse-page'
import { goldIn, practicePages } from '../page-gold'
import type { OwnData } from '../../own/own-data'
import { type BatchContext, type Problem } from '../batch-context'
import type { OpenCorpus } from '../page-list'
import type { CorpusStore } from '../store/corpus-store'
import type { PageAnalyst } from './page-analyst'
import { checkVoters, defaultVoters } from './voters'

export interface Measurement {
  /** Ids; none: one extractor of each paper, and the person's own. */
  readonly extractors?: readonly string[] | undefined
  /** None: all. */
  readonly pages?: readonly string[] | undefined
}

/** Extractors of the person's own, where the host has any. */
export interface OwnVoters {
  /** Ids of those that can be run now. */
  ready(): Promise<readonly string[]>
  /** The files behind ids. */
  dataOf(ids: readonly string[]): Promise<OwnData | undefined>
}

/** Runs extractors on pages, as many at a time as there are cores, and keeps the scores with the list. @throws FailureError for a wrong extractor. */
export async function measurePages(
  { store, list }: OpenCorpus,
  analyst: PageAnalyst,
  { extractors: chosen, pages }: Measurement,
  context: BatchContext,
  voters?: OwnVoters,
): Promise<MeasureOutcome> {
  const ready = (await voters?.ready()) ?? []
  const extractors = chosen ?? [...defaultVoters(), ...ready]
  checkVoters(extractors, ready)
  const own = await voters?.dataOf(extractors)
  // What was saved since is measured anew.
  const states = [...extractors, ...(own?.files.map(({ hash }) => hash) ?? [])]
  const entries = await list.all()
  const practice = await practicePages(store.root)
  const wanted = (pages ?? [...entries.keys()].sort()).filter((id) => entries.has(id))
  const problems: Problem[] = []
  let finished = 0
  let measured = 0
  const measure = async (id: string): Promise<void> => {
    const before = list.measured(id)
    const gold = await goldOf(store, id, practice)
    if (before && before.states.join() === states.join() && (before.scores.f1 !== null || gold === null)) return
    const { html, capture } = await store.html(id)
    const document = { html, mode: capture.mode, sha256: capture.sha256 }
    const layout = await store.layout(id)
    const { warnings = [], ...scores } = await analyst(document, { kind: 'scores', extractors, gold, layout, own })
    list.setScores(id, { scores, states })
    for (const warning of warnings) if (!problems.some(({ failure: { message } }) => message === warning)) problems.push(warned(warning))
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

function warned(sentence: string): Problem {
  return {
    place: 'extractors',
    failure: failure('module.changed-globals', sentence, 'Load what changes them elsewhere, or do without it.'),
  }
}

async function goldOf(store: CorpusStore, id: string, practice: ReadonlySet<string>): Promise<PageGoldText> {
  const { gold: chosen } = goldIn(store, await store.gold(id), practice)
  if (!chosen) return null
  if (chosen.text !== null) return { text: chosen.text }
  return chosen.labels ? { labels: chosen.labels, contentLabels: store.file.contentLabels ?? [] } : null
}
