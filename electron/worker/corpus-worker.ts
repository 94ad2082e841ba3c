/** The worker thread of corpora: parses a page and answers one question about it. */
import { toFailure } from '../../shared/contract/failure'
import { createAnalysis } from '../services/corpus/analyse-page'
import type { AnalysisReply, AnalysisRequest } from '../services/corpus/analysis-pool'

const analyse = createAnalysis()

export default function answer({ page, analysis }: AnalysisRequest): AnalysisReply {
  try {
    return { value: analyse(page, analysis) }
  } catch (thrown) {
    return { failure: toFailure(thrown) }
  }
}
