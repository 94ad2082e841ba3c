/** One thread that runs the tasks of open pages, one after the other, and stores the latest parsed pages. */
import type { Result } from '../../../shared/base/failure'
import { storeLatest } from '../../../shared/base/once'
import {
  createTaskThread,
  EXTRACTION_WORDS,
  settleOrCancel,
  pageWords,
  STOPPED,
  type TaskMessage,
  type TaskOptions,
  type TaskReply,
  type TaskThreadOptions,
  type Thread,
} from '../threads/task-thread'
import type { PageDocument, PageRequest, PageTask, PageTaskResults } from './tasks'

type TaskOf<K> = Extract<PageTask, { kind: K }>
export type AnyPageResult = PageTaskResults[PageTask['kind']]

export type PageMessage = TaskMessage<PageRequest>
export type PageReply = TaskReply<AnyPageResult>
export type PageWorker = Thread<PageRequest, AnyPageResult>

export interface PageTaskOptions extends TaskOptions {
  /** If true, the task waits for the thread of the page without a limit, because another thread would parse the page again. */
  readonly stays?: boolean
}

export type PageThreadOptions = Pick<TaskThreadOptions<PageRequest, AnyPageResult>, 'timeout' | 'stays'> & {
  readonly start: () => PageWorker
}

const KEPT_PAGES = 6

export type PageThread = ReturnType<typeof createPageThread>

export function createPageThread(options: PageThreadOptions) {
  const requested: string[] = []
  const held = new Map<string, true>()
  const thread = createTaskThread<PageRequest, AnyPageResult>({ ...options, words: EXTRACTION_WORDS, onEnd: () => held.clear() })

  return {
    get waiting() {
      return requested.length
    },
    holds: (page: string): boolean => held.has(page) || requested.includes(page),
    /** Failures, limits and cancellation are results, not exceptions. */
    run<K extends PageTask['kind']>(
      page: string,
      document: PageDocument | null,
      task: TaskOf<K>,
      given: PageTaskOptions = {},
    ): Promise<Result<PageTaskResults[K]>> {
      if (given.signal?.aborted) return Promise.resolve(STOPPED)
      requested.push(page)
      const begin = () => {
        const isHeld = held.has(page) && !('isNew' in task && task.isNew)
        const sent = isHeld ? null : document
        if (document) storeLatest(held, page, true, KEPT_PAGES)
        const request: PageRequest = { page, task, document: sent, kept: [...held.keys()] }
        // A failed task may have failed before the parsing, so the page counts as missing.
        return { request, words: pageWords(task.kind), ended: ({ ok }: Result<AnyPageResult>) => void (ok || held.delete(page)) }
      }
      const done = thread.run(begin, given).then((result) => {
        requested.splice(requested.indexOf(page), 1)
        return result as Result<PageTaskResults[K]>
      })
      return settleOrCancel(done, given.signal)
    },
    prepare: (): void => thread.prepare(),
    renew: (): void => thread.renew(),
    close: (): Promise<void> => thread.close(),
  }
}
