/** The thread of a batch: takes a page, gives a line. */
import { performRecord, type BatchTask } from '../cli/batch-task'
import { registry } from '../peers/registry'
import { threadProgram } from '../services/threads/thread-program'

export default threadProgram((task: BatchTask) => performRecord(task, registry))
