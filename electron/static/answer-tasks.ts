import { toFailure } from '../../shared/base/failure'
import type { Extractor } from '../../shared/extractors/core/extractor'
import type { Registry } from '../../shared/extractors/core/registry'
import type { PageMessage, PageReply } from '../services/extraction/page-thread'
import { buffersOf, performTask } from '../worker/page-tasks'

/** Turns this worker into one that runs tasks of open pages. @param registryFor returns the extractors of a task by their names */
export function answerTasks(registryFor: (named: readonly string[]) => Promise<Registry<Extractor>>): void {
  const tell = (reply: PageReply, handedOver: ArrayBuffer[] = []): void => postMessage(reply, handedOver)
  const answer = async ({ id, request }: PageMessage): Promise<void> => {
    const { task } = request
    tell({ id })
    try {
      const registry = await registryFor(task.kind === 'run' || task.kind === 'export' ? [task.extractor] : [])
      const value = await performTask({ ...request, task }, { known: registry })
      tell({ id, result: { ok: true, value } }, buffersOf(value, request))
    } catch (thrown) {
      tell({ id, result: { ok: false, failure: toFailure(thrown) } })
    }
  }
  addEventListener('message', ({ data }: MessageEvent<PageMessage>) => void answer(data))
  tell({ id: 0 })
}
