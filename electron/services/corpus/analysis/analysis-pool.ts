import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { failure, FailureError, type Failure } from '../../../../shared/base/failure'
import { threadBudget, type ThreadBudget } from '../../extraction/worker-limits'
import type { AnyAnalysisResult, CorpusHtml, PageAnalysis } from './analyse-page'

/** What the corpus worker is given. */
export interface AnalysisRequest {
  readonly page: CorpusHtml
  readonly analysis: PageAnalysis
}

/** Failures are data, since classes do not cross threads. */
export type AnalysisReply = { readonly value: AnyAnalysisResult } | { readonly failure: Failure }

export interface AnalysisPoolOptions {
  /** Path of the built corpus worker. */
  readonly worker: string
  /** Milliseconds an analysis may take. */
  readonly timeout?: number
  /** Threads at most, and their heap; default all cores. They start when they are needed and end when they are not. */
  readonly budget?: ThreadBudget
}

export interface AnalysisPool {
  /** @throws FailureError `corpus.analysis-timeout`, `corpus.analysis-crashed`, or what the analysis failed with. */
  readonly answer: (page: CorpusHtml, analysis: PageAnalysis) => Promise<AnyAnalysisResult>
  close(): Promise<void>
}

/** Makes the pool of threads that parse pages of corpora. One that crashes or is stopped is replaced by the next analysis. */
export function createAnalysisPool({ worker, timeout = 60_000, budget }: AnalysisPoolOptions): AnalysisPool {
  const { threads, limits } = budget ?? threadBudget('analysis', availableParallelism(), false)
  let pool: Piscina<AnalysisRequest, AnalysisReply> | null = null
  // Most commands and sessions never ask: the first question makes the pool.
  const started = (): Piscina<AnalysisRequest, AnalysisReply> =>
    (pool ??= new Piscina<AnalysisRequest, AnalysisReply>({
      filename: worker,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 30_000,
      resourceLimits: limits,
    }))
  return {
    async answer(page, analysis) {
      const stop = new AbortController()
      let timedOut = false
      const timer = setTimeout(() => {
        timedOut = true
        stop.abort()
      }, timeout)
      let reply: AnalysisReply
      try {
        reply = await started().run({ page, analysis }, { signal: stop.signal })
      } catch (thrown) {
        throw new FailureError(
          timedOut
            ? failure(
                'corpus.analysis-timeout',
                `The page took longer than ${timeout / 1000} seconds to work out and was stopped.`,
                'Leave the page out.',
              )
            : failure(
                'corpus.analysis-crashed',
                `The worker stopped on this page (${thrown instanceof Error ? thrown.message : String(thrown)}) and was restarted.`,
                'Leave the page out; please report it with the page.',
              ),
        )
      } finally {
        clearTimeout(timer)
      }
      if ('failure' in reply) throw new FailureError(reply.failure)
      return reply.value
    },
    async close() {
      await pool?.destroy()
    },
  }
}
