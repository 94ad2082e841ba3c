import type { Result } from '../../../shared/base/failure'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { ownWorkerData, type OwnData } from '../own/own-data'
import type { OwnFile } from '../own/own-file'
import { createThreadPool, type TaskOptions } from '../threads/thread-pool'
import type { ThreadBudget } from '../threads/thread-budget'
import { createPageTurns } from './page-turns'
import { doneOf, type PageDocument, type PageReply, type PageRequest, type PageTask, type PageTaskResults } from './tasks'

export interface ExtractionPoolOptions {
  /** Path of the built program. */
  readonly program: string
  readonly budget: ThreadBudget
  /** Milliseconds a task may take. */
  readonly timeout: number
  /** Extractors of a person's own files that every thread loads at its start; others come with the tasks. */
  readonly own?: OwnData
}

export interface ExtractionPool {
  /** Does one task on a page. The document is sent only to a thread that does not hold the parsed page. */
  run<K extends PageTask['kind']>(
    page: string,
    document: PageDocument,
    task: Extract<PageTask, { kind: K }>,
    options?: TaskOptions,
  ): Promise<Result<PageTaskResults[K]>>
  /** Loads an extractor of the person's own and says what it is. */
  describe(file: OwnFile, programs: string): Promise<Result<ExtractorInfo>>
  /** Has new threads do every later task. */
  renew(): void
  close(): Promise<void>
}

/** Makes the threads that parse open pages and run extractors on them. */
export function createExtractionPool({ program, budget, timeout, own }: ExtractionPoolOptions): ExtractionPool {
  const pool = createThreadPool<PageRequest, PageReply>({
    program,
    budget,
    timeout,
    told: ownWorkerData(own),
    kept: 1,
    words: {
      code: 'extraction',
      work: 'The extraction',
      tooLong: 'Raise the limit, try another extractor, or open a part of the page.',
      tooLarge: 'Close other pages, or open a smaller part of this one.',
    },
  })
  const turns = createPageTurns()

  /** Sends the document along only where the thread that took the task does not hold the page. */
  async function perform(page: string, document: PageDocument, task: PageTask, options?: TaskOptions): Promise<Result<PageReply>> {
    if (task.kind === 'parse' && task.ahead) turns.rename(task.ahead.page, page)
    const turn = await turns.enter(page, options?.signal)
    try {
      const reply = await pool.run({ page, task, document: null }, options)
      if (!reply.ok || reply.value !== 'miss') return reply
      const start = performance.now()
      const answer = await pool.run({ page, task, document }, options)
      if (answer.ok) turn.parsed(performance.now() - start)
      return answer
    } finally {
      turn.leave()
    }
  }

  return {
    async run(page, document, task, options) {
      return doneOf(await perform(page, document, task, options))
    },
    describe: async (file, programs) => doneOf(await pool.run({ page: '', task: { kind: 'describe', file, programs }, document: null })),
    renew: () => pool.renew(),
    close: () => pool.close(),
  }
}
