/** The worker thread: does the tasks of open pages, with the libraries that bring a DOM and the person's own extractors. */
import type { ExtractionResult } from '../../shared/contract/contract'
import { extractorInfo } from '../../shared/extractors/core/extractor'
import { registryFor } from '../peers/registry-for'
import type { PageRequest, PageTask, PageTaskResults } from '../services/extraction/tasks'
import { blamingModule, latest, moduleWarnings, withOwn } from '../services/own/own-extractors'
import type { TakePiece } from '../services/threads/task-thread'
import { answerTasks } from '../services/threads/thread-program'
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

answerTasks({
  perform: (request: PageRequest, takePiece) => blamingModule(() => perform(request, takePiece)),
  buffersOf,
})
