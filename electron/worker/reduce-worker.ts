/** Tries the pages of a reduction. */
import { registry } from '../peers/registry'
import { extractorNamed } from '../../shared/extractors/core/registry'
import { registryOfThread } from '../services/own/own-extractors'
import { tryPage, type ReduceReply, type ReduceTask } from '../services/reduce/reduce-task'
import { threadProgram } from '../services/threads/thread-program'

const registered = registryOfThread(registry)
registered.catch(() => undefined)

export default threadProgram<ReduceTask, ReduceReply>(async (task) => tryPage(task, extractorNamed(await registered, task.extractor)))
