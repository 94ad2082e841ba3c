/** The thread's side of a pool. */
import { parentPort } from 'node:worker_threads'
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { toFailure, type Result } from '../../../shared/base/failure'
import type { ThreadStart } from './realm-threads'
import type { ThreadRequest } from './thread-pool'

/**
 * Makes what a program of `electron/worker` exports by default: it says when a task begins, and answers with the value or the failure,
 * since classes do not cross threads.
 * @param buffersOf what is handed over instead of copied; default nothing
 */
export function threadProgram<Task, Value>(
  perform: (task: Task) => Value | Promise<Value>,
  buffersOf: (value: Value, task: Task) => ArrayBuffer[] = () => [],
): (request: ThreadRequest<Task>) => Promise<unknown> {
  return async ({ id, task }) => {
    parentPort?.postMessage({ started: id } satisfies ThreadStart)
    try {
      const value = await perform(task)
      const result: Result<Value> = { ok: true, value }
      const buffers = buffersOf(value, task)
      return buffers.length === 0 ? result : move({ [transferableSymbol]: buffers, [valueSymbol]: result })
    } catch (thrown) {
      return { ok: false, failure: toFailure(thrown) } satisfies Result<Value>
    }
  }
}
