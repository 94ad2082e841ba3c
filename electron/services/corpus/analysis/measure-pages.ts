import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { Checked } from '../../../../shared/contract/contract'
import type { MeasureOutcome, Problem } from '../../../../shared/contract/corpus-contract'
import { failed, failure, toFailure } from '../../../../shared/base/failure'
import { descriptions } from '../../../../shared/extractors'
import { MOST_SELECTIONS } from '../../../../shared/explain/difference/disagreement'
import { findExtractor } from '../../../../shared/extractors/core/run'
import type { OwnData } from '../../own/own-file'
import type { PageGoldText } from './analyse-page'
import { goldIn, practicePages } from '../store/gold-store'
import type { CallContext } from '../../../../shared/contract/dispatcher'
import type { OpenCorpus } from '../page-list'
import type { CorpusStore } from '../store/corpus-store'
import type { PageAnalyst } from './page-analyst'

export interface OwnVoters {
  ready(): Promise<readonly string[]>
  dataOf(ids: readonly string[]): Promise<OwnData | undefined>
}

export async function measurePages(
  { store, list }: OpenCorpus,
  { analyst, voters }: { readonly analyst: PageAnalyst; readonly voters?: OwnVoters | undefined },
  { extractors: chosen, pages }: Omit<Checked<'corpus.measure'>, 'corpus'>,
  context: CallContext,
): Promise<MeasureOutcome> {
  const ready = (await voters?.ready()) ?? []
  const all = [...defaultVoters(), ...ready]
  const extractors = chosen ?? all.slice(0, MOST_SELECTIONS)
  checkVoters(extractors, ready)
  const own = await voters?.dataOf(extractors)
  const states = [...extractors, ...(own?.files.map(({ hash }) => hash) ?? []), JSON.stringify(store.file.contentLabels ?? [])]
  const entries = await list.all()
  const practice = await practicePages(store.root)
  const wanted = (pages ?? [...entries.keys()].sort()).filter((id) => entries.has(id))
  const problems: Problem[] = chosen || all.length === extractors.length ? [] : [tooMany(all.length)]
  let finished = 0
  let measured = 0
  const measure = async (id: string): Promise<void> => {
    const before = list.measured(id)
    const gold = await goldOf(store, id, practice)
    if (before && before.states.join() === states.join() && (before.scores.f1 !== null || gold === null)) return
    const document = await store.document(id)
    const layout = await store.layout(id)
    const scores = await analyst(document, { kind: 'scores', extractors, gold, layout, own })
    list.setScores(id, { scores, states })
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

function tooMany(count: number): Problem {
  const message = `At most ${MOST_SELECTIONS} extractors are compared: the first ${MOST_SELECTIONS} of ${count}; the last custom extractors were omitted.`
  return { place: 'extractors', failure: failure('corpus.many-extractors', message, 'Remove custom extractors that you do not compare.') }
}

async function goldOf(store: CorpusStore, id: string, practice: ReadonlySet<string>): Promise<PageGoldText> {
  const { gold: chosen } = goldIn(store, await store.gold(id), practice)
  if (!chosen) return null
  if (chosen.text !== null) return { text: chosen.text }
  return chosen.labels ? { labels: chosen.labels, contentLabels: store.file.contentLabels ?? [] } : null
}

/** Returns one voter for each of the first eight papers, because extractors of one paper mostly agree. Omits library extractors. */
function defaultVoters(): string[] {
  const papers = new Set<string>()
  const voters: string[] = []
  for (const { id, family, paper } of descriptions.list()) {
    if (family === 'peer' || papers.has(paper.title)) continue
    papers.add(paper.title)
    voters.push(id)
  }
  return voters.slice(0, 8)
}

/** @param own ids of custom extractors @throws FailureError `extractor.unknown`, `corpus.few-extractors`. */
export function checkVoters(ids: readonly string[], own: readonly string[] = []): void {
  for (const id of ids) if (!own.includes(id)) findExtractor(descriptions, id)
  if (ids.length < 2 || ids.length > MOST_SELECTIONS)
    throw failed('corpus.few-extractors', `A comparison needs 2 to ${MOST_SELECTIONS} extractors.`, 'Choose more or fewer extractors.')
}
