/** The worker thread of corpora: parses a page and answers one question about it. */
import { toFailure } from '../../shared/base/failure'
import { createAnalysis } from '../services/corpus/analysis/analyse-page'
import type { AnalysisReply, AnalysisRequest } from '../services/corpus/analysis/analysis-pool'

const analyse = createAnalysis()

export default async function answer({ page, analysis }: AnalysisRequest): Promise<AnalysisReply> {
  try {
    return { value: await analyse(page, analysis) }
  } catch (thrown) {
    return { failure: toFailure(thrown) }
  }
}
