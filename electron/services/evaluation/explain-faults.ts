/** Runs one configuration over a collection with everything it decides, and adds up what it did wrong by rule. */
import { failed, valueOf } from '../../../shared/base/failure'
import { FaultSums, type FaultsByRule } from '../../../shared/evaluation/rule-faults'
import type { Configuration, RunSpec } from '../../../shared/evaluation/run-spec'
import type { OwnData } from '../own/own-data'
import type { PageCollection, PageRecord } from '../sources/page-record'
import { AHEAD, choosePages, countPages, eachPage } from './choose-pages'
import type { EvaluationPool } from './evaluation-runner'

export interface FaultsInput {
  readonly configuration: Configuration
  readonly pages: RunSpec['pages']
  readonly entries: PageCollection
  readonly maxNodes: number
  readonly own: OwnData | undefined
  readonly signal: AbortSignal
  /** Told after each page: pages done, and pages to do, null until they are counted. */
  progress(done: number, total: number | null): void
}

/** @throws FailureError `cancelled`; `faults.module` for a module of a person's own, which runs where nobody listens. */
export async function explainFaults(pool: EvaluationPool, input: FaultsInput): Promise<FaultsByRule> {
  const { configuration, entries, own, signal } = input
  if (own?.files.some(({ id, kind }) => id === configuration.extractor && kind === 'module'))
    throw failed(
      'faults.module',
      'A module of your own gives an evaluation its selection only, and no reasons.',
      'Open a page of the run with it: Why tells its rules.',
    )
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
          sums.add(entry.id, await faultsOf(pool, entry, input))
          input.progress(++done, total)
        },
  )
  if (signal.aborted) throw failed('cancelled', 'Cancelled.', 'Ask again whenever you like.')
  return sums.total()
}

async function faultsOf(pool: EvaluationPool, entry: PageRecord, { configuration, maxNodes, own, signal }: FaultsInput) {
  try {
    const page = await entry.read()
    const task = { id: entry.id, url: entry.url, ...page, configurations: [configuration], tokens: NO_TOKENS, metrics: [], maxNodes, own }
    const reply = valueOf(await pool.run({ ...task, faults: true }, { signal }))
    return reply.faults ?? null
  } catch {
    // Its failure stands in the run's table.
    return null
  }
}

const NO_TOKENS: RunSpec['tokens'] = { foldCase: false, stripPunctuation: false }
