import { toFailure } from '../../shared/base/failure'
import type { Extractor } from '../../shared/extractors/core/extractor'
import type { Registry } from '../../shared/extractors/core/run'
import type { PageMessage, PageReply } from '../services/extraction/page-thread'
import { buffersOf, performTask } from '../worker/page-tasks'

export function serveTasks(registryFor: (named: readonly string[]) => Promise<Registry<Extractor>>): void {
  const post = (reply: PageReply, transfer: ArrayBuffer[] = []): void => postMessage(reply, transfer)
  const answer = async ({ id, request }: PageMessage): Promise<void> => {
    const { task } = request
    post({ id })
    try {
      const registry = await registryFor(task.kind === 'run' || task.kind === 'export' ? [task.extractor] : [])
      const value = await performTask({ ...request, task }, { known: registry })
      post({ id, result: { ok: true, value } }, buffersOf(value, request))
    } catch (thrown) {
      post({ id, result: { ok: false, failure: toFailure(thrown) } })
    }
  }
  addEventListener('message', ({ data }: MessageEvent<PageMessage>) => void answer(data))
  post({ id: 0 })
}
