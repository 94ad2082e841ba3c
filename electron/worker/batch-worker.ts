/** The thread of a batch: takes a page, gives a line. */
import { performRecord, type BatchTask } from '../cli/pages/batch-task'
import { registryFor } from '../peers/registry-for'
import { blamingModule, moduleWarnings, withOwn } from '../services/own/own-extractors'
import { threadProgram } from '../services/threads/thread-program'

export default threadProgram((task: BatchTask) =>
  blamingModule(async () => performRecord(task, await withOwn(await registryFor([task.settings.extractor]), task.own), moduleWarnings)),
)
