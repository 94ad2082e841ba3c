import { valueOf } from '../../../../shared/base/failure'
import { createThreadPool, type ThreadBudget } from '../../threads/thread-pool'
import type { AnalysisResults, AnyAnalysisResult, CorpusHtml, PageAnalysis } from './analyse-page'

export type PageAnalyst = <A extends PageAnalysis>(page: CorpusHtml, analysis: A) => Promise<AnalysisResults[A['kind']]>

export function createPageAnalyst(
  answer: (page: CorpusHtml, analysis: PageAnalysis) => Promise<AnyAnalysisResult> | AnyAnalysisResult,
): PageAnalyst {
  // Each kind of analysis returns its own type of result, so the cast is correct.
  return async ({ html, mode, sha256 }, analysis) =>
    (await answer({ html, mode, sha256 }, analysis)) as AnalysisResults[(typeof analysis)['kind']]
}

export interface AnalysisRequest {
  readonly page: CorpusHtml
  readonly analysis: PageAnalysis
}

const TIMEOUT = 60_000

export function createAnalysisPool(program: string, budget: ThreadBudget) {
  const pool = createThreadPool<AnalysisRequest, AnyAnalysisResult>({
    program,
    budget,
    timeout: TIMEOUT,
    words: { code: 'analysis', work: 'Analysing the page', tooLong: 'Omit the page.', tooLarge: 'Omit the page.' },
  })
  /** @throws FailureError, such as `analysis.timeout`, `analysis.out-of-memory`, `analysis.crashed`, or the failure of the analysis. */
  const analyst = createPageAnalyst(async (page, analysis) => valueOf(await pool.run({ page, analysis })))
  return { ...pool, analyst }
}
