/** The worker thread: does the tasks of open pages, with the libraries that bring a DOM and the person's own extractors. */
import { parentPort } from 'node:worker_threads'
import { toFailure } from '../../shared/base/failure'
import type { ExtractionResult } from '../../shared/contract/contract'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { registryFor } from '../peers/registry-for'
import type { TaskMessage, TaskReply } from '../services/extraction/page-thread'
import type { PageRequest, PageTask, PageTaskResults, TakePiece } from '../services/extraction/tasks'
import { blamingModule, latest, moduleWarnings, withOwn } from '../services/own/own-extractors'
import { buffersOf, performTask } from './page-tasks'

const NONE = { named: [], own: undefined }

async function perform({ task, ...request }: PageRequest, takePiece: TakePiece): Promise<PageTaskResults[PageTask['kind']]> {
  if (task.kind === 'describe') return extractorInfo(await latest(task.file, task.programs))
  const { named, own } = task.kind === 'run' || task.kind === 'export' ? { named: [task.extractor], own: task.own } : NONE
  const done = await performTask({ ...request, task }, { known: await withOwn(await registryFor(named), own), takePiece })
  return task.kind === 'run' ? warned(done as ExtractionResult) : done
}

function warned({ extraction, ...rest }: ExtractionResult): ExtractionResult {
  return { ...rest, extraction: { ...extraction, warnings: [...moduleWarnings(), ...extraction.warnings] } }
}

const tell = (reply: TaskReply, handedOver: ArrayBuffer[] = []): void => parentPort?.postMessage(reply, handedOver)

parentPort?.on('message', ({ id, request }: TaskMessage) => {
  tell({ id })
  const takePiece: TakePiece = (piece) => tell({ id, piece }, [piece.buffer])
  blamingModule(() => perform(request, takePiece)).then(
    (value) => tell({ id, result: { ok: true, value } }, buffersOf(value, request)),
    (thrown: unknown) => tell({ id, result: { ok: false, failure: toFailure(thrown) } }),
  )
})
tell({ id: 0 })
