import { valueOf } from '../../../../shared/base/failure'
import { createThreadPool } from '../../threads/thread-pool'
import type { ThreadBudget } from '../../threads/thread-budget'
import type { AnyAnalysisResult, CorpusHtml, PageAnalysis } from './analyse-page'

/** What the corpus worker is given. */
export interface AnalysisRequest {
  readonly page: CorpusHtml
  readonly analysis: PageAnalysis
}

export interface AnalysisPool {
  /** @throws FailureError `analysis.timeout`, `analysis.out-of-memory`, `analysis.crashed`, or what the analysis failed with. */
  readonly answer: (page: CorpusHtml, analysis: PageAnalysis) => Promise<AnyAnalysisResult>
  /** Has new threads do every later task. */
  renew(): void
  close(): Promise<void>
}

/** Milliseconds an analysis may take. */
const TIMEOUT = 60_000

/** Makes the threads that parse pages of corpora. */
export function createAnalysisPool(program: string, budget: ThreadBudget): AnalysisPool {
  const pool = createThreadPool<AnalysisRequest, AnyAnalysisResult>({
    program,
    budget,
    timeout: TIMEOUT,
    words: { code: 'analysis', work: 'Working out the page', tooLong: 'Leave the page out.', tooLarge: 'Leave the page out.' },
  })
  return {
    answer: async (page, analysis) => valueOf(await pool.run({ page, analysis })),
    renew: () => pool.renew(),
    close: () => pool.close(),
  }
}
