import { failure, type Failure, type Result } from '../../../shared/base/failure'
import type { ExtractorInfo } from '../../../shared/extractors/core/extractor'
import { realmOf } from '../own/own-data'
import type { OwnFile } from '../own/own-file'
import { createThreadPool, type Realm, type TaskOptions } from '../threads/thread-pool'
import type { ThreadBudget } from '../threads/thread-budget'
import { createPageTurns } from './page-turns'
import { doneOf, type PageDocument, type PageReply, type PageRequest, type PageTask, type PageTaskResults } from './tasks'

export interface ExtractionPoolOptions {
  /** Path of the built program. */
  readonly program: string
  readonly budget: ThreadBudget
  /** Milliseconds a task may take. */
  readonly timeout: number
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

/** Whose code a task runs. */
function realmOfTask(task: PageTask): Realm | undefined {
  return task.kind === 'run' || task.kind === 'export' ? realmOf(task.own?.files[0]) : undefined
}

/** How a thread ended that was to load a module, in words about the module. */
function whileLoading(reason: Failure, path: string, timeout: number): Failure {
  const next = 'Look at what stands outside of "run".'
  if (reason.code === 'extraction.timeout')
    return failure('module.timeout', `${path} does not load within ${timeout / 1000} seconds.`, 'Look for a loop outside of "run".')
  if (reason.code === 'extraction.crashed')
    return failure('module.ended', `${path} ends the thread that loads it.`, 'Take process.exit out of it.')
  if (reason.code === 'extraction.out-of-memory')
    return failure('module.out-of-memory', `${path} needs more memory to load than a thread may take.`, next)
  return reason
}

/** Makes the threads that parse open pages and run extractors on them. */
export function createExtractionPool({ program, budget, timeout }: ExtractionPoolOptions): ExtractionPool {
  const pool = createThreadPool<PageRequest, PageReply>({
    program,
    budget,
    timeout,
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
    const realm = realmOfTask(task)
    // The threads of a module hold pages of their own.
    const turn = await turns.enter(realm ? `${page} ${realm.name}` : page, options?.signal)
    const inRealm = { ...options, realm }
    try {
      const reply = await pool.run({ page, task, document: null }, inRealm)
      if (!reply.ok || reply.value !== 'miss') return reply
      const start = performance.now()
      const answer = await pool.run({ page, task, document }, inRealm)
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
    async describe(file, programs) {
      const task = { kind: 'describe', file, programs } as const
      const reply = await pool.run({ page: '', task, document: null }, { realm: realmOf(file) })
      return reply.ok ? doneOf(reply) : { ok: false, failure: whileLoading(reply.failure, file.path, timeout) }
    },
    renew: () => pool.renew(),
    close: () => pool.close(),
  }
}
