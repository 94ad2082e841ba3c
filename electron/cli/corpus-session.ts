/** What a command needs to work on a corpus. */
import { join } from 'node:path'
import { failure, FailureError } from '../../shared/contract/failure'
import { createAnalysisPool } from '../services/corpus/analysis-pool'
import type { BatchContext } from '../services/corpus/corpus-import'
import { createCorpusService, type CorpusService } from '../services/corpus/corpus-service'
import { createPageAnalyst, type PageAnalyst } from '../services/corpus/page-analyst'
import { createRecentCorpora } from '../services/corpus/recent-corpora'
import type { PageLoader } from '../services/page-service'
import type { CliIo } from './cli-io'

const NO_LOADER: PageLoader = {
  load: () => Promise.reject(new FailureError(failure('corpus.no-browser', 'This command captures no pages.', 'Use boilerscope capture.'))),
}

/** Parsing is done on threads, which end with the command. */
export async function withAnalyst<T>(io: CliIo, act: (analyst: PageAnalyst) => Promise<T>): Promise<T> {
  const pool = createAnalysisPool({ worker: join(io.workers, 'corpus-worker.js') })
  try {
    return await act(createPageAnalyst(pool.answer))
  } finally {
    await pool.close()
  }
}

export function withService<T>(io: CliIo, act: (service: CorpusService) => Promise<T>, loader: PageLoader = NO_LOADER): Promise<T> {
  return withAnalyst(io, (analyst) =>
    act(createCorpusService({ loader, analyst, recent: createRecentCorpora(null), now: () => new Date().toISOString() })),
  )
}

export function contextOf(io: CliIo): BatchContext {
  const shown = 'isTTY' in io.stderr && io.stderr.isTTY === true
  return {
    signal: new AbortController().signal,
    progress: ({ done, message }) => {
      if (shown) io.stderr.write(`\r\u001b[K${done === null ? '' : `${Math.round(done * 100)} % `}${message.slice(0, 100)}`)
    },
  }
}
