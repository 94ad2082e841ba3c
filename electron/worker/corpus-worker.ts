/** The worker thread of corpora: parses a page and answers one question about it. */
import { createAnalysis } from '../services/corpus/analysis/analyse-page'
import type { AnalysisRequest } from '../services/corpus/analysis/page-analyst'
import { answerTasks } from '../services/threads/thread-program'

const analyse = createAnalysis()

answerTasks({ perform: ({ page, analysis }: AnalysisRequest) => analyse(page, analysis) })
