/** Runs one configuration on a collection with decisions, and sums its faults by rule. */
import { failed, valueOf } from '../../../shared/base/failure'
import { type FaultsByRule, FaultSums } from '../../../shared/evaluation/rule-faults'
import type { Configuration, RunSpec } from '../../../shared/evaluation/run-spec'
import type { OwnData } from '../own/own-file'
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
  /** Called after each page: finished pages, and pages to run; null before they are counted. */
  progress(done: number, total: number | null): void
}

/** @throws FailureError `cancelled`; `faults.module` for a custom module, whose run is not observed. */
export async function explainFaults(pool: EvaluationPool, input: FaultsInput): Promise<FaultsByRule> {
  const { configuration, entries, own, signal } = input
  if (own?.files.some(({ id, kind }) => id === configuration.extractor && kind === 'module'))
    throw failed(
      'faults.module',
      'A custom module returns only its selection to an evaluation, without reasons.',
      'Open a page of the run with it: Why shows its rules.',
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
  if (signal.aborted) throw failed('cancelled', 'Cancelled.', 'Request it again at any time.')
  return sums.total()
}

async function faultsOf(pool: EvaluationPool, entry: PageRecord, { configuration, maxNodes, own, signal }: FaultsInput) {
  try {
    const page = await entry.read()
    const task = { id: entry.id, url: entry.url, ...page, configurations: [configuration], tokens: NO_TOKENS, metrics: [], maxNodes, own }
    const reply = valueOf(await pool.run({ ...task, faults: true }, { signal }))
    return reply.faults ?? null
  } catch {
    // Its failure is in the run's table.
    return null
  }
}

const NO_TOKENS: RunSpec['tokens'] = { foldCase: false, stripPunctuation: false }
