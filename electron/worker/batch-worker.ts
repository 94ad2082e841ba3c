/** The thread of a batch: takes a page, gives a line. */
import { performRecord, type BatchTask } from '../cli/pages/batch-task'
import { registry } from '../peers/registry'
import { blamingModule, moduleWarnings, withOwn } from '../services/own/own-extractors'
import { threadProgram } from '../services/threads/thread-program'

export default threadProgram((task: BatchTask) =>
  blamingModule(async () => performRecord(task, await withOwn(registry, task.own), moduleWarnings)),
)
