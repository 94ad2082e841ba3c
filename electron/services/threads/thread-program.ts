/** The thread's side of a pool. */
import { parentPort } from 'node:worker_threads'
import { toFailure, type Result } from '../../../shared/base/failure'
import type { ThreadStart } from './realm-threads'
import type { ThreadRequest } from './thread-pool'

/**
 * Makes what a program of `electron/worker` exports by default: it says when a task begins, and answers with the value or the failure,
 * since classes do not cross threads.
 */
export function threadProgram<Task, Value>(
  perform: (task: Task) => Value | Promise<Value>,
): (request: ThreadRequest<Task>) => Promise<Result<Value>> {
  return async ({ id, task }) => {
    parentPort?.postMessage({ started: id } satisfies ThreadStart)
    try {
      return { ok: true, value: await perform(task) }
    } catch (thrown) {
      return { ok: false, failure: toFailure(thrown) }
    }
  }
}
