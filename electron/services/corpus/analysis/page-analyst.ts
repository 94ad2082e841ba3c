import { valueOf } from '../../../../shared/base/failure'
import { createThreadPool } from '../../threads/thread-pool'
import type { ThreadBudget } from '../../threads/thread-budget'
import type { AnalysisResults, AnyAnalysisResult, CorpusHtml, PageAnalysis } from './analyse-page'

/** The port through which a corpus asks about parsed pages. Parsing takes a while, so hosts do it in worker threads. */
export type PageAnalyst = <A extends PageAnalysis>(page: CorpusHtml, analysis: A) => Promise<AnalysisResults[A['kind']]>

/** Makes an analyst over whatever answers an analysis: a pool of threads, or, in a test, the analysis itself. */
export function createPageAnalyst(
  answer: (page: CorpusHtml, analysis: PageAnalysis) => Promise<AnyAnalysisResult> | AnyAnalysisResult,
): PageAnalyst {
  // A corpus page carries more than is needed; only this crosses to the thread. Each kind of question is answered with that kind's result.
  return async ({ html, mode, sha256 }, analysis) =>
    (await answer({ html, mode, sha256 }, analysis)) as AnalysisResults[(typeof analysis)['kind']]
}

/** What the corpus worker is given. */
export interface AnalysisRequest {
  readonly page: CorpusHtml
  readonly analysis: PageAnalysis
}

/** Milliseconds an analysis may take. */
const TIMEOUT = 60_000

/** Makes the threads that parse pages of corpora. */
export function createAnalysisPool(program: string, budget: ThreadBudget) {
  const pool = createThreadPool<AnalysisRequest, AnyAnalysisResult>({
    program,
    budget,
    timeout: TIMEOUT,
    words: { code: 'analysis', work: 'Working out the page', tooLong: 'Leave the page out.', tooLarge: 'Leave the page out.' },
  })
  return {
    /** @throws FailureError `analysis.timeout`, `analysis.out-of-memory`, `analysis.crashed`, or what the analysis failed with. */
    answer: async (page: CorpusHtml, analysis: PageAnalysis): Promise<AnyAnalysisResult> => valueOf(await pool.run({ page, analysis })),
    /** Has new threads do every later task. */
    renew: () => pool.renew(),
    close: () => pool.close(),
  }
}
