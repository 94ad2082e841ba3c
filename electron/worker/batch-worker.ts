/** The thread of a batch: takes a page, gives a line. */
import { performRecord, type BatchTask } from '../cli/pages/batch-task'
import { registry } from '../peers/registry'
import { registryOfThread } from '../services/own/own-extractors'
import { threadProgram } from '../services/threads/thread-program'

const registered = registryOfThread(registry)
registered.catch(() => undefined)

export default threadProgram(async (task: BatchTask) => performRecord(task, await registered))
