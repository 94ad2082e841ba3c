/** One thread that does the tasks of open pages, one after the other, and keeps the pages parsed that it was asked about last. */
import type { Result } from '../../../shared/base/failure'
import { keepLatest } from '../../../shared/base/once'
import {
  createTaskThread,
  orStopped,
  type TaskMessage,
  type TaskOptions,
  type TaskReply,
  type TaskThreadOptions,
  type Thread,
} from '../threads/task-thread'
import { EXTRACTION_WORDS, pageWords, STOPPED } from '../threads/thread-words'
import type { PageDocument, PageRequest, PageTask, PageTaskResults } from './tasks'

type TaskOf<K> = Extract<PageTask, { kind: K }>
export type AnyPageResult = PageTaskResults[PageTask['kind']]

export type PageMessage = TaskMessage<PageRequest>
export type PageReply = TaskReply<AnyPageResult>
export type PageWorker = Thread<PageRequest, AnyPageResult>

export interface PageTaskOptions extends TaskOptions {
  /** It waits for the thread that holds its page, however long: the page would have to be parsed again. */
  readonly stays?: boolean
}

export interface PageThread {
  /** Tasks that wait or are under way. */
  readonly waiting: number
  /** Whether it holds the page parsed, or will when the tasks that wait are done. */
  holds(page: string): boolean
  /**
   * Does one task on a page. The document is sent only where the thread does not hold the page. Never throws: a task that fails, takes
   * too long, needs too much memory, ends its thread or is cancelled gives a failure.
   */
  run<K extends PageTask['kind']>(
    page: string,
    document: PageDocument | null,
    task: TaskOf<K>,
    options?: PageTaskOptions,
  ): Promise<Result<PageTaskResults[K]>>
  /** Starts the thread where it does not run, so that the first task need not wait for that. */
  prepare(): void
  /** Has a new thread do every later task; what is under way ends undisturbed. */
  renew(): void
  /** Ends the thread; what it was doing is cancelled. */
  close(): Promise<void>
}

export type PageThreadOptions = Pick<TaskThreadOptions<PageRequest, AnyPageResult>, 'timeout' | 'stays'> & {
  readonly start: () => PageWorker
}

/** Pages that a thread keeps parsed. */
const KEPT_PAGES = 6

export function createPageThread(options: PageThreadOptions): PageThread {
  /** The pages of the tasks that wait or are under way. */
  const asked: string[] = []
  /** What the thread holds, the page that was asked about last behind the others. */
  const held = new Map<string, true>()
  const thread = createTaskThread<PageRequest, AnyPageResult>({ ...options, words: EXTRACTION_WORDS, onEnd: () => held.clear() })
  let closed = false

  return {
    get waiting() {
      return asked.length
    },
    holds: (page) => held.has(page) || asked.includes(page),
    run<K extends PageTask['kind']>(page: string, document: PageDocument | null, task: TaskOf<K>, given: PageTaskOptions = {}) {
      if (closed || given.signal?.aborted) return Promise.resolve(STOPPED)
      asked.push(page)
      const begin = () => {
        const sent = held.has(page) ? null : document
        if (document) keepLatest(held, page, true, KEPT_PAGES)
        const request: PageRequest = { page, task, document: sent, kept: [...held.keys()] }
        // Whether a page was parsed whose task failed is not known.
        return { request, words: pageWords(task.kind), ended: ({ ok }: Result<AnyPageResult>) => void (ok || held.delete(page)) }
      }
      const done = thread.run(begin, given).then((result) => {
        asked.splice(asked.indexOf(page), 1)
        // A thread answers each kind of task with that kind's result.
        return result as Result<PageTaskResults[K]>
      })
      return orStopped(done, given.signal)
    },
    prepare: () => thread.prepare(),
    renew: () => thread.renew(),
    async close() {
      closed = true
      await thread.close()
    },
  }
}
