import { createAnalysis } from '../services/corpus/analysis/analyse-page'
import type { AnalysisRequest } from '../services/corpus/analysis/page-analyst'
import { serveThread } from '../services/threads/thread-program'

const analyse = createAnalysis()

serveThread(({ page, analysis }: AnalysisRequest) => analyse(page, analysis))
