import type { Extractor } from '../../shared/extractors/core/extractor'
import type { Registry } from '../../shared/extractors/core/registry'
import type { PageRequest } from '../services/extraction/tasks'
import { answerTasksOf } from '../services/threads/answer-tasks'
import type { TaskMessage } from '../services/threads/task-thread'
import { buffersOf, performTask } from '../worker/page-tasks'

/** Makes this worker one that does tasks of open pages. @param registryFor what a task runs, by the extractors it names */
export function answerTasks(registryFor: (named: readonly string[]) => Promise<Registry<Extractor>>): void {
  answerTasksOf(
    {
      tell: (reply, handedOver) => postMessage(reply, handedOver),
      hear: (listener) => addEventListener('message', ({ data }: MessageEvent<TaskMessage>) => listener(data)),
    },
    {
      async perform({ task, ...request }: PageRequest) {
        if (task.kind === 'describe') throw new Error('there are no extractors of one’s own here')
        const known = await registryFor(task.kind === 'run' || task.kind === 'export' ? [task.extractor] : [])
        return await performTask({ ...request, task }, { known })
      },
      buffersOf,
    },
  )
}
