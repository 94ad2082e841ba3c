import { parentPort } from 'node:worker_threads'
import { answerTasksOf, type TaskWork } from './answer-tasks'

/** Makes this thread of Node one that answers tasks. */
export function answerTasks<Request, Value>(work: TaskWork<Request, Value>): void {
  answerTasksOf(
    {
      tell: (reply, handedOver) => parentPort?.postMessage(reply, handedOver),
      hear: (listener) => parentPort?.on('message', listener),
    },
    work,
  )
}
