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
