/** One thread that does the tasks of open pages, one after the other, and keeps the pages parsed that it was asked about last. */
import pLimit, { type LimitFunction } from 'p-limit'
import type { Result } from '../../../shared/base/failure'
import { keepLatest } from '../../../shared/base/once'
import {
  createTaskThread,
  orStopped,
  type TaskReply,
  type TaskThread,
  type TaskThreadOptions,
  type Thread,
  type WorkOptions,
} from '../threads/task-thread'
import { EXTRACTION_WORDS, STOPPED } from '../threads/thread-words'
import type { PageDocument, PageRequest, PageTask, PageTaskResults } from './tasks'

type TaskOf<K> = Extract<PageTask, { kind: K }>
type AnyResult = PageTaskResults[PageTask['kind']]

/** A thread whose program does tasks of pages. */
export type PageProgram = Thread<PageRequest, AnyResult>
/** What it says. */
export type PageReply = TaskReply<AnyResult>

export interface PageTaskOptions extends WorkOptions {
  /** It waits for the thread that holds its page, however long: the page would have to be parsed again. */
  readonly stays?: boolean
}

export interface PageThread extends Pick<TaskThread<PageRequest, AnyResult>, 'prepare' | 'renew' | 'close'> {
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
}

export interface PageThreadOptions extends Pick<TaskThreadOptions<PageRequest, AnyResult>, 'start' | 'timeout' | 'stays'> {
  /** What tasks of this thread and of others take turns by; default nothing. */
  readonly shared?: LimitFunction
}

/** Pages that a thread keeps parsed. */
const KEPT_PAGES = 6

export function createPageThread({ shared, ...options }: PageThreadOptions): PageThread {
  const inTurn = pLimit(1)
  /** The pages of the tasks that wait or are under way. */
  const asked: string[] = []
  /** What the thread holds, the page that was asked about last behind the others. */
  const held = new Map<string, true>()
  const thread = createTaskThread({ ...options, words: EXTRACTION_WORDS, onEnd: () => held.clear() })
  let closed = false

  async function perform({ page, document, task }: Omit<PageRequest, 'kept'>, given: PageTaskOptions): Promise<Result<AnyResult>> {
    if (closed || given.signal?.aborted) return STOPPED
    const request = { page, task, document: held.has(page) ? null : document }
    if (document) keepLatest(held, page, true, KEPT_PAGES)
    const result = await thread.perform({ ...request, kept: [...held.keys()] }, given)
    // Whether it was parsed is not known.
    if (!result.ok) held.delete(page)
    return result
  }

  return {
    get waiting() {
      return asked.length
    },
    holds: (page) => held.has(page) || asked.includes(page),
    run<K extends PageTask['kind']>(page: string, document: PageDocument | null, task: TaskOf<K>, given: PageTaskOptions = {}) {
      if (closed || given.signal?.aborted) return Promise.resolve(STOPPED)
      asked.push(page)
      const work = (): Promise<Result<AnyResult>> => perform({ page, document, task }, given)
      const done = inTurn(() => (shared ? shared(work) : work())).then((result) => {
        asked.splice(asked.indexOf(page), 1)
        // A thread answers each kind of task with that kind's result.
        return result as Result<PageTaskResults[K]>
      })
      return orStopped(done, given.signal)
    },
    prepare: thread.prepare,
    renew: thread.renew,
    close() {
      closed = true
      return thread.close()
    },
  }
}
