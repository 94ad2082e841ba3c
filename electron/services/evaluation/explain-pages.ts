/** Runs pages again with decisions, to find the faults of an extractor or to explain changes. */
import { failed, valueOf } from '../../../shared/base/failure'
import { valueAt } from '../../../shared/base/once'
import { changesKey, type KnownChanges, type PageChanges } from '../../../shared/evaluation/guard/page-changes'
import { type FaultsByRule, FaultSums } from '../../../shared/evaluation/rule-faults'
import type { Configuration, RunSpec } from '../../../shared/evaluation/run-spec'
import type { PageRecord } from '../sources/page-record'
import { AHEAD, choosePages, countPages, eachPage } from './choose-pages'
import type { EvaluationPool, EvaluationReply, EvaluationTask, RunInput } from './evaluation-runner'

type ExplainInput = Pick<RunInput, 'entries' | 'maxNodes' | 'own' | 'signal'>

interface FaultsInput extends ExplainInput {
  readonly configuration: Configuration
  readonly pages: RunSpec['pages']
  progress(done: number, total: number | null): void
}

/** @throws FailureError `cancelled`, `faults.module` for a custom module, and failures of the source */
export async function explainFaults(pool: EvaluationPool, input: FaultsInput): Promise<FaultsByRule> {
  const { configuration, entries, own, signal } = input
  if (own?.files.some(({ id, kind }) => id === configuration.extractor && kind === 'module')) {
    const message = 'A custom module returns only its selection to an evaluation, without reasons.'
    throw failed('faults.module', message, 'Open a page of the run with this extractor. Then “Why” shows the rules of the extractor.')
  }
  const sums = new FaultSums()
  let total: number | null = null
  countPages(entries, input.pages, signal).then(
    (count) => (total = count),
    () => undefined,
  )
  let done = 0
  await eachPage(choosePages(entries, input.pages, signal), pool.threads * AHEAD, (entry) =>
    signal.aborted
      ? 'stop'
      : async () => {
          if (signal.aborted) return
          const reply = await explained(pool, entry, input, { faults: true })
          sums.add(entry.id, reply?.faults ?? null)
          input.progress(++done, total)
        },
  )
  if (signal.aborted) throw failed('cancelled', 'Cancelled.', 'Request the explanation again.')
  return sums.total()
}

export interface WantedChanges {
  readonly configuration: number
  /** Position among the entries of the run. `index` is the position among the chosen pages of the source. */
  readonly entry: number
  readonly index: number
  readonly before: string | null
}

/** Returns the explanations by `changesKey`. Omits explanations that failed. */
export async function explainChanges(
  pool: EvaluationPool,
  input: ExplainInput & { readonly spec: RunSpec; readonly wanted: readonly WantedChanges[] },
): Promise<KnownChanges> {
  const { spec, entries, maxNodes, own, signal, wanted } = input
  const known = new Map<string, PageChanges>()
  const byIndex = new Map<number, WantedChanges[]>()
  for (const one of wanted) valueAt(byIndex, one.index, () => []).push(one)
  if (wanted.length === 0) return known
  let left = byIndex.size
  await eachPage(choosePages(entries, spec.pages, signal), pool.threads, (entry, index) => {
    if (left === 0 || signal.aborted) return 'stop'
    const here = byIndex.get(index)
    if (!here) return null
    left--
    return async () => {
      for (const { configuration: row, before, ...page } of here) {
        const configuration = spec.configurations[row]
        if (!configuration || signal.aborted) continue
        const files = own && { ...own, files: own.files.filter(({ id }) => id === configuration.extractor) }
        const reply = await explained(pool, entry, { configuration, maxNodes, own: files, signal }, { changes: { before } })
        if (reply?.changes) known.set(changesKey(row, page), reply.changes)
      }
    }
  })
  if (signal.aborted) throw failed('cancelled', 'Cancelled.', 'Request the explanation again.')
  return known
}

async function explained(
  pool: EvaluationPool,
  entry: PageRecord,
  { configuration, maxNodes, own, signal }: Pick<FaultsInput, 'configuration' | 'maxNodes' | 'own' | 'signal'>,
  wanted: Pick<EvaluationTask, 'faults' | 'changes'>,
): Promise<EvaluationReply | null> {
  const task = { id: entry.id, url: entry.url, configurations: [configuration], tokens: NO_TOKENS, metrics: [], maxNodes, own }
  return entry
    .read()
    .then((page) => pool.run({ ...task, ...page, ...wanted }, { signal }))
    .then(valueOf)
    .catch(() => null)
}

const NO_TOKENS: RunSpec['tokens'] = { foldCase: false, stripPunctuation: false }
