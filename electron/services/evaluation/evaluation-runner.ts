import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { failure, FailureError, toFailure } from '../../../shared/base/failure'
import { failedPage } from '../../../shared/evaluation/evaluate-page'
import { metricsOf, type RunSpec } from '../../../shared/evaluation/run-spec'
import { isOutOfMemory, WORKER_LIMITS, type HeapLimits } from '../extraction/worker-limits'
import type { EvaluationReply, EvaluationTask } from './evaluation-task'
import type { PageCollection, PageRecord } from '../sources/page-record'
import { choosePages, countPages } from './choose-pages'
import type { JournalEntry } from './run-files'

export interface EvaluationProgress {
  readonly pages: number
  /** Pages to do, null until they are counted. */
  readonly total: number | null
  /** Pages a second of this session. */
  readonly rate: number
  /** Seconds left at this rate, null where unknown. */
  readonly left: number | null
}

export interface EvaluationRunnerOptions {
  /** Path of the built evaluation worker. */
  readonly worker: string
  /** Threads; default all cores. */
  readonly jobs?: number
  /** Heap of a thread. */
  readonly heap?: HeapLimits
  /** Milliseconds a page may take with all its configurations. */
  readonly timeout: number
  readonly maxNodes: number
}

export interface RunInput {
  readonly spec: RunSpec
  readonly entries: PageCollection
  /** The source can be read only once, so its pages are not counted first. */
  readonly once?: boolean
  /** Pages already done, by index; they are not read again. */
  readonly done: ReadonlySet<number>
  readonly signal: AbortSignal
  /** Resolves when the run may go on; awaited before each page. */
  readonly resumed?: () => Promise<void>
  /** Called once a page, in order of completion. */
  append(entry: JournalEntry): Promise<void>
  progress(progress: EvaluationProgress): void
}

export interface EvaluationRunner {
  /** Evaluates every page that is not done. A page that fails is an entry with its failure. @throws FailureError `cancelled`. */
  run(input: RunInput): Promise<{ readonly pages: number }>
  close(): Promise<void>
}

/** Entries read ahead a thread; bounds the memory. */
const AHEAD = 2

/** Makes a runner over its own pool of threads. */
export function createEvaluationRunner({
  worker,
  jobs = availableParallelism(),
  heap = WORKER_LIMITS,
  timeout,
  maxNodes,
}: EvaluationRunnerOptions): EvaluationRunner {
  const pool = new Piscina({
    filename: worker,
    minThreads: 1,
    maxThreads: jobs,
    idleTimeout: 60_000,
    concurrentTasksPerWorker: 1,
    resourceLimits: heap,
  })

  async function evaluate(entry: PageRecord, input: RunInput): Promise<EvaluationReply> {
    const { spec } = input
    const gold = { text: null, with: [], without: [], pageType: entry.pageType }
    const stop = new AbortController()
    const cancel = (): void => stop.abort()
    input.signal.addEventListener('abort', cancel, { once: true })
    let timedOut = false
    let timer: NodeJS.Timeout | undefined
    try {
      const page = await entry.read()
      timer = setTimeout(() => {
        timedOut = true
        stop.abort()
      }, timeout)
      const task: EvaluationTask = {
        id: entry.id,
        url: entry.url,
        ...page,
        configurations: spec.configurations,
        tokens: spec.tokens,
        metrics: metricsOf(spec),
        maxNodes,
      }
      return (await pool.run(task, { signal: stop.signal })) as EvaluationReply
    } catch (thrown) {
      if (input.signal.aborted) throw new FailureError(failure('cancelled', 'Cancelled.', 'Resume it whenever you like.'))
      const reason = timedOut
        ? failure('evaluation.timeout', `The page took longer than ${timeout / 1000} seconds.`, 'Raise the limit, or leave the page out.')
        : isOutOfMemory(thrown)
          ? failure('evaluation.out-of-memory', 'The thread ran out of memory on this page and was restarted.', 'Leave the page out.')
          : toFailure(thrown)
      return {
        hash: createHash('sha256').update(entry.id).digest('hex'),
        result: failedPage(entry.id, entry.url, gold, spec.configurations.length, reason),
        timings: [0, ...spec.configurations.map(() => 0)],
      }
    } finally {
      clearTimeout(timer)
      input.signal.removeEventListener('abort', cancel)
    }
  }

  return {
    async run(input) {
      const { signal, done } = input
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
      for await (const entry of choosePages(input.entries, input.spec.pages, signal)) {
        index++
        if (done.has(index)) continue
        await input.resumed?.()
        if (signal.aborted || errors.length > 0) break
        const place = index
        const job = evaluate(entry, input)
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
        if (running.size >= jobs * AHEAD) await Promise.race(running)
      }
      await Promise.all(running)
      if (signal.aborted) throw new FailureError(failure('cancelled', 'Cancelled.', 'Resume it whenever you like.'))
      if (errors[0]) throw errors[0]
      if (index < 0 && !input.once)
        throw new FailureError(
          failure(
            'input.no-pages',
            `There is no page to evaluate in ${input.spec.source.path || 'the samples'}.`,
            'Name a corpus, a folder of pages or a list of records, and look at the filters.',
          ),
        )
      return { pages: finished }
    },
    close: () => pool.destroy(),
  }
}
