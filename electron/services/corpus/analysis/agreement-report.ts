import { valueAt } from '../../../../shared/base/once'
import { setImmediate as turn } from 'node:timers/promises'
import { CANCELLED, FailureError, toFailure } from '../../../../shared/base/failure'
import type { Pieces } from '../../../../shared/base/pieces'
import type { CallContext } from '../../../../shared/contract/dispatcher'
import type { AgreementReport, CorpusPageEntry, PageAgreement, Problem } from '../../../../shared/contract/corpus-contract'
import { agreementOf, independentGolds, isCopied, reliabilityOf, typeRatings, type PageRatings } from '../../../../shared/gold/agreement'
import type { RatingUnit } from '../../../../shared/metrics/reliability'
import type { CorpusStore } from '../store/corpus-store'
import { readStoredGold } from '../store/gold-store'
import type { PageAnalyst } from './page-analyst'
import { countsAsContent } from '../../../../shared/gold/gold-text'

/**
 * Compares annotators on pages that at least two annotators finished, without imported gold labels and practice pages. The values of a pair
 * omit pages with copied labels (see `isCopied`); the values of all annotators count copies of the same labels once.
 */
export async function agreementReport(
  store: CorpusStore,
  analyst: PageAnalyst,
  { entries, practice }: { readonly entries: ReadonlyMap<string, CorpusPageEntry>; readonly practice: ReadonlySet<string> },
  context: CallContext,
): Promise<AgreementReport> {
  const perPage: PageAgreement[] = []
  const ofPair = new Map<string, PageAgreement[]>()
  const ratings: PageRatings[] = []
  const types: RatingUnit[][] = []
  const problems: Problem[] = []
  const ids = [...entries.keys()].sort()
  const counts = countsAsContent(store.file.contentLabels)
  const annotators = new Set<string>()
  const judges = new Set<string>()
  const practised: string[] = []
  const imported = new Set<string>()
  for (const [i, id] of ids.entries()) {
    if (context.signal.aborted) break
    context.progress({ done: i / ids.length, message: id })
    const entry = entries.get(id)
    const finished = entry?.gold.filter(({ status }) => status === 'done') ?? []
    if (practice.has(id)) {
      if (finished.some((own) => !own.imported)) practised.push(id)
      continue
    }
    for (const own of finished) (own.imported ? imported : annotators).add(own.annotator)
    const people = finished.filter((own) => !own.imported)
    if (people.length < 2) continue
    try {
      const stored = await Promise.all(people.map(({ annotator }) => readStoredGold(store.root, id, annotator)))
      const golds = stored.flatMap((one) => (one ? [one.gold] : []))
      const document = await store.document(id)
      for (const [a, first] of golds.entries()) {
        for (const second of golds.slice(a + 1)) {
          const table = await analyst(document, { kind: 'agreement', first, second })
          const names = { first: first.annotator, second: second.annotator }
          const own = { page: id, ...names, agreement: agreementOf([table], counts), copied: isCopied(first, second) }
          perPage.push(own)
          valueAt(ofPair, JSON.stringify(names), () => []).push(own)
        }
      }
      const independent = independentGolds(golds)
      if (independent.length < 2) continue
      for (const { annotator } of independent) judges.add(annotator)
      ratings.push(await analyst(document, { kind: 'ratings', golds: independent }))
      types.push(typeRatings(independent))
    } catch (thrown) {
      problems.push({ place: `pages/${id}`, failure: toFailure(thrown) })
    }
  }
  const names = [...annotators].sort()
  const pairs = names.flatMap((first, i) =>
    names.slice(i + 1).map((second) => {
      const all = ofPair.get(JSON.stringify({ first, second })) ?? []
      const tables = all.flatMap(({ agreement, copied }) => (copied ? [] : [agreement.table]))
      return { first, second, agreement: agreementOf(tables, counts), copied: all.length - tables.length }
    }),
  )
  const group = {
    annotators: [...judges].sort(),
    characters: await inTurns(reliabilityOf(ratings.map((page) => page.characters)), context.signal),
    blocks: await inTurns(reliabilityOf(ratings.map((page) => page.blocks)), context.signal),
    pageTypes: await inTurns(reliabilityOf(types), context.signal),
  }
  const notes: string[] = []
  if (practised.length > 0)
    notes.push(`Practice pages are omitted (${practised.join(', ')}): the campaign compares their labels with the gold labels.`)
  if (imported.size > 0) notes.push(`Imported gold labels are omitted: ${[...imported].sort().join(', ')}.`)
  return { group, pairs, pages: perPage, notes, problems }
}

/** Runs work in pieces, so that the host can do other work between the pieces. @throws FailureError `cancelled`. */
async function inTurns<T>(work: Pieces<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const piece = work.next()
    if (piece.done) return piece.value
    await turn()
    if (signal.aborted) throw new FailureError(CANCELLED)
  }
}
