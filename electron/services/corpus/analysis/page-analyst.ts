import { valueOf } from '../../../../shared/base/failure'
import { createThreadPool, type ThreadBudget } from '../../threads/thread-pool'
import type { AnalysisResults, AnyAnalysisResult, CorpusHtml, PageAnalysis } from './analyse-page'

/** Port for analyses of parsed pages. Hosts use worker threads, because parsing takes time. */
export type PageAnalyst = <A extends PageAnalysis>(page: CorpusHtml, analysis: A) => Promise<AnalysisResults[A['kind']]>

export function createPageAnalyst(
  answer: (page: CorpusHtml, analysis: PageAnalysis) => Promise<AnyAnalysisResult> | AnyAnalysisResult,
): PageAnalyst {
  // Sends only the needed fields to the thread. The cast is correct, because each kind of analysis returns its own type of result.
  return async ({ html, mode, sha256 }, analysis) =>
    (await answer({ html, mode, sha256 }, analysis)) as AnalysisResults[(typeof analysis)['kind']]
}

export interface AnalysisRequest {
  readonly page: CorpusHtml
  readonly analysis: PageAnalysis
}

/** Time limit of one analysis in milliseconds. */
const TIMEOUT = 60_000

export function createAnalysisPool(program: string, budget: ThreadBudget) {
  const pool = createThreadPool<AnalysisRequest, AnyAnalysisResult>({
    program,
    budget,
    timeout: TIMEOUT,
    words: { code: 'analysis', work: 'Analysing the page', tooLong: 'Omit the page.', tooLarge: 'Omit the page.' },
  })
  return {
    /** @throws FailureError `analysis.timeout`, `analysis.out-of-memory`, `analysis.crashed`, or the failure of the analysis. */
    answer: async (page: CorpusHtml, analysis: PageAnalysis): Promise<AnyAnalysisResult> => valueOf(await pool.run({ page, analysis })),
    renew: () => pool.renew(),
    close: () => pool.close(),
  }
}
