import pLimit from 'p-limit'
import { failed, toFailure, valueOf, type FailureError } from '../../../shared/base/failure'
import { failedPage } from '../../../shared/evaluation/evaluate-page'
import { metricsOf, type RunSpec } from '../../../shared/evaluation/run-spec'
import { ownWorkerData, type OwnData } from '../own/own-data'
import type { EvaluationReply, EvaluationTask } from './evaluation-task'
import type { PageCollection, PageRecord } from '../sources/page-record'
import { choosePages, countPages } from './choose-pages'
import { createThreadPool, type ThreadPool } from '../threads/thread-pool'
import type { ThreadBudget } from '../threads/thread-budget'
import type { JournalEntry } from './run-files'
import { sha256 } from '../corpus/store/corpus-files'

export interface EvaluationProgress {
  readonly pages: number
  /** Pages to do, null until they are counted. */
  readonly total: number | null
  /** Pages a second of this session. */
  readonly rate: number
  /** Seconds left at this rate, null where unknown. */
  readonly left: number | null
}

export type EvaluationPool = ThreadPool<EvaluationTask, EvaluationReply>

/** Makes the threads of evaluations. @param timeout milliseconds a page may take with all its configurations @param own extractors of a person's own files */
export function createEvaluationPool(program: string, budget: ThreadBudget, timeout: number, own?: OwnData): EvaluationPool {
  return createThreadPool({
    program,
    budget,
    timeout,
    told: ownWorkerData(own),
    words: {
      code: 'evaluation',
      work: 'The page',
      tooLong: 'Raise the limit, or leave the page out.',
      tooLarge: 'Leave the page out, or take fewer threads.',
    },
  })
}

export interface RunInput {
  readonly spec: RunSpec
  readonly maxNodes: number
  /** Extractors of the person's own, where the pool was not told of them. */
  readonly own?: OwnData | undefined
  /** Pages at a time; default two for each thread, so that one is read while the other is worked on. */
  readonly jobs?: number | undefined
  readonly entries: PageCollection
  /** The source can be read only once, so its pages are not counted first. */
  readonly once?: boolean
  /** Pages already done, by index, which are not read again; default none. */
  readonly done?: ReadonlySet<number>
  readonly signal: AbortSignal
  /** Resolves when the run may go on; awaited before each page. */
  readonly resumed?: () => Promise<void>
  /** Called once a page, in order of completion. */
  append(entry: JournalEntry): Promise<void>
  progress(progress: EvaluationProgress): void
}

/** Pages at a time for each thread at most; bounds the memory. */
const AHEAD = 2

async function scorePage(pool: EvaluationPool, entry: PageRecord, { spec, maxNodes, own, signal }: RunInput): Promise<EvaluationReply> {
  try {
    const page = await entry.read()
    const task: EvaluationTask = {
      id: entry.id,
      url: entry.url,
      ...page,
      configurations: spec.configurations,
      tokens: spec.tokens,
      metrics: metricsOf(spec),
      maxNodes,
      own,
    }
    return valueOf(await pool.run(task, { signal }))
  } catch (thrown) {
    const reason = toFailure(thrown)
    // Nobody's failure: the page is done when the run goes on.
    if (reason.code === 'cancelled') throw cancelled()
    const gold = { text: null, with: [], without: [], pageType: entry.pageType }
    return {
      hash: sha256(entry.id),
      result: failedPage(entry.id, entry.url, gold, spec.configurations.length, reason),
      timings: [0, ...spec.configurations.map(() => 0)],
    }
  }
}

function cancelled(): FailureError {
  return failed('cancelled', 'Cancelled.', 'Resume it whenever you like.')
}

/** Evaluates every page that is not done. A page that fails is an entry with its failure. @throws FailureError `cancelled`. */
export async function evaluatePages(pool: EvaluationPool, input: RunInput): Promise<{ readonly pages: number }> {
  const { signal, done = new Set<number>() } = input
  const turn = pLimit(Math.min(input.jobs ?? Infinity, pool.threads * AHEAD))
  let total: number | null = null
  const counting = (async () => {
    if (!input.once) total = await countPages(input.entries, input.spec.pages, signal)
  })()
  counting.catch(() => undefined)
  const started = performance.now()
  let finished = done.size
  let index = -1
  const errors: Error[] = []
  const running = new Set<Promise<void>>()
  const report = (): void => {
    const rate = ((finished - done.size) * 1000) / Math.max(1, performance.now() - started)
    input.progress({ pages: finished, total, rate, left: total === null || rate === 0 ? null : (total - finished) / rate })
  }
  report()
  try {
    for await (const entry of choosePages(input.entries, input.spec.pages, signal)) {
      index++
      if (done.has(index)) continue
      await input.resumed?.()
      if (signal.aborted || errors.length > 0) break
      const place = index
      const job = turn(scorePage, pool, entry, input)
        .then(async ({ hash, result, timings }) => {
          await input.append({ index: place, hash, result, timings })
          finished++
          report()
        })
        .catch((thrown: unknown) => {
          errors.push(thrown instanceof Error ? thrown : new Error(String(thrown)))
        })
        .finally(() => running.delete(job))
      running.add(job)
      // What cannot begin yet is not read ahead.
      if (turn.pendingCount > 0) await Promise.race(running)
    }
  } finally {
    // A source that throws half-way leaves pages under way, whose rows belong to the run.
    await Promise.all(running)
  }
  if (signal.aborted) throw cancelled()
  if (errors[0]) throw errors[0]
  if (index < 0 && !input.once)
    throw failed(
      'input.no-pages',
      `There is no page to evaluate in ${input.spec.source.path || 'the samples'}.`,
      'Name a corpus, a folder of pages or a list of records, and look at the filters.',
    )
  return { pages: finished }
}
