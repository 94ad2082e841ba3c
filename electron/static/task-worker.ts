/** The browser's thread that parses pages and runs extractors. Other people's libraries bring a DOM and are loaded when one is asked for. */
import { toFailure } from '../../shared/base/failure'
import { descriptions, extractors } from '../../shared/extractors'
import { createRegistry, type Registry } from '../../shared/extractors/core/registry'
import type { Extractor } from '../../shared/extractors/core/extractor'
import type { TaskMessage, TaskReply } from '../services/extraction/page-thread'
import { buffersOf, performTask } from '../worker/page-tasks'

const own = createRegistry(extractors)

async function registryFor(id: string | null): Promise<Registry<Extractor>> {
  if (id === null || own.get(id) || !descriptions.get(id)) return own
  return (await import('../peers/registry')).registry
}

const tell = (reply: TaskReply, handedOver: ArrayBuffer[] = []): void => postMessage(reply, handedOver)

async function answer({ id, request }: TaskMessage): Promise<void> {
  const { task } = request
  tell({ id })
  try {
    if (task.kind === 'describe') throw new Error('there are no extractors of one’s own here')
    const registry = await registryFor(task.kind === 'run' || task.kind === 'export' ? task.extractor : null)
    const value = performTask({ ...request, task }, registry)
    tell({ id, result: { ok: true, value } }, buffersOf(value, request))
  } catch (thrown) {
    tell({ id, result: { ok: false, failure: toFailure(thrown) } })
  }
}

addEventListener('message', ({ data }: MessageEvent<TaskMessage>) => void answer(data))
tell({ id: 0 })
