import { registryFor } from '../peers/registry-for'
import type { AnyPageResult } from '../services/extraction/page-thread'
import type { PageRequest } from '../services/extraction/tasks'
import { addOwnExtractors } from '../services/own/own-extractors'
import { serveThread } from '../services/threads/thread-program'
import { buffersOf, performTask } from './page-tasks'

serveThread<PageRequest, AnyPageResult>(async (request, takePiece) => {
  const { task } = request
  const { named, own } = task.kind === 'run' || task.kind === 'export' ? { named: [task.extractor], own: task.own } : { named: [] }
  return performTask(request, { known: await addOwnExtractors(await registryFor(named), own), takePiece })
}, buffersOf)
