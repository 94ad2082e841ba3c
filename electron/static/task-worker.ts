/** The browser's thread that parses pages and runs extractors. Other people's libraries bring a DOM and are loaded when one is asked for. */
import { toFailure } from '../../shared/base/failure'
import { descriptions, extractors } from '../../shared/extractors'
import { createRegistry, type Registry } from '../../shared/extractors/core/registry'
import type { Extractor } from '../../shared/extractors/core/extractor'
import { buffersOf, performTask } from '../worker/page-tasks'
import type { TaskAnswer, TaskMessage } from './task-thread'

const own = createRegistry(extractors)

async function registryFor(id: string | null): Promise<Registry<Extractor>> {
  if (id === null || own.get(id) || !descriptions.get(id)) return own
  return (await import('../peers/registry')).registry
}

async function answer({ id, request: { page, task, document } }: TaskMessage): Promise<void> {
  const tell = (told: TaskAnswer, handedOver: ArrayBuffer[] = []): void => postMessage(told, handedOver)
  try {
    if (task.kind === 'describe') throw new Error('there are no extractors of one’s own here')
    const registry = await registryFor(task.kind === 'run' || task.kind === 'export' ? task.extractor : null)
    const value = performTask({ page, task, document }, registry)
    tell({ id, result: { ok: true, value } }, buffersOf(value, { page, task, document }))
  } catch (thrown) {
    tell({ id, result: { ok: false, failure: toFailure(thrown) } })
  }
}

addEventListener('message', ({ data }: MessageEvent<TaskMessage>) => void answer(data))
